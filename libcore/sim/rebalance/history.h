// The simulated history as lines of the vocabulary (lanewise-events(7)), in the order in which things happen.
//
// Times are microseconds since 1970 and exact: the simulation begins at kStart, 2026-01-01T00:00:00Z. One
// partition a record. A history that nobody wants costs a test of a pointer a call. Not thread safe.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "libcore/allocate/group.h"
#include "libcore/allocate/partition_table.h"
#include "libcore/record/event_writer.h"
#include "libcore/sim/rebalance/tally.h"

namespace lanewise::sim::rebalance {

inline constexpr std::int64_t kStartSeconds = 1'767'225'600;
inline constexpr std::string_view kGroupName = "group";

// Takes whole lines.
using TakeLines = std::function<void(std::string_view)>;

class History {
 public:
  // Requires: the topics outlive it. `take` may be empty.
  History(const std::vector<allocate::Topic>& topics, const allocate::PartitionTable& partitions,
          TakeLines take)
      : topics_(topics), partitions_(partitions), take_(std::move(take)) {}
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  // join, leave, crash.
  void member(record::EventKind kind, std::string_view id, std::int64_t now_us);
  // assign, revoke, lost without an offset; resume and commit with the next one to handle.
  void partition(record::EventKind kind, std::string_view id, std::int32_t partition, std::int32_t generation,
                 std::int64_t now_us);
  void offset(record::EventKind kind, std::string_view id, std::int32_t partition, std::int32_t generation,
              std::int64_t next, std::int64_t now_us);
  // fetch, start, done; a thread where one is at work.
  void handling(record::EventKind kind, std::string_view id, std::int32_t partition, std::int32_t generation,
                std::int64_t offset, const Record& record, std::int32_t worker, std::int64_t now_us);

  // The last call.
  void close();

 private:
  [[nodiscard]] record::Event begin(record::EventKind kind, std::string_view id, std::int64_t now_us) const;
  void place(record::Event& event, std::int32_t partition, std::int32_t generation) const;
  void write(const record::Event& event);

  const std::vector<allocate::Topic>& topics_;
  const allocate::PartitionTable& partitions_;
  TakeLines take_;
  record::EventWriter writer_{record::EventFormat::jsonl, record::TimeUnit::microseconds};
  std::string lines_;
  std::string key_;
  std::string thread_;
};

// The key's bytes: "key-1" for the first.
void name_key(std::uint32_t key, std::string& out);

}  // namespace lanewise::sim::rebalance

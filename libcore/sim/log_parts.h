// The small things that the parts of a generated log hand to each other: a record, a handling of it, and the
// state of a consumer group. Internal to the event generator.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "libcore/sim/offset_progress.h"
#include "libcore/stats/random.h"

namespace lanewise::sim {

// A record in the log.
struct Record {
  std::uint32_t key = 0;
  std::int32_t partition = 0;
  std::int64_t offset = 0;
  std::int64_t seq = 0;
  std::int64_t written_ns = 0;  // when it was appended
  std::int64_t created_ns = 0;  // when its producer sent it; its ts
  std::int16_t label = -1;      // which state or step; -1: none
};

// One handling of a record by a thread, [start, end).
struct Handling {
  Record record;
  std::int64_t start_ns = 0;
  std::int64_t end_ns = 0;
  std::uint16_t group = 0;
  std::uint16_t member = 0;
  std::uint16_t thread = 0;
  std::uint16_t watch = 0;  // 1 + the place of the record in the episode that watches it; 0: nobody does
  std::uint8_t attempt = 0;
  bool finishes = true;  // its end lets the commit pass the record
  bool owned = true;     // by the partition's owner, who is not drained before it ends
};

struct ConsumerGroup {
  std::string name;
  std::vector<std::string> members;
  std::vector<std::uint16_t> owner;              // by partition
  std::vector<std::vector<std::int32_t>> owned;  // by member
  std::vector<std::uint32_t> turn;       // by member: how far its pool has turned keys to other threads
  std::vector<std::int64_t> free_ns;     // by member x threads + thread: when the thread is free
  std::vector<OffsetProgress> progress;  // by partition
  std::vector<std::uint32_t> in_flight;  // by partition: handlings begun or queued, not ended
  std::vector<std::pair<std::int64_t, std::int32_t>> generations;  // since when which, oldest first
  std::uint32_t threads = 1;

  ConsumerGroup(std::string group_name, std::uint32_t member_count, std::uint32_t thread_count,
                std::uint32_t partitions, std::int64_t start_ns);

  [[nodiscard]] std::int32_t generation_at(std::int64_t ns) const {
    auto at = generations.end() - 1;
    while (at != generations.begin() && at->first > ns) --at;
    return at->second;
  }
  void begin_generation(std::int64_t ns) { generations.emplace_back(ns, generations.back().second + 1); }

  [[nodiscard]] std::uint16_t thread_of(std::uint32_t key, std::uint16_t member) const {
    const std::uint64_t base = stats::multiply(stats::scatter(key), threads).high;
    const std::uint64_t turned = base + turn[member];
    return static_cast<std::uint16_t>(turned < threads ? turned : turned % threads);
  }
  std::int64_t& thread_free(std::uint16_t member, std::uint16_t thread) {
    return free_ns[std::size_t{member} * threads + thread];
  }
  // The thread of the member, other than `thread`, that is free first. Requires: threads >= 2.
  [[nodiscard]] std::uint16_t other_thread(std::uint16_t member, std::uint16_t thread) const;
  [[nodiscard]] bool drained(std::uint16_t member) const;
  void move(std::int32_t partition, std::uint16_t to);
};

inline constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

}  // namespace lanewise::sim

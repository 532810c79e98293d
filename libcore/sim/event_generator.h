// Makes event logs of any size: producers write records to the partitions of a topic, consumer groups handle
// them, faults are planted on request and written down in a truth file.
//
// The model. Records come at an even rate with jitter. Of all keys, `active_keys` are alive at a moment; the
// r-th most popular of those is written with a probability proportional to 1/r^zipf, and when a key goes
// quiet (after about `active_for`) the one that comes alive takes its rank. A key's seq is dense, from 1. The
// partitioner decides the partition; offsets are dense, from 0. Every group has `members` members, which own
// contiguous ranges of partitions, and a member has `threads` threads; a key belongs to one thread by a
// stable hash, and a thread handles one record at a time: from max(arrival, thread free) for a service time
// that varies. Members commit every `commit_every` the lowest offset that is not finished. Writers wait when
// more than `max_lag` handlings are outstanding.
//
// With `states` or `steps` a key lives for one record a state (or step), in their order, and then a new key
// takes its place; every key is complete when the log ends, so the log may end up to one life short of
// `records`.
//
// Guarantees. Lines come in the order of their own moment (a handling's: its end; a start line's: the start).
// A log without faults is clean under every check. Each fault yields one finding: it has a stretch of the log
// to itself, and a key that no other fault touches. The same configuration gives the same bytes on every
// platform.
//
// Cost: O(log(outstanding)) a record; memory O(keys + partitions x groups + outstanding), whatever the length
// of the log (a `skip` adds a bit for each later record of its partition). Not thread safe; one object a
// thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "libcore/base/result.h"
#include "libcore/record/event_writer.h"
#include "libcore/route/partitioner.h"
#include "libcore/sim/fault.h"

namespace lanewise::sim {

// The fields a line may have. `time` is ts, or start_ts and end_ts; attempt is written from the second try
// on; payload is an object with entity, seq, and state or step.
enum class Field : std::uint8_t {
  topic,
  partition,
  offset,
  key,
  seq,
  time,
  group,
  member,
  thread,
  generation,
  attempt,
  producer,
  payload,
};
inline constexpr std::size_t kFields = 13;
std::span<const std::string_view> field_names();  // in the order of Field

class FieldSet {
 public:
  constexpr FieldSet() = default;
  static constexpr FieldSet all() { return FieldSet((1U << kFields) - 1); }
  // All but payload.
  static constexpr FieldSet usual() { return all().without(Field::payload); }

  [[nodiscard]] constexpr bool has(Field field) const {
    return (bits_ >> static_cast<unsigned>(field) & 1U) != 0;
  }
  [[nodiscard]] constexpr FieldSet with(Field field) const { return FieldSet(bits_ | bit(field)); }
  [[nodiscard]] constexpr FieldSet without(Field field) const { return FieldSet(bits_ & ~bit(field)); }

 private:
  constexpr explicit FieldSet(std::uint32_t bits) : bits_(bits) {}
  static constexpr std::uint32_t bit(Field field) { return 1U << static_cast<unsigned>(field); }
  std::uint32_t bits_ = 0;
};

// How a handling is written: not at all, as one record with start_ts and end_ts when it ends, or as a start
// and a done line.
enum class HandledAs : std::uint8_t { nothing, record, start_and_done };

struct FaultCount {
  FaultKind kind;
  std::uint32_t count = 1;
};

struct GeneratorConfig {
  std::uint64_t seed = 1;
  std::uint64_t records = 100'000;  // that the producers write; lines are more, or fewer, as the views say

  // What is written.
  std::string topic = "orders";
  std::string key_prefix = "order-";  // keys are the prefix and 1, 2, 3, …
  std::optional<std::uint32_t> keys;  // 10 000 if not given; with states or steps as many as the records need
  std::optional<std::uint32_t> active_keys;  // at one moment; all if not given, with states or steps 1000
  std::chrono::nanoseconds active_for = std::chrono::seconds(60);
  double zipf = 1.0;     // to three decimals
  double rate = 4000.0;  // records a second, to three decimals
  std::chrono::nanoseconds start = std::chrono::seconds(1'767'225'600);  // 2026-01-01T00:00:00Z
  std::uint32_t partitions = 16;
  std::uint32_t producers = 2;
  std::vector<std::string> states;
  std::vector<std::string> steps;
  std::chrono::nanoseconds step_within = std::chrono::seconds(10);  // a key's steps all come within this

  // How it is handled.
  std::vector<std::string> groups = {"payments"};
  std::uint32_t members = 3;  // of each group
  std::uint32_t threads = 4;  // of each member
  std::optional<std::chrono::nanoseconds>
      service;  // mean; if not given, one that keeps the busiest thread half busy
  std::chrono::nanoseconds fetch_delay = std::chrono::milliseconds(2);
  std::chrono::nanoseconds commit_every = std::chrono::seconds(1);
  std::uint32_t max_lag = 100'000;

  // What is shown of it.
  bool stored = false;  // a line for every record as it is appended to the log
  HandledAs handled = HandledAs::record;
  bool commits = true;      // with a handled view: commit lines
  bool assignments = true;  // with a handled view: assign, revoke, resume and crash lines
  // kcat's envelope has topic, partition, offset, key, time and payload whatever they say, and Spring Boot's
  // layout the moment of the line.
  FieldSet fields = FieldSet::usual();
  record::EventFormat format = record::EventFormat::jsonl;  // kcat: stored alone
  record::TimeUnit time_unit = record::TimeUnit::milliseconds;

  std::vector<FaultCount> faults;
};

// What was made, known when the log is complete.
struct GeneratorSummary {
  std::uint64_t lines = 0;
  std::uint64_t records = 0;
  std::uint64_t handlings = 0;
  std::uint64_t keys = 0;  // that have at least one record
  std::int64_t first_ns = 0;
  std::int64_t last_ns = 0;
  std::int64_t waited_ns = 0;  // how long the writers stood still, for a fault's sake or for max_lag
};

class LogRun;

class EventGenerator {
 public:
  // Fails with `usage` on a configuration that contradicts itself, with `limit` on more faults than the log
  // can hold without their touching each other (the error says how many it can). The partitioner is not used
  // afterwards except by the generator, and must outlive it.
  static Result<EventGenerator> create(GeneratorConfig config, const route::Partitioner& partitioner);

  EventGenerator(EventGenerator&&) noexcept;
  EventGenerator& operator=(EventGenerator&&) noexcept;
  ~EventGenerator();

  // Appends whole lines to `out` until at least `bytes` were added. False when the log is complete.
  bool fill(std::string& out, std::size_t bytes);

  // How many records the producers have written so far.
  [[nodiscard]] std::uint64_t written() const;

  // Requires: fill() has returned false.
  [[nodiscard]] const GeneratorSummary& summary() const;

  // Appends the truth, JSON Lines: one line of kind "fault" for each planted fault, in the order of its first
  // line in the log, then one of kind "summary". Members of a fault line:
  //
  //   fault, code, verdict, stage   what was planted, and the finding it must yield
  //   also                          a second code that its evidence carries
  //   topic, partition, key, entity, keys, group, member, producer, skew_ms
  //                                 as far as they say something of it; `partition` is the one that the
  //                                 partitioner has for the key, absent where several are concerned
  //   late, newer                   the two records: partition, offset, seq, and the line that tells of them
  //                                 (absent: none does)
  //   records                       how many records it touches
  //   first_ts, last_ts             in the log's unit, by the clocks that the log shows
  //
  // Requires: fill() has returned false.
  void write_truth(std::string& out) const;

 private:
  explicit EventGenerator(std::unique_ptr<LogRun> run);
  std::unique_ptr<LogRun> run_;
};

}  // namespace lanewise::sim

// The lines of a generated log: gives each thing that happens its line, its number, and the time that the
// clock of whoever wrote it shows.
//
// Every function returns the number of the line it wrote, 0 if the view leaves it out. Lines are numbered
// from 1. Not thread safe; about 100 ns a line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libcore/record/event_writer.h"
#include "libcore/sim/event_generator.h"
#include "libcore/sim/key_table.h"
#include "libcore/sim/log_parts.h"

namespace lanewise::sim {

// A clock that is off, and what the log shows of it.
struct SkewedClock {
  std::optional<std::uint16_t> group;  // with member; else a producer
  std::uint16_t who = 0;
  std::int64_t skew_ns = 0;
  std::uint64_t first_line = 0;
  std::int64_t first_ns = 0;
  std::int64_t last_ns = 0;
};

class LogLines {
 public:
  LogLines(const GeneratorConfig& config, KeyTable& keys, const std::vector<ConsumerGroup>& groups);
  LogLines(const LogLines&) = delete;
  LogLines& operator=(const LogLines&) = delete;

  // Where lines go from now on. Requires before any line.
  void write_to(std::string& out) { out_ = &out; }
  void skew(const SkewedClock& clock);

  std::uint64_t stored(const Record& record);
  std::uint64_t started(const Handling& handling);
  std::uint64_t ended(const Handling& handling);
  // commit, assign, revoke, resume, crash; a partition and an offset where the event has one.
  std::uint64_t group_event(record::EventKind kind, std::uint16_t group, std::uint16_t member,
                            std::int64_t ns, std::optional<std::int32_t> partition,
                            std::optional<std::int64_t> offset);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::int64_t first_ns() const { return first_ns_; }
  [[nodiscard]] std::int64_t last_ns() const { return last_ns_; }
  [[nodiscard]] const std::vector<SkewedClock>& skewed() const { return skewed_; }

  [[nodiscard]] std::uint16_t producer_of(std::uint32_t key) const {
    return static_cast<std::uint16_t>(
        stats::multiply(stats::scatter(~std::uint64_t{key}), producers_.size()).high);
  }
  [[nodiscard]] const std::string& producer_name(std::uint16_t producer) const {
    return producers_[producer];
  }
  [[nodiscard]] std::int64_t producer_time(std::uint32_t key, std::int64_t ns) const;
  [[nodiscard]] std::int64_t member_time(std::uint16_t group, std::uint16_t member, std::int64_t ns) const;

 private:
  [[nodiscard]] bool has(Field field) const { return config_.fields.has(field); }
  // Spring Boot's layout begins with a time, which is not left out with the field `time` of what follows it.
  [[nodiscard]] bool shows_moment() const {
    return has(Field::time) || config_.format == record::EventFormat::spring_boot;
  }
  void fill_record(const Record& record, record::Event& event);
  void fill_handling(const Handling& handling, record::Event& event);
  std::uint64_t write(const record::Event& event, std::int64_t ns);
  void saw(std::size_t clock, std::uint64_t line, std::int64_t from_ns, std::int64_t to_ns);
  [[nodiscard]] std::optional<std::size_t> member_clock(std::uint16_t group, std::uint16_t member) const;
  [[nodiscard]] std::optional<std::size_t> producer_clock(std::uint16_t producer) const;

  const GeneratorConfig& config_;
  KeyTable& keys_;
  const std::vector<ConsumerGroup>& groups_;
  record::EventWriter writer_;
  std::string* out_ = nullptr;
  // The events of the two frequent lines, kept from one to the next: what a line of that kind has, each sets
  // anew.
  record::Event stored_event_;
  record::Event handled_event_;
  std::string payload_;
  std::vector<std::string> threads_;
  std::vector<std::string> producers_;
  std::vector<SkewedClock> skewed_;
  std::uint64_t count_ = 0;
  std::int64_t first_ns_ = 0;
  std::int64_t last_ns_ = 0;
};

}  // namespace lanewise::sim

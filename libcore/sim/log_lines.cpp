#include "libcore/sim/log_lines.h"

#include <algorithm>

#include <fmt/format.h>

namespace lanewise::sim {

using record::Event;
using record::EventKind;

LogLines::LogLines(const GeneratorConfig& config, KeyTable& keys, const std::vector<ConsumerGroup>& groups)
    : config_(config), keys_(keys), groups_(groups), writer_(config.format, config.time_unit) {
  for (std::uint32_t i = 0; i < config.threads; ++i) threads_.push_back(fmt::format("worker-{}", i + 1));
  for (std::uint32_t i = 0; i < config.producers; ++i)
    producers_.push_back(fmt::format("producer-{}", i + 1));
}

void LogLines::skew(const SkewedClock& clock) { skewed_.push_back(clock); }

std::optional<std::size_t> LogLines::member_clock(std::uint16_t group, std::uint16_t member) const {
  for (std::size_t i = 0; i < skewed_.size(); ++i) {
    if (skewed_[i].group == group && skewed_[i].who == member) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> LogLines::producer_clock(std::uint16_t producer) const {
  for (std::size_t i = 0; i < skewed_.size(); ++i) {
    if (!skewed_[i].group && skewed_[i].who == producer) return i;
  }
  return std::nullopt;
}

std::int64_t LogLines::producer_time(std::uint32_t key, std::int64_t ns) const {
  if (skewed_.empty()) return ns;
  const auto clock = producer_clock(producer_of(key));
  return clock ? ns + skewed_[*clock].skew_ns : ns;
}

std::int64_t LogLines::member_time(std::uint16_t group, std::uint16_t member, std::int64_t ns) const {
  if (skewed_.empty()) return ns;
  const auto clock = member_clock(group, member);
  return clock ? ns + skewed_[*clock].skew_ns : ns;
}

void LogLines::saw(std::size_t clock, std::uint64_t line, std::int64_t from_ns, std::int64_t to_ns) {
  SkewedClock& seen = skewed_[clock];
  if (seen.first_line == 0) {
    seen.first_line = line;
    seen.first_ns = from_ns;
    seen.last_ns = to_ns;
  }
  seen.first_ns = std::min(seen.first_ns, from_ns);
  seen.last_ns = std::max(seen.last_ns, to_ns);
}

std::uint64_t LogLines::write(const Event& event, std::int64_t ns) {
  writer_.append(event, *out_);
  if (count_ == 0) first_ns_ = ns;
  last_ns_ = ns;
  return ++count_;
}

void LogLines::fill_record(const Record& record, Event& event) {
  if (has(Field::topic)) event.topic = config_.topic;
  if (has(Field::partition)) event.partition = Partition(record.partition);
  if (has(Field::offset)) event.offset = Offset(record.offset);
  if (has(Field::key)) event.key = KeyView::of(keys_.text(record.key));
  if (has(Field::seq)) event.seq = Seq(record.seq);
  const bool labelled = record.label >= 0;
  if (labelled && !config_.states.empty())
    event.state = config_.states[static_cast<std::size_t>(record.label)];
  if (labelled && !config_.steps.empty()) event.step = config_.steps[static_cast<std::size_t>(record.label)];
  if (has(Field::payload)) {
    payload_ = "{\"entity\":\"";
    payload_ += keys_.entity(record.key);
    payload_ += "\",\"seq\":";
    payload_ += fmt::format_int(record.seq).c_str();
    if (event.state) payload_.append(",\"state\":\"").append(*event.state).append("\"");
    if (event.step) payload_.append(",\"step\":\"").append(*event.step).append("\"");
    payload_ += '}';
    event.payload = payload_;
  }
}

void LogLines::fill_handling(const Handling& handling, Event& event) {
  fill_record(handling.record, event);
  const ConsumerGroup& group = groups_[handling.group];
  if (has(Field::group)) event.group = group.name;
  if (has(Field::member)) event.member = group.members[handling.member];
  if (has(Field::thread)) event.thread = threads_[handling.thread];
  if (has(Field::generation)) event.generation = Generation(group.generation_at(handling.start_ns));
  event.attempt.reset();
  if (has(Field::attempt) && handling.attempt > 0) event.attempt = handling.attempt;
}

std::uint64_t LogLines::stored(const Record& record) {
  if (!config_.stored) return 0;
  Event& event = stored_event_;
  fill_record(record, event);
  // A dump says by its shape that its records are stored; elsewhere a record without `event` is a handling.
  if (config_.format == record::EventFormat::kcat) {
    event.leader = 1;
  } else {
    event.event = EventKind::append;
  }
  const std::uint16_t producer = producer_of(record.key);
  const std::int64_t shown = producer_time(record.key, record.created_ns);
  if (shows_moment()) event.ts_ns = shown;
  if (has(Field::producer)) event.producer = producers_[producer];
  const std::uint64_t line = write(event, record.written_ns);
  if (const auto clock = producer_clock(producer)) saw(*clock, line, shown, shown);
  return line;
}

std::uint64_t LogLines::started(const Handling& handling) {
  if (config_.handled != HandledAs::start_and_done) return 0;
  Event& event = handled_event_;
  fill_handling(handling, event);
  event.event = EventKind::start;
  const std::int64_t shown = member_time(handling.group, handling.member, handling.start_ns);
  if (shows_moment()) event.ts_ns = shown;
  const std::uint64_t line = write(event, handling.start_ns);
  if (const auto clock = member_clock(handling.group, handling.member)) saw(*clock, line, shown, shown);
  return line;
}

std::uint64_t LogLines::ended(const Handling& handling) {
  if (config_.handled == HandledAs::nothing) return 0;
  Event& event = handled_event_;
  fill_handling(handling, event);
  const std::int64_t from = member_time(handling.group, handling.member, handling.start_ns);
  const std::int64_t to = from + (handling.end_ns - handling.start_ns);
  if (config_.handled == HandledAs::start_and_done) {
    event.event = EventKind::done;
    if (shows_moment()) event.ts_ns = to;
  } else if (has(Field::time)) {
    event.start_ns = from;
    event.end_ns = to;
  } else if (shows_moment()) {
    event.ts_ns = to;
  }
  const std::uint64_t line = write(event, handling.end_ns);
  if (const auto clock = member_clock(handling.group, handling.member)) saw(*clock, line, from, to);
  return line;
}

std::uint64_t LogLines::group_event(EventKind kind, std::uint16_t group, std::uint16_t member,
                                    std::int64_t ns, std::optional<std::int32_t> partition,
                                    std::optional<std::int64_t> offset) {
  if (config_.handled == HandledAs::nothing) return 0;
  if (!(kind == EventKind::commit ? config_.commits : config_.assignments)) return 0;
  Event event;
  event.event = kind;
  if (partition) {
    if (has(Field::topic)) event.topic = config_.topic;
    if (has(Field::partition)) event.partition = Partition(*partition);
  }
  if (offset && has(Field::offset)) event.offset = Offset(*offset);
  const std::int64_t shown = member_time(group, member, ns);
  if (shows_moment()) event.ts_ns = shown;
  if (has(Field::group)) event.group = groups_[group].name;
  if (has(Field::member)) event.member = groups_[group].members[member];
  if (has(Field::generation)) event.generation = Generation(groups_[group].generation_at(ns));
  const std::uint64_t line = write(event, ns);
  if (const auto clock = member_clock(group, member)) saw(*clock, line, shown, shown);
  return line;
}

}  // namespace lanewise::sim

// The vocabulary: the fields a record may have, as lanewise-events(7) documents them for people. One table;
// the readers, the writers, `--map` and the manual page all go by it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace lanewise::record {

enum class Field : std::uint8_t {
  topic,
  partition,
  offset,
  broker,
  position,
  key,
  seq,
  ts,
  clock,
  payload,
  headers,
  id,
  message_id,
  tag,
  event,
  start_ts,
  end_ts,
  count,
  group,
  member,
  thread,
  generation,
  attempt,
  original_offset,
  depends_on,
  producer,
  producer_thread,
  producer_epoch,
  producer_seq,
  state,
  step,
  version,
  expected_version,
};
inline constexpr std::size_t kFieldCount = static_cast<std::size_t>(Field::expected_version) + 1;

enum class FieldKind : std::uint8_t {
  key,         // bytes, null, or unknown; a JSON integer is its decimal text
  text,        // a string; an integer is its decimal text
  place_text,  // a string that is part of a place; an integer there means something else and is passed over
               // (broker)
  integer,     // int64, exact: a JSON integer or a string of digits; partition and generation int32
  time,        // int64 nanoseconds since 1970-01-01T00:00:00Z; see timestamp.h for what is read
  event,       // one of EventKind's names
  integers,    // an array of integers (position)
  dependency,  // a seq, or {"key":…,"seq":…}
  raw,         // any JSON, passed through; found on demand (payload, headers)
};

struct FieldInfo {
  Field field;
  std::string_view name;
  FieldKind kind;
  std::string_view meaning;
};

// In the order of Field. Here, and not in a source, because readers look a field up for every value.
inline constexpr std::array<FieldInfo, kFieldCount> kFields{{
    {Field::topic, "topic", FieldKind::text, "the topic the record lies in"},
    {Field::partition, "partition", FieldKind::integer, "the partition (queue id) it lies in"},
    {Field::offset, "offset", FieldKind::integer,
     "its place in the partition's log; in commit and resume the next one"},
    {Field::broker, "broker", FieldKind::place_text,
     "a broker's name, where queue ids repeat across brokers"},
    {Field::position, "position", FieldKind::integers, "its place where a log has no single offset"},
    {Field::key, "key", FieldKind::key, "the key: the entity whose state the record changes"},
    {Field::seq, "seq", FieldKind::integer, "sequence within the key, given by the writer"},
    {Field::ts, "ts", FieldKind::time, "event time"},
    {Field::clock, "clock", FieldKind::integer, "a writer's logical clock"},
    {Field::payload, "payload", FieldKind::raw, "the body"},
    {Field::headers, "headers", FieldKind::raw, "the headers"},
    {Field::id, "id", FieldKind::text, "the business event, the same over retries"},
    {Field::message_id, "message_id", FieldKind::text, "one attempt to send"},
    {Field::tag, "tag", FieldKind::text, "RocketMQ's tag"},
    {Field::event, "event", FieldKind::event, "what happened"},
    {Field::start_ts, "start_ts", FieldKind::time, "when a handling began"},
    {Field::end_ts, "end_ts", FieldKind::time, "when it ended; half-open"},
    {Field::count, "count", FieldKind::integer, "how many records this one stands for"},
    {Field::group, "group", FieldKind::text, "the consumer group"},
    {Field::member, "member", FieldKind::text, "the group's member"},
    {Field::thread, "thread", FieldKind::text, "the thread that handled it"},
    {Field::generation, "generation", FieldKind::integer, "the assignment under which it was handled"},
    {Field::attempt, "attempt", FieldKind::integer, "the try, from 0"},
    {Field::original_offset, "original_offset", FieldKind::integer,
     "of a retried record: where it lay first"},
    {Field::depends_on, "depends_on", FieldKind::dependency, "what must have been handled before"},
    {Field::producer, "producer", FieldKind::text, "the writer"},
    {Field::producer_thread, "producer_thread", FieldKind::text, "the writer's thread"},
    {Field::producer_epoch, "producer_epoch", FieldKind::integer, "the writer's epoch"},
    {Field::producer_seq, "producer_seq", FieldKind::integer, "the writer's own sequence"},
    {Field::state, "state", FieldKind::text, "the state it puts the key into"},
    {Field::step, "step", FieldKind::text, "the step it completes"},
    {Field::version, "version", FieldKind::integer, "the version it writes"},
    {Field::expected_version, "expected_version", FieldKind::integer, "the version it must find"},
}};

std::span<const FieldInfo> fields();
constexpr const FieldInfo& info(Field field) { return kFields[static_cast<std::size_t>(field)]; }
std::optional<Field> find_field(std::string_view name);

// What happened, one partition a record. `other`: an event of somebody's own, of which we know nothing.
enum class EventKind : std::uint8_t {
  none,
  send,
  append,
  fetch,
  start,
  done,
  fail,
  retry,
  skip,
  commit,
  resume,
  assign,
  revoke,
  lost,
  join,
  leave,
  crash,
  pause,
  other,
};
// It tells of the group or of a partition rather than of one message, and so needs no key.
constexpr bool concerns_group(EventKind event) {
  switch (event) {
    case EventKind::commit:
    case EventKind::resume:
    case EventKind::assign:
    case EventKind::revoke:
    case EventKind::lost:
    case EventKind::join:
    case EventKind::leave:
    case EventKind::crash:
    case EventKind::pause: return true;
    default: return false;
  }
}
std::string_view name_of(EventKind event);
// `other` for a name that is not in the vocabulary.
EventKind find_event(std::string_view name);
std::span<const std::string_view> event_names();

}  // namespace lanewise::record

// The vocabulary: the fields a record may have, as lanewise-events(7) documents them for people. One table;
// the readers, the writers, `--map` and the manual page all go by it.
#pragma once

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

// In the order of Field.
std::span<const FieldInfo> fields();
const FieldInfo& info(Field field);
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

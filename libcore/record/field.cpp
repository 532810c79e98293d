#include "libcore/record/field.h"

#include <array>

namespace lanewise::record {

namespace {

constexpr std::array<FieldInfo, kFieldCount> kFields{{
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

constexpr std::array<std::string_view, static_cast<std::size_t>(EventKind::other) + 1> kEventNames{
    "",       "send",   "append", "fetch", "start", "done",  "fail",  "retry", "skip", "commit",
    "resume", "assign", "revoke", "lost",  "join",  "leave", "crash", "pause", "other"};

}  // namespace

std::span<const FieldInfo> fields() { return kFields; }
const FieldInfo& info(Field field) { return kFields[static_cast<std::size_t>(field)]; }

std::optional<Field> find_field(std::string_view name) {
  for (const FieldInfo& known : kFields) {
    if (known.name == name) return known.field;
  }
  return std::nullopt;
}

std::string_view name_of(EventKind event) { return kEventNames[static_cast<std::size_t>(event)]; }

EventKind find_event(std::string_view name) {
  for (std::size_t i = 1; i + 1 < kEventNames.size(); ++i) {
    if (kEventNames[i] == name) return static_cast<EventKind>(i);
  }
  return EventKind::other;
}

std::span<const std::string_view> event_names() {
  return std::span(kEventNames).subspan(1, kEventNames.size() - 2);
}

}  // namespace lanewise::record

// One record of the vocabulary that every tool reads and writes (lanewise-events(7)): where a message lies,
// which key it bears, what happened to it, when, and by whose hand. A field that is not known is empty, and
// stays unknown.
//
// An Event owns nothing: its views live as long as whoever filled it says (a reader: as long as its batch; a
// generator: until its next event). Plain data, no invariant, copied freely.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "libcore/base/ids.h"
#include "libcore/base/key.h"
#include "libcore/record/field.h"

namespace lanewise::record {

// What must have been handled before: a seq of the same key, or of another one.
struct DependsOn {
  KeyView key;  // absent: the record's own
  Seq seq;
};

struct Event {
  std::optional<EventKind> event;

  // Where the record lies. `broker` is part of the place; `leader` is the integer that kcat calls broker and
  // is not.
  std::optional<std::string_view> topic;
  std::optional<std::string_view> broker;
  std::optional<std::int64_t> leader;
  std::optional<Partition> partition;
  std::optional<Offset> offset;
  std::span<const std::int64_t> position;  // where a log has no single offset; empty: not known

  KeyView key;
  std::optional<Seq> seq;

  // Times in nanoseconds since 1970-01-01T00:00:00Z. start and end bound one handling, half-open.
  std::optional<std::int64_t> ts_ns;
  std::optional<std::int64_t> start_ns;
  std::optional<std::int64_t> end_ns;
  std::optional<std::int64_t> clock;  // a writer's logical clock
  std::optional<std::int64_t> count;  // for a record that stands for many

  std::optional<std::string_view> id;  // the business event, the same over retries
  std::optional<std::string_view> message_id;
  std::optional<std::string_view> tag;

  std::optional<std::string_view> group;
  std::optional<std::string_view> member;
  std::optional<std::string_view> thread;
  std::optional<Generation> generation;
  std::optional<std::int64_t> attempt;
  std::optional<std::int64_t> original_offset;
  std::optional<DependsOn> depends_on;

  std::optional<std::string_view> producer;
  std::optional<std::string_view> producer_thread;
  std::optional<std::int64_t> producer_epoch;
  std::optional<std::int64_t> producer_seq;

  std::optional<std::string_view> state;
  std::optional<std::string_view> step;
  std::optional<std::int64_t> version;
  std::optional<std::int64_t> expected_version;

  std::optional<std::string_view> headers;  // JSON text, passed on as it is
  std::optional<std::string_view> payload;  // JSON text, passed on as it is
};

}  // namespace lanewise::record

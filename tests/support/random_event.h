// Events by chance, and what a reader must make of one that was written: the same text as render_row() in
// reading.h makes of a record.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/base/text.h"
#include "libcore/record/event.h"
#include "libcore/stats/random.h"

namespace lanewise::test {

// An event and the texts that it points into.
struct OwnedEvent {
  record::Event event;
  std::deque<std::string> texts;
  std::vector<std::int64_t> position;
};

class RandomEvent {
 public:
  explicit RandomEvent(std::uint64_t seed) : random_(seed) {}

  // Times are whole milliseconds of 13 digits, the unit that most write and that every reader knows again.
  void fill(OwnedEvent& owned) {
    record::Event& event = owned.event;
    if (some()) event.event = record::find_event(record::event_names()[below(record::event_names().size())]);
    for (auto* const text :
         {&event.topic, &event.broker, &event.id, &event.message_id, &event.tag, &event.group, &event.member,
          &event.thread, &event.producer, &event.producer_thread, &event.state, &event.step}) {
      if (some()) *text = keep(owned, text_of(false));
    }
    if (some() && !event.broker) event.leader = static_cast<std::int64_t>(below(9));
    if (some()) event.partition = Partition(static_cast<std::int32_t>(below(1U << 31U)));
    if (some()) event.offset = Offset(number());
    if (some()) event.seq = Seq(number());
    for (auto* const value :
         {&event.clock, &event.count, &event.attempt, &event.original_offset, &event.producer_epoch,
          &event.producer_seq, &event.version, &event.expected_version}) {
      if (some()) *value = number();
    }
    for (auto* const time : {&event.ts_ns, &event.start_ns, &event.end_ns}) {
      if (some()) *time = static_cast<std::int64_t>(1'000'000'000'000 + below(8'000'000'000'000)) * 1'000'000;
    }
    if (some()) event.generation = Generation(static_cast<std::int32_t>(below(1000)));
    if (some()) event.key = key(owned);
    if (some()) event.depends_on = record::DependsOn{key(owned), Seq(number())};
    if (some()) {
      for (std::size_t i = 0; i <= below(5); ++i) owned.position.push_back(number());
      event.position = owned.position;
    }
  }

 private:
  std::size_t below(std::uint64_t count) { return static_cast<std::size_t>(random_.below(count)); }
  bool some() { return below(3) != 0; }
  std::int64_t number() {
    const auto bits = static_cast<std::int64_t>(random_.next());
    return bits >> below(64);
  }
  std::string text_of(bool any_bytes) {
    static const std::vector<std::string_view> kPieces{
        "a",      "order-4711", "null", "7",   "-1",       "true",         " ",
        "=",      "\"",         "\\",   "\\n", "\n",       "\t",           "\r",
        ",",      ";",          "\x01", "\b",  "\f",       "\x7f",         "{",
        "}",      "[1]",        "key=", "u",   "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x9a\x80",
        "\\u00e9"};
    std::string text;
    const std::size_t pieces = below(5);
    for (std::size_t i = 0; i < pieces; ++i) {
      text += any_bytes && below(4) == 0 ? "\xff" : kPieces[below(kPieces.size())];
    }
    return text;
  }
  static std::string_view keep(OwnedEvent& owned, std::string text) {
    return owned.texts.emplace_back(std::move(text));
  }
  KeyView key(OwnedEvent& owned) {
    const std::size_t kind = below(5);
    if (kind == 0) return {};
    return kind == 1 ? KeyView::null() : KeyView::of(keep(owned, text_of(true)));
  }

  stats::Random random_;
};

inline std::string render_key(KeyView key) {
  return key.state == KeyState::null ? "null" : fmt::format("'{}'", printable(key.bytes, 200));
}

// As render_row() does it, with every field that a format can carry.
inline std::string render_event(const record::Event& event) {
  std::string out;
  const auto add = [&](std::string_view name, const auto& value) {
    out += fmt::format("{}{}={}", out.empty() ? "" : " ", name, value);
  };
  const auto text = [&](std::string_view name, std::optional<std::string_view> value) {
    if (value) add(name, fmt::format("'{}'", printable(*value, 200)));
  };
  const auto number = [&](std::string_view name, const auto& value) {
    if (value) add(name, *value);
  };
  text("topic", event.topic);
  number("partition", event.partition);
  number("offset", event.offset);
  text("broker", event.broker);
  if (!event.position.empty()) add("position", fmt::format("[{}]", fmt::join(event.position, ",")));
  if (event.key.state != KeyState::absent) add("key", render_key(event.key));
  number("seq", event.seq);
  number("ts", event.ts_ns);
  number("clock", event.clock);
  text("id", event.id);
  text("message_id", event.message_id);
  text("tag", event.tag);
  if (event.event) add("event", record::name_of(*event.event));
  number("start_ts", event.start_ns);
  number("end_ts", event.end_ns);
  number("count", event.count);
  text("group", event.group);
  text("member", event.member);
  text("thread", event.thread);
  number("generation", event.generation);
  number("attempt", event.attempt);
  number("original_offset", event.original_offset);
  if (event.depends_on) {
    const KeyView key = event.depends_on->key;
    const std::string of = key.state == KeyState::absent ? "" : render_key(key) + ":";
    add("depends_on", of + std::to_string(event.depends_on->seq.value));
  }
  text("producer", event.producer);
  text("producer_thread", event.producer_thread);
  number("producer_epoch", event.producer_epoch);
  number("producer_seq", event.producer_seq);
  text("state", event.state);
  text("step", event.step);
  number("version", event.version);
  number("expected_version", event.expected_version);
  return out;
}

}  // namespace lanewise::test

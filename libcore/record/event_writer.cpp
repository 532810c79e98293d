// A line is written into a scratch buffer that is known to be large enough before the first byte, so that no
// step checks for room; one append carries it over. Two notations (JSON, logfmt) share one walk over the
// fields. Each field ends with its separator, and the last separator becomes the line's end.
#include "libcore/record/event_writer.h"

#include <cstring>

#include "libcore/base/base64.h"
#include "libcore/base/text.h"
#include "libcore/record/text_out.h"

namespace lanewise::record {

namespace {

constexpr std::size_t kFixedRoom = 3072;  // names, punctuation and numbers of every field
constexpr std::size_t kMostGrowth = 12;   // a byte may become \u0001, and that be escaped once more
constexpr std::int64_t kNsPerSecond = 1'000'000'000;

char* put_positions(char* at, std::span<const std::int64_t> position) {
  *at++ = '[';
  for (const std::int64_t part : position) {
    at = put_number(at, part);
    *at++ = ',';
  }
  at[-1] = ']';
  return at;
}

bool is_text(std::string_view bytes) { return is_ascii(bytes) || is_utf8(bytes); }

// Of somebody else's key; that of the record itself is not said.
char* put_dependency(char* at, const DependsOn& dependency) {
  const KeyView key = dependency.key;
  switch (key.state) {
    case KeyState::absent: return put_number(at, dependency.seq.value);
    case KeyState::null: at = put(at, "{\"key\":null"); break;
    case KeyState::present:
      if (is_text(key.bytes)) {
        at = put(at, "{\"key\":\"");
        at = put_escaped(at, key.bytes);
      } else {
        at = put(at, "{\"key_b64\":\"");
        at = put_base64(at, key.bytes);
      }
      *at++ = '"';
  }
  at = put(at, ",\"seq\":");
  at = put_number(at, dependency.seq.value);
  *at++ = '}';
  return at;
}

// Whether a reader of bare words would take it for something else than this text.
bool is_misread_without_quotes(std::string_view value) {
  return value.empty() || !is_plain(value) || value == "null" || value.ends_with(',') ||
         value.ends_with(';') || value.find_first_of(" =") != std::string_view::npos;
}

class JsonSink {
 public:
  explicit JsonSink(char* at) : at_(at) { *at_++ = '{'; }

  template <std::size_t N>
  void number(const char (&field)[N], std::int64_t value) {
    name(field);
    at_ = put_number(at_, value);
    *at_++ = ',';
  }
  template <std::size_t N>
  void text(const char (&field)[N], std::string_view value) {
    name(field);
    *at_++ = '"';
    at_ = put_escaped(at_, value);
    at_ = put(at_, "\",");
  }
  template <std::size_t N>
  void quoted(const char (&field)[N], std::string_view value) {
    text(field, value);
  }
  template <std::size_t N>
  void json(const char (&field)[N], std::string_view value) {
    name(field);
    at_ = put(at_, value);
    *at_++ = ',';
  }
  void null_key() { at_ = put(at_, "\"key\":null,"); }

  char* finish() {
    if (at_[-1] == ',') --at_;
    *at_++ = '}';
    return at_;
  }

 private:
  template <std::size_t N>
  void name(const char (&field)[N]) {
    *at_++ = '"';
    at_ = put(at_, field);
    at_ = put(at_, "\":");
  }
  char* at_;
};

class LogfmtSink {
 public:
  explicit LogfmtSink(char* at) : begin_(at), at_(at) {}

  template <std::size_t N>
  void number(const char (&field)[N], std::int64_t value) {
    name(field);
    at_ = put_number(at_, value);
    *at_++ = ' ';
  }
  template <std::size_t N>
  void text(const char (&field)[N], std::string_view value) {
    if (is_misread_without_quotes(value)) {
      quoted(field, value);
    } else {
      name(field);
      at_ = put(at_, value);
      *at_++ = ' ';
    }
  }
  // A number that is meant as a text.
  template <std::size_t N>
  void quoted(const char (&field)[N], std::string_view value) {
    name(field);
    *at_++ = '"';
    at_ = put_escaped(at_, value);
    at_ = put(at_, "\" ");
  }
  template <std::size_t N>
  void json(const char (&field)[N], std::string_view value) {
    text(field, value);
  }
  void null_key() { at_ = put(at_, "key=null "); }

  char* finish() { return at_ == begin_ ? at_ : at_ - 1; }

 private:
  template <std::size_t N>
  void name(const char (&field)[N]) {
    at_ = put(at_, field);
    *at_++ = '=';
  }
  char* begin_;
  char* at_;
};

// Which of the fields a walk leaves to the notation around it.
struct Walk {
  TimeUnit unit;
  bool place_and_key = true;
  bool ts = true;
  bool thread = true;
  bool bodies = true;  // headers and payload
};

template <class Sink>
void walk(const Event& event, const Walk& what, Sink& sink) {
  const auto when = [&](std::int64_t ns) { return in_unit(ns, what.unit); };
  if (event.event) sink.text("event", name_of(*event.event));
  if (what.place_and_key) {
    if (event.topic) sink.text("topic", *event.topic);
    if (event.broker && event.broker->find_first_not_of("-0123456789") == std::string_view::npos) {
      sink.quoted("broker", *event.broker);  // a bare number would be the leader's
    } else if (event.broker) {
      sink.text("broker", *event.broker);
    } else if (event.leader) {
      sink.number("broker", *event.leader);
    }
    if (event.partition) sink.number("partition", event.partition->value);
    if (event.offset) sink.number("offset", event.offset->value);
  }
  if (!event.position.empty()) {
    std::string text(event.position.size() * 21 + 2, '\0');
    text.resize(static_cast<std::size_t>(put_positions(text.data(), event.position) - text.data()));
    sink.json("position", text);
  }
  if (what.place_and_key) {
    if (event.key.state == KeyState::null) {
      sink.null_key();
    } else if (event.key.state == KeyState::present) {
      if (is_text(event.key.bytes)) {
        sink.text("key", event.key.bytes);
      } else {
        std::string encoded((event.key.bytes.size() + 2) / 3 * 4, '\0');
        put_base64(encoded.data(), event.key.bytes);
        sink.text("key_b64", encoded);
      }
    }
  }
  if (event.seq) sink.number("seq", event.seq->value);
  if (what.ts && event.ts_ns) sink.number("ts", when(*event.ts_ns));
  if (event.clock) sink.number("clock", *event.clock);
  if (event.start_ns) sink.number("start_ts", when(*event.start_ns));
  if (event.end_ns) sink.number("end_ts", when(*event.end_ns));
  if (event.count) sink.number("count", *event.count);
  if (event.id) sink.text("id", *event.id);
  if (event.message_id) sink.text("message_id", *event.message_id);
  if (event.tag) sink.text("tag", *event.tag);
  if (event.group) sink.text("group", *event.group);
  if (event.member) sink.text("member", *event.member);
  if (what.thread && event.thread) sink.text("thread", *event.thread);
  if (event.generation) sink.number("generation", event.generation->value);
  if (event.attempt) sink.number("attempt", *event.attempt);
  if (event.original_offset) sink.number("original_offset", *event.original_offset);
  if (event.depends_on) {
    std::string text(event.depends_on->key.bytes.size() * 6 + 72, '\0');
    text.resize(static_cast<std::size_t>(put_dependency(text.data(), *event.depends_on) - text.data()));
    sink.json("depends_on", text);
  }
  if (event.producer) sink.text("producer", *event.producer);
  if (event.producer_thread) sink.text("producer_thread", *event.producer_thread);
  if (event.producer_epoch) sink.number("producer_epoch", *event.producer_epoch);
  if (event.producer_seq) sink.number("producer_seq", *event.producer_seq);
  if (event.state) sink.text("state", *event.state);
  if (event.step) sink.text("step", *event.step);
  if (event.version) sink.number("version", *event.version);
  if (event.expected_version) sink.number("expected_version", *event.expected_version);
  if (what.bodies && event.headers) sink.json("headers", *event.headers);
  if (what.bodies && event.payload) sink.json("payload", *event.payload);
}

std::size_t room_for(const Event& event) {
  std::size_t bytes = event.key.bytes.size() + 2 * event.position.size();
  for (const auto* text :
       {&event.topic, &event.broker, &event.id, &event.message_id, &event.tag, &event.group, &event.member,
        &event.thread, &event.producer, &event.producer_thread, &event.state, &event.step, &event.headers,
        &event.payload}) {
    if (*text) bytes += (*text)->size();
  }
  if (event.depends_on) bytes += event.depends_on->key.bytes.size();
  return kFixedRoom + kMostGrowth * bytes;
}

// The date of a day count since 1970-01-01, proleptic Gregorian: years begin in March, so that the leap day
// is their last (Howard Hinnant's civil_from_days). Requires: days >= -719468.
struct Date {
  unsigned year, month, day;
};
Date date_of(std::int64_t days_since_1970) {
  const auto days = static_cast<std::uint64_t>(days_since_1970 + 719'468);
  const std::uint64_t era = days / 146'097;
  const std::uint64_t in_era = days % 146'097;
  const std::uint64_t year = (in_era - in_era / 1460 + in_era / 36'524 - in_era / 146'096) / 365;
  const std::uint64_t in_year = in_era - (365 * year + year / 4 - year / 100);
  const std::uint64_t shifted = (5 * in_year + 2) / 153;
  const std::uint64_t month = shifted < 10 ? shifted + 3 : shifted - 9;
  return {.year = static_cast<unsigned>(era * 400 + year + (month <= 2 ? 1 : 0)),
          .month = static_cast<unsigned>(month),
          .day = static_cast<unsigned>(in_year - (153 * shifted + 2) / 5 + 1)};
}

std::int64_t floor_divide(std::int64_t value, std::int64_t by) {
  return value / by - (value % by < 0 ? 1 : 0);
}

char* put_kcat(char* at, const Event& event, std::string_view payload, bool has_payload) {
  at = put(at, "{\"topic\":\"");
  at = put_escaped(at, event.topic.value_or(""), InvalidUtf8::kept);
  at = put(at, "\",\"partition\":");
  at = put_number(at, event.partition.value_or(Partition(0)).value);
  at = put(at, ",\"offset\":");
  at = put_number(at, event.offset.value_or(Offset(0)).value);
  if (event.ts_ns) {
    at = put(at, ",\"tstype\":\"create\",\"ts\":");
    at = put_number(at, in_unit(*event.ts_ns, TimeUnit::milliseconds));
  }
  at = put(at, ",\"broker\":");
  at = put_number(at, event.leader.value_or(-1));
  if (event.headers) {
    at = put(at, ",\"headers\":");
    at = put(at, *event.headers);
  }
  at = put(at, ",\"key\":");
  if (event.key.state == KeyState::present) {
    *at++ = '"';
    at = put_escaped(at, event.key.bytes, InvalidUtf8::kept);
    *at++ = '"';
  } else {
    at = put(at, "null");
  }
  at = put(at, ",\"payload\":");
  if (!has_payload) return put(at, "null}");
  *at++ = '"';
  at = put_escaped(at, payload, InvalidUtf8::kept);
  return put(at, "\"}");
}

}  // namespace

std::int64_t in_unit(std::int64_t ns, TimeUnit unit) {
  switch (unit) {
    case TimeUnit::seconds: return floor_divide(ns, kNsPerSecond);
    case TimeUnit::milliseconds: return floor_divide(ns, 1'000'000);
    case TimeUnit::microseconds: return floor_divide(ns, 1'000);
    case TimeUnit::nanoseconds: break;
  }
  return ns;
}

char* EventWriter::write_layout(char* at, const Event& event) {
  const std::int64_t ns = event.end_ns.value_or(event.ts_ns.value_or(event.start_ns.value_or(0)));
  const std::int64_t second = floor_divide(ns, kNsPerSecond);
  if (second != second_) {
    const std::int64_t day = floor_divide(second, 86'400);
    const auto in_day = static_cast<unsigned>(second - day * 86'400);
    const Date date = date_of(day);
    char* text = put_two_digits(second_text_, date.year / 100);
    text = put_two_digits(text, date.year % 100);
    *text++ = '-';
    text = put_two_digits(text, date.month);
    *text++ = '-';
    text = put_two_digits(text, date.day);
    *text++ = 'T';
    text = put_two_digits(text, in_day / 3600);
    *text++ = ':';
    text = put_two_digits(text, in_day / 60 % 60);
    *text++ = ':';
    put_two_digits(text, in_day % 60);
    second_ = second;
  }
  const auto millis = static_cast<unsigned>((ns - second * kNsPerSecond) / 1'000'000);
  at = put(at, std::string_view(second_text_, sizeof second_text_ - 1));
  *at++ = '.';
  *at++ = static_cast<char>('0' + millis / 100);
  at = put_two_digits(at, millis % 100);
  at = put(at, "Z  INFO 1 --- [");
  at = put(at, event.group.value_or(event.topic.value_or("app")));
  at = put(at, "] [");
  constexpr std::size_t kThreadWidth = 15;
  std::string_view thread = event.thread.value_or("main");
  if (thread.size() > kThreadWidth) thread.remove_prefix(thread.size() - kThreadWidth);
  std::memset(at, ' ', kThreadWidth - thread.size());
  at = put(at + (kThreadWidth - thread.size()), thread);
  at = put(at, "] c.e.Listener : ");
  LogfmtSink sink(at);
  walk(event, {.unit = unit_, .ts = false, .thread = false}, sink);
  return sink.finish();
}

void EventWriter::append(const Event& event, std::string& out) {
  std::string_view payload = event.payload.value_or("");
  bool has_payload = event.payload.has_value();
  std::size_t room = room_for(event);
  if (format_ == EventFormat::kcat && !has_payload) {
    if (payload_.size() < room) payload_.resize(room);
    JsonSink sink(payload_.data());
    walk(event, {.unit = unit_, .place_and_key = false, .ts = false, .bodies = false}, sink);
    payload = std::string_view(payload_.data(), static_cast<std::size_t>(sink.finish() - payload_.data()));
    has_payload = payload != "{}";
    room += kMostGrowth * payload.size();
  }
  if (scratch_.size() < room) scratch_.resize(room);
  char* const begin = scratch_.data();
  char* end = nullptr;
  switch (format_) {
    case EventFormat::jsonl: {
      JsonSink sink(begin);
      walk(event, {.unit = unit_}, sink);
      end = sink.finish();
      break;
    }
    case EventFormat::logfmt: {
      LogfmtSink sink(begin);
      walk(event, {.unit = unit_}, sink);
      end = sink.finish();
      break;
    }
    case EventFormat::spring_boot: end = write_layout(begin, event); break;
    case EventFormat::kcat: end = put_kcat(begin, event, payload, has_payload); break;
  }
  *end++ = '\n';
  out.append(begin, static_cast<std::size_t>(end - begin));
}

}  // namespace lanewise::record

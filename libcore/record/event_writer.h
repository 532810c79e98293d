// Writes events as lines: JSON Lines in the vocabulary, logfmt, a Spring Boot log layout with a logfmt body,
// or the envelope that `kcat -J` prints.
//
// Fields come in one fixed order, the order of the vocabulary's table:
//   event topic broker partition offset position key|key_b64 seq ts clock start_ts end_ts count id message_id
//   tag group member thread generation attempt original_offset depends_on producer producer_thread
//   producer_epoch producer_seq state step version expected_version headers payload
// An unknown field is left out. A null key is JSON null, in logfmt a bare `null`; the key "null" is quoted
// there. A key that is not UTF-8 is written as `key_b64`; in other texts such bytes become U+FFFD. In logfmt,
// `position`, `depends_on`, `headers` and `payload` are JSON in quotes.
//
//   jsonl        {"topic":"orders","partition":7,"offset":101,"key":"order-4711","seq":2,…}
//   logfmt       topic=orders partition=7 offset=101 key=order-4711 seq=2 …
//   spring_boot  2026-11-27T02:41:04.000Z  INFO 1 --- [group] [         thread] c.e.Listener : logfmt without
//   ts, thread
//                The line's time is end_ts, else ts, else start_ts, UTC, cut to milliseconds; a thread's last
//                15 characters.
//   kcat {"topic":…,"partition":…,"offset":…,"tstype":"create","ts":ms,"broker":leader,"headers":…,"key":…,
//                "payload":"…"}. The payload is the event's own as a string, else JSON of the fields that the
//                envelope has no place for. As kcat itself does, it writes bytes that are not UTF-8 as they
//                are.
//
// Not thread safe: one writer a thread. No allocation once its scratch has grown to the longest line
// (`position`, `depends_on` and `key_b64` aside); 60 to 100 ns for a line of a dozen fields.
#pragma once

#include <cstdint>
#include <string>

#include "libcore/record/event.h"

namespace lanewise::record {

enum class EventFormat : std::uint8_t { jsonl, logfmt, spring_boot, kcat };

// Times are cut, never rounded up: what did not overlap still does not. kcat and the layout's own time are
// always in milliseconds.
enum class TimeUnit : std::uint8_t { seconds, milliseconds, microseconds, nanoseconds };

// A time in that unit, rounded towards the past.
std::int64_t in_unit(std::int64_t ns, TimeUnit unit);

class EventWriter {
 public:
  explicit EventWriter(EventFormat format = EventFormat::jsonl, TimeUnit unit = TimeUnit::milliseconds)
      : format_(format), unit_(unit) {}

  // Appends the event as one line, with its newline.
  void append(const Event& event, std::string& out);

 private:
  char* write_layout(char* at, const Event& event);

  EventFormat format_;
  TimeUnit unit_;
  std::string scratch_;              // one line under construction; only ever grows
  std::string payload_;              // kcat: the payload before it is escaped
  std::int64_t second_ = INT64_MIN;  // the second whose text is cached
  char second_text_[sizeof "2026-11-27T02:41:04"] =
      {};  // nanoseconds in int64 stay within years 1677 to 2262
};

}  // namespace lanewise::record

// Points in time as people's logs write them, into int64 nanoseconds since 1970-01-01T00:00:00Z.
//
// Integers by magnitude: 10 digits are seconds, 13 milliseconds, 16 microseconds, 19 nanoseconds; any other
// count of digits is milliseconds; a sign is taken as such (a record's field says otherwise:
// batch_builder.h). Text: the same digits, seconds with a fraction ("1700000000.123456", exact, not by way of
// a double), ISO 8601 and its relatives ('T' or a blank, '.' or ',' before 1 to 9 digits of fraction, '-' or
// '/' in the date, zone Z, +08:00, +0800, +08 or none, brackets around all of it), and "Nov 15, 2021 @
// 05:13:05.971".
//
// Pure functions, no allocation, no locale; only the zone `local` asks the C library (and the TZ variable),
// which takes a lock. What does not fit int64 nanoseconds (1677 to 2262) is not a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "libcore/base/result.h"

namespace lanewise::record {

// What a time without a zone is meant in.
class TimeZone {
 public:
  TimeZone() = default;  // UTC

  // "UTC", "local", "+08:00", "-0330", "+08".
  static Result<TimeZone> parse(std::string_view text);

  // Seconds to subtract from a wall-clock time (given as if it were UTC seconds) to get UTC.
  [[nodiscard]] std::int64_t offset_at(std::int64_t wall_seconds) const;
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string name_ = "UTC";
  std::int64_t offset_seconds_ = 0;
  bool is_local_ = false;
};

// "14:06:49.812": nanoseconds since midnight, on a day that is not told. 1 to 9 digits of fraction or none,
// '.' or
// ',', brackets around all of it.
std::optional<std::int64_t> parse_time_of_day(std::string_view text);
// "2026-11-27" as days since 1970-01-01. Error: usage.
Result<std::int64_t> parse_date(std::string_view text);

std::optional<std::int64_t> time_from_integer(std::int64_t value);
std::optional<std::int64_t> parse_time(std::string_view text, const TimeZone& zone);

// "2026-11-27T02:51:00.000Z"; milliseconds, more digits only where the time has them.
std::string format_time(std::int64_t ns);

}  // namespace lanewise::record

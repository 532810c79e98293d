// Every kind of time of people's logs. Expected values are `date -u -d … +%s` by hand, times 10^9.
#include "libcore/record/timestamp.h"

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "tests/support/catch.h"

namespace lanewise::record {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kHour = 3600 * kSecond;

std::optional<std::int64_t> utc(std::string_view text) { return parse_time(text, {}); }
TimeZone zone(std::string_view text) {
  auto parsed = TimeZone::parse(text);
  REQUIRE(parsed);
  return *parsed;
}

TEST_CASE("time: integers by magnitude, seconds to nanoseconds") {
  constexpr std::int64_t kNow = 1'700'000'000'123'456'789;
  CHECK(time_from_integer(1'700'000'000) == 1'700'000'000 * kSecond);
  CHECK(time_from_integer(1'700'000'000'123) == 1'700'000'000'123'000'000);
  CHECK(time_from_integer(1'700'000'000'123'456) == 1'700'000'000'123'456'000);
  CHECK(time_from_integer(kNow) == kNow);
  CHECK(utc("1700000000") == 1'700'000'000 * kSecond);
  CHECK(utc("1700000000123") == 1'700'000'000'123'000'000);
  CHECK(utc("1700000000123456") == 1'700'000'000'123'456'000);
  CHECK(utc("1700000000123456789") == kNow);
}

TEST_CASE("time: the borders between the magnitudes; any other count of digits is milliseconds") {
  CHECK(time_from_integer(0) == 0);
  CHECK(time_from_integer(1) == 1'000'000);
  CHECK(time_from_integer(999'999'999) == 999'999'999'000'000);        // 9 digits: ms
  CHECK(time_from_integer(1'000'000'000) == 1'000'000'000 * kSecond);  // 10: s
  CHECK(time_from_integer(9'223'372'036) == 9'223'372'036 * kSecond);  // the last second there is
  CHECK_FALSE(time_from_integer(9'223'372'037));
  CHECK_FALSE(time_from_integer(9'999'999'999));
  CHECK(time_from_integer(10'000'000'000) == 10'000'000'000'000'000);        // 11: ms
  CHECK(time_from_integer(999'999'999'999) == 999'999'999'999'000'000);      // 12: ms
  CHECK(time_from_integer(9'223'372'036'854) == 9'223'372'036'854'000'000);  // 13: ms
  CHECK_FALSE(time_from_integer(9'223'372'036'855));
  CHECK_FALSE(time_from_integer(99'999'999'999'999));                            // 14: ms, too far
  CHECK(time_from_integer(1'000'000'000'000'000) == 1'000'000'000'000'000'000);  // 16: µs
  CHECK_FALSE(time_from_integer(9'999'999'999'999'999));
  CHECK_FALSE(time_from_integer(100'000'000'000'000'000));  // 18: ms, too far
  CHECK(time_from_integer(1'000'000'000'000'000'000) == 1'000'000'000'000'000'000);
  CHECK(time_from_integer(std::numeric_limits<std::int64_t>::max()) ==
        std::numeric_limits<std::int64_t>::max());
}

TEST_CASE("time: before 1970") {
  CHECK(time_from_integer(-1) == -1'000'000);
  CHECK(time_from_integer(-1'700'000'000) == -1'700'000'000 * kSecond);
  CHECK(time_from_integer(std::numeric_limits<std::int64_t>::min()) ==
        std::numeric_limits<std::int64_t>::min());
  CHECK(utc("-9223372036854775808") == std::numeric_limits<std::int64_t>::min());
  CHECK(utc("-1700000000.5") == -1'700'000'000 * kSecond - 500'000'000);
  CHECK(utc("-0.25") == -250'000'000);
  CHECK(utc("1969-12-31T23:59:59.999Z") == -1'000'000);
  CHECK(utc("1900-03-01T00:00:00Z") == -2'203'891'200 * kSecond);  // 1900 had no 29 February
}

TEST_CASE("time: seconds with a fraction, exact") {
  CHECK(utc("1700000000.123456") == 1'700'000'000'123'456'000);
  CHECK(utc("1700000000.123456789") == 1'700'000'000'123'456'789);
  CHECK(utc("1700000000.1") == 1'700'000'000'100'000'000);
  CHECK(utc("1700000000,5") == 1'700'000'000'500'000'000);
  CHECK(utc("0.000000001") == 1);
  CHECK(utc("9223372036.854775807") == std::numeric_limits<std::int64_t>::max());
  CHECK_FALSE(utc("9223372036.854775808"));
}

TEST_CASE("time: ISO 8601 and its relatives in people's logs") {
  constexpr std::int64_t kSpring = 1'725'818'849'655'000'000;  // 2024-09-08 18:07:29.655 UTC
  CHECK(utc("2024-09-08T20:07:29.655+02:00") == kSpring);      // Spring Boot 3
  CHECK(utc("2024-09-08T20:07:29.655+0200") == kSpring);
  CHECK(utc("2024-09-08T20:07:29.655+02") == kSpring);
  CHECK(utc("2024-09-08T18:07:29.655Z") == kSpring);
  CHECK(utc("2024-09-08t18:07:29.655z") == kSpring);
  CHECK(utc("2024-09-08 18:07:29.655 UTC") == kSpring);
  CHECK(utc("2024-09-08 18:07:29.655 GMT") == kSpring);
  CHECK(utc("2024-09-08 18:07:29.655") == kSpring);                           // Spring Boot 2, no zone
  CHECK(utc("2024-09-08 18:07:29,655") == kSpring);                           // logback, log4j
  CHECK(utc("[2024-09-08 18:07:29,655]") == kSpring);                         // Kafka's own log
  CHECK(utc("[2024/09/08 20:07:29.655 +02:00]") == kSpring);                  // TiDB
  CHECK(utc("2024/09/08 18:07:29.655") == kSpring);                           // faust
  CHECK(utc("Sep 8, 2024 @ 18:07:29.655") == kSpring);                        // Kibana
  CHECK(utc("2023-05-29T19:48:00,645+0800") == 1'685'360'880'645'000'000);    // Pulsar's client
  CHECK(utc("2024-01-01T12:00:00.123456789Z") == 1'704'110'400'123'456'789);  // docker
  CHECK(utc("2024-01-01T12:00Z") == 1'704'110'400 * kSecond);
  CHECK(utc("2024-01-01T12:00:00-03:30") == 1'704'110'400 * kSecond + 3 * kHour + kHour / 2);
  CHECK(utc("Nov 15, 2021 @ 05:13:05.971") == 1'636'953'185'971'000'000);
  CHECK(utc("Jan 01, 1970 @ 00:00:00") == 0);
}

TEST_CASE("time: leap days, leap seconds, the ends of what there is") {
  CHECK(utc("2024-02-29T00:00:00Z") == 1'709'164'800 * kSecond);
  CHECK(utc("2000-02-29T00:00:00Z") == 951'782'400 * kSecond);
  CHECK_FALSE(utc("2023-02-29T00:00:00Z"));
  CHECK_FALSE(utc("2100-02-29T00:00:00Z"));
  CHECK_FALSE(utc("2024-04-31T00:00:00Z"));
  CHECK(utc("2016-12-31T23:59:60Z") == utc("2017-01-01T00:00:00Z"));
  CHECK(utc("2262-04-11T23:47:16.854775807Z") == std::numeric_limits<std::int64_t>::max());
  CHECK_FALSE(utc("2262-04-11T23:47:16.854775808Z"));
  CHECK(utc("1677-09-21T00:12:44Z") == -9'223'372'036 * kSecond);
  CHECK_FALSE(utc("1677-09-21T00:12:43Z"));
  CHECK(utc("1677-09-21T00:12:43.145224192Z") == std::numeric_limits<std::int64_t>::min());
  CHECK_FALSE(utc("1677-09-21T00:12:43.145224191Z"));
  CHECK_FALSE(utc("0000-01-01T00:00:00Z"));
  CHECK_FALSE(utc("9999-12-31T23:59:59Z"));
}

TEST_CASE("time: what is none") {
  for (const std::string_view text : {"",
                                      " ",
                                      "x",
                                      "-",
                                      "+1",
                                      "1e9",
                                      "1700000000.",
                                      ".5",
                                      "1700000000.1234567890",
                                      "1700000000.5x",
                                      "99999999999999999999",
                                      "2024-01",
                                      "2024-01-01",
                                      "2024-01-01T",
                                      "2024-01-01T12",
                                      "2024-01-01T1:00",
                                      "2024-1-1T12:00:00",
                                      "2024-13-01T00:00:00",
                                      "2024-00-01T00:00:00",
                                      "2024-01-00T00:00:00",
                                      "2024-01-01T24:00:00",
                                      "2024-01-01T00:60:00",
                                      "2024-01-01T00:00:61",
                                      "2024-01/01T00:00:00",
                                      "2024-01-01T00:00:00.",
                                      "2024-01-01T00:00:00.1234567890Z",
                                      "2024-01-01T00:00:00+",
                                      "2024-01-01T00:00:00+8",
                                      "2024-01-01T00:00:00+08:",
                                      "2024-01-01T00:00:00+08:6",
                                      "2024-01-01T00:00:00+08:60",
                                      "2024-01-01T00:00:00+19:00",
                                      "2024-01-01T00:00:00Zx",
                                      "2024-01-01T00:00:00 CET",
                                      "[2024-01-01T00:00:00",
                                      "2024-01-01T00:00:00]",
                                      "[2024-01-01T00:00:00]x",
                                      "Foo 1, 2024 @ 00:00:00",
                                      "Feb 30, 2024 @ 00:00:00",
                                      "14:06:49.812",
                                      "٢٠٢٤-01-01T00:00:00"}) {
    INFO(text);
    CHECK_FALSE(utc(text));
  }
}

TEST_CASE("time: a time without a zone is meant in the given one, another's is its own") {
  const TimeZone shanghai = zone("+08:00");
  CHECK(parse_time("2024-01-01 20:00:00", shanghai) == 1'704'110'400 * kSecond);
  CHECK(parse_time("[2024-01-01 20:00:00]", shanghai) == 1'704'110'400 * kSecond);
  CHECK(parse_time("2024-01-01 12:00:00Z", shanghai) == 1'704'110'400 * kSecond);
  CHECK(parse_time("Jan 1, 2024 @ 20:00:00", shanghai) == 1'704'110'400 * kSecond);
  CHECK(parse_time("1704110400", shanghai) == 1'704'110'400 * kSecond);  // no wall clock
  CHECK(parse_time("2024-01-01 08:30:00", zone("-0330")) == 1'704'110'400 * kSecond);
}

TEST_CASE("time: zones by name") {
  CHECK(zone("UTC").name() == "UTC");
  CHECK(zone("local").name() == "local");
  CHECK(zone("Z").offset_at(0) == 0);
  CHECK(zone("+08").offset_at(0) == 8 * 3600);
  CHECK(zone("-03:30").offset_at(0) == -(3 * 3600 + 1800));
  for (const std::string_view text :
       {"", "Europe/Berlin", "08:00", "+8", "+08:0", "+08:00x", "+19:00", "Local"}) {
    const auto parsed = TimeZone::parse(text);
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().code == ErrorCode::usage);
    CHECK(parsed.error().what == fmt::format("'{}' is not a time zone", text));
  }
}

// The TZ variable for the time of a test.
class LocalZone {
 public:
  explicit LocalZone(const char* name) {
    if (const char* const before = std::getenv("TZ"); before != nullptr) before_ = before;
    ::setenv("TZ", name, 1);
    ::tzset();
  }
  ~LocalZone() {
    before_ ? ::setenv("TZ", before_->c_str(), 1) : ::unsetenv("TZ");
    ::tzset();
  }
  LocalZone(const LocalZone&) = delete;
  LocalZone& operator=(const LocalZone&) = delete;

 private:
  std::optional<std::string> before_;
};

TEST_CASE("time: local time, in winter and in summer") {
  const LocalZone berlin("CET-1CEST,M3.5.0,M10.5.0/3");
  const TimeZone local = zone("local");
  CHECK(parse_time("2024-01-01 13:00:00", local) == 1'704'110'400 * kSecond);
  CHECK(parse_time("2024-09-08 20:07:29", local) == 1'725'818'849 * kSecond);
  CHECK(parse_time("1970-01-01 00:59:59", local) == -kSecond);  // where mktime's -1 is no error
  CHECK(parse_time("1969-12-31 23:00:00", local) == -2 * kHour);
  CHECK(parse_time("2024-01-01 12:00:00Z", local) == 1'704'110'400 * kSecond);
}

TEST_CASE("time: written as read") {
  CHECK(format_time(0) == "1970-01-01T00:00:00.000Z");
  CHECK(format_time(1'795'747'860 * kSecond) == "2026-11-27T02:51:00.000Z");
  CHECK(format_time(1'704'110'400'123'456'789) == "2024-01-01T12:00:00.123456789Z");
  CHECK(format_time(1'704'110'400'123'456'000) == "2024-01-01T12:00:00.123456Z");
  CHECK(format_time(-1'000'000) == "1969-12-31T23:59:59.999Z");
  CHECK(format_time(-1) == "1969-12-31T23:59:59.999999999Z");
  CHECK(format_time(std::numeric_limits<std::int64_t>::max()) == "2262-04-11T23:47:16.854775807Z");
  CHECK(format_time(std::numeric_limits<std::int64_t>::min()) == "1677-09-21T00:12:43.145224192Z");
  for (std::int64_t ns = -9 * kSecond * 1'000'000'000; ns < 9 * kSecond * 1'000'000'000;
       ns += 86'399'999'999'999 * 7) {
    CHECK(utc(format_time(ns)) == ns);
  }
}

}  // namespace
}  // namespace lanewise::record

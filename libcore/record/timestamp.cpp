#include "libcore/record/timestamp.h"

#include <array>
#include <charconv>
#include <ctime>

#include <fmt/format.h>

namespace lanewise::record {

namespace {

constexpr std::int64_t kNsPerSecond = 1'000'000'000;
constexpr std::int64_t kSecondsPerDay = 86'400;

struct CivilDate {
  std::int64_t year;
  unsigned month;
  unsigned day;
};

// Days since 1970-01-01 of the proleptic Gregorian calendar, and back: Howard Hinnant, "chrono-compatible
// low-level date algorithms". Years are shifted to begin in March, so that the leap day is the last of a
// year.
constexpr std::int64_t days_from_civil(CivilDate date) {
  const std::int64_t y = date.year - (date.month <= 2 ? 1 : 0);
  const std::int64_t era = (y >= 0 ? y : y - 399) / 400;
  const std::int64_t year_of_era = y - era * 400;
  const std::int64_t month_from_march = (static_cast<std::int64_t>(date.month) + 9) % 12;
  const std::int64_t day_of_year = (153 * month_from_march + 2) / 5 + static_cast<std::int64_t>(date.day) - 1;
  const std::int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146'097 + day_of_era - 719'468;
}

constexpr CivilDate civil_from_days(std::int64_t days) {
  const std::int64_t z = days + 719'468;
  const std::int64_t era = (z >= 0 ? z : z - 146'096) / 146'097;
  const std::int64_t day_of_era = z - era * 146'097;
  const std::int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const std::int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t month_from_march = (5 * day_of_year + 2) / 153;
  const auto day = static_cast<unsigned>(day_of_year - (153 * month_from_march + 2) / 5 + 1);
  const auto month =
      static_cast<unsigned>(month_from_march < 10 ? month_from_march + 3 : month_from_march - 9);
  return {year_of_era + era * 400 + (month <= 2 ? 1 : 0), month, day};
}

constexpr bool is_leap(std::int64_t year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }
constexpr unsigned days_in_month(std::int64_t year, unsigned month) {
  constexpr std::array<unsigned, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap(year) ? 29 : kDays[month - 1];
}

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A cursor over the text; every take_ moves it on success and leaves it on failure.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[at_]; }

  bool take(char c) {
    if (peek() != c || at_end()) return false;
    ++at_;
    return true;
  }
  bool take_one_of(std::string_view set) {
    if (at_end() || set.find(text_[at_]) == std::string_view::npos) return false;
    ++at_;
    return true;
  }
  // Exactly `n` digits.
  std::optional<unsigned> take_digits(std::size_t n) {
    if (text_.size() - at_ < n) return std::nullopt;
    unsigned value = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const char c = text_[at_ + i];
      if (!is_digit(c)) return std::nullopt;
      value = value * 10 + static_cast<unsigned>(c - '0');
    }
    at_ += n;
    return value;
  }
  std::optional<unsigned> take_one_or_two_digits() {
    if (auto two = take_digits(2)) return two;
    return take_digits(1);
  }
  // '.' or ',' and 1 to 9 digits, as nanoseconds; 0 where there is none. More than 9 digits is no time.
  std::optional<std::int64_t> take_fraction() {
    if (!take_one_of(".,")) return 0;
    std::int64_t ns = 0;
    std::int64_t unit = kNsPerSecond / 10;
    std::size_t digits = 0;
    for (; is_digit(peek()); ++at_, ++digits) {
      ns += unit * (text_[at_] - '0');
      unit /= 10;
    }
    if (digits == 0 || digits > 9) return std::nullopt;
    return ns;
  }
  bool take_word(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

struct WallTime {
  std::int64_t seconds;  // as if UTC
  std::int64_t ns;
};

bool is_date(CivilDate date) {
  return date.month >= 1 && date.month <= 12 && date.day >= 1 &&
         date.day <= days_in_month(date.year, date.month);
}

std::optional<WallTime> take_clock(Cursor& cursor, CivilDate date) {
  if (!is_date(date)) return std::nullopt;
  const auto hour = cursor.take_digits(2);
  if (!hour || *hour > 23 || !cursor.take(':')) return std::nullopt;
  const auto minute = cursor.take_digits(2);
  if (!minute || *minute > 59) return std::nullopt;
  unsigned second = 0;
  std::int64_t ns = 0;
  if (cursor.take(':')) {
    const auto read = cursor.take_digits(2);
    if (!read || *read > 60)
      return std::nullopt;  // 60: a leap second, the same instant as the next minute's 0
    second = *read;
    const auto fraction = cursor.take_fraction();
    if (!fraction) return std::nullopt;
    ns = *fraction;
  }
  return WallTime{days_from_civil(date) * kSecondsPerDay + *hour * std::int64_t{3600} +
                      *minute * std::int64_t{60} + second,
                  ns};
}

// "Z", "+08:00", "+0800", "+08", as seconds east; nullopt if what stands here is no zone.
std::optional<std::int64_t> take_zone(Cursor& cursor) {
  if (cursor.take_one_of("Zz") || cursor.take_word("UTC") || cursor.take_word("GMT")) return 0;
  const bool west = cursor.peek() == '-';
  if (!cursor.take_one_of("+-")) return std::nullopt;
  const auto hours = cursor.take_digits(2);
  if (!hours || *hours > 18) return std::nullopt;
  const bool needs_minutes = cursor.take(':');
  const auto minutes = cursor.take_digits(2);
  if ((needs_minutes && !minutes) || minutes.value_or(0) > 59) return std::nullopt;
  const auto seconds = static_cast<std::int64_t>(*hours * 3600 + minutes.value_or(0) * 60);
  return west ? -seconds : seconds;
}

std::optional<std::int64_t> to_ns(std::int64_t seconds, std::int64_t ns) {
  std::int64_t whole = 0;
  std::int64_t sum = 0;
  if (seconds < 0 && ns > 0) {  // the first second that fits begins before it fits
    ++seconds;
    ns -= kNsPerSecond;
  }
  if (__builtin_mul_overflow(seconds, kNsPerSecond, &whole) || __builtin_add_overflow(whole, ns, &sum)) {
    return std::nullopt;
  }
  return sum;
}

std::optional<std::int64_t> finish(Cursor& cursor, WallTime wall, const TimeZone& zone, bool bracketed) {
  cursor.take(' ');
  std::optional<std::int64_t> east = 0;
  if (cursor.at_end() || (bracketed && cursor.peek() == ']')) {
    east = zone.offset_at(wall.seconds);
  } else {
    east = take_zone(cursor);
  }
  if (bracketed && !cursor.take(']')) return std::nullopt;
  if (!east || !cursor.at_end()) return std::nullopt;
  return to_ns(wall.seconds - *east, wall.ns);
}

// "2024-09-08T20:07:29.655+02:00" and relatives.
std::optional<std::int64_t> parse_iso(std::string_view text, const TimeZone& zone) {
  Cursor cursor(text);
  const bool bracketed = cursor.take('[');
  const auto year = cursor.take_digits(4);
  if (!year) return std::nullopt;
  const char separator = cursor.peek();
  if (!cursor.take_one_of("-/")) return std::nullopt;
  const auto month = cursor.take_digits(2);
  if (!month || !cursor.take(separator)) return std::nullopt;
  const auto day = cursor.take_digits(2);
  if (!day || !cursor.take_one_of("Tt ")) return std::nullopt;
  const auto wall = take_clock(cursor, {static_cast<std::int64_t>(*year), *month, *day});
  if (!wall) return std::nullopt;
  return finish(cursor, *wall, zone, bracketed);
}

// "Nov 15, 2021 @ 05:13:05.971", as Kibana shows times.
std::optional<std::int64_t> parse_kibana(std::string_view text, const TimeZone& zone) {
  constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  Cursor cursor(text);
  unsigned month = 0;
  while (month < kMonths.size() && !cursor.take_word(kMonths[month])) ++month;
  if (month == kMonths.size() || !cursor.take(' ')) return std::nullopt;
  const auto day = cursor.take_one_or_two_digits();
  if (!day || !cursor.take_word(", ")) return std::nullopt;
  const auto year = cursor.take_digits(4);
  if (!year || !cursor.take_word(" @ ")) return std::nullopt;
  const auto wall = take_clock(cursor, {static_cast<std::int64_t>(*year), month + 1, *day});
  if (!wall) return std::nullopt;
  return finish(cursor, *wall, zone, false);
}

// "1700000000123", "1700000000.123456", with a sign.
std::optional<std::int64_t> parse_epoch(std::string_view text) {
  std::int64_t whole = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, whole);
  if (error != std::errc{}) return std::nullopt;
  if (stopped == end) return time_from_integer(whole);
  Cursor cursor(text.substr(static_cast<std::size_t>(stopped - text.data())));
  const auto fraction = cursor.take_fraction();
  if (!fraction || !cursor.at_end()) return std::nullopt;
  return to_ns(whole, text.starts_with('-') ? -*fraction : *fraction);
}

}  // namespace

Result<TimeZone> TimeZone::parse(std::string_view text) {
  TimeZone zone;
  zone.name_ = text;
  if (text == "local") {
    zone.is_local_ = true;
    return zone;
  }
  Cursor cursor(text);
  const auto east = take_zone(cursor);
  if (!east || !cursor.at_end()) {
    return usage_error(fmt::format("'{}' is not a time zone", text),
                       "write UTC, local, or an offset such as +08:00");
  }
  zone.offset_seconds_ = *east;
  return zone;
}

std::int64_t TimeZone::offset_at(std::int64_t wall_seconds) const {
  if (!is_local_) return offset_seconds_;
  const CivilDate date =
      civil_from_days(wall_seconds >= 0 ? wall_seconds / kSecondsPerDay
                                        : (wall_seconds - kSecondsPerDay + 1) / kSecondsPerDay);
  const std::int64_t second_of_day = wall_seconds - days_from_civil(date) * kSecondsPerDay;
  std::tm broken{};
  broken.tm_year = static_cast<int>(date.year - 1900);
  broken.tm_mon = static_cast<int>(date.month) - 1;
  broken.tm_mday = static_cast<int>(date.day);
  broken.tm_hour = static_cast<int>(second_of_day / 3600);
  broken.tm_min = static_cast<int>(second_of_day / 60 % 60);
  broken.tm_sec = static_cast<int>(second_of_day % 60);
  broken.tm_isdst = -1;
  return wall_seconds - static_cast<std::int64_t>(std::mktime(&broken));
}

std::optional<std::int64_t> time_from_integer(std::int64_t value) {
  const std::uint64_t magnitude =
      value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  std::int64_t unit = 1'000'000;
  if (magnitude >= 1'000'000'000 && magnitude < 10'000'000'000) {
    unit = kNsPerSecond;
  } else if (magnitude >= 1'000'000'000'000'000 && magnitude < 10'000'000'000'000'000) {
    unit = 1'000;
  } else if (magnitude >= 1'000'000'000'000'000'000) {
    unit = 1;
  }
  std::int64_t ns = 0;
  if (__builtin_mul_overflow(value, unit, &ns)) return std::nullopt;
  return ns;
}

std::optional<std::int64_t> parse_time(std::string_view text, const TimeZone& zone) {
  if (auto ns = parse_iso(text, zone)) return ns;
  if (auto ns = parse_epoch(text)) return ns;
  return parse_kibana(text, zone);
}

std::optional<std::int64_t> parse_time_of_day(std::string_view text) {
  Cursor cursor(text);
  const bool bracketed = cursor.take('[');
  const auto wall = take_clock(cursor, {1970, 1, 1});
  if (!wall || (bracketed && !cursor.take(']')) || !cursor.at_end()) return std::nullopt;
  return wall->seconds * kNsPerSecond + wall->ns;
}

Result<std::int64_t> parse_date(std::string_view text) {
  Cursor cursor(text);
  CivilDate date{};
  const auto year = cursor.take_digits(4);
  const bool has_year = year && cursor.take('-');
  const auto month = cursor.take_digits(2);
  const bool has_month = month && cursor.take('-');
  const auto day = cursor.take_digits(2);
  if (has_year && has_month && day) date = {static_cast<std::int64_t>(*year), *month, *day};
  const bool fits = date.year > 1677 && date.year < 2262;  // int64 nanoseconds
  if (!is_date(date) || !fits || !cursor.at_end()) {
    return usage_error(fmt::format("'{}' is not a date", text), "write YYYY-MM-DD, e.g. 2026-11-27");
  }
  return days_from_civil(date);
}

std::string format_time(std::int64_t ns) {
  std::int64_t seconds = ns / kNsPerSecond;
  std::int64_t fraction = ns % kNsPerSecond;
  if (fraction < 0) {
    fraction += kNsPerSecond;
    --seconds;
  }
  std::int64_t days = seconds / kSecondsPerDay;
  std::int64_t second_of_day = seconds % kSecondsPerDay;
  if (second_of_day < 0) {
    second_of_day += kSecondsPerDay;
    --days;
  }
  const CivilDate date = civil_from_days(days);
  const std::string text =
      fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.", date.year, date.month, date.day,
                  second_of_day / 3600, second_of_day / 60 % 60, second_of_day % 60);
  if (fraction % 1'000'000 == 0) return text + fmt::format("{:03}Z", fraction / 1'000'000);
  if (fraction % 1'000 == 0) return text + fmt::format("{:06}Z", fraction / 1'000);
  return text + fmt::format("{:09}Z", fraction);
}

}  // namespace lanewise::record

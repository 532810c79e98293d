#include "libcore/report/duration_text.h"

#include <fmt/format.h>

namespace lanewise::report {

namespace {

constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kSecond = 1000 * kMillisecond;
constexpr std::int64_t kMinute = 60 * kSecond;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kDay = 24 * kHour;

// `ns` in whole units, rounded. Requires: ns >= 0.
std::int64_t in(std::int64_t ns, std::int64_t unit) { return ns / unit + (ns % unit >= unit / 2 ? 1 : 0); }

std::string two(std::int64_t count, std::int64_t per, const char* larger, const char* smaller) {
  return count % per == 0 ? fmt::format("{} {}", count / per, larger)
                          : fmt::format("{} {} {} {}", count / per, larger, count % per, smaller);
}

}  // namespace

std::string duration_text(std::int64_t ns) {
  if (ns < 0) return "-" + duration_text(ns == INT64_MIN ? INT64_MAX : -ns);
  if (ns < kSecond - kMillisecond / 2) return fmt::format("{} ms", in(ns, kMillisecond));
  if (ns < 2 * kMinute) return fmt::format("{} s", in(ns, kSecond));
  if (ns < 2 * kHour) return two(in(ns, kSecond), 60, "min", "s");
  if (ns < 2 * kDay) return two(in(ns, kMinute), 60, "h", "min");
  return two(in(ns, kHour), 24, "d", "h");
}

std::string age_text(std::int64_t ns) {
  if (ns < kSecond || ns >= 10 * kMinute) return duration_text(ns);
  return fmt::format("{:.2f} s", static_cast<double>(ns) / static_cast<double>(kSecond));
}

}  // namespace lanewise::report

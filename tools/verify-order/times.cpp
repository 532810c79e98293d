#include "tools/verify-order/times.h"

#include <fmt/format.h>

namespace lanewise::verify_order_tool {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kMilli = 1'000'000;
constexpr std::size_t kDateLength = sizeof "2026-11-27" - 1;

}  // namespace

std::string Clock::wall(std::int64_t ns) const {
  const std::int64_t seconds = ns / kSecond - (ns % kSecond < 0 ? 1 : 0);
  // offset_at() takes wall-clock seconds; the offset near by is the same but in the hour of a change.
  const std::int64_t offset = zone_.offset_at(seconds + zone_.offset_at(seconds)) * kSecond;
  std::int64_t shifted = 0;
  if (__builtin_add_overflow(ns, offset, &shifted)) shifted = ns;
  std::string text = record::format_time(shifted);
  text.pop_back();
  return text;
}

std::string Clock::time(std::int64_t ns) const { return wall(ns).substr(kDateLength + 1); }
std::string Clock::date(std::int64_t ns) const { return wall(ns).substr(0, kDateLength); }

std::string Clock::span(std::int64_t from_ns, std::int64_t to_ns, bool with_date) const {
  const std::string from_date = date(from_ns);
  const std::string to_date = date(to_ns);
  const bool dated = with_date || from_date != to_date;
  std::string text = dated ? from_date + ' ' : "";
  text += time(from_ns);
  if (to_ns != from_ns) {
    text += " to ";
    if (from_date != to_date) text += to_date + ' ';
    text += time(to_ns);
  }
  if (zone_.name() != "UTC") text += ' ' + zone_.name();
  return text;
}

std::string duration(std::int64_t ns) {
  const std::string sign = ns < 0 ? "-" : "";
  const std::int64_t size = ns < 0 ? -ns : ns;
  if (size > 120 * kSecond) {
    const std::int64_t seconds = size / kSecond;
    if (seconds >= 7200) return fmt::format("{}{} h {:02} min", sign, seconds / 3600, seconds / 60 % 60);
    return fmt::format("{}{} min {:02} s", sign, seconds / 60, seconds % 60);
  }
  if (size > kSecond) return fmt::format("{}{}.{:03} s", sign, size / kSecond, size / kMilli % 1000);
  if (size % kMilli == 0) return fmt::format("{}{} ms", sign, size / kMilli);
  std::string text = fmt::format("{}{}.{:06}", sign, size / kMilli, size % kMilli);
  text.erase(text.find_last_not_of('0') + 1);
  return text + " ms";
}

std::int64_t exact_unit(std::int64_t ns) {
  if (ns % kMilli == 0) return ns / kMilli;
  return ns % 1000 == 0 ? ns / 1000 : ns;
}

}  // namespace lanewise::verify_order_tool

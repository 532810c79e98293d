#include "libcore/base/units.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include <fmt/format.h>

namespace lanewise {

namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr std::array<Unit, 11> kSizes{{{"B", 1},
                                       {"kB", 1e3},
                                       {"KB", 1e3},
                                       {"MB", 1e6},
                                       {"GB", 1e9},
                                       {"TB", 1e12},
                                       {"KiB", 1024.0},
                                       {"MiB", 1048576.0},
                                       {"GiB", 1073741824.0},
                                       {"TiB", 1099511627776.0},
                                       {"PiB", 1125899906842624.0}}};
constexpr std::array<Unit, 9> kDurations{{{"ns", 1},
                                          {"us", 1e3},
                                          {"µs", 1e3},
                                          {"ms", 1e6},
                                          {"s", 1e9},
                                          {"m", 60e9},
                                          {"min", 60e9},
                                          {"h", 3600e9},
                                          {"d", 86400e9}}};
constexpr std::array<Unit, 4> kRates{{{"/s", 1}, {"/m", 1.0 / 60}, {"/min", 1.0 / 60}, {"/h", 1.0 / 3600}}};

struct Quantity {
  double value;
  std::string_view unit;
};

std::optional<Quantity> split(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value, std::chars_format::fixed);
  if (error != std::errc{} || !std::isfinite(value) || value < 0) return std::nullopt;
  return Quantity{value, {stopped, static_cast<std::size_t>(end - stopped)}};
}

Result<double> parse(std::string_view text, std::string_view kind, std::span<const Unit> units,
                     std::string_view usual, std::string_view example) {
  const auto quantity = split(text);
  if (!quantity)
    return usage_error(fmt::format("'{}' is not a {}", text, kind), fmt::format("write e.g. {}", example));
  if (quantity->unit.empty()) {
    return usage_error(fmt::format("'{}' is a {} without a unit", text, kind),
                       fmt::format("did you mean {}{}?", text, usual));
  }
  for (const Unit& unit : units) {
    if (unit.name == quantity->unit) return quantity->value * unit.factor;
  }
  const auto is_same_letter = [](char a, char b) { return (a | 0x20) == (b | 0x20); };
  for (const Unit& unit : units) {  // "64kb": which of its letters are large is easily forgotten
    if (std::equal(unit.name.begin(), unit.name.end(), quantity->unit.begin(), quantity->unit.end(),
                   is_same_letter)) {
      return usage_error(
          fmt::format("'{}' has an unknown unit", text),
          fmt::format("did you mean {}{}?", text.substr(0, text.size() - unit.name.size()), unit.name));
    }
  }
  std::string names;
  for (const Unit& unit : units) names += fmt::format(" {}", unit.name);
  return usage_error(fmt::format("'{}' has an unknown unit", text),
                     fmt::format("units of a {} are{}", kind, names));
}

}  // namespace

Result<std::uint64_t> parse_size(std::string_view text) {
  auto bytes = parse(text, "size", kSizes, "MiB", "64MiB");
  if (!bytes) return std::move(bytes).error();
  if (*bytes > 9e18) return usage_error(fmt::format("'{}' is too large", text));
  return static_cast<std::uint64_t>(std::llround(*bytes));
}

Result<std::int64_t> parse_duration(std::string_view text) {
  auto ns = parse(text, "duration", kDurations, "ms", "50ms");
  if (!ns) return std::move(ns).error();
  if (*ns > 9e18) return usage_error(fmt::format("'{}' is too long", text));
  return std::llround(*ns);
}

Result<double> parse_rate(std::string_view text) { return parse(text, "rate", kRates, "/s", "4000/s"); }

Result<std::int64_t> parse_integer(std::string_view text, std::int64_t least, std::int64_t most) {
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  const bool is_number = stopped == end && !text.empty() && error != std::errc::invalid_argument;
  if (!is_number) return usage_error(fmt::format("'{}' is not a whole number", text));
  if (error == std::errc::result_out_of_range || value < least || value > most) {
    return usage_error(fmt::format("{} is not within {} and {}", text, least, most));
  }
  return value;
}

std::string format_size(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 5> kNames{"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  while (bytes != 0 && bytes % 1024 == 0 && unit + 1 < kNames.size()) {
    bytes /= 1024;
    ++unit;
  }
  return fmt::format("{}{}", bytes, kNames[unit]);
}

}  // namespace lanewise

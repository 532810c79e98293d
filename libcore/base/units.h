// Quantities with their units, as options take them. A bare number is refused with the text that was probably
// meant: 64 what? Durations in nanoseconds, sizes in bytes, rates in events a second.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "libcore/base/result.h"

namespace lanewise {

// "64MiB", "1GB", "512B"; decimal (kB, MB, GB, TB) and binary (KiB, MiB, GiB, TiB) are told apart.
Result<std::uint64_t> parse_size(std::string_view text);
// "50ms", "1.5s", "10m", "2h", "7d", "250us", "10ns".
Result<std::int64_t> parse_duration(std::string_view text);
// "4000/s", "10/m", "2.5/h".
Result<double> parse_rate(std::string_view text);
// A whole number within [least, most]; "64" but not "64.0", " 64", "6e1".
Result<std::int64_t> parse_integer(std::string_view text, std::int64_t least, std::int64_t most);

// The shortest exact form: "64MiB", "1500B".
std::string format_size(std::uint64_t bytes);

}  // namespace lanewise

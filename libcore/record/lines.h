// What every line-wise decoder does with a block: cut it, drop what is no part of a line, keep to --max-line.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include <fmt/format.h>

#include "libcore/record/batch_builder.h"

namespace lanewise::record {

inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

inline std::string too_long_message(std::uint64_t bytes, std::size_t max_line) {
  return fmt::format("the line has {} bytes, more than --max-line {}", bytes, max_line);
}

// Calls each(line, number within the block) for every line that is not too long, without its end. One CR
// before the newline belongs to the end; with another delimiter lines are taken as they are.
template <class Each>
void for_each_line(std::string_view block, char delimiter, std::size_t max_line, BatchBuilder& rows,
                   Each each) {
  const char* at = block.data();
  const char* const end = at + block.size();
  std::uint32_t number = 0;
  while (at != end) {
    const void* const found = std::memchr(at, delimiter, static_cast<std::size_t>(end - at));
    const char* const line_end = found == nullptr ? end : static_cast<const char*>(found);
    std::string_view line(at, static_cast<std::size_t>(line_end - at));
    if (line.size() > max_line) {
      rows.add_problem(ProblemKind::too_long, number, {}, too_long_message(line.size(), max_line));
    } else {
      const bool has_carriage_return = delimiter == '\n' && line.ends_with('\r');
      if (has_carriage_return) {
        line.remove_suffix(1);
        rows.count_carriage_return();
      }
      each(line, number);
      if (has_carriage_return) rows.mark_carriage_return(number);
    }
    ++number;
    at = found == nullptr ? end : line_end + 1;
  }
  rows.counts().lines += number;
}

inline bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace lanewise::record

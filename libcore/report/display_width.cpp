#include <algorithm>
#include <span>

#include "libcore/base/text.h"
#include "libcore/report/table.h"
#include "libcore/report/width_ranges.h"

namespace lanewise::report {

namespace {

// Requires: `sequence` is well-formed UTF-8 of one code point.
char32_t decode(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence.front());
  if (sequence.size() == 1) return first;
  char32_t value = first & (0xffU >> (sequence.size() + 1));
  for (const char c : sequence.substr(1)) value = value << 6 | (static_cast<unsigned char>(c) & 0x3f);
  return value;
}

bool holds(std::span<const CodePoints> ranges, char32_t c) {
  const auto behind =
      std::upper_bound(ranges.begin(), ranges.end(), c,
                       [](char32_t value, const CodePoints& range) { return value < range.first; });
  return behind != ranges.begin() && c <= (behind - 1)->last;
}

std::size_t columns_of(char32_t c) {
  if (c < 0x300) return 1;
  if (holds(kNoColumn, c)) return 0;
  return holds(kTwoColumns, c) ? 2 : 1;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const std::size_t length = utf8_sequence(text);
    width += length == 0 ? 1 : columns_of(decode(text.substr(0, length)));
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return width;
}

}  // namespace lanewise::report

// Lines that were copied from a terminal: colours in them, blanks between their cells, numbers or a word for
// "none".
//
// Pure functions; no allocation but for the tokens and for a line that holds escapes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise::lag {

// The line without terminal escapes (colours, cursor moves) and without a byte order mark. A view of `line`
// itself where it has none, else of `scratch`.
std::string_view without_escapes(std::string_view line, std::string& scratch);

std::string_view trimmed(std::string_view text);

// The words between blanks and tabs.
void split_blanks(std::string_view line, std::vector<std::string_view>& words);

// The cells between separators, trimmed.
void split_at(std::string_view line, char separator, std::vector<std::string_view>& cells);

// All of it, an int64, without plus and blanks.
std::optional<std::int64_t> whole_number(std::string_view text);

}  // namespace lanewise::lag

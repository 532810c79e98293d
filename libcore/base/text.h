// Small truths about bytes that are meant as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lanewise {

// The length of the well-formed UTF-8 sequence at the front of `bytes`, 0 if there is none. Requires: not
// empty.
std::size_t utf8_sequence(std::string_view bytes);

// Well-formed UTF-8 of RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF. O(n), eight ASCII
// bytes a step.
bool is_utf8(std::string_view bytes);

// For messages: control characters and bytes that are not UTF-8 as \xHH, cut after about `limit` bytes with
// "…".
std::string printable(std::string_view bytes, std::size_t limit);

// "1 key", "2 keys", for a noun whose plural is an s.
std::string counted(std::int64_t count, std::string_view noun);

// Appends `bytes` as a JSON string with quotes. Requires: is_utf8(bytes).
void append_json_string(std::string& out, std::string_view bytes);

}  // namespace lanewise

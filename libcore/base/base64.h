// Base64 of RFC 4648 section 4, padding optional when reading, as keys that are not UTF-8 are written in
// JSON.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lanewise {

constexpr std::size_t base64_decoded_bound(std::size_t text_bytes) { return text_bytes / 4 * 3 + 3; }

// Writes to `out`, which holds base64_decoded_bound(text.size()) bytes, and returns how many; nullopt for
// what is not base64 (a character outside the alphabet, a length that cannot be, bits left over that are not
// zero).
std::optional<std::size_t> base64_decode(std::string_view text, char* out);

// Writes to `at`, which holds base64_bound(bytes.size()), and returns where it stopped.
constexpr std::size_t base64_bound(std::size_t bytes) { return (bytes + 2) / 3 * 4; }
char* put_base64(char* at, std::string_view bytes);

void append_base64(std::string& out, std::string_view bytes);

}  // namespace lanewise

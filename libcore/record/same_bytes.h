// Equality of short texts without a call: names and what stands between values, which are compared several
// times a line. Reads nothing beyond them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lanewise::record {

template <class Word>
bool same_word(const char* a, const char* b) {
  Word x;
  Word y;
  std::memcpy(&x, a, sizeof x);
  std::memcpy(&y, b, sizeof y);
  return x == y;
}

// Words from the front, and one that ends at the end, which may lie over the last of them.
inline bool same_bytes(const char* a, const char* b, std::size_t size) {
  if (size >= 8) {
    for (std::size_t at = 0; at + 8 < size; at += 8) {
      if (!same_word<std::uint64_t>(a + at, b + at)) return false;
    }
    return same_word<std::uint64_t>(a + size - 8, b + size - 8);
  }
  if (size >= 4)
    return same_word<std::uint32_t>(a, b) && same_word<std::uint32_t>(a + size - 4, b + size - 4);
  if (size >= 2)
    return same_word<std::uint16_t>(a, b) && same_word<std::uint16_t>(a + size - 2, b + size - 2);
  return size == 0 || *a == *b;
}

}  // namespace lanewise::record

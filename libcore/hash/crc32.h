// CRC-32 as in IEEE 802.3, zlib and gzip: reflected polynomial 0xedb88320, start and end inverted.
// librdkafka's default partitioner hashes with it. Never changes.
//
// Idea (slicing by eight): the remainder of eight bytes is the exclusive or of eight table entries that do
// not wait for one another; a byte-wise loop waits for a load per byte.
// Source: Kounavis and Berry, "A Systematic Approach to Building High Performance Software-Based CRC
// Generators".
// Rejected: carry-less multiplication; it pays from some 64 bytes on, and keys are short. zlib's crc32: the
// same number, a function call and set-up for each short key.
//
// Thread safety: pure function over constant tables (8 KiB). Cost: O(bytes).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "libcore/hash/bytes.h"

namespace lanewise::hash {

// Entry [k][b]: the remainder of byte b followed by k zero bytes.
using Crc32Tables = std::array<std::array<std::uint32_t, 256>, 8>;
extern const Crc32Tables kCrc32Tables;

// `before` is the CRC of what precedes `bytes`, so that a CRC can be taken in pieces.
[[nodiscard]] inline std::uint32_t crc32(std::string_view bytes, std::uint32_t before = 0) {
  const Crc32Tables& t = kCrc32Tables;
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  std::uint32_t crc = ~before;
  for (; left >= 8; at += 8, left -= 8) {
    const std::uint32_t low = crc ^ load_le<std::uint32_t>(at);
    const std::uint32_t high = load_le<std::uint32_t>(at + 4);
    crc = t[7][low & 0xff] ^ t[6][(low >> 8) & 0xff] ^ t[5][(low >> 16) & 0xff] ^ t[4][low >> 24] ^
          t[3][high & 0xff] ^ t[2][(high >> 8) & 0xff] ^ t[1][(high >> 16) & 0xff] ^ t[0][high >> 24];
  }
  for (; left != 0; ++at, --left) {
    crc = t[0][(crc ^ static_cast<unsigned char>(*at)) & 0xff] ^ (crc >> 8);
  }
  return ~crc;
}

}  // namespace lanewise::hash

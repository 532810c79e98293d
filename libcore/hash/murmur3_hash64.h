// The "64-bit Murmur3" of Apache Hive (Murmur3.hash64) and Apache commons-codec (MurmurHash3.hash64): one
// lane of eight bytes with the constants of the 128-bit function. It is no part of MurmurHash3, and it is
// not, as its first comment said, the upper half of the 128-bit hash (CODEC-268, CODEC-275); it is kept
// because code routes by it. Never changes.
//
// The seed is a Java int that is extended with its sign: 0x9747b28c starts from 0xffffffff9747b28c.
// Source: org.apache.commons.codec.digest.MurmurHash3.hash64 (1.15), compared with values that code printed.
//
// Thread safety: pure function. Cost: O(bytes).
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "libcore/hash/bytes.h"

namespace lanewise::hash {

[[nodiscard]] inline std::uint64_t murmur3_hash64(std::string_view bytes, std::int32_t seed) {
  const auto stir = [](std::uint64_t k) {
    return std::rotl(k * 0x87c37b91114253d5U, 31) * 0x4cf5ad432745937fU;
  };
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  auto h = static_cast<std::uint64_t>(static_cast<std::int64_t>(seed));
  for (; left >= 8; at += 8, left -= 8) {
    h ^= stir(load_le<std::uint64_t>(at));
    h = std::rotl(h, 27) * 5 + 0x52dce729U;
  }
  h ^= stir(load_le_tail<std::uint64_t>(at, left));
  h ^= bytes.size();
  return murmur3_mix(h);
}

}  // namespace lanewise::hash

// Numbers out of unaligned little-endian bytes, and the two bit operations every hash here is made of. The
// same result on every machine: hashes are part of other people's contracts, and theirs are defined over
// bytes.
//
// Thread safety: pure functions. Cost: one load each; no bounds are checked.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>

namespace lanewise::hash {

// Reads sizeof(T) bytes at `at`.
template <std::unsigned_integral T>
[[nodiscard]] inline T load_le(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  if constexpr (std::endian::native == std::endian::big) {
    T swapped = 0;
    for (unsigned i = 0; i < sizeof(T); ++i) {
      swapped = static_cast<T>(static_cast<T>(swapped << 8) | static_cast<T>(value & 0xff));
      value = static_cast<T>(value >> 8);
    }
    value = swapped;
  }
  return value;
}

// Reads `count` < sizeof(T) bytes at `at` as the low bytes of a T; the rest is zero.
template <std::unsigned_integral T>
[[nodiscard]] inline T load_le_tail(const char* at, std::size_t count) {
  T value = 0;
  for (std::size_t i = 0; i < count; ++i) {
    value |= static_cast<T>(static_cast<unsigned char>(at[i])) << (8 * i);
  }
  return value;
}

// The finalizers of MurmurHash3: each is a bijection in which every input bit reaches every output bit.
[[nodiscard]] constexpr std::uint32_t murmur3_mix(std::uint32_t h) {
  h ^= h >> 16;
  h *= 0x85ebca6bU;
  h ^= h >> 13;
  h *= 0xc2b2ae35U;
  h ^= h >> 16;
  return h;
}
[[nodiscard]] constexpr std::uint64_t murmur3_mix(std::uint64_t h) {
  h ^= h >> 33;
  h *= 0xff51afd7ed558ccdU;
  h ^= h >> 33;
  h *= 0xc4ceb9fe1a85ec53U;
  h ^= h >> 33;
  return h;
}

}  // namespace lanewise::hash

// A fast 64-bit hash for our own tables, samples and sketches. NOT stable: another version of lanewise may
// compute another value, so it is never written to a file, never printed, and never decides a partition.
//
// Idea: a key of up to sixteen bytes is two overlapping words; each is blinded with a secret constant, and
// the two are folded by one 64 x 64 -> 128-bit multiply whose halves are combined. Longer keys fold sixteen
// bytes a step on two independent lanes. Every bit of the result may be used: high bits to sample, low bits
// to index.
// Source: the multiply-and-fold of Wang Yi's wyhash; constants are odd, with 32 ones each, drawn for this
// file.
// Rejected: murmur3 (a third of the speed on short keys), CRC instructions (weak and 32 bits).
//
// Not safe against somebody who chooses keys to collide: give such a table a seed of its run
// (process_seed.h), or use SipHash.
//
// Thread safety: pure functions. Cost: O(bytes); some 3 ns for 16 bytes.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "libcore/hash/bytes.h"

namespace lanewise::hash {

namespace detail {

__extension__ using Uint128 = unsigned __int128;

inline constexpr std::uint64_t kSecret0 = 0xa2a3747bc883be15U;
inline constexpr std::uint64_t kSecret1 = 0xdf5902869a98678fU;
inline constexpr std::uint64_t kSecret2 = 0x598ff4b4201f49b3U;
inline constexpr std::uint64_t kSecret3 = 0x1577bce499418a3bU;

[[nodiscard]] constexpr std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  const Uint128 product = static_cast<Uint128>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

}  // namespace detail

[[nodiscard]] inline std::uint64_t fast_hash(std::string_view bytes, std::uint64_t seed = 0) {
  using detail::fold, detail::kSecret0, detail::kSecret1, detail::kSecret2, detail::kSecret3;
  const char* at = bytes.data();
  const std::size_t size = bytes.size();
  // The seed blinds both factors of each fold: were one of them known, a key could make it zero.
  const std::uint64_t blind1 = kSecret1 ^ std::rotl(seed, 32);
  const std::uint64_t blind2 = kSecret2 ^ std::rotl(seed, 32);
  std::uint64_t state = seed ^ kSecret0;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  if (size <= 16) {
    if (size >= 8) {
      first = load_le<std::uint64_t>(at);
      last = load_le<std::uint64_t>(at + size - 8);
    } else if (size >= 4) {
      first = load_le<std::uint32_t>(at);
      last = load_le<std::uint32_t>(at + size - 4);
    } else {
      first = load_le_tail<std::uint64_t>(at, size);
    }
  } else {
    std::size_t left = size;
    std::uint64_t other = state ^ kSecret3;
    for (; left > 32; at += 32, left -= 32) {
      state = fold(load_le<std::uint64_t>(at) ^ blind1, load_le<std::uint64_t>(at + 8) ^ state);
      other = fold(load_le<std::uint64_t>(at + 16) ^ blind2, load_le<std::uint64_t>(at + 24) ^ other);
    }
    if (left > 16) state = fold(load_le<std::uint64_t>(at) ^ blind1, load_le<std::uint64_t>(at + 8) ^ state);
    state ^= other;
    // The last sixteen bytes, some of them for the second time: `left` is 1 to 32 here, and size is over 16.
    first = load_le<std::uint64_t>(at + left - 16);
    last = load_le<std::uint64_t>(at + left - 8);
  }
  // The size keeps apart what overlapping loads cannot: "aa" and "aaa" differ in no other way.
  return fold(fold(first ^ blind1, last ^ state) ^ kSecret2, size ^ kSecret3 ^ state);
}

[[nodiscard]] constexpr std::uint64_t fast_hash(std::uint64_t value, std::uint64_t seed = 0) {
  using detail::fold, detail::kSecret0, detail::kSecret1, detail::kSecret2, detail::kSecret3;
  return fold(fold(value ^ kSecret0, seed ^ kSecret1) ^ kSecret2, value ^ kSecret3);
}

}  // namespace lanewise::hash

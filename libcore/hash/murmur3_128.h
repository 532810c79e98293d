// MurmurHash3_x64_128: two 64-bit halves, h1 and h2. Libraries call different parts of it "murmur3, 64 bits",
// and start it differently from one 32-bit seed; see libcore/route/registry.cpp for who does what. Never
// changes.
//
// Source: Austin Appleby's MurmurHash3.cpp (public domain). Held to SMHasher's verification code 0x6384ba69.
// The seed is 64 bits wide here, because Guava extends a negative int seed with its sign (google/guava#3493):
// the caller decides, this function does not.
//
// Thread safety: pure function. Cost: O(bytes).
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "libcore/hash/bytes.h"

namespace lanewise::hash {

struct Hash128 {
  std::uint64_t h1 = 0;
  std::uint64_t h2 = 0;
  friend constexpr bool operator==(Hash128, Hash128) = default;
};

[[nodiscard]] inline Hash128 murmur3_x64_128(std::string_view bytes, std::uint64_t seed) {
  constexpr std::uint64_t kC1 = 0x87c37b91114253d5U;
  constexpr std::uint64_t kC2 = 0x4cf5ad432745937fU;
  const auto stir1 = [](std::uint64_t k) { return std::rotl(k * kC1, 31) * kC2; };
  const auto stir2 = [](std::uint64_t k) { return std::rotl(k * kC2, 33) * kC1; };

  const char* at = bytes.data();
  std::size_t left = bytes.size();
  std::uint64_t h1 = seed;
  std::uint64_t h2 = seed;
  for (; left >= 16; at += 16, left -= 16) {
    h1 ^= stir1(load_le<std::uint64_t>(at));
    h1 = (std::rotl(h1, 27) + h2) * 5 + 0x52dce729U;
    h2 ^= stir2(load_le<std::uint64_t>(at + 8));
    h2 = (std::rotl(h2, 31) + h1) * 5 + 0x38495ab5U;
  }
  if (left > 8) {
    h2 ^= stir2(load_le_tail<std::uint64_t>(at + 8, left - 8));
    h1 ^= stir1(load_le<std::uint64_t>(at));
  } else if (left == 8) {
    h1 ^= stir1(load_le<std::uint64_t>(at));
  } else if (left != 0) {
    h1 ^= stir1(load_le_tail<std::uint64_t>(at, left));
  }
  h1 ^= bytes.size();
  h2 ^= bytes.size();
  h1 += h2;
  h2 += h1;
  h1 = murmur3_mix(h1);
  h2 = murmur3_mix(h2);
  h1 += h2;
  h2 += h1;
  return {h1, h2};
}

}  // namespace lanewise::hash

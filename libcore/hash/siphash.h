// SipHash-2-4: a keyed hash that nobody can aim at without the key. RocketMQ's 5.x clients choose queues with
// it (and a published key); --hash-keys hides keys in reports with it (and a key of the person's own). Never
// changes.
//
// Source: Aumasson and Bernstein, "SipHash: a fast short-input PRF" (2012). Held to its 64 test vectors.
//
// Thread safety: pure function. Cost: O(bytes), two rounds for each eight.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "libcore/hash/bytes.h"

namespace lanewise::hash {

// The sixteen bytes of a key as two little-endian numbers: 00 01 02 … 0f is {0x0706050403020100,
// 0x0f0e0d0c0b0a0908}.
struct SipKey {
  std::uint64_t k0 = 0;
  std::uint64_t k1 = 0;
};

[[nodiscard]] inline std::uint64_t siphash24(std::string_view bytes, SipKey key) {
  std::uint64_t v0 = key.k0 ^ 0x736f6d6570736575U;
  std::uint64_t v1 = key.k1 ^ 0x646f72616e646f6dU;
  std::uint64_t v2 = key.k0 ^ 0x6c7967656e657261U;
  std::uint64_t v3 = key.k1 ^ 0x7465646279746573U;
  const auto round = [&] {
    v0 += v1;
    v2 += v3;
    v1 = std::rotl(v1, 13) ^ v0;
    v3 = std::rotl(v3, 16) ^ v2;
    v0 = std::rotl(v0, 32);
    v2 += v1;
    v0 += v3;
    v1 = std::rotl(v1, 17) ^ v2;
    v3 = std::rotl(v3, 21) ^ v0;
    v2 = std::rotl(v2, 32);
  };
  const auto absorb = [&](std::uint64_t word) {
    v3 ^= word;
    round();
    round();
    v0 ^= word;
  };

  const char* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 8; at += 8, left -= 8) absorb(load_le<std::uint64_t>(at));
  absorb(load_le_tail<std::uint64_t>(at, left) | (static_cast<std::uint64_t>(bytes.size() & 0xff) << 56));
  v2 ^= 0xff;
  for (int i = 0; i < 4; ++i) round();
  return v0 ^ v1 ^ v2 ^ v3;
}

}  // namespace lanewise::hash

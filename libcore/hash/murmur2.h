// MurmurHash2, 32 bits, as Kafka's Java client computes it over a record's serialized key. Never changes:
// where millions of stored records lie depends on it.
//
// Idea: four bytes at a time are stirred by a multiply, a shift and a multiply, and folded into the state;
// the last one to three bytes go in as one little-endian number.
// Source: Austin Appleby's MurmurHash2.cpp (public domain), org.apache.kafka.common.utils.Utils.murmur2. Held
// to SMHasher's verification code 0x27864c1e and to Kafka's own test values.
// Rejected: processing two keys in one loop to hide the multiply's latency; the processor overlaps
// neighbouring keys by itself, and keys differ in length.
//
// Thread safety: pure function. Cost: O(bytes).
#pragma once

#include <cstdint>
#include <string_view>

#include "libcore/hash/bytes.h"

namespace lanewise::hash {

inline constexpr std::uint32_t kKafkaMurmur2Seed = 0x9747b28cU;

[[nodiscard]] inline std::uint32_t murmur2(std::string_view bytes, std::uint32_t seed = kKafkaMurmur2Seed) {
  constexpr std::uint32_t kMultiplier = 0x5bd1e995U;
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  // The length enters with its low 32 bits, as in Java, where no array is longer.
  std::uint32_t h = seed ^ static_cast<std::uint32_t>(left);
  for (; left >= 4; at += 4, left -= 4) {
    std::uint32_t k = load_le<std::uint32_t>(at);
    k *= kMultiplier;
    k ^= k >> 24;
    k *= kMultiplier;
    h *= kMultiplier;
    h ^= k;
  }
  if (left != 0) {
    h ^= load_le_tail<std::uint32_t>(at, left);
    h *= kMultiplier;
  }
  h ^= h >> 13;
  h *= kMultiplier;
  h ^= h >> 15;
  return h;
}

}  // namespace lanewise::hash

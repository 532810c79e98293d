// MurmurHash3_x86_32: what Pulsar's Murmur3_32Hash and Key_Shared (seed 0) and RabbitMQ's super streams (seed
// 104729) compute over a key's UTF-8 bytes. Never changes.
//
// Source: Austin Appleby's MurmurHash3.cpp (public domain). Held to SMHasher's verification code 0xb0f57ee3.
// It is the unsigned-tail form: commons-codec's deprecated hash32 and Hive's hash32 take the last one to
// three bytes as signed and agree with it for ASCII only (CODEC-267).
//
// Thread safety: pure function. Cost: O(bytes).
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "libcore/hash/bytes.h"

namespace lanewise::hash {

[[nodiscard]] inline std::uint32_t murmur3_32(std::string_view bytes, std::uint32_t seed) {
  const auto stir = [](std::uint32_t k) { return std::rotl(k * 0xcc9e2d51U, 15) * 0x1b873593U; };
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  std::uint32_t h = seed;
  for (; left >= 4; at += 4, left -= 4) {
    h ^= stir(load_le<std::uint32_t>(at));
    h = std::rotl(h, 13) * 5 + 0xe6546b64U;
  }
  // Without a tail this stirs 0 into the state, which changes nothing.
  h ^= stir(load_le_tail<std::uint32_t>(at, left));
  h ^= static_cast<std::uint32_t>(bytes.size());
  return murmur3_mix(h);
}

}  // namespace lanewise::hash

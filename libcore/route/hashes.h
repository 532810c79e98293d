// The hashes a partitioner can be made of, as types: what it computes, what it is called, what a reader
// should see between the bytes and the number.
//
// A hash has a Value (std::uint32_t or std::uint64_t), kMethod ("murmur2, seed 0x9747b28c"), kStep
// ("murmur2"), of() and prelude(), which adds the steps before the number, if there are any.
//
// Thread safety: pure functions. Cost: that of the hash (libcore/hash); prelude() allocates.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "libcore/hash/crc32.h"
#include "libcore/hash/fnv1a.h"
#include "libcore/hash/java_string.h"
#include "libcore/hash/murmur2.h"
#include "libcore/hash/murmur3_128.h"
#include "libcore/hash/murmur3_hash64.h"
#include "libcore/route/partitioner.h"

namespace lanewise::route {

struct HashOfBytes {
  static void prelude(std::string_view /*key*/, std::vector<Step>& /*out*/) {}
};

struct KafkaMurmur2 : HashOfBytes {
  using Value = std::uint32_t;
  static constexpr std::string_view kMethod = "murmur2, seed 0x9747b28c";
  static constexpr std::string_view kStep = "murmur2";
  static Value of(std::string_view key) { return hash::murmur2(key); }
};

struct Crc32 : HashOfBytes {
  using Value = std::uint32_t;
  static constexpr std::string_view kMethod = "CRC-32";
  static constexpr std::string_view kStep = "crc32";
  static Value of(std::string_view key) { return hash::crc32(key); }
};

struct Fnv1a32 : HashOfBytes {
  using Value = std::uint32_t;
  static constexpr std::string_view kMethod = "FNV-1a 32";
  static constexpr std::string_view kStep = "fnv1a";
  static Value of(std::string_view key) { return hash::fnv1a_32(key); }
};

struct JavaHashCode {
  using Value = std::uint32_t;
  static constexpr std::string_view kMethod = "String.hashCode";
  static constexpr std::string_view kStep = "hashCode";
  static Value of(std::string_view key) { return hash::java_string_hash(key); }
  // The UTF-16 units, where they are not simply the bytes.
  static void prelude(std::string_view key, std::vector<Step>& out);
};

// The readings of "murmur3, 64 bits, seed 0x9747b28c". As a Java int the seed is negative: a library that
// widens it to 64 bits with its sign starts elsewhere than the reference, which widens with zeros.
inline constexpr std::uint64_t kMurmur3Seed = 0x9747b28cU;
inline constexpr std::uint64_t kMurmur3SeedSignExtended = 0xffffffff9747b28cU;

struct Murmur3Hash64Codec : HashOfBytes {
  using Value = std::uint64_t;
  static constexpr std::string_view kMethod = "commons-codec hash64, seed 0x9747b28c";
  static constexpr std::string_view kStep = "hash64";
  static Value of(std::string_view key) {
    return hash::murmur3_hash64(key, static_cast<std::int32_t>(static_cast<std::uint32_t>(kMurmur3Seed)));
  }
};

struct Murmur3H1 : HashOfBytes {
  using Value = std::uint64_t;
  static constexpr std::string_view kMethod = "murmur3_x64_128, seed 0x9747b28c, first half";
  static constexpr std::string_view kStep = "h1";
  static Value of(std::string_view key) { return hash::murmur3_x64_128(key, kMurmur3Seed).h1; }
};

struct Murmur3H1SignExtended : HashOfBytes {
  using Value = std::uint64_t;
  static constexpr std::string_view kMethod = "murmur3_x64_128, seed 0xffffffff9747b28c, first half";
  static constexpr std::string_view kStep = "h1";
  static Value of(std::string_view key) { return hash::murmur3_x64_128(key, kMurmur3SeedSignExtended).h1; }
};

struct Murmur3H2 : HashOfBytes {
  using Value = std::uint64_t;
  static constexpr std::string_view kMethod = "murmur3_x64_128, seed 0x9747b28c, second half";
  static constexpr std::string_view kStep = "h2";
  static Value of(std::string_view key) { return hash::murmur3_x64_128(key, kMurmur3Seed).h2; }
};

}  // namespace lanewise::route

// From a hash to a partition: the step in which clients differ most often. Below 2^31 they all agree, and
// MASK, UNSIGNED and FLOORMOD agree on every hash where the count is a power of two; so a test with few short
// keys or with 8 and 64 partitions does not tell them apart.
//
// A reduction is made once a batch from the partition count and applied to each hash: Value -> index. Its
// kName is the word for it in "murmur2, seed 0x9747b28c, mask"; steps() tells a reader what it does to one
// hash.
//
// Thread safety: immutable values. Cost: two multiplies a hash (divisor.h); steps() allocates.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <vector>

#include "libcore/route/divisor.h"
#include "libcore/route/partitioner.h"

namespace lanewise::route {

// All ones where the hash, read as signed, is negative, else zero. Half of all hashes are: a branch on the
// sign would be mispredicted every other time, at the cost of the whole rest.
template <std::unsigned_integral Value>
[[nodiscard]] constexpr Value sign_mask(Value h) {
  return static_cast<Value>(Value{0} - (h >> (8 * sizeof(Value) - 1)));
}

// The magnitude of the hash read as signed; 2^31 for -2^31.
[[nodiscard]] constexpr std::uint32_t magnitude(std::uint32_t h) { return (h ^ sign_mask(h)) - sign_mask(h); }

// (h & 0x7fffffff) % n: the Java client's toPositive, and all who follow it.
class Mask {
 public:
  static constexpr std::string_view kName = "mask";
  explicit Mask(std::uint32_t count) : by_(count) {}
  [[nodiscard]] std::int32_t operator()(std::uint32_t h) const {
    return static_cast<std::int32_t>(by_.remainder(h & 0x7fffffffU));
  }
  void steps(std::uint32_t h, std::vector<Step>& out) const;

 private:
  Divisor by_;
};

// h % n, unsigned.
template <std::unsigned_integral Value>
class Unsigned {
 public:
  static constexpr std::string_view kName = "unsigned";
  explicit Unsigned(std::uint32_t count) : by_(count) {}
  [[nodiscard]] std::int32_t operator()(Value h) const { return static_cast<std::int32_t>(by_.remainder(h)); }
  void steps(Value h, std::vector<Step>& out) const;

 private:
  Divisor by_;
};

// abs(s % n) with s the hash as int32 and a remainder that truncates: sarama's default, RocketMQ since 4.8.0.
// The magnitude of s % n is the magnitude of s, modulo n, which holds for -2^31 too.
class AbsOfRemainder {
 public:
  static constexpr std::string_view kName = "abs of the remainder";
  explicit AbsOfRemainder(std::uint32_t count) : by_(count) {}
  [[nodiscard]] std::int32_t operator()(std::uint32_t h) const {
    return static_cast<std::int32_t>(by_.remainder(magnitude(h)));
  }
  void steps(std::uint32_t h, std::vector<Step>& out) const;

 private:
  Divisor by_;
};

// The magnitude of s, unsigned, % n: librdkafka's fnv1a. Lands where AbsOfRemainder does, by another way.
class MagnitudeFirst {
 public:
  static constexpr std::string_view kName = "negated if negative";
  explicit MagnitudeFirst(std::uint32_t count) : by_(count) {}
  [[nodiscard]] std::int32_t operator()(std::uint32_t h) const {
    return static_cast<std::int32_t>(by_.remainder(magnitude(h)));
  }
  void steps(std::uint32_t h, std::vector<Step>& out) const;

 private:
  Divisor by_;
};

// Math.abs(s) % n: RocketMQ before 4.8.0 and most home-made Java selectors. Math.abs leaves -2^31 negative,
// and the index with it, unless n is a power of two; the client then fails, and the index is kept as it
// computed it.
class RemainderOfAbs {
 public:
  static constexpr std::string_view kName = "remainder of Math.abs";
  explicit RemainderOfAbs(std::uint32_t count) : by_(count) {}
  [[nodiscard]] std::int32_t operator()(std::uint32_t h) const {
    const auto rest = static_cast<std::int32_t>(by_.remainder(magnitude(h)));
    return h == 0x80000000U ? -rest : rest;
  }
  void steps(std::uint32_t h, std::vector<Step>& out) const;

 private:
  Divisor by_;
};

// Math.floorMod(s, n), s the hash as int32 or int64. For a negative s it is n - 1 - (-1 - s) % n, and -1 - s
// has the bits of ~h and no overflow; n - 1 - r is in turn ~r + n.
template <std::unsigned_integral Value>
class FloorMod {
 public:
  static constexpr std::string_view kName = "floorMod";
  explicit FloorMod(std::uint32_t count) : by_(count) {}
  [[nodiscard]] std::int32_t operator()(Value h) const {
    const Value negative = sign_mask(h);
    const std::uint32_t rest = by_.remainder(h ^ negative);
    const auto flip = static_cast<std::uint32_t>(negative);
    return static_cast<std::int32_t>((rest ^ flip) + (by_.divisor() & flip));
  }
  void steps(Value h, std::vector<Step>& out) const;

 private:
  Divisor by_;
};

}  // namespace lanewise::route

// Remainders by one divisor, millions of times, without a division: a multiply by the reciprocal, which is
// taken once.
//
// Idea: with m = floor((2^64 - 1) / d), the upper half q of x * m is the true quotient or one less, for every
// 64-bit x: 2^64 - m * d <= d, so x / d - x * m / 2^64 = x * (2^64 - m * d) / (d * 2^64) <= x / 2^64 < 1. One
// conditional subtraction puts it right. Exact, no rounding, no special case (d = 1 and powers of two
// included).
// Source: the division by invariant integers of Granlund and Montgomery (1994); compared with % by a property
// test.
// Rejected: Lemire's fastmod, which needs 128-bit reciprocals for 64-bit hashes; a table of powers of two.
//
// Thread safety: an immutable value. Cost: two multiplies; some 7 cycles, where a 64-bit division takes 20
// to 40.
#pragma once

#include <cassert>
#include <cstdint>
#include <limits>

namespace lanewise::route {

class Divisor {
 public:
  // Requires: 1 <= divisor <= 2^31 - 1, what a partition count can be.
  constexpr explicit Divisor(std::uint32_t divisor)
      : divisor_(divisor), reciprocal_(std::numeric_limits<std::uint64_t>::max() / divisor) {
    assert(divisor >= 1 && divisor <= 0x7fffffffU);
  }

  [[nodiscard]] constexpr std::uint32_t remainder(std::uint64_t x) const {
    const auto quotient = static_cast<std::uint64_t>((static_cast<Wide>(x) * reciprocal_) >> 64);
    const std::uint64_t rest = x - quotient * divisor_;
    return static_cast<std::uint32_t>(rest >= divisor_ ? rest - divisor_ : rest);
  }

  [[nodiscard]] constexpr std::uint32_t divisor() const { return static_cast<std::uint32_t>(divisor_); }

 private:
  __extension__ using Wide = unsigned __int128;

  std::uint64_t divisor_;
  std::uint64_t reciprocal_;
};

}  // namespace lanewise::route

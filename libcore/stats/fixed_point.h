// Logarithm and power of two in integers. The libm of one system rounds otherwise than that of the next, and
// a compiler may contract a*b+c; what decides about generated data must not depend on either, so it is
// computed here with integer operations alone and has the same bits everywhere. Accurate to about 2^-31. Pure
// functions, safe from any thread, some 30 multiplications each.
#pragma once

#include <cstdint>

namespace lanewise::stats {

__extension__ using Wide = unsigned __int128;

struct Product {
  std::uint64_t high;
  std::uint64_t low;
};
constexpr Product multiply(std::uint64_t a, std::uint64_t b) {
  const Wide product = static_cast<Wide>(a) * b;
  return {static_cast<std::uint64_t>(product >> 64U), static_cast<std::uint64_t>(product)};
}

// log2(n) with 32 binary places. Requires: n >= 1.
std::uint64_t log2_q32(std::uint64_t n);

// 2^-x for an x with 32 binary places, as a fraction of 2^64; 2^-0 is given as 2^64 - 1.
std::uint64_t exp2_negative_q64(std::uint64_t x);

}  // namespace lanewise::stats

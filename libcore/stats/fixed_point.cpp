#include "libcore/stats/fixed_point.h"

#include <array>
#include <bit>
#include <cassert>

namespace lanewise::stats {

namespace {

// kRoots[i] = 2^-(2^-(i+1)) as a fraction of 2^64, rounded down: the square roots of 1/2, of that, and so on.
constexpr std::array<std::uint64_t, 32> kRoots = {
    0xb504f333f9de6484, 0xd744fccad69d6af4, 0xeac0c6e7dd24392e, 0xf5257d152486cc2c, 0xfa83b2db722a033a,
    0xfd3e0c0cf486c174, 0xfe9e115c7b8f884b, 0xff4ecb59511ec8a5, 0xffa756521c8daed1, 0xffd3a751c0f7e10b,
    0xffe9d2b2f7db2755, 0xfff4e91bff1b8c3d, 0xfffa747ea0040664, 0xfffd3a3b7814eb53, 0xfffe9d1cc60ddab1,
    0xffff4e8e25879bfa, 0xffffa7470363f451, 0xffffd3a37dda0313, 0xffffe9d1bdf703ae, 0xfffff4e8debe025e,
    0xfffffa746f4fa150, 0xfffffd3a37a3f8b0, 0xfffffe9d1bd1065a, 0xffffff4e8de845ad, 0xffffffa746f41376,
    0xffffffd3a37a05e3, 0xffffffe9d1bd01fb, 0xfffffff4e8de80c0, 0xfffffffa746f4050, 0xfffffffd3a37a024,
    0xfffffffe9d1bd011, 0xffffffff4e8de808};

}  // namespace

// Digit by digit: squaring a mantissa in [1, 2) doubles its logarithm, and passing 2 is the next binary
// digit.
std::uint64_t log2_q32(std::uint64_t n) {
  assert(n >= 1);
  const unsigned whole = static_cast<unsigned>(std::bit_width(n)) - 1;
  std::uint64_t mantissa = whole <= 62 ? n << (62U - whole) : n >> 1U;  // 62 places
  std::uint64_t result = whole;
  for (int digit = 0; digit < 32; ++digit) {
    mantissa = static_cast<std::uint64_t>((static_cast<Wide>(mantissa) * mantissa) >> 62U);
    const std::uint64_t carry = mantissa >> 63U;
    mantissa >>= carry;
    result = (result << 1U) | carry;
  }
  return result;
}

std::uint64_t exp2_negative_q64(std::uint64_t x) {
  const std::uint64_t whole = x >> 32U;
  if (whole >= 64) return 0;
  std::uint64_t result = ~std::uint64_t{0};
  for (std::size_t i = 0; i < kRoots.size(); ++i) {
    if ((x >> (31U - i)) & 1U) result = multiply(result, kRoots[i]).high;
  }
  return result >> whole;
}

}  // namespace lanewise::stats

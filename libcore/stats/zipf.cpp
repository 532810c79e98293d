// Walker's alias method, in Vose's form (1991): lay the weights out as `count` columns of equal height, each
// holding at most two ranks. A draw picks a column and a height in it.
//
// All of it is integer arithmetic: weights are fixed-point numbers w with w * count <= 2^62, a column's
// height is the sum of all weights, and the cells are cut without remainder. Rejected: rejection-inversion
// (Hormann and Derflinger), which needs no table but exponentials at every draw, and those from libm.
#include "libcore/stats/zipf.h"

#include <bit>
#include <cassert>

namespace lanewise::stats {

namespace {

std::vector<std::uint64_t> weights(std::uint32_t count, std::uint32_t exponent_milli) {
  const unsigned shift = 62U - static_cast<unsigned>(std::bit_width(count));
  std::vector<std::uint64_t> result(count);
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    const std::uint64_t exponent = log2_q32(std::uint64_t{rank} + 1) * exponent_milli / 1000;
    result[rank] = exp2_negative_q64(exponent) >> (64U - shift);
  }
  return result;
}

}  // namespace

ZipfSampler::ZipfSampler(std::uint32_t count, std::uint32_t exponent_milli) {
  assert(count >= 1 && count <= kMostRanks && exponent_milli <= kMostExponent);
  std::vector<std::uint64_t> cells = weights(count, exponent_milli);
  std::uint64_t height = 0;
  for (const std::uint64_t cell : cells) height += cell;
  assert(height > 0);
  top_share_ppm_ = static_cast<std::uint32_t>(static_cast<Wide>(cells[0]) * 1'000'000U / height);

  std::vector<std::uint32_t> low;
  std::vector<std::uint32_t> high;
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    cells[rank] *= count;
    (cells[rank] < height ? low : high).push_back(rank);
  }
  columns_.resize(count);
  for (std::uint32_t rank = 0; rank < count; ++rank)
    columns_[rank] = {.own = 0, .other = rank};  // all its own
  while (!low.empty() && !high.empty()) {
    const std::uint32_t small = low.back();
    const std::uint32_t large = high.back();
    low.pop_back();
    columns_[small] = {.own = static_cast<std::uint32_t>((static_cast<Wide>(cells[small]) << 32U) / height),
                       .other = large};
    cells[large] -= height - cells[small];
    if (cells[large] < height) {
      high.pop_back();
      low.push_back(large);
    }
  }
}

}  // namespace lanewise::stats

// Draws ranks 0 .. count-1 with probabilities proportional to 1 / (rank+1)^s: the usual picture of how often
// keys occur. s = 0 is uniform.
//
// Same draws on every platform. A probability is right to about 2^-30 of itself plus 2^-32 / count. O(count)
// to build, 8 bytes a rank; O(1) a draw: one random number, one multiplication, one look into the table.
// Immutable after construction, safe from any thread.
#pragma once

#include <cstdint>
#include <vector>

#include "libcore/stats/random.h"

namespace lanewise::stats {

class ZipfSampler {
 public:
  static constexpr std::uint32_t kMostRanks = 1U << 28U;
  static constexpr std::uint32_t kMostExponent = 10'000;  // in thousandths

  // `exponent_milli` is s in thousandths: an integer, so that no rounding of text or float comes between two
  // runs. Requires: 1 <= count <= kMostRanks, exponent_milli <= kMostExponent.
  ZipfSampler(std::uint32_t count, std::uint32_t exponent_milli);

  std::uint32_t draw(Random& random) const {
    // The product's high half is a uniform column, its low half the uniform place within that column.
    const Product place = multiply(random.next(), columns_.size());
    const Column& column = columns_[place.high];
    return (place.low >> 32U) < column.own ? static_cast<std::uint32_t>(place.high) : column.other;
  }

  // The first rank's probability in millionths.
  [[nodiscard]] std::uint32_t top_share_ppm() const { return top_share_ppm_; }

 private:
  struct Column {
    std::uint32_t own;    // share of the column that belongs to its own rank, of 2^32
    std::uint32_t other;  // the rank that has the rest
  };
  std::vector<Column> columns_;
  std::uint32_t top_share_ppm_ = 0;
};

}  // namespace lanewise::stats

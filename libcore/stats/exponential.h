// Durations that vary as waiting times do: exponential, mean 1, from a table of 1024 equally likely values
// (the middles of 1024 slices of probability). The longest is 7.6 times the mean, which is a mercy in test
// data. Same values on every platform: the table comes from integer logarithms. Safe from any thread; about 2
// ns a draw.
#pragma once

#include <array>
#include <cstdint>

#include "libcore/stats/random.h"

namespace lanewise::stats {

class ExponentialTable {
 public:
  static constexpr unsigned kPlaces = 16;  // binary places of a draw: 1 << kPlaces is the mean

  ExponentialTable();

  std::uint64_t draw(Random& random) const { return values_[random.next() >> 54U]; }

 private:
  std::array<std::uint32_t, 1024> values_{};
};

}  // namespace lanewise::stats

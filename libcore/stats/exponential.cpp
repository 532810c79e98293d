// Slice i's middle has the probability (2i+1)/2048, so its value is -ln((2i+1)/2048) = ln 2 * (11 -
// log2(2i+1)).
#include "libcore/stats/exponential.h"

namespace lanewise::stats {

ExponentialTable::ExponentialTable() {
  constexpr std::uint64_t kLn2 = 0xb17217f7d1cf79abU;  // ln 2 as a fraction of 2^64
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const std::uint64_t bits = (std::uint64_t{11} << 32U) - log2_q32(2 * i + 1);
    values_[i] = static_cast<std::uint32_t>(multiply(bits, kLn2).high >> (32U - kPlaces));
  }
}

}  // namespace lanewise::stats

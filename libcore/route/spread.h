// How evenly keys lie over partitions: the fullest one against the mean, and whether chance alone explains
// it.
//
// Thread safety: pure functions. Cost: O(partitions); the p-value O(sqrt(partitions)).
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "libcore/base/ids.h"
#include "libcore/base/result.h"

namespace lanewise::route {

// Counting per partition takes memory per partition; no broker has a topic anywhere near this.
inline constexpr std::uint32_t kMaxCountedPartitions = 1U << 20;

// Whether a count per partition can be kept: 1 to kMaxCountedPartitions.
[[nodiscard]] Result<void> check_countable(std::uint32_t partition_count);

// The partition with the most; of several, the first.
struct Fullest {
  Partition partition;
  std::int64_t count = 0;
  double mean = 0;        // over all partitions, empty ones too
  double times_mean = 0;  // count / mean; 0 when there is nothing
  friend bool operator==(const Fullest&, const Fullest&) = default;
};
// Requires: counts is not empty.
[[nodiscard]] Fullest fullest(std::span<const std::int64_t> counts);

// Pearson's test of "each key falls on each partition with the same chance". Keys must be distinct: a key
// that comes a thousand times lands on one partition a thousand times, which says nothing of the hash.
struct ChiSquare {
  double statistic = 0;
  std::int64_t degrees_of_freedom = 0;
  double p_value = 1;     // the chance of a spread this uneven, or more so, from a fair hash
  bool reliable = false;  // at least five keys a partition, as the test's approximation asks
};
// None for one partition or no key.
[[nodiscard]] std::optional<ChiSquare> chi_square(std::span<const std::int64_t> distinct_keys);

// The chance that a chi-square variable exceeds `statistic`. Requires: statistic >= 0, degrees_of_freedom
// >= 1. Relative error below 1e-8 where the result is above 1e-300.
[[nodiscard]] double chi_square_p_value(double statistic, std::int64_t degrees_of_freedom);

}  // namespace lanewise::route

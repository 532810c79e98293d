// Longest first: Graham, "Bounds on multiprocessing timing anomalies", 1969. A heap of (load, worker) gives
// the least loaded and lowest worker.
//
// Contiguous parts ("chains on chains"): for a maximum B, cutting greedily from the left uses the fewest
// parts, and one such probe costs m searches in the prefix sums. B is bisected between the lower bound and
// mean + heaviest, where a probe always succeeds: a greedy part that is cut holds more than B - heaviest >=
// the mean. Integers make the bisection exact. Rejected: dynamic programming, O(n m); Nicol's parametric
// search, exact for reals too but no faster here.
//
// Prefix sums are unsigned, so that a prefix plus a candidate maximum cannot overflow.
#include "libcore/allocate/weighted.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace lanewise::allocate {
namespace {

struct Totals {
  std::int64_t total = 0;
  std::int64_t heaviest = 0;
};

Result<Totals> totals_of(std::span<const std::int64_t> weights) {
  Totals totals;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] < 0) {
      return bad_input(fmt::format("weight {} is negative: {}", i, weights[i]), {},
                       "weights are integers >= 0");
    }
    if (weights[i] > std::numeric_limits<std::int64_t>::max() - totals.total) {
      return bad_input(fmt::format("the weights up to number {} add up to more than 2^63-1", i), {},
                       "divide all weights by a common factor");
    }
    totals.total += weights[i];
    totals.heaviest = std::max(totals.heaviest, weights[i]);
  }
  return totals;
}

Result<Totals> checked(std::span<const std::int64_t> weights, std::size_t workers) {
  if (workers == 0) return usage_error("cannot divide among 0 workers", "give at least one worker");
  return totals_of(weights);
}

std::int64_t mean_rounded_up(std::int64_t total, std::size_t workers) {
  const auto sum = static_cast<std::uint64_t>(total);
  return static_cast<std::int64_t>(sum / workers + (sum % workers != 0 ? 1 : 0));
}

std::vector<std::uint64_t> prefix_sums(std::span<const std::int64_t> weights) {
  std::vector<std::uint64_t> sums(weights.size() + 1, 0);
  for (std::size_t i = 0; i < weights.size(); ++i)
    sums[i + 1] = sums[i] + static_cast<std::uint64_t>(weights[i]);
  return sums;
}

// Where the part that begins at `begin` must end at the latest. Searches in steps that double from `stride`,
// the expected length of a part, so that a probe costs log(n/m) a part and not log n.
std::size_t part_end(const std::vector<std::uint64_t>& sums, std::size_t begin, std::uint64_t maximum,
                     std::size_t stride) {
  const std::uint64_t bound = sums[begin] + maximum;
  const std::size_t n = sums.size() - 1;
  std::size_t low = begin;
  std::size_t step = stride;
  while (step < n - low && sums[low + step] <= bound) {
    low += step;
    step *= 2;
  }
  const std::size_t high = step < n - low ? low + step : n;
  const auto above = std::upper_bound(sums.begin() + static_cast<std::ptrdiff_t>(low),
                                      sums.begin() + static_cast<std::ptrdiff_t>(high) + 1, bound);
  return static_cast<std::size_t>(above - sums.begin()) - 1;
}

bool fits(const std::vector<std::uint64_t>& sums, std::uint64_t maximum, std::size_t workers,
          std::size_t stride) {
  std::size_t begin = 0;
  for (std::size_t part = 0; part < workers && begin + 1 < sums.size(); ++part) {
    begin = part_end(sums, begin, maximum, stride);
  }
  return begin + 1 >= sums.size();
}

// A binary heap of loads whose top only ever grows: one way down instead of a removal and an insertion.
class LeastLoaded {
 public:
  explicit LeastLoaded(std::size_t workers) : heap_(workers) {
    for (std::size_t w = 0; w < workers; ++w) heap_[w] = {0, w};
  }
  [[nodiscard]] std::size_t worker() const { return heap_.front().second; }
  void add(std::int64_t weight) {
    std::pair<std::int64_t, std::size_t> top = heap_.front();
    top.first += weight;
    std::size_t at = 0;
    for (std::size_t child = 1; child < heap_.size(); child = 2 * at + 1) {
      if (child + 1 < heap_.size() && heap_[child + 1] < heap_[child]) ++child;
      if (top <= heap_[child]) break;
      heap_[at] = heap_[child];
      at = child;
    }
    heap_[at] = top;
  }

 private:
  std::vector<std::pair<std::int64_t, std::size_t>> heap_;
};

// Greedy from the left. Requires: no weight is above the limit.
std::vector<Part> greedy_parts(std::span<const std::int64_t> weights, std::int64_t limit) {
  std::vector<Part> parts;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (parts.empty() || weights[i] > limit - parts.back().load) parts.push_back({i, i, 0});
    parts.back().end = i + 1;
    parts.back().load += weights[i];
  }
  return parts;
}

// The sum of the m-th and the (m+1)-th heaviest, 0 if there are no more items than workers. Both may be as
// heavy as the total allows, and their sum is at most the total.
std::int64_t shared_pair(std::span<const std::int64_t> weights, std::size_t workers) {
  if (weights.size() <= workers) return 0;
  std::vector<std::int64_t> copy(weights.begin(), weights.end());
  const auto boundary = copy.begin() + static_cast<std::ptrdiff_t>(workers);
  std::nth_element(copy.begin(), boundary, copy.end(), std::greater<>());
  return *boundary + *std::min_element(copy.begin(), boundary);
}

}  // namespace

Result<std::int64_t> makespan_lower_bound(std::span<const std::int64_t> weights, std::size_t workers) {
  const auto totals = checked(weights, workers);
  if (!totals) return totals.error();
  return std::max({mean_rounded_up(totals->total, workers), totals->heaviest, shared_pair(weights, workers)});
}

Result<WeightedAssignment> longest_first(std::span<const std::int64_t> weights, std::size_t workers) {
  const auto bound = makespan_lower_bound(weights, workers);
  if (!bound) return bound.error();

  // Weights lie beside their indexes: sorting the indexes alone would look up every weight afresh.
  std::vector<std::pair<std::int64_t, std::size_t>> order(weights.size());
  for (std::size_t i = 0; i < weights.size(); ++i) order[i] = {weights[i], i};
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });

  WeightedAssignment result;
  result.lower_bound = *bound;
  result.worker_of.resize(weights.size());
  result.loads.assign(workers, 0);
  LeastLoaded least_loaded(workers);
  for (const auto& [weight, item] : order) {
    const std::size_t worker = least_loaded.worker();
    result.worker_of[item] = worker;
    result.loads[worker] += weight;
    least_loaded.add(weight);
  }
  for (const std::int64_t load : result.loads) {
    result.total += load;
    result.maximum = std::max(result.maximum, load);
  }
  return result;
}

Result<ContiguousParts> contiguous_parts(std::span<const std::int64_t> weights, std::size_t workers) {
  const auto totals = checked(weights, workers);
  if (!totals) return totals.error();

  const std::vector<std::uint64_t> sums = prefix_sums(weights);
  const std::size_t stride = std::max<std::size_t>(1, weights.size() / workers);
  const std::int64_t mean = mean_rounded_up(totals->total, workers);
  auto low = static_cast<std::uint64_t>(std::max(mean, totals->heaviest));
  auto high = std::min(static_cast<std::uint64_t>(mean) + static_cast<std::uint64_t>(totals->heaviest),
                       static_cast<std::uint64_t>(totals->total));
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (fits(sums, middle, workers, stride)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  ContiguousParts result;
  result.total = totals->total;
  result.maximum = static_cast<std::int64_t>(low);
  result.parts = greedy_parts(weights, result.maximum);
  return result;
}

Result<LimitAnswer> parts_within(std::span<const std::int64_t> weights, std::int64_t limit,
                                 std::optional<std::size_t> max_parts) {
  if (limit < 0)
    return usage_error(fmt::format("the limit is negative: {}", limit), "weights are integers >= 0");
  const auto totals = totals_of(weights);
  if (!totals) return totals.error();

  LimitAnswer answer;
  if (totals->heaviest > limit) {
    const auto heavy =
        std::find_if(weights.begin(), weights.end(), [&](std::int64_t w) { return w > limit; });
    answer.culprit = static_cast<std::size_t>(heavy - weights.begin());
    return answer;
  }
  answer.parts = greedy_parts(weights, limit);
  answer.within = !max_parts || answer.parts.size() <= *max_parts;
  return answer;
}

}  // namespace lanewise::allocate

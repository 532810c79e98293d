// Weights to workers: longest first (any worker takes any item), contiguous parts (order kept), and whether
// contiguous parts can stay within a limit.
//
// Guarantee: every item is in exactly one part. `longest_first` is the classic LPT rule with fixed ties, its
// maximum at most 4/3 - 1/(3m) times the least possible. `contiguous_parts` is exact. Weights are integers >=
// 0 whose sum fits int64; anything else is an error that names the item. Thread safety: functions of their
// arguments. Cost: see each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "libcore/base/result.h"

namespace lanewise::allocate {

struct WeightedAssignment {
  std::vector<std::size_t> worker_of;  // by item
  std::vector<std::int64_t> loads;     // by worker
  std::int64_t total = 0;
  std::int64_t maximum = 0;      // the heaviest load
  std::int64_t lower_bound = 0;  // no assignment has a smaller maximum
  // How far the maximum may be from the least possible; 0 proves that it is the least possible.
  [[nodiscard]] std::int64_t gap() const { return maximum - lower_bound; }
};

// Longest processing time first: items by weight descending (equal weights by index), each to the worker with
// the least load (equal loads: the lowest worker). O(n log n + n log m).
Result<WeightedAssignment> longest_first(std::span<const std::int64_t> weights, std::size_t workers);

// The largest of: the mean rounded up, the heaviest item, and, because m+1 items on m workers must share, the
// sum of the m-th and (m+1)-th heaviest. O(n).
Result<std::int64_t> makespan_lower_bound(std::span<const std::int64_t> weights, std::size_t workers);

struct Part {
  std::size_t begin = 0;
  std::size_t end = 0;  // one past the last
  std::int64_t load = 0;
  friend bool operator==(const Part&, const Part&) = default;
};

struct ContiguousParts {
  std::vector<Part> parts;  // in order, none empty, at most as many as asked for
  std::int64_t total = 0;
  std::int64_t maximum = 0;  // the least possible for contiguous parts
};

// The contiguous parts with the least possible maximum. Which cut is taken among the equally good ones is
// fixed: from the left, each part takes as many items as the maximum allows. O(n + m log(n/m) log W), W the
// heaviest weight.
Result<ContiguousParts> contiguous_parts(std::span<const std::int64_t> weights, std::size_t workers);

struct LimitAnswer {
  bool within = false;
  std::vector<Part> parts;             // as few as possible; empty if one item alone is too heavy
  std::optional<std::size_t> culprit;  // the first item above the limit
};

// Can contiguous parts stay within `limit`, and within `max_parts` if that is given? When only the number of
// parts fails, `parts` still says how many would be needed. O(n).
Result<LimitAnswer> parts_within(std::span<const std::int64_t> weights, std::int64_t limit,
                                 std::optional<std::size_t> max_parts = std::nullopt);

}  // namespace lanewise::allocate

// Idea: with base = n div c and extra = n mod c, part i begins at i*base + min(i, extra). No product can
// overflow, because i*base <= n. Rejected: i*n/c, which overflows from 2^32 on and puts the larger parts in
// other places.
//
// [INT64_MIN, INT64_MAX] has 2^64 values, one more than a uint64 can say. So the inclusive split divides the
// span (one less than the number of values), and the value that is missing makes one more part larger; if
// that makes all of them larger, it is right too.
#include "libcore/allocate/contiguous.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

namespace lanewise::allocate {
namespace {

Error no_parts() { return usage_error("cannot split into 0 parts", "give at least one part"); }

}  // namespace

Result<ContiguousSplit> ContiguousSplit::of(std::uint64_t n, std::uint64_t parts) {
  if (parts == 0) return no_parts();
  return ContiguousSplit(parts, n / parts, n % parts);
}

HalfOpenRange ContiguousSplit::operator[](std::uint64_t index) const {
  assert(index < parts_);
  const std::uint64_t begin = index * base_ + std::min(index, extra_);
  return {begin, begin + base_ + (index < extra_ ? 1 : 0)};
}

Result<InclusiveSplit> InclusiveSplit::of(std::int64_t lo, std::int64_t hi, std::uint64_t parts) {
  if (parts == 0) return no_parts();
  if (hi < lo) {
    return usage_error(fmt::format("the range is empty: {} is greater than {}", lo, hi), "swap the two ends");
  }
  const std::uint64_t span = static_cast<std::uint64_t>(hi) - static_cast<std::uint64_t>(lo);
  return InclusiveSplit(lo, hi, parts, span / parts, span % parts + 1);
}

std::optional<InclusiveRange> InclusiveSplit::operator[](std::uint64_t index) const {
  assert(index < parts_);
  if (parts_ == 1) return InclusiveRange{lo_, hi_};  // whose size may not fit
  const std::uint64_t size = base_ + (index < extra_ ? 1 : 0);
  if (size == 0) return std::nullopt;
  const std::uint64_t first = static_cast<std::uint64_t>(lo_) + index * base_ + std::min(index, extra_);
  return InclusiveRange{static_cast<std::int64_t>(first), static_cast<std::int64_t>(first + size - 1)};
}

}  // namespace lanewise::allocate

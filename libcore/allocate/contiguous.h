// Split n consecutive things into c contiguous parts whose sizes differ by at most one, the larger parts
// first.
//
// Guarantee: parts are in order, disjoint and cover everything; part i starts where part i-1 ends; with c > n
// the last c-n parts are empty. Exact for n up to 2^64-1 and, inclusively, for all 2^64 values of int64.
// Thread safety: values, const after construction. Cost: O(1) a part, no matter how many parts there are.
#pragma once

#include <cstdint>
#include <optional>

#include "libcore/base/result.h"

namespace lanewise::allocate {

struct HalfOpenRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  // one past the last

  [[nodiscard]] std::uint64_t size() const { return end - begin; }
  friend bool operator==(const HalfOpenRange&, const HalfOpenRange&) = default;
};

struct InclusiveRange {
  std::int64_t first = 0;
  std::int64_t last = 0;
  friend bool operator==(const InclusiveRange&, const InclusiveRange&) = default;
};

// [0, n) in parts.
class ContiguousSplit {
 public:
  // A usage error if parts is 0.
  static Result<ContiguousSplit> of(std::uint64_t n, std::uint64_t parts);

  // Requires: index < parts().
  [[nodiscard]] HalfOpenRange operator[](std::uint64_t index) const;
  [[nodiscard]] std::uint64_t parts() const { return parts_; }
  [[nodiscard]] std::uint64_t smallest() const { return base_; }
  [[nodiscard]] std::uint64_t larger_parts() const { return extra_; }  // so many parts have smallest() + 1

 private:
  ContiguousSplit(std::uint64_t parts, std::uint64_t base, std::uint64_t extra)
      : parts_(parts), base_(base), extra_(extra) {}

  std::uint64_t parts_;
  std::uint64_t base_;
  std::uint64_t extra_;
};

// [lo, hi] in parts.
class InclusiveSplit {
 public:
  // A usage error if parts is 0 or hi < lo.
  static Result<InclusiveSplit> of(std::int64_t lo, std::int64_t hi, std::uint64_t parts);

  // Nothing if the part is empty. Requires: index < parts().
  [[nodiscard]] std::optional<InclusiveRange> operator[](std::uint64_t index) const;
  [[nodiscard]] std::uint64_t parts() const { return parts_; }

 private:
  InclusiveSplit(std::int64_t lo, std::int64_t hi, std::uint64_t parts, std::uint64_t base,
                 std::uint64_t extra)
      : lo_(lo), hi_(hi), parts_(parts), base_(base), extra_(extra) {}

  std::int64_t lo_;
  std::int64_t hi_;
  std::uint64_t parts_;
  std::uint64_t base_;
  std::uint64_t extra_;
};

}  // namespace lanewise::allocate

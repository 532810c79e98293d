// The length of the longest increasing subsequence of distinct numbers that come one after the other: how
// many records stood in order. What is missing to their number is how many must move to put all in order.
//
// Idea (patience sorting): tails[k] is the least number that ends an increasing subsequence of length k + 1;
// a new number takes the place of the first tail above it, or is appended. Tails that are consecutive numbers
// are kept as one run, so that a key which goes on in order after a disorder costs nothing more: a run is
// split only by a number that came late, and always at its front, because no number fits between two that are
// consecutive.
//
// Bounded: beyond kMostRuns runs nothing is added any more, and exact() is false; length() is then too high
// by as much as later numbers came late.
//
// Thread safety: none. Cost: O(log runs), and O(runs) for a number that came late.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

namespace lanewise::order {

class Tails {
 public:
  static constexpr std::size_t kMostRuns = 4096;

  // Begins with first..last, in order.
  void start(std::int64_t first, std::int64_t last) {
    runs_.assign(1, {first, last});
    length_ = last - first + 1;
    exact_ = true;
  }
  // first..last came before all that was added, and is below it.
  void prepend(std::int64_t first, std::int64_t last) {
    if (!runs_.empty() && runs_.front().first == last + 1) {
      runs_.front().first = first;
    } else {
      runs_.insert(runs_.begin(), {first, last});
    }
    length_ += last - first + 1;
  }
  void clear() {
    runs_.clear();
    length_ = 0;
  }

  // Requires: a number that was not added before.
  void add(std::int64_t number) {
    auto run = std::lower_bound(runs_.begin(), runs_.end(), number,
                                [](const Run& r, std::int64_t n) { return r.last < n; });
    if (run == runs_.end()) {
      ++length_;
      if (!runs_.empty() && runs_.back().last + 1 == number) {
        ++runs_.back().last;
      } else if (may_grow()) {
        runs_.push_back({number, number});
      }
      return;
    }
    if (number >= run->first) return;  // only after a run could not be added
    // The first tail above it is the front of `run`: the number takes its place.
    if (++run->first > run->last) run = runs_.erase(run);
    if (run != runs_.begin() && std::prev(run)->last + 1 == number) {
      ++std::prev(run)->last;
    } else if (may_grow()) {
      runs_.insert(run, {number, number});
    }
  }

  [[nodiscard]] std::int64_t length() const { return length_; }
  [[nodiscard]] bool exact() const { return exact_; }
  [[nodiscard]] std::size_t runs() const { return runs_.size(); }

 private:
  struct Run {
    std::int64_t first;
    std::int64_t last;
  };

  bool may_grow() {
    exact_ = exact_ && runs_.size() < kMostRuns;
    return exact_;
  }

  std::vector<Run> runs_;
  std::int64_t length_ = 0;
  bool exact_ = true;
};

}  // namespace lanewise::order

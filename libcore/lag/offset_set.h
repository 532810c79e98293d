// A set of offsets as runs: what was handled is mostly contiguous, so that memory is in the holes and not in
// the offsets.
//
// Invariant: runs are not empty, do not touch, and ascend. O(log runs) an operation.
#pragma once

#include <cstdint>
#include <iterator>
#include <map>
#include <optional>

namespace lanewise::lag {

class OffsetSet {
 public:
  void add(std::int64_t offset) {
    if (offset == INT64_MAX || contains(offset)) return;  // a run ends behind its last offset
    auto next = runs_.upper_bound(offset);
    std::int64_t begin = offset;
    std::int64_t end = offset + 1;
    if (next != runs_.begin()) {
      const auto before = std::prev(next);
      if (before->second == offset) {
        begin = before->first;
        runs_.erase(before);
      }
    }
    if (next != runs_.end() && next->first == end) {
      end = next->second;
      runs_.erase(next);
    }
    runs_.emplace(begin, end);
    ++size_;
  }

  void remove(std::int64_t offset) {
    if (!contains(offset)) return;
    const auto run = std::prev(runs_.upper_bound(offset));
    const std::int64_t end = run->second;
    if (run->first == offset) {
      runs_.erase(run);
    } else {
      run->second = offset;
    }
    if (offset + 1 < end) runs_.emplace(offset + 1, end);
    --size_;
  }

  void remove_below(std::int64_t bound) {
    while (!runs_.empty() && runs_.begin()->first < bound) {
      const auto [begin, end] = *runs_.begin();
      runs_.erase(runs_.begin());
      if (end <= bound) {
        size_ -= end - begin;
      } else {
        size_ -= bound - begin;
        runs_.emplace(bound, end);
      }
    }
  }

  [[nodiscard]] bool contains(std::int64_t offset) const {
    const auto next = runs_.upper_bound(offset);
    return next != runs_.begin() && std::prev(next)->second > offset;
  }
  [[nodiscard]] std::int64_t size() const { return size_; }
  [[nodiscard]] std::size_t runs() const { return runs_.size(); }
  // Behind the highest; empty if there is none.
  [[nodiscard]] std::optional<std::int64_t> end() const {
    return runs_.empty() ? std::nullopt : std::optional(runs_.rbegin()->second);
  }

 private:
  std::map<std::int64_t, std::int64_t> runs_;  // begin -> end
  std::int64_t size_ = 0;
};

}  // namespace lanewise::lag

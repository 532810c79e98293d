// How far a group has come in one partition: which offsets are finished, and the lowest that is not, which is
// what may be committed.
//
// Invariant: everything below next() is finished; the ring holds a bit for each finished offset above it.
// Amortised O(1) an offset; memory is one bit for each offset between next() and the highest finished.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

namespace lanewise::sim {

class OffsetProgress {
 public:
  [[nodiscard]] std::int64_t next() const { return next_; }
  [[nodiscard]] std::int64_t committed() const { return committed_; }

  void commit() { committed_ = next_; }

  // Requires: offset >= 0. What is finished already stays so.
  void finish(std::int64_t offset) {
    if (offset < next_) return;
    if (offset > next_) {
      while (static_cast<std::uint64_t>(offset - next_) >= size()) grow();
      word(offset) |= bit(offset);
      return;
    }
    ++next_;
    while ((word(next_) & bit(next_)) != 0) {
      word(next_) &= ~bit(next_);
      ++next_;
    }
  }

  // A new owner begins at the committed offset. Requires: nothing above next() is finished.
  void rewind_to_committed() {
    assert(committed_ <= next_);
    next_ = committed_;
  }

 private:
  [[nodiscard]] std::uint64_t size() const { return words_.size() * 64; }
  std::uint64_t& word(std::int64_t offset) {
    return words_[static_cast<std::uint64_t>(offset) / 64 & (words_.size() - 1)];
  }
  static std::uint64_t bit(std::int64_t offset) {
    return std::uint64_t{1} << (static_cast<std::uint64_t>(offset) & 63U);
  }

  void grow() {
    std::vector<std::uint64_t> old(words_.size() * 2);
    old.swap(words_);
    for (std::uint64_t i = 0; i < old.size() * 64; ++i) {
      const std::int64_t offset = next_ + static_cast<std::int64_t>(i);
      const std::uint64_t place = static_cast<std::uint64_t>(offset);
      if ((old[place / 64 & (old.size() - 1)] & bit(offset)) != 0) word(offset) |= bit(offset);
    }
  }

  std::int64_t next_ = 0;
  std::int64_t committed_ = 0;
  std::vector<std::uint64_t> words_ = std::vector<std::uint64_t>(2);  // a power of two, at least two
};

}  // namespace lanewise::sim

// What is still to happen, earliest first; what falls on one moment comes in the order it was put in, so that
// runs are reproducible. A heap with four children a node over 16-byte entries: shallower than a binary one,
// and the children of a node share a cache line. O(log n); not thread safe.
#pragma once

#include <cassert>
#include <cstdint>
#include <vector>

namespace lanewise::sim {

class PendingQueue {
 public:
  enum class What : std::uint8_t { start, done, commit, wake };

  struct Entry {
    std::int64_t time_ns;
    std::uint64_t tag;  // order of arrival, what, slot

    [[nodiscard]] What what() const { return static_cast<What>(tag >> kSlotBits & 3U); }
    [[nodiscard]] std::uint32_t slot() const { return static_cast<std::uint32_t>(tag & kMostSlot); }
  };

  static constexpr std::uint32_t kSlotBits = 27;
  static constexpr std::uint32_t kMostSlot = (1U << kSlotBits) - 1;

  [[nodiscard]] bool empty() const { return heap_.empty(); }
  [[nodiscard]] const Entry& top() const { return heap_.front(); }

  void push(std::int64_t time_ns, What what, std::uint32_t slot) {
    assert(slot <= kMostSlot);
    const Entry entry{.time_ns = time_ns,
                      .tag = order_++ << (kSlotBits + 2) |
                             std::uint64_t{static_cast<std::uint8_t>(what)} << kSlotBits | slot};
    std::size_t at = heap_.size();
    heap_.push_back(entry);
    while (at > 0) {
      const std::size_t parent = (at - 1) / 4;
      if (!before(entry, heap_[parent])) break;
      heap_[at] = heap_[parent];
      at = parent;
    }
    heap_[at] = entry;
  }

  // Requires: not empty().
  Entry pop() {
    const Entry result = heap_.front();
    const Entry last = heap_.back();
    heap_.pop_back();
    const std::size_t size = heap_.size();
    if (size == 0) return result;
    std::size_t at = 0;
    for (std::size_t child = 1; child < size; child = 4 * at + 1) {
      std::size_t least = child;
      const std::size_t end = child + 4 < size ? child + 4 : size;
      for (std::size_t other = child + 1; other < end; ++other) {
        if (before(heap_[other], heap_[least])) least = other;
      }
      if (!before(heap_[least], last)) break;
      heap_[at] = heap_[least];
      at = least;
    }
    heap_[at] = last;
    return result;
  }

 private:
  static bool before(const Entry& a, const Entry& b) {
    return a.time_ns != b.time_ns ? a.time_ns < b.time_ns : a.tag < b.tag;
  }
  std::vector<Entry> heap_;
  std::uint64_t order_ = 0;
};

}  // namespace lanewise::sim

// The latest handlings of all keys, in a ring: each knows the one of its key before it, so that the judge can
// walk back from a record that is out of order and show what it was out of order with. What has fallen out of
// the ring is simply not found.
//
// Thread safety: none. Cost: O(1); 96 bytes written in sequence a record.
#pragma once

#include <cstdint>
#include <vector>

#include "libcore/order/handling.h"

namespace lanewise::order {

class Recent {
 public:
  static constexpr std::uint32_t kSize = std::uint32_t{1} << 16;

  Recent() { ring_.reserve(kSize); }

  // Its number, never 0.
  std::uint32_t push(const Handling& handling) {
    if (++next_ == 0) ++next_;
    if (ring_.size() == (next_ & (kSize - 1))) {
      ring_.push_back(handling);
    } else {
      ring_[next_ & (kSize - 1)] = handling;
    }
    // The ring is larger than the cache: the place of one soon to come is on its way meanwhile.
    const char* const soon = reinterpret_cast<const char*>(ring_.data() + ((next_ + kAhead) & (kSize - 1)));
    __builtin_prefetch(soon, 1);
    __builtin_prefetch(soon + 64, 1);
    return next_;
  }
  // Null for 0, and for what has fallen out.
  [[nodiscard]] const Handling* find(std::uint32_t number) const {
    return number == 0 || next_ - number >= kSize ? nullptr : &ring_[number & (kSize - 1)];
  }

 private:
  static constexpr std::uint32_t kAhead = 8;

  std::vector<Handling> ring_ = std::vector<Handling>(1);
  std::uint32_t next_ = 0;
};

}  // namespace lanewise::order

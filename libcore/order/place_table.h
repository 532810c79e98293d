// The partitions of all histories, by scope and place, each with what the judge knows of it. Only those that
// a line tells of are there: groups times partitions would be too many.
//
// Thread safety: none. Cost: O(1) a look-up, some 5 ns. A state never moves.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "libcore/hash/fast.h"
#include "libcore/order/place_state.h"

namespace lanewise::order {

struct PlaceEntry {
  std::uint32_t scope = 0;
  std::uint32_t place = 0;
  PlaceEntry* next_of_scope = nullptr;
  PlaceEntry* next_of_place = nullptr;
  PlaceState state;
};

class PlaceTable {
 public:
  // Null if no line has told of it.
  [[nodiscard]] PlaceState* find(std::uint32_t scope, std::uint32_t place) const {
    PlaceEntry* const entry = slots_[slot_of(scope, place)];
    return entry == nullptr ? nullptr : &entry->state;
  }
  // Requires: find() is null.
  PlaceState& add(std::uint32_t scope, std::uint32_t place);

  // In the order in which they were made.
  std::deque<PlaceEntry>& all() { return entries_; }
  // Of one scope, or of one place in all scopes, the latest first.
  template <class Visit>
  void for_each_of_scope(std::uint32_t scope, Visit&& visit) const {
    if (scope >= of_scope_.size()) return;
    for (PlaceEntry* at = of_scope_[scope]; at != nullptr; at = at->next_of_scope) visit(*at);
  }
  template <class Visit>
  void for_each_of_place(std::uint32_t place, Visit&& visit) const {
    if (place >= of_place_.size()) return;
    for (PlaceEntry* at = of_place_[place]; at != nullptr; at = at->next_of_place) visit(*at);
  }

 private:
  // Of the entry, or the empty one where it would be.
  [[nodiscard]] std::size_t slot_of(std::uint32_t scope, std::uint32_t place) const {
    const std::uint64_t name = std::uint64_t{scope} << 32 | place;
    std::size_t at = static_cast<std::size_t>(hash::fast_hash(name, 0)) & (slots_.size() - 1);
    while (slots_[at] != nullptr && (slots_[at]->scope != scope || slots_[at]->place != place)) {
      at = (at + 1) & (slots_.size() - 1);
    }
    return at;
  }

  std::deque<PlaceEntry> entries_;
  std::vector<PlaceEntry*> slots_ = std::vector<PlaceEntry*>(64);
  std::vector<PlaceEntry*> of_scope_;
  std::vector<PlaceEntry*> of_place_;
};

}  // namespace lanewise::order

#include "libcore/order/place_table.h"

namespace lanewise::order {

PlaceState& PlaceTable::add(std::uint32_t scope, std::uint32_t place) {
  if (2 * entries_.size() + 2 > slots_.size()) {
    slots_.assign(slots_.size() * 2, nullptr);
    for (PlaceEntry& entry : entries_) slots_[slot_of(entry.scope, entry.place)] = &entry;
  }
  PlaceEntry& made = entries_.emplace_back();
  made.scope = scope;
  made.place = place;
  slots_[slot_of(scope, place)] = &made;
  if (scope >= of_scope_.size()) of_scope_.resize(scope + 1);
  if (place >= of_place_.size()) of_place_.resize(place + 1);
  made.next_of_scope = of_scope_[scope];
  made.next_of_place = of_place_[place];
  of_scope_[scope] = &made;
  of_place_[place] = &made;
  return made.state;
}

}  // namespace lanewise::order

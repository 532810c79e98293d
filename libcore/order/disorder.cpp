#include "libcore/order/disorder.h"

#include <algorithm>

namespace lanewise::order {

std::int64_t Disorder::missing_above(std::int64_t number) const {
  std::int64_t missing = 0;
  for (const Hole& hole : holes) {
    if (hole.last > number) missing += hole.last - std::max(hole.first, number + 1) + 1;
  }
  return missing;
}

Hole* Disorder::find_hole(std::int64_t number) {
  const auto at = std::lower_bound(holes.begin(), holes.end(), number,
                                   [](const Hole& hole, std::int64_t n) { return hole.last < n; });
  return at != holes.end() && at->first <= number ? &*at : nullptr;
}

void Disorder::fill(std::int64_t number) {
  Hole* const hole = find_hole(number);
  const auto at = holes.begin() + (hole - holes.data());
  if (hole->first == hole->last) {
    holes.erase(at);
  } else if (number == hole->first) {
    ++hole->first;
  } else if (number == hole->last) {
    --hole->last;
  } else {
    Hole upper = *hole;
    upper.first = number + 1;
    hole->last = number - 1;
    holes.insert(at + 1, upper);
  }
}

std::uint32_t Disorders::add() {
  if (!free_.empty()) {
    const std::uint32_t number = free_.back();
    free_.pop_back();
    return number;
  }
  disorders_.emplace_back();
  return static_cast<std::uint32_t>(disorders_.size());
}

void Disorders::remove(std::uint32_t number) {
  disorders_[number - 1] = Disorder();
  free_.push_back(number);
}

}  // namespace lanewise::order

#include "libcore/order/place_state.h"

namespace lanewise::order {

namespace {

void change_hands(PlaceState& place, std::uint32_t member, std::optional<std::int64_t> since_ns) {
  place.owner_before = place.owner;
  place.owner = member;
  place.owned_since_ns = since_ns;
  place.owner_told = false;
  place.restart_due = true;
  place.next.is_told = true;
}

void begin_epoch(PlaceState& place, std::optional<std::int64_t> now_ns) {
  place.restart_due = false;
  ++place.epoch;
  place.since_restart = 0;
  if (!place.owned_since_ns) place.owned_since_ns = now_ns;
  place.restart = place.next;
  place.restart.high = place.high;
  place.restart.fetched = place.fetched;
  place.restart.committed = place.resume ? place.resume : place.committed;
  place.next = {};
  place.resume.reset();
  if (place.high && place.boundaries.size() < PlaceState::kMostBoundaries) {
    place.boundaries.push_back(place.high->offset);
  }
}

}  // namespace

bool take_hold(PlaceState& place, std::uint32_t member, std::optional<std::int32_t> generation,
               std::optional<std::int64_t> began_ns) {
  if (generation) {
    if (place.generation && *generation < *place.generation) return true;
    if (!place.generation || *generation > *place.generation) {
      if (place.generation) place.restart_due = true;
      place.generation = generation;
      if (member != 0 && member != place.owner) {
        if (place.owner != 0) place.owner_before = place.owner;
        place.owner = member;
        place.owned_since_ns = began_ns;
      }
    }
  }
  if (member != 0 && member != place.owner) {
    if (place.owner == 0) {
      place.owner = member;
      place.owned_since_ns = began_ns;
    } else if (member == place.owner_before && (place.owner_told || (began_ns && place.owned_since_ns &&
                                                                     *began_ns < *place.owned_since_ns))) {
      return true;
    } else {
      change_hands(place, member, began_ns);
    }
  }
  // What its old owner had begun before it lost the partition opens nothing.
  const bool was_under_way = member != 0 && member == place.next.revoked_from && began_ns &&
                             place.next.revoked_ns && *began_ns < *place.next.revoked_ns;
  if (place.restart_due && !was_under_way) begin_epoch(place, began_ns);
  return false;
}

void assign_to(PlaceState& place, std::uint32_t member, std::optional<std::int32_t> generation,
               std::optional<std::int64_t> at_ns) {
  if (is_outdated(place, 0, generation)) return;
  if (generation) place.generation = generation;
  if (member != 0) {
    if (place.owner != member && place.owner != 0) place.owner_before = place.owner;
    place.owner = member;
    place.owned_since_ns = at_ns;
    place.owner_told = true;
  }
  place.next.is_told = true;
  place.restart_due = true;
}

void revoke_from(PlaceState& place, std::uint32_t member, std::optional<std::int64_t> at_ns) {
  if (member != 0 && place.owner != 0 && member != place.owner) return;
  place.next.revoked_from = member != 0 ? member : place.owner;
  place.next.revoked_ns = at_ns;
  place.next.is_told = true;
  place.restart_due = true;
}

bool is_outdated(const PlaceState& place, std::uint32_t member, std::optional<std::int32_t> generation) {
  if (generation && place.generation && *generation < *place.generation) return true;
  return place.owner_told && member != 0 && member == place.owner_before && member != place.owner;
}

}  // namespace lanewise::order

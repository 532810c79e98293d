#include "libcore/order/place_state.h"

#include <algorithm>

namespace lanewise::order {

namespace {

bool had_it(const PlaceState& place, std::uint32_t member) {
  return std::any_of(place.former.begin(), place.former.end(),
                     [&](const Tenure& tenure) { return tenure.member == member; });
}

bool had_it_in(const PlaceState& place, std::uint32_t member, std::int32_t generation) {
  return std::any_of(place.former.begin(), place.former.end(), [&](const Tenure& tenure) {
    return tenure.member == member && tenure.generation == generation;
  });
}

void pass_on(PlaceState& place, std::uint32_t member, Told how, std::optional<std::int32_t> old_generation,
             std::optional<std::int64_t> since_ns) {
  const bool is_new =
      place.owner != 0 && std::none_of(place.former.begin(), place.former.end(), [&](const Tenure& tenure) {
        return tenure.member == place.owner && tenure.generation == old_generation;
      });
  if (is_new && place.former.size() < Ownership::kMostFormer)
    place.former.push_back({place.owner, old_generation});
  place.owner = member;
  place.told = how;
  place.is_revoked = false;
  place.owned_since_ns = since_ns;
}

void begin_epoch(PlaceState& place, std::optional<std::int64_t> now_ns) {
  place.restart_due = false;
  place.is_revoked = false;
  ++place.epoch;
  place.since_restart = 0;
  if (!place.owned_since_ns) place.owned_since_ns = now_ns;
  place.restart = place.next;
  place.restart.high = place.high;
  place.restart.fetched = place.fetched;
  place.restart.committed_by_lines = place.committed;
  place.restart.committed = place.resume ? place.resume : place.committed;
  if (place.resume && !place.high) place.expected_from = place.resume;
  place.next = {};
  place.resume.reset();
  if (place.high && place.boundaries.size() < PlaceState::kMostBoundaries) {
    place.boundaries.push_back(place.high->offset);
  }
}

// Whether it had begun before its owner lost the partition, as far as that is known.
bool was_under_way(const PlaceState& place, const Claim& claim) {
  if (claim.has_begun_now || claim.member == 0 || claim.member != place.next.revoked_from) return false;
  return claim.began_ns && place.next.revoked_ns && *claim.began_ns < *place.next.revoked_ns;
}

}  // namespace

Hold take_hold(PlaceState& place, const Claim& claim) {
  const std::uint32_t member = claim.member;
  if (claim.generation) {
    if (place.generation && *claim.generation < *place.generation) return Hold::stale;
    // The first generation that is seen says nothing against what lines have told.
    const bool decides = place.generation || place.told != Told::line || member == place.owner;
    if (decides && (!place.generation || *claim.generation > *place.generation)) {
      const auto before = place.generation;
      if (before) {
        place.restart_due = true;
        place.is_revoked = false;
      }
      place.generation = claim.generation;
      if (member != 0 && member != place.owner)
        pass_on(place, member, Told::generation, before, claim.began_ns);
    }
  }
  if (member != 0 && member == place.owner) {
    if (place.is_revoked && claim.lines_tell && !was_under_way(place, claim) &&
        (claim.has_begun_now || claim.began_ns)) {
      return Hold::stale;
    }
  } else if (member != 0 && place.owner == 0) {
    place.owner = member;
    place.told = Told::handling;
    place.owned_since_ns = claim.began_ns;
  } else if (member != 0) {
    if (claim.generation && place.generation == claim.generation &&
        had_it_in(place, member, *claim.generation)) {
      return Hold::shared;
    }
    const bool lost_it = had_it(place, member);
    if (place.told == Told::line && !place.is_revoked && (claim.lines_tell || lost_it)) return Hold::stale;
    if (lost_it && claim.began_ns && place.owned_since_ns && *claim.began_ns < *place.owned_since_ns)
      return Hold::stale;
    if (lost_it && !place.is_revoked) ++place.returns;
    pass_on(place, member, Told::handling, place.generation, claim.began_ns);
    place.restart_due = true;
    place.next.is_told = true;
  }
  // What its old owner had begun before it lost the partition opens nothing.
  if (place.restart_due && !was_under_way(place, claim)) begin_epoch(place, claim.began_ns);
  return Hold::owner;
}

void assign_to(PlaceState& place, std::uint32_t member, std::optional<std::int32_t> generation,
               std::optional<std::int64_t> at_ns) {
  if (is_outdated(place, 0, generation)) return;
  const auto before = place.generation;
  if (generation) place.generation = generation;
  if (member != 0 && member != place.owner) {
    pass_on(place, member, Told::line, before, at_ns);
  } else if (member != 0) {
    place.told = Told::line;
    place.is_revoked = false;
    place.owned_since_ns = at_ns;
  }
  place.next.is_told = true;
  place.restart_due = true;
}

void revoke_from(PlaceState& place, std::uint32_t member, std::optional<std::int64_t> at_ns,
                 std::int64_t ordinal) {
  if (member != 0 && place.owner != 0 && member != place.owner) return;
  place.next.revoked_from = member != 0 ? member : place.owner;
  place.next.revoked_ns = at_ns;
  place.next.is_told = true;
  place.restart_due = true;
  place.is_revoked = true;
  place.revoked_at = ordinal;
}

bool is_outdated(const PlaceState& place, std::uint32_t member, std::optional<std::int32_t> generation) {
  if (generation && place.generation && *generation < *place.generation) return true;
  return place.told == Told::line && !place.is_revoked && member != 0 && member != place.owner &&
         had_it(place, member);
}

}  // namespace lanewise::order

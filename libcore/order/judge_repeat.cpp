// Records that were handled more than once, and handlings of a key at the same time.
#include <algorithm>

#include "libcore/order/judge.h"

namespace lanewise::order {

namespace {

constexpr std::size_t kLongestWalk = 4096;
constexpr std::size_t kLongestLook = 64;

bool same_generation(const Handling& a, const Handling& b) {
  return !a.has(Handling::kGeneration) || !b.has(Handling::kGeneration) || a.generation == b.generation;
}

bool same_owner(const Handling& a, const Handling& b) {
  return a.member == b.member && same_generation(a, b) && a.epoch == b.epoch;
}

bool is_copy(const Handling& a, const Handling& b) {
  if (a.has(Handling::kOffset) && b.has(Handling::kOffset)) return a.offset == b.offset && a.place == b.place;
  return a.has(Handling::kRank) && b.has(Handling::kRank) && a.rank == b.rank;
}

}  // namespace

// The latest handling of the same record; for a record written twice, of the same number.
const Handling* Judge::find_copy(const KeyHistory& key, const Handling& x) const {
  const Handling* same_number = nullptr;
  const Handling* at = recent_.find(key.recent);
  for (std::size_t i = 0; at != nullptr && i < kLongestWalk; ++i, at = recent_.find(at->before)) {
    if (is_copy(*at, x)) return at;
    if (same_number == nullptr && at->has(Handling::kSeq) && x.has(Handling::kSeq) && at->rank == x.rank) {
      same_number = at;
    }
  }
  return same_number;
}

void Judge::repeat(std::uint32_t number, Handling& x, PlaceState* place) {
  if (x.has(Handling::kStored)) return;  // a line of a dump that was read twice
  ++totals_.repeated;
  x.set(Handling::kRepeated);
  KeyHistory& key = keys_[number];
  const Handling* const found = find_copy(key, x);
  const std::optional<Handling> copy = found == nullptr ? std::nullopt : std::optional(*found);
  if (x.has(Handling::kStale)) {
    if (copy && place != nullptr && copy->epoch > x.epoch && !copy->has(Handling::kRepeated))
      replayed(*place, *copy);
    zombie(number, x, place);
    return;
  }
  const auto tell = [&](Code code) -> Finding& {
    Finding& told = finding(code, number);
    if (++told.count == 1) {
      told.late = x;
      told.newer = copy;
      told.place = x.place;
      told.after_rebalance = after_rebalance(key.scope, copy && copy->epoch != x.epoch);
    }
    span(told, copy ? copy->time_ns() : std::nullopt, x.time_ns());
    return told;
  };
  if (copy && overlap(*copy, x)) {
    if (same_owner(*copy, x) || place == nullptr) {
      tell(Code::double_dispatch);
    } else {
      replayed(*place, x);
      check_overlap(number, x, place);
    }
    return;
  }
  if (copy && copy->has(Handling::kFailed)) {
    if (x.has(Handling::kRank) && key.has(KeyHistory::kRanked) && x.rank < key.max) {
      Finding& passed = tell(Code::retry_overtaken);
      const Handling* at = recent_.find(key.recent);
      for (std::size_t i = 0;
           passed.count == 1 && at != nullptr && at->end_at > copy->end_at && i < kLongestWalk;
           ++i, at = recent_.find(at->before)) {
        if (at->has(Handling::kRank) && at->rank > x.rank) passed.newer = *at;
      }
      return;
    }
    tell(Code::redelivery);
    ++totals_.retried;
    if (place != nullptr && place->high && place->high->offset > x.offset) ++totals_.retries_passed;
    if (x.has(Handling::kStart) && copy->has(Handling::kEnd)) {
      totals_.longest_stand_ns = std::max(totals_.longest_stand_ns.value_or(0), x.start_ns - copy->end_ns);
    }
    if (!totals_.retry) {
      totals_.retry = x;
      totals_.retry_key = number;
    }
    return;
  }
  if (x.attempt > (copy ? copy->attempt : 0)) {
    tell(Code::redelivery);
    return;
  }
  const bool before_restart =
      copy ? copy->epoch < x.epoch
           : place != nullptr && place->restart.high && x.offset <= place->restart.high->offset;
  if (place != nullptr && before_restart) {
    replayed(*place, x);
    return;
  }
  if (place == nullptr && copy && (copy->member != x.member || !same_generation(*copy, x))) {
    tell(Code::replay);
    return;
  }
  // One that was handled ahead of its turn comes again in its turn.
  bool was_early = copy && early_lines_.contains(copy->line);
  if (copy && !was_early && key.disorder != 0) {
    const auto& passed = disorders_[key.disorder].passed;
    was_early = std::any_of(passed.begin(), passed.end(), [&](const Passed& one) {
      return one.newer.line == copy->line && one.count > 1 && one.once_each;
    });
  }
  if (was_early) {
    tell(Code::redelivery);
    return;
  }
  tell(Code::duplicate);
}

void Judge::replayed(PlaceState& place, const Handling& x) {
  ReplayRun& run = place.replay;
  if (++run.count == 1) {
    run.restart = place.restart;
    run.epoch = place.epoch;
  }
  if (!run.lowest || x.offset < run.lowest->offset) run.lowest = x;
  if (const auto time = x.time_ns()) {
    if (!run.first_ns || *time < *run.first_ns) run.first_ns = time;
    if (!run.last_ns || *time > *run.last_ns) run.last_ns = time;
  }
}

// One of the key's handlings that ran at the same time as x. Handlings mostly come by their ends, so that the
// walk back ends at the first that was over when x began.
const Handling* Judge::find_beside(KeyHistory& key, const Handling& x) {
  if (overlap(x, key.last)) return &key.last;
  if (key.disorder != 0 && disorders_[key.disorder].longest &&
      overlap(x, *disorders_[key.disorder].longest)) {
    return &*disorders_[key.disorder].longest;
  }
  const Handling* at = recent_.find(key.recent);
  for (std::size_t i = 0; at != nullptr && i < kLongestLook; ++i, at = recent_.find(at->before)) {
    if (overlap(x, *at)) return at;
    if (at->has(Handling::kEnd) && x.has(Handling::kStart) && at->end_ns < x.start_ns) break;
  }
  return nullptr;
}

// Whether x, which begins a new record of the key, ran at the same time as another of its handlings.
void Judge::check_overlap(std::uint32_t number, const Handling& x, PlaceState* place) {
  KeyHistory& key = keys_[number];
  if (!key.has(KeyHistory::kHasLast)) return;
  if (x.has(Handling::kStale)) return zombie(number, x, place);
  const Handling* const other = find_beside(key, x);
  if (other == nullptr) return;
  const bool was_old_owner = place != nullptr && other->epoch < x.epoch && !same_owner(*other, x);
  Finding& found = finding(Code::overlap, number);
  if (++found.count == 1) {
    const bool x_is_late =
        !was_old_owner && x.has(Handling::kRank) && other->has(Handling::kRank) && x.rank < other->rank;
    found.late = x_is_late ? x : *other;
    found.newer = x_is_late ? *other : x;
    found.place = x.place;
    found.after_rebalance = after_rebalance(key.scope, other->epoch != x.epoch);
    if (was_old_owner) found.stage = Stage::rebalance;
  }
  span(found, x.has(Handling::kStart) ? std::optional(x.start_ns) : std::nullopt, x.time_ns());
}

// `old` has ended although its partition belongs to another: did others handle its key meanwhile?
void Judge::zombie(std::uint32_t number, const Handling& old, const PlaceState* place) {
  const KeyHistory& key = keys_[number];
  const bool timed = !old.has(Handling::kBegun) && old.has(Handling::kStart);
  if (!old.has(Handling::kBegun) && !timed) return;
  ZombieDetail detail;
  std::optional<Handling> newest;
  std::optional<std::int64_t> first_ns;
  const Handling* at = recent_.find(key.recent);
  for (std::size_t i = 0; at != nullptr && i < kLongestWalk; ++i, at = recent_.find(at->before)) {
    const bool after =
        timed ? at->has(Handling::kEnd) && at->end_ns > old.start_ns : at->end_at > old.begin_at;
    if (!after) break;
    if (at->member == old.member && same_generation(*at, old)) continue;
    ++detail.records_inside;
    if (at->has(Handling::kStart) && at->has(Handling::kEnd)) {
      detail.busy_inside_ns += at->end_ns - at->start_ns;
      if (!first_ns || at->start_ns < *first_ns) first_ns = at->start_ns;
    }
    if (!newest || at->rank > newest->rank) newest = *at;
  }
  if (!newest) return;
  if (old.has(Handling::kEnd) && newest->has(Handling::kEnd)) {
    detail.too_late_ns = old.end_ns - newest->end_ns;
    narrow_skew(old.member, newest->member, *detail.too_late_ns);
  }
  if (place != nullptr) {
    const Restart& restart = place->restart;
    if (restart.revoked_ns && restart.revoked_from == old.member && old.has(Handling::kEnd)) {
      detail.revoked_ns = restart.revoked_ns;
      detail.went_on_ns = old.end_ns - *restart.revoked_ns;
    }
    if (restart.revoked_ns && restart.resumed_ns)
      narrow_skew(old.member, newest->member, *restart.resumed_ns - *restart.revoked_ns);
  }
  Finding& found = finding(Code::zombie, number);
  if (++found.count == 1) {
    found.late = old;
    found.newer = newest;
    found.place = old.place;
    found.zombie = detail;
    found.after_rebalance = true;
  }
  span(found, first_ns, old.time_ns());
}

}  // namespace lanewise::order

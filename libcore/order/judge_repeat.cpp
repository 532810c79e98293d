// Records that were handled more than once.
#include <algorithm>

#include "libcore/order/judge.h"
#include "libcore/order/saturate.h"

namespace lanewise::order {

namespace {

constexpr std::size_t kLongestWalk = 4096;

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

Finding& Judge::tell_repeat(Code code, std::uint32_t number, const Handling& x,
                            const std::optional<Handling>& copy) {
  Finding& told = finding(code, number, x.line, copy ? copy->line : x.line);
  if (++told.count == 1) {
    told.late = x;
    told.newer = copy;
    told.place = x.place;
    told.after_rebalance = after_rebalance(keys_[number].scope, copy && copy->epoch != x.epoch);
  }
  span(told, copy ? copy->time_ns() : std::nullopt, x.time_ns());
  return told;
}

// x is one of an old owner. What it had begun before it lost the partition makes the new owner's handling the
// replay; what it began later is no replay: that belongs to the new owner.
void Judge::repeat_by_old_owner(std::uint32_t number, const Handling& x, const std::optional<Handling>& copy,
                                PlaceState* place) {
  const bool was_replayed = copy && place != nullptr && copy->epoch > x.epoch && !x.has(Handling::kUnowned) &&
                            !copy->has(Handling::kRepeated);
  if (was_replayed) replayed(*place, *copy, false, nullptr);
  const bool is_zombie = zombie(number, x, place);
  if (was_replayed) {
    if (!is_zombie) ++totals_.not_judged;  // what ran inside it is not remembered any more
    return;
  }
  Finding& told = tell_repeat(Code::duplicate, number, x, copy);
  told.stage = Stage::rebalance;
  told.after_rebalance = true;
}

void Judge::repeat(std::uint32_t number, Handling& x, PlaceState* place) {
  ++totals_.repeated;
  x.set(Handling::kRepeated);
  const KeyHistory& key = keys_[number];
  const Handling* const found = find_copy(key, x);
  const std::optional<Handling> copy = found == nullptr ? std::nullopt : std::optional(*found);
  if (x.has(Handling::kStale)) return repeat_by_old_owner(number, x, copy, place);
  if (copy && overlap(*copy, x)) {
    if (same_owner(*copy, x) || place == nullptr) {
      tell_repeat(Code::double_dispatch, number, x, copy);
    } else {
      replayed(*place, x, true, &key);
      check_overlap(number, x, place);
    }
    return;
  }
  if (copy && copy->has(Handling::kFailed)) return retried(number, x, *copy, place);
  if (x.attempt > (copy ? copy->attempt : 0)) {
    tell_repeat(Code::redelivery, number, x, copy);
    return;
  }
  if (copy && copy->has(Handling::kUnowned) && copy->epoch != x.epoch) {
    tell_repeat(Code::duplicate, number, x, copy).stage = Stage::rebalance;
    return;
  }
  // Of what lies below the restart, the run remembers what its epoch has had.
  const bool before_restart =
      copy ? copy->epoch < x.epoch
           : place != nullptr && place->restart.high && x.offset <= place->restart.high->offset &&
                 !(place->replay.epoch == place->epoch && place->replay.taken_up.has(x.offset));
  if (place != nullptr && before_restart) {
    replayed(*place, x, true, &key);
    return;
  }
  if (place == nullptr && copy && (copy->member != x.member || !same_generation(*copy, x))) {
    tell_repeat(Code::replay, number, x, copy);
    return;
  }
  if (!copy) {
    // Its other handling is not remembered: it may have failed, or have come too early.
    ++totals_.not_judged;
    tell_repeat(Code::duplicate, number, x, copy).verdict = Verdict::undecided;
    return;
  }
  // One that was handled ahead of its turn comes again in its turn.
  bool was_early = early_lines_.contains(copy->line);
  if (!was_early && key.disorder != 0) {
    const auto& passed = disorders_[key.disorder].passed;
    was_early = std::any_of(passed.begin(), passed.end(), [&](const Passed& one) {
      return one.newer.line == copy->line && one.count > 1 && one.once_each;
    });
  }
  if (was_early) {
    tell_repeat(Code::redelivery, number, x, copy);
    return;
  }
  Finding& told = tell_repeat(Code::duplicate, number, x, copy);
  if (told.count == 1 && copy->member != x.member) told.stage = Stage::rebalance;
}

// x is the next try of a record that failed.
void Judge::retried(std::uint32_t number, const Handling& x, const Handling& copy, PlaceState* place) {
  const KeyHistory& key = keys_[number];
  if (x.has(Handling::kRank) && key.has(KeyHistory::kRanked) && x.rank < key.max) {
    Finding& passed = tell_repeat(Code::retry_overtaken, number, x, copy);
    const Handling* at = recent_.find(key.recent);
    for (std::size_t i = 0;
         passed.count == 1 && at != nullptr && at->end_at > copy.end_at && i < kLongestWalk;
         ++i, at = recent_.find(at->before)) {
      if (at->has(Handling::kRank) && at->rank > x.rank) passed.newer = *at;
    }
    return;
  }
  tell_repeat(Code::redelivery, number, x, copy);
  ++totals_.retried;
  if (place != nullptr && place->high && place->high->offset > x.offset) ++totals_.retries_passed;
  if (x.has(Handling::kStart) && copy.has(Handling::kEnd)) {
    totals_.longest_stand_ns =
        std::max(totals_.longest_stand_ns.value_or(0), saturating_sub(x.start_ns, copy.end_ns));
  }
  if (!totals_.retry) {
    totals_.retry = x;
    totals_.retry_key = number;
  }
}

}  // namespace lanewise::order

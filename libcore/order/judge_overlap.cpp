// Handlings of a key at the same time.
#include <algorithm>

#include "libcore/order/judge.h"
#include "libcore/order/saturate.h"

namespace lanewise::order {

namespace {

constexpr std::size_t kLongestWalk = 4096;
constexpr Handling::Flag kTimes = Handling::kStart | Handling::kEnd;

bool is_timed(const Handling& x) { return (x.flags & kTimes) == kTimes; }

bool same_generation(const Handling& a, const Handling& b) {
  return !a.has(Handling::kGeneration) || !b.has(Handling::kGeneration) || a.generation == b.generation;
}

bool same_owner(const Handling& a, const Handling& b) {
  return a.member == b.member && same_generation(a, b) && a.epoch == b.epoch;
}

// Whether neither `at` nor anything of its key before it can have run at the same time as x. Lines come by
// their ends; times do where kLatestEnd says so.
bool all_over(const Handling& at, const Handling& x) {
  if (x.has(Handling::kBegun) && at.end_at > x.begin_at) return false;
  return !is_timed(x) || (at.has(Handling::kLatestEnd) && at.end_ns <= x.start_ns);
}

}  // namespace

// Before x becomes its key's last handling: keeps the one that ends last, and marks x if it is that.
void Judge::note_end(KeyHistory& key, Handling& x) {
  if (x.has(Handling::kStored)) return;
  Disorder* const disorder = key.disorder != 0 ? &disorders_[key.disorder] : nullptr;
  const Handling* latest = nullptr;
  if (disorder != nullptr && disorder->longest) {
    latest = &*disorder->longest;
  } else if (key.has(KeyHistory::kHasLast) && key.last.has(Handling::kEnd)) {
    latest = &key.last;
  }
  if (x.has(Handling::kEnd) && (latest == nullptr || x.end_ns >= latest->end_ns)) {
    x.set(Handling::kLatestEnd);
    if (disorder != nullptr) disorder->longest.reset();
  } else if (latest == &key.last && (x.has(Handling::kEnd) || is_timed(key.last))) {
    disorder_of(key).longest = key.last;
  }
}

// One of the key's handlings that ran at the same time as x.
const Handling* Judge::find_beside(KeyHistory& key, const Handling& x) {
  if (!is_timed(x) && !x.has(Handling::kBegun)) return nullptr;
  if (overlap(x, key.last)) return &key.last;
  if (key.disorder != 0 && disorders_[key.disorder].longest &&
      overlap(x, *disorders_[key.disorder].longest)) {
    return &*disorders_[key.disorder].longest;
  }
  std::uint32_t number = key.recent;
  for (std::size_t i = 0; number != 0; ++i) {
    const Handling* const at = recent_.find(number);
    if (at == nullptr || i >= kLongestWalk || looks_left_ == 0) {
      ++totals_.not_judged;
      return nullptr;
    }
    --looks_left_;
    if (overlap(x, *at)) return at;
    if (all_over(*at, x)) return nullptr;
    number = at->before;
  }
  return nullptr;
}

// Whether x, which begins a new record of the key, ran at the same time as another of its handlings.
bool Judge::check_overlap(std::uint32_t number, const Handling& x, PlaceState* place) {
  KeyHistory& key = keys_[number];
  if (!key.has(KeyHistory::kHasLast)) return false;
  if (x.has(Handling::kStale) && zombie(number, x, place)) return true;
  const Handling* const other = find_beside(key, x);
  if (other == nullptr) return false;
  const bool was_old_owner = place != nullptr && other->epoch < x.epoch && !same_owner(*other, x);
  Finding& found = finding(Code::overlap, number, x.line, other->line);
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
  return true;
}

// Lines that hold start and end are in the order of handling; where their times say the opposite, nobody
// knows.
void Judge::check_times(std::uint32_t number, const Handling& x) {
  const KeyHistory& key = keys_[number];
  const Handling& last = key.last;
  if (!key.has(KeyHistory::kHasLast) || !is_timed(x) || !is_timed(last)) return;
  if (x.has(Handling::kBegun) || last.has(Handling::kBegun) || x.has(Handling::kRepeated)) return;
  const bool both_ranked = x.has(Handling::kRank) && last.has(Handling::kRank) &&
                           x.has(Handling::kSeq) == last.has(Handling::kSeq);
  if (!both_ranked || x.rank <= last.rank) return;
  if (x.end_ns > last.start_ns || x.start_ns >= last.start_ns) return;
  Finding& found = finding(Code::times_back, number, x.line, last.line);
  if (++found.count == 1) {
    found.late = last;
    found.newer = x;
    found.place = x.place;
  }
  span(found, x.start_ns, last.end_ns);
}

// `old` has ended although its partition belongs to another: did others handle its key meanwhile?
bool Judge::zombie(std::uint32_t number, const Handling& old, const PlaceState* place) {
  const KeyHistory& key = keys_[number];
  const bool timed = !old.has(Handling::kBegun) && old.has(Handling::kStart);
  if (!old.has(Handling::kBegun) && !timed) return false;
  ZombieDetail detail;
  std::optional<Handling> newest;
  std::optional<std::int64_t> first_ns;
  const Handling* at = recent_.find(key.recent);
  for (std::size_t i = 0; at != nullptr && i < kLongestWalk; ++i, at = recent_.find(at->before)) {
    const bool after =
        timed ? at->has(Handling::kEnd) && at->end_ns > old.start_ns : at->end_at > old.begin_at;
    if (!after) break;
    if (at->member == old.member && same_generation(*at, old)) continue;
    // Its line stands above, but its times lie behind.
    if (is_timed(*at) && is_timed(old) && at->start_ns >= old.end_ns) continue;
    ++detail.records_inside;
    if (at->has(Handling::kStart) && at->has(Handling::kEnd)) {
      detail.busy_inside_ns = saturating_add(detail.busy_inside_ns, saturating_sub(at->end_ns, at->start_ns));
      if (!first_ns || at->start_ns < *first_ns) first_ns = at->start_ns;
    }
    if (!newest || at->rank > newest->rank) newest = *at;
  }
  if (!newest) return false;
  if (old.has(Handling::kEnd) && newest->has(Handling::kEnd)) {
    detail.too_late_ns = saturating_sub(old.end_ns, newest->end_ns);
    narrow_skew(old.member, newest->member, *detail.too_late_ns);
  }
  if (place != nullptr) {
    const Restart& restart = place->restart;
    if (restart.revoked_ns && restart.revoked_from == old.member && old.has(Handling::kEnd)) {
      detail.revoked_ns = restart.revoked_ns;
      detail.went_on_ns = saturating_sub(old.end_ns, *restart.revoked_ns);
    }
    if (restart.revoked_ns && restart.resumed_ns)
      narrow_skew(old.member, newest->member, saturating_sub(*restart.resumed_ns, *restart.revoked_ns));
  }
  Finding& found = finding(Code::zombie, number, old.line, newest->line);
  if (++found.count == 1) {
    found.late = old;
    found.newer = newest;
    found.place = old.place;
    found.zombie = detail;
    found.after_rebalance = true;
  }
  span(found, first_ns, old.time_ns());
  return true;
}

}  // namespace lanewise::order

// The order within one key: numbers that are passed, come late, or lie in another partition.
#include <algorithm>
#include <limits>

#include "libcore/order/judge.h"
#include "libcore/order/saturate.h"

namespace lanewise::order {

namespace {

constexpr std::size_t kLongestWalk = 512;  // back through a key's recent handlings

bool same_place(const Handling& a, const Handling& b) { return a.place == b.place; }

// Whether `newer`, which ended earlier in the history, was over when x began.
bool was_over(const Handling& newer, const Handling& x) {
  if (x.has(Handling::kBegun) && newer.end_at > x.begin_at) return false;
  return !x.has(Handling::kStart) || !newer.has(Handling::kEnd) || newer.end_ns <= x.start_ns;
}

void add_sparsely(Disorder& disorder, std::int64_t rank) {
  if (disorder.sparse.size() < Disorder::kMostSparse) {
    disorder.sparse.push_back(rank);
  } else {
    disorder.moves_known = false;
  }
}

}  // namespace

Disorder& Judge::disorder_of(KeyHistory& key) {
  if (key.disorder == 0) key.disorder = disorders_.add();
  return disorders_[key.disorder];
}

void Judge::settle(KeyHistory& key, std::uint32_t number) {
  if (key.disorder == 0) return;
  Disorder& disorder = disorders_[key.disorder];
  const bool by_seq = key.has(KeyHistory::kBySeq) && options_.dense_seqs;
  if (disorder.window && by_seq && disorder.holes.empty()) close_window(key, number, disorder);
  if (!disorder.is_calm()) return;
  disorders_.remove(key.disorder);
  key.disorder = 0;
}

std::optional<bool> Judge::has_seen(KeyHistory& key, std::int64_t rank) {
  if (!key.has(KeyHistory::kRanked) || rank < key.first || rank > key.max) return false;
  if (options_.dense_seqs && key.has(KeyHistory::kBySeq)) {
    return key.disorder == 0 || disorders_[key.disorder].find_hole(rank) == nullptr;
  }
  if (rank == key.max || rank == key.first) return true;
  std::uint32_t number = key.recent;
  for (std::size_t i = 0; number != 0; ++i) {
    const Handling* const at = recent_.find(number);
    if (at == nullptr || i >= kLongestWalk) return std::nullopt;
    if (at->has(Handling::kRank) && at->rank == rank) return true;
    number = at->before;
  }
  return false;
}

// A number above all that came before.
void Judge::advance(KeyHistory& key, const Handling& x, PlaceState* place) {
  const Handling& last = key.last;
  const bool by_seq = x.has(Handling::kSeq);
  const bool is_unsorted = x.has(Handling::kStored) && place != nullptr && place->is_unsorted;
  if (by_seq && !is_unsorted && last.has(Handling::kSeq) && last.rank == key.max && same_place(last, x) &&
      last.has(Handling::kOffset) && x.has(Handling::kOffset) && x.offset < last.offset) {
    // Handled in order, but the log has them the other way round.
    disorder_of(key).passed.push_back({.how = Passing::write,
                                       .newer = x,
                                       .late = last,
                                       .count = 1,
                                       .extent = 1,
                                       .displacement = x.rank - last.rank,
                                       .inversions = 1});
  }
  if (by_seq && options_.dense_seqs && x.rank > key.max + 1) {
    const bool is_crowded =
        key.disorder != 0 && disorders_[key.disorder].holes.size() >= Disorder::kMostHoles;
    if (holes_ >= options_.max_holes || is_crowded) {
      key.flags |= KeyHistory::kLoose;
      ++totals_.not_judged;
    } else {
      Disorder& disorder = disorder_of(key);
      Hole hole{.first = key.max + 1, .last = x.rank - 1, .opener = x, .arrival = key.arrivals};
      const Handling* previous = &last;
      for (std::size_t i = 0; previous != nullptr && previous->rank != key.max && i < kLongestWalk; ++i) {
        previous = recent_.find(previous->before);
      }
      if (previous != nullptr && previous->has(Handling::kSeq) && previous->rank == key.max)
        hole.previous = *previous;
      if (place != nullptr && x.has(Handling::kFirstAfterRestart)) {
        const Restart& restart = place->restart;
        hole.past_resume = restart.committed && *restart.committed < x.offset && restart.fetched &&
                           *restart.fetched >= x.offset;
      }
      disorder.holes.push_back(hole);
      ++holes_;
      if (!disorder.window) {
        disorder.window = true;
        disorder.tails.clear();
        disorder.window_arrivals = 0;
        disorder.below = key.max;
      }
    }
  }
  key.max = x.rank;
  if (key.disorder == 0) return;
  Disorder& disorder = disorders_[key.disorder];
  if (!disorder.window) return;
  if (by_seq && options_.dense_seqs) {
    disorder.tails.add(x.rank);
    ++disorder.window_arrivals;
  } else {
    add_sparsely(disorder, x.rank);
  }
}

bool Judge::come_late(KeyHistory& key, std::uint32_t number, Handling& x, PlaceState* place) {
  Disorder& disorder = disorder_of(key);
  bool is_told = false;
  if (!key.has(KeyHistory::kBySeq) || !options_.dense_seqs) {
    is_told = come_late_sparsely(key, disorder, x);
    if (x.rank < key.first) {
      disorder.moves_known = disorder.moves_known && !key.has(KeyHistory::kWasDisordered);
      key.first = x.rank;
    }
    // Once nothing is missing in the partition up to here, nothing more can come late.
    const auto complete = place == nullptr ? std::nullopt : place->seen.contiguous_until();
    if (disorder.window && complete && *complete > key.max) close_window(key, number, disorder);
    return is_told;
  }
  if (x.rank < key.first) {
    // Before all that was seen: the first of them has passed it.
    Hole below{.first = x.rank + 1, .last = key.first - 1, .opener = key.last, .arrival = 0, .previous = x};
    if (!disorder.earliest) {
      disorder.earliest = key.last;
      const Handling* at = recent_.find(key.recent);
      for (std::size_t i = 0; at != nullptr && i < kLongestWalk; ++i, at = recent_.find(at->before)) {
        disorder.earliest = *at;
      }
    }
    below.opener = *disorder.earliest;
    if (!disorder.window) {
      disorder.window = true;
      disorder.tails.clear();
      disorder.window_arrivals = 0;
      disorder.below = key.max;
    }
    if (!disorder.whole) {
      // Nothing is known any more of a disorder among them.
      disorder.moves_known = !key.has(KeyHistory::kWasDisordered);
      disorder.tails.prepend(key.first, disorder.below);
      disorder.window_arrivals += disorder.below - key.first + 1;
      disorder.whole = true;
    }
    is_told = pass(key, disorder, x, below,
                   key.max - x.rank - disorder.missing_above(x.rank) - (key.first - x.rank - 1));
    if (below.first <= below.last && holes_ < options_.max_holes) {
      disorder.holes.insert(disorder.holes.begin(), below);
      ++holes_;
    }
    key.first = x.rank;
  } else {
    const Hole* const hole = disorder.find_hole(x.rank);
    is_told = pass(key, disorder, x, *hole, key.max - x.rank - disorder.missing_above(x.rank));
    const std::size_t before = disorder.holes.size();
    disorder.fill(x.rank);
    holes_ = holes_ + disorder.holes.size() - before;
  }
  disorder.tails.add(x.rank);
  ++disorder.window_arrivals;
  return is_told;
}

bool Judge::come_late_sparsely(KeyHistory& key, Disorder& disorder, const Handling& x) {
  // Back to the earliest record with a larger number, and all numbers from there on, latest first.
  std::vector<std::int64_t> since;
  std::size_t reach = 0;
  std::int64_t larger = 0;
  Hole hole;
  const Handling* at = recent_.find(key.recent);
  for (std::size_t i = 0; at != nullptr && i < kLongestWalk; ++i, at = recent_.find(at->before)) {
    if (at->has(Handling::kRepeated) || !at->has(Handling::kRank)) continue;
    if (!x.has(Handling::kSeq) && !same_place(*at, x)) continue;
    since.push_back(at->rank);
    if (at->rank < x.rank) continue;
    ++larger;
    reach = since.size();
    hole.opener = *at;
  }
  if (reach == 0) {
    // Too long ago to be found, unless it is the last one.
    const Handling& last = key.last;
    if (!last.has(Handling::kRank) || last.rank <= x.rank ||
        last.has(Handling::kSeq) != x.has(Handling::kSeq)) {
      ++totals_.not_judged;
      return false;
    }
    hole.opener = last;
    larger = 1;
    disorder.moves_known = false;
  }
  hole.arrival = key.arrivals - static_cast<std::int64_t>(reach);
  since.resize(reach);
  if (!disorder.window || since.size() > disorder.sparse.size()) {
    disorder.sparse.assign(since.rbegin(), since.rend());
  }
  disorder.window = true;
  const bool is_told = pass(key, disorder, x, hole, larger);
  add_sparsely(disorder, x.rank);
  return is_told;
}

// x came after hole.opener, which has a larger number.
bool Judge::pass(KeyHistory& key, Disorder& disorder, const Handling& x, const Hole& hole,
                 std::int64_t inversions) {
  const Handling& newer = hole.opener;
  if (!was_over(newer, x)) return false;
  const bool both_offsets = x.has(Handling::kOffset) && newer.has(Handling::kOffset);
  Passing how = Passing::execute;
  if (x.has(Handling::kStored)) {
    // A dump tells no order across partitions; one that is not sorted is compared by check_unsorted.
    const PlaceState* const place = places_.find(key.scope, x.place);
    if (!same_place(x, newer) || (place != nullptr && place->is_unsorted)) return false;
    how = Passing::write;
  } else if (x.has(Handling::kStale)) {
    how = Passing::execute;  // an old owner that is behind: the rebalance
  } else if (!same_place(x, newer)) {
    how = Passing::route;
  } else if (x.has(Handling::kSeq) && both_offsets && x.offset > newer.offset) {
    how = Passing::write;
  } else if (x.attempt > 0) {
    how = Passing::retry;
  }
  auto at = std::find_if(disorder.passed.begin(), disorder.passed.end(), [&](const Passed& passed) {
    return passed.how == how && passed.newer.line == newer.line &&
           LineRef::input(passed.late.line) == LineRef::input(x.line);
  });
  if (at == disorder.passed.end() && disorder.passed.size() >= Disorder::kMostPassed) --at;
  if (at == disorder.passed.end()) {
    disorder.passed.push_back({.how = how, .newer = newer, .late = x});
    at = disorder.passed.end() - 1;
  }
  ++at->count;
  at->once_each = at->once_each && inversions == 1;
  at->after_rebalance = at->after_rebalance || newer.epoch != x.epoch ||
                        newer.has(Handling::kFirstAfterRestart) || x.has(Handling::kStale);
  at->past_resume = at->past_resume || hole.past_resume;
  at->extent = std::max(at->extent, key.arrivals - hole.arrival);
  at->displacement = std::max(at->displacement, key.max - x.rank);
  at->inversions += inversions;
  if (const auto time = x.time_ns()) {
    if (const auto before = newer.time_ns()) {
      const std::int64_t margin = saturating_sub(*time, *before);
      at->late_ns = std::max(at->late_ns.value_or(0), margin);
      narrow_skew(newer.member, x.member, margin);
    }
    if (!at->first_ns || *time < *at->first_ns) at->first_ns = time;
    if (!at->last_ns || *time > *at->last_ns) at->last_ns = time;
  }
  return true;
}

void Judge::close_window(KeyHistory& key, std::uint32_t number, Disorder& disorder) {
  std::optional<std::int64_t> moves;
  if (disorder.window) {
    if (!disorder.sparse.empty()) {
      Tails tails;
      for (const std::int64_t rank : disorder.sparse) tails.add(rank);
      if (tails.exact() && disorder.moves_known)
        moves = static_cast<std::int64_t>(disorder.sparse.size()) - tails.length();
    } else if (disorder.tails.exact() && disorder.moves_known) {
      moves = disorder.window_arrivals - disorder.tails.length();
    }
    if (moves != 0) key.flags |= KeyHistory::kWasDisordered;
  }
  const std::vector<Passed> passed = std::move(disorder.passed);
  disorder.passed.clear();
  disorder.window = false;
  disorder.tails.clear();
  disorder.sparse.clear();
  disorder.window_arrivals = 0;
  disorder.whole = false;
  disorder.moves_known = true;
  for (const Passed& one : passed) {
    report(key, number, one, moves);
    moves = 0;  // of the window as a whole: told once
  }
}

void Judge::report(KeyHistory& key, std::uint32_t number, const Passed& passed,
                   std::optional<std::int64_t> moves) {
  Code code = Code::overtake;
  const bool is_early = passed.how == Passing::execute && passed.count > 1 && passed.once_each;
  switch (passed.how) {
    case Passing::write: code = Code::write_reorder; break;
    case Passing::retry: code = Code::retry_overtaken; break;
    case Passing::execute:
      code = passed.past_resume ? Code::stale_prefetch : is_early ? Code::early : Code::overtake;
      break;
    case Passing::route: break;
  }
  if (is_early && early_lines_.size() < options_.max_findings) early_lines_.insert(passed.newer.line);
  Finding& found = finding(code, number, passed.late.line, passed.newer.line);
  const bool first = found.count == 0;
  found.count += is_early ? 1 : passed.count;
  if (first) {
    found.late = passed.late;
    found.newer = passed.newer;
    found.place = passed.late.place;
    const bool both_offsets = passed.late.has(Handling::kOffset) && passed.newer.has(Handling::kOffset);
    if (passed.how == Passing::route) {
      found.stage = Stage::route;
    } else if (passed.how == Passing::execute && passed.after_rebalance) {
      found.stage = Stage::rebalance;
    } else if (passed.how == Passing::execute && !both_offsets) {
      found.stage = Stage::undecided;
    }
  }
  found.after_rebalance =
      after_rebalance(key.scope, found.after_rebalance.value_or(false) || passed.after_rebalance);
  found.extent = std::max(found.extent.value_or(0), passed.extent);
  found.displacement = std::max(found.displacement.value_or(0), passed.displacement);
  found.inversions = found.inversions.value_or(0) + passed.inversions;
  // Unknown stays unknown: a window whose moves could not be counted makes their sum unknown.
  if (first) {
    found.moves = moves;
  } else if (found.moves && moves) {
    *found.moves += *moves;
  } else {
    found.moves.reset();
  }
  if (passed.late_ns && !passed.late.has(Handling::kStored))
    found.late_ns = std::max(found.late_ns.value_or(0), *passed.late_ns);
  span(found, passed.first_ns, passed.last_ns);
}

// The key lies in another partition than before.
void Judge::check_place(KeyHistory& key, std::uint32_t number, const Handling& x) {
  if (!key.has(KeyHistory::kHasLast) || x.place == key.last.place || x.has(Handling::kStale)) return;
  if (!names_.places.partition(x.place) || !names_.places.partition(key.last.place)) return;
  const bool is_split = key.has(KeyHistory::kSplit);
  Disorder* const disorder = is_split ? nullptr : &disorder_of(key);
  const bool came_back =
      disorder != nullptr &&
      std::find(disorder->elsewhere.begin(), disorder->elsewhere.end(), x.place) != disorder->elsewhere.end();
  const bool is_late = x.has(Handling::kSeq) && key.has(KeyHistory::kBySeq) && x.rank < key.max;
  // In a dump nothing shows that the old partition had been drained.
  if (is_split || came_back || is_late || x.has(Handling::kStored) || overlap(x, key.last)) {
    key.flags |= KeyHistory::kSplit;
    Finding& split = finding(Code::split_key, number, x.line, key.last.line);
    if (++split.count == 1) {
      split.late = x;
      split.newer = key.last;
      split.place = x.place;
      split.after_rebalance = after_rebalance(key.scope, false);
    }
    span(split, x.time_ns(), x.time_ns());
    if (disorder != nullptr) {
      disorder->elsewhere.clear();
      disorder->left.reset();
    }
    return;
  }
  // Beyond so many partitions nobody knows whether it came back to one.
  if (disorder->elsewhere.size() >= Disorder::kMostElsewhere) {
    ++totals_.not_judged;
  } else {
    disorder->elsewhere.push_back(key.last.place);
  }
  disorder->left = key.last;
}

}  // namespace lanewise::order

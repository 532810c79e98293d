// What can be said of a partition only at the end: which offsets never came, and what they may have been.
#include <algorithm>

#include "libcore/order/judge.h"

namespace lanewise::order {

namespace {

// A record that was not handled may still have been on its way when the log ends, unless so many after it
// were.
constexpr std::int64_t kFarBehind = 64;
constexpr std::int64_t kMostReturns = 1;  // of a partition to a member, that a rebalance may have brought

// Spans in order, and apart from each other.
template <class Claimed>
void merge(std::vector<Claimed>& spans) {
  std::sort(spans.begin(), spans.end(), [](const Claimed& a, const Claimed& b) { return a.first < b.first; });
  std::size_t kept = 0;
  for (const Claimed& span : spans) {
    if (kept > 0 && span.first <= spans[kept - 1].last + 1) {
      spans[kept - 1].last = std::max(spans[kept - 1].last, span.last);
      spans[kept - 1].missing += span.missing;
    } else {
      spans[kept++] = span;
    }
  }
  spans.resize(kept);
}

// The parts of first..last that no span of `claimed` holds. Requires: `claimed` is merged.
template <class Claimed, class Span, class Visit>
void outside(const std::vector<Claimed>& claimed, Span run, Visit&& visit) {
  auto at = std::lower_bound(claimed.begin(), claimed.end(), run.first,
                             [](const Claimed& span, std::int64_t first) { return span.last < first; });
  for (; at != claimed.end() && at->first <= run.last; ++at) {
    if (at->first > run.first) visit(Span{run.first, at->first - 1});
    run.first = at->last + 1;
  }
  if (run.first <= run.last) visit(run);
}

void count(Finding& all, std::int64_t first, std::int64_t last) {
  all.count += last - first + 1;
  if (!all.first_offset) all.first_offset = first;
  all.last_offset = last;
}

}  // namespace

void Judge::tell_missing(std::uint32_t scope, std::uint32_t number, const PlaceState& place, Span part,
                         Verdict verdict) {
  const bool is_below = place.most_committed && part.first < *place.most_committed;
  const bool at_restart =
      std::binary_search(place.boundaries.begin(), place.boundaries.end(), part.first - 1);
  Finding& told = new_finding(is_below ? Code::loss : Code::skip, scope);
  told.place = number;
  told.count = part.last - part.first + 1;
  told.first_offset = part.first;
  told.last_offset = part.last;
  told.committed = place.most_committed;
  told.after_rebalance = after_rebalance(scope, at_restart);
  if (at_restart) told.stage = Stage::rebalance;
  told.verdict = verdict;
}

// A dump has records at `run`.
void Judge::conclude_known(std::uint32_t scope, std::uint32_t number, const PlaceState& place, Span run) {
  const bool is_below = place.most_committed && run.first < *place.most_committed;
  const bool at_restart = std::binary_search(place.boundaries.begin(), place.boundaries.end(), run.first - 1);
  const bool is_near = *place.seen.highest() - run.last < kFarBehind;
  if (!is_below && place.fetched && run.last <= *place.fetched && is_near && !at_restart) {
    totals_.waiting += run.last - run.first + 1;
    return;
  }
  tell_missing(scope, number, place, run,
               is_below || at_restart || !is_near ? Verdict::real : Verdict::undecided);
}

// Nothing tells whether `run` holds records.
void Judge::conclude_unknown(std::uint32_t scope, std::uint32_t number, const PlaceState& place, Span run,
                             Finding& holes, Finding& unclear) {
  const bool at_restart = std::binary_search(place.boundaries.begin(), place.boundaries.end(), run.first - 1);
  const bool is_below = place.most_committed && run.first < *place.most_committed;
  if (run.first < *place.seen.lowest()) return tell_missing(scope, number, place, run, Verdict::undecided);
  if (at_restart && !place.has_seqs) return tell_missing(scope, number, place, run, Verdict::real);
  if (place.fetched && run.last <= *place.fetched && *place.seen.highest() - run.last < kFarBehind &&
      !is_below) {
    totals_.waiting += run.last - run.first + 1;
    return;
  }
  // Where every key has all its seqs, what is missing is a marker, or the last record of a key; the commit
  // has passed it either way.
  has_unclear_holes_ = has_unclear_holes_ || is_below;
  const bool is_hole = place.has_seqs && run.first < *place.seen.highest() && !is_below;
  count(is_hole ? holes : unclear, run.first, run.last);
}

// Of the records that are known to lie there, that never came and are committed, those that no key misses:
// each was the last of its key.
void Judge::conclude_claimed(std::uint32_t scope, std::uint32_t number, const PlaceState& place,
                             const PlaceState* log, const Claimed& claimed) {
  Finding all;
  const std::int64_t committed = place.most_committed.value_or(0);
  place.seen.for_each_unseen(
      claimed.first, std::min(claimed.last, committed - 1), [&](std::int64_t from, std::int64_t until) {
        for_each_possible(log, {from, until}, [&](Span part, bool is_certain) {
          if (is_certain) return count(all, part.first, part.last);
          place.known.for_each_seen(part.first, part.last,
                                    [&](std::int64_t first, std::int64_t last) { count(all, first, last); });
        });
      });
  if (all.count <= claimed.missing) return;
  Finding& told = new_finding(Code::loss, scope);
  told.place = number;
  told.count = all.count - claimed.missing;
  told.first_offset = all.first_offset;
  told.last_offset = all.last_offset;
  told.committed = place.most_committed;
  told.after_rebalance = after_rebalance(scope, false);
}

void Judge::conclude_place(std::uint32_t scope, std::uint32_t number, PlaceState& place,
                           std::vector<Claimed>& claimed) {
  merge(claimed);
  std::sort(place.boundaries.begin(), place.boundaries.end());
  Finding holes;
  Finding unclear;
  const PlaceState* const log = places_.find(Vocabulary::kLog, number);
  const std::int64_t begin =
      std::min(*place.seen.lowest(), place.expected_from.value_or(*place.seen.lowest()));
  const std::int64_t end = std::max(*place.seen.highest(), place.most_committed.value_or(0) - 1);
  for (const Claimed& one : claimed) conclude_claimed(scope, number, place, log, one);
  // Lines of their own say that it was fetched, or begun: it is in somebody's hands, until the commit says
  // that it is done.
  const auto conclude_taken = [&](Span run) {
    const std::int64_t committed = place.most_committed.value_or(run.first);
    if (run.first < committed)
      tell_missing(scope, number, place, {run.first, std::min(run.last, committed - 1)}, Verdict::real);
    totals_.waiting += std::max<std::int64_t>(0, run.last - std::max(run.first, committed) + 1);
  };
  const auto conclude_part = [&](Span part, bool is_certain) {
    if (is_certain) return conclude_known(scope, number, place, part);
    std::int64_t from = part.first;
    place.known.for_each_seen(part.first, part.last, [&](std::int64_t first, std::int64_t last) {
      if (first > from) conclude_unknown(scope, number, place, {from, first - 1}, holes, unclear);
      conclude_taken({first, last});
      from = last + 1;
    });
    if (from <= part.last) conclude_unknown(scope, number, place, {from, part.last}, holes, unclear);
  };
  place.seen.for_each_unseen(begin, end, [&](std::int64_t first, std::int64_t last) {
    outside(claimed, Span{first, last}, [&](Span part) { for_each_possible(log, part, conclude_part); });
  });
  for (Finding* const all : {&holes, &unclear}) {
    if (all->count == 0) continue;
    Finding& told = new_finding(Code::hole_in_offsets, scope);
    told.verdict = all == &holes ? Verdict::info : Verdict::undecided;
    told.place = number;
    told.count = all->count;
    told.first_offset = all->first_offset;
    told.last_offset = all->last_offset;
    told.committed = place.most_committed;
  }
  if (place.returns > kMostReturns) {
    Finding& told = finding_at(Code::two_owners, scope, number);
    if (told.count == 0) {
      told.count = place.returns;
      told.verdict = Verdict::undecided;
    }
  }
}

// A partition of which the group has committed offsets, and handled nothing. What lies below the first line
// is not known, unless its owner has said where it begins.
void Judge::conclude_unhandled(const PlaceEntry& entry) {
  const PlaceState& place = entry.state;
  const PlaceState* const log = places_.find(Vocabulary::kLog, entry.place);
  if (entry.scope == Vocabulary::kLog || !seen_.handled || !place.most_committed || log == nullptr ||
      !log->seen.lowest()) {
    return;
  }
  bool is_others = false;  // lines that name no group are about those that handle it
  if (entry.scope == kUnnamed) {
    places_.for_each_of_place(entry.place, [&](const PlaceEntry& other) {
      is_others = is_others || (other.scope > kUnnamed && other.state.seen.lowest());
    });
  }
  if (is_others) return;
  Finding all;
  const auto from = place.expected_from ? place.expected_from : place.resume;
  log->seen.for_each_seen(std::max(*log->seen.lowest(), from.value_or(0)),
                          std::min(*log->seen.highest(), *place.most_committed - 1),
                          [&](std::int64_t first, std::int64_t last) { count(all, first, last); });
  if (all.count == 0) return;
  Finding& told = new_finding(Code::loss, entry.scope);
  if (!from) told.verdict = Verdict::undecided;
  told.place = entry.place;
  told.count = all.count;
  told.first_offset = all.first_offset;
  told.last_offset = all.last_offset;
  told.committed = place.most_committed;
}

// Offsets that a dump does not have are no records of this topic any more, or never were.
void Judge::conclude_log(std::uint32_t number, const PlaceState& place) {
  Finding holes;
  place.seen.for_each_unseen(*place.seen.lowest(), *place.seen.highest(),
                             [&](std::int64_t first, std::int64_t last) { count(holes, first, last); });
  if (holes.count == 0) return;
  Finding& told = new_finding(Code::hole_in_offsets, Vocabulary::kLog);
  told.place = number;
  told.count = holes.count;
  told.first_offset = holes.first_offset;
  told.last_offset = holes.last_offset;
}

}  // namespace lanewise::order

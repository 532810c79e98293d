// What can be said only at the end: which numbers never came, and whose they were; what shows twice; what
// remains undecided.
#include <algorithm>
#include <set>
#include <string>

#include "libcore/order/judge.h"

namespace lanewise::order {

namespace {

// A record of a dump that was not handled may still have been on its way when the log ends, unless so many
// after it were.
constexpr std::int64_t kFarBehind = 64;
constexpr std::size_t kMostCandidates = 4096;

// The parts of first..last that no span of `claimed` holds. Requires: `claimed` is sorted.
template <class Span, class Visit>
void outside(const std::vector<Span>& claimed, Span run, Visit&& visit) {
  auto at = std::lower_bound(claimed.begin(), claimed.end(), run.first,
                             [](const Span& span, std::int64_t first) { return span.last < first; });
  for (; at != claimed.end() && at->first <= run.last; ++at) {
    if (at->first > run.first) visit(Span{run.first, at->first - 1});
    run.first = at->last + 1;
  }
  if (run.first <= run.last) visit(run);
}

}  // namespace

const PlaceState* Judge::find_place(std::uint32_t scope, std::uint32_t number) const {
  if (scope >= places_.size() || number >= places_[scope].size()) return nullptr;
  return places_[scope][number].get();
}

// What has begun and not ended is no hole, unless its member crashed: it was handed to somebody.
void Judge::close_open(std::uint32_t number) {
  const KeyHistory& key = keys_[number];
  for (std::uint32_t at = key.open; at != 0; at = opens_[at].next) {
    ++totals_.unfinished;
    const Handling& begun = opens_[at].begun;
    if (was_cut_off(begun)) continue;
    PlaceState* const place = begun.has(Handling::kOffset) ? place_of(key.scope, begun.place) : nullptr;
    if (place != nullptr) place->seen.add(begun.offset);
    if (begun.has(Handling::kSeq) && key.disorder != 0 &&
        disorders_[key.disorder].find_hole(begun.rank) != nullptr) {
      disorders_[key.disorder].fill(begun.rank);
    }
  }
}

void Judge::conclude_key(std::uint32_t number, Claims& claims) {
  KeyHistory& key = keys_[number];
  if (key.disorder == 0) return;
  Disorder& disorder = disorders_[key.disorder];
  close_window(key, number, disorder);
  for (const Hole& hole : disorder.holes) conclude_hole(number, hole, claims);
  if (!disorder.elsewhere.empty()) {
    Finding& moved = finding(Code::moved_key, number);
    moved.count = static_cast<std::int64_t>(disorder.elsewhere.size());
    moved.late = disorder.elsewhere.back();
    moved.place = key.last.place;
    moved.after_rebalance = after_rebalance(key.scope, false);
  }
}

void Judge::conclude_hole(std::uint32_t number, const Hole& hole, Claims& claims) {
  const KeyHistory& key = keys_[number];
  const Handling& before = hole.previous;
  const Handling& opener = hole.opener;
  const std::int64_t missing = hole.last - hole.first + 1;
  const PlaceState* const place = find_place(key.scope, opener.place);
  const bool in_one_place = place != nullptr && before.has(Handling::kOffset) &&
                            opener.has(Handling::kOffset) && before.place == opener.place &&
                            before.offset < opener.offset;
  // Offsets between the two neighbours that were not seen: where the missing ones may lie.
  std::vector<Span> candidates;
  std::int64_t room = 0;
  if (in_one_place) {
    const PlaceState* const log = find_place(Vocabulary::kLog, opener.place);
    const auto add = [&](std::int64_t first, std::int64_t last) {
      room += last - first + 1;
      if (candidates.size() < kMostCandidates) candidates.push_back({first, last});
    };
    place->seen.for_each_unseen(before.offset + 1, opener.offset - 1,
                                [&](std::int64_t first, std::int64_t last) {
                                  if (key.scope != Vocabulary::kLog && log != nullptr && log->seen.lowest()) {
                                    log->seen.for_each_seen(first, last, add);
                                  } else {
                                    add(first, last);
                                  }
                                });
  }
  const auto tell = [&](Code code) -> Finding& {
    Finding& told = new_finding(code, key.scope);
    told.key = number;
    told.count = missing;
    told.newer = opener;
    told.first_seq = hole.first;
    told.last_seq = hole.last;
    if (opener.place != 0) told.place = opener.place;
    span(told, opener.time_ns(), opener.time_ns());
    told.after_rebalance = after_rebalance(key.scope, opener.has(Handling::kFirstAfterRestart));
    return told;
  };
  const bool all_there = in_one_place && room >= missing;
  if (key.scope == Vocabulary::kLog || !all_there) {
    Finding& gap = tell(Code::gap);
    if (key.scope == Vocabulary::kLog || (in_one_place && room == 0)) gap.stage = Stage::write;
    // Where the dump has holes of its own, compaction or retention may have taken the record.
    if (key.scope == Vocabulary::kLog && all_there) gap.verdict = Verdict::undecided;
    return;
  }
  const std::int64_t first = candidates.front().first;
  const std::int64_t last = candidates.back().last;
  const bool is_below = place->most_committed && first < *place->most_committed;
  Finding& told = tell(is_below ? Code::loss : Code::skip);
  told.first_offset = first;
  told.last_offset = last;
  told.committed = place->most_committed;
  if (opener.has(Handling::kFirstAfterRestart)) told.stage = Stage::rebalance;
  auto& claimed = claims[{key.scope, opener.place}];
  claimed.insert(claimed.end(), candidates.begin(), candidates.end());
}

void Judge::conclude_run(std::uint32_t scope, std::uint32_t number, const PlaceState& place, Span run,
                         Finding& holes, Finding& unclear) {
  const auto count = [&](Finding& all, Span part) {
    all.count += part.last - part.first + 1;
    if (!all.first_offset) all.first_offset = part.first;
    all.last_offset = part.last;
  };
  const auto tell = [&](Span part, bool after_restart) {
    const bool is_below = place.most_committed && part.first < *place.most_committed;
    Finding& told = new_finding(is_below ? Code::loss : Code::skip, scope);
    told.place = number;
    told.count = part.last - part.first + 1;
    told.first_offset = part.first;
    told.last_offset = part.last;
    told.committed = place.most_committed;
    told.after_rebalance = after_rebalance(scope, after_restart);
    if (after_restart) told.stage = Stage::rebalance;
    if (!is_below && !after_restart && *place.seen.highest() - part.last < kFarBehind)
      told.verdict = Verdict::undecided;
  };
  const PlaceState* const log = find_place(Vocabulary::kLog, number);
  const bool at_restart = std::binary_search(place.boundaries.begin(), place.boundaries.end(), run.first - 1);
  if (log != nullptr && log->seen.lowest()) {
    log->seen.for_each_seen(run.first, run.last,
                            [&](std::int64_t first, std::int64_t last) { tell({first, last}, at_restart); });
  } else if (at_restart && !place.has_seqs) {
    tell(run, true);
  } else if (place.fetched && run.last <= *place.fetched && *place.seen.highest() - run.last < kFarBehind &&
             run.first >= place.most_committed.value_or(0)) {
    totals_.waiting += run.last - run.first + 1;
  } else {
    count(place.has_seqs && run.first < *place.seen.highest() ? holes : unclear, run);
  }
}

void Judge::conclude_place(std::uint32_t scope, std::uint32_t number, PlaceState& place,
                           std::vector<Span>& claimed) {
  if (!place.seen.lowest()) return;
  std::sort(claimed.begin(), claimed.end(), [](const Span& a, const Span& b) { return a.first < b.first; });
  std::sort(place.boundaries.begin(), place.boundaries.end());
  Finding holes;
  Finding unclear;
  const std::int64_t end = std::max(*place.seen.highest(), place.most_committed.value_or(0) - 1);
  place.seen.for_each_unseen(*place.seen.lowest(), end, [&](std::int64_t first, std::int64_t last) {
    outside(claimed, Span{first, last},
            [&](Span part) { conclude_run(scope, number, place, part, holes, unclear); });
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
}

// Offsets that a dump does not have are no records of this topic any more, or never were.
void Judge::conclude_log(std::uint32_t number, const PlaceState& place) {
  Finding holes;
  place.seen.for_each_unseen(*place.seen.lowest(), *place.seen.highest(),
                             [&](std::int64_t first, std::int64_t last) {
                               holes.count += last - first + 1;
                               if (!holes.first_offset) holes.first_offset = first;
                               holes.last_offset = last;
                             });
  if (holes.count == 0) return;
  Finding& told = new_finding(Code::hole_in_offsets, Vocabulary::kLog);
  told.place = number;
  told.count = holes.count;
  told.first_offset = holes.first_offset;
  told.last_offset = holes.last_offset;
}

// Whether what took effect last was not the key's newest record.
bool Judge::ended_old(const KeyHistory& key) {
  if (key.scope == Vocabulary::kLog || !key.has(KeyHistory::kRanked) || !key.last.has(Handling::kRank))
    return false;
  if (key.last.rank >= key.max) return false;
  if (key.disorder == 0) return true;
  const auto& longest = disorders_[key.disorder].longest;
  return !longest || longest->rank < key.max;
}

void Judge::count_keys(Conclusion& conclusion) {
  std::set<std::uint32_t> broken_places;
  for (const Finding& found : findings_) {
    if (found.verdict != Verdict::real) continue;
    if (found.key) keys_[*found.key].flags |= KeyHistory::kBroken;
    if (found.place) broken_places.insert(*found.place);
  }
  conclusion.partitions_broken = static_cast<std::int64_t>(broken_places.size());
  std::vector<std::uint64_t> all;
  std::vector<std::uint64_t> broken;
  std::vector<std::uint64_t> ended;
  for (std::uint32_t number = 0; number < keys_.size(); ++number) {
    const KeyHistory& key = keys_[number];
    const bool is_broken = key.has(KeyHistory::kBroken);
    if (key.has(KeyHistory::kPartition)) {
      if (key.scope != Vocabulary::kLog) ++conclusion.partitions_judged;
      continue;
    }
    const std::uint64_t name = KeyTable::name_of(key);
    all.push_back(name);
    if (is_broken) broken.push_back(name);
    if (ended_old(key)) {
      ended.push_back(name);
      if (!conclusion.ended_old) conclusion.ended_old = number;
    }
  }
  const auto distinct = [](std::vector<std::uint64_t>& names) {
    std::sort(names.begin(), names.end());
    return static_cast<std::int64_t>(std::unique(names.begin(), names.end()) - names.begin());
  };
  conclusion.keys = distinct(all);
  conclusion.keys_broken = distinct(broken);
  conclusion.keys_ended_old = distinct(ended);
}

// A finding of the write side shows in the log and in every group that handled it: told once, of the log if
// it is there, else where it shows first.
std::vector<Finding> Judge::without_echoes() const {
  std::vector<Finding> kept;
  std::set<std::tuple<Code, std::string_view, std::uint32_t, std::int64_t>> told;
  std::vector<const Finding*> by_scope;
  for (const Finding& found : findings_) by_scope.push_back(&found);
  std::stable_sort(by_scope.begin(), by_scope.end(), [](const Finding* a, const Finding* b) {
    const auto rank = [](const Finding* finding) {
      const bool in_log = finding->scope == Vocabulary::kLog;
      return std::pair(!in_log, finding->late ? finding->late->line : finding->line);
    };
    return rank(a) < rank(b);
  });
  for (const Finding* const found : by_scope) {
    const bool echoes = found->key && (found->stage == Stage::write || found->code == Code::split_key ||
                                       found->code == Code::moved_key);
    if (echoes) {
      const KeyHistory& key = keys_[*found->key];
      const bool is_new = told.emplace(found->code, key.name(), names_.places.topic_of(key.last.place),
                                       found->first_seq.value_or(0))
                              .second;
      if (!is_new) continue;
    }
    kept.push_back(*found);
  }
  return kept;
}

bool Judge::inputs_overlap(const Finding& finding) const {
  if (options_.merged || !finding.late || !finding.newer) return false;
  const std::size_t a = LineRef::input(finding.late->line);
  const std::size_t b = LineRef::input(finding.newer->line);
  if (a == b || a >= times_.size() || b >= times_.size()) return false;
  const Times& x = times_[a];
  const Times& y = times_[b];
  return x.first_ns && y.first_ns && *x.first_ns <= *y.last_ns && *y.first_ns <= *x.last_ns;
}

Conclusion Judge::conclude() {
  Conclusion conclusion;
  Claims claims;
  for (std::uint32_t number = 0; number < keys_.size(); ++number) {
    if (keys_[number].open != 0) close_open(number);
  }
  for (std::uint32_t scope = 1; scope < places_.size(); ++scope) {
    for (std::uint32_t number = 0; number < places_[scope].size(); ++number) {
      PlaceState* const place = places_[scope][number].get();
      if (place == nullptr) continue;
      ++place->epoch;
      flush_replay(scope, number, *place);
    }
  }
  for (std::uint32_t number = 0; number < keys_.size(); ++number) conclude_key(number, claims);
  std::set<std::uint32_t> places;
  for (std::uint32_t scope = 0; scope < places_.size(); ++scope) {
    for (std::uint32_t number = 0; number < places_[scope].size(); ++number) {
      PlaceState* const place = places_[scope][number].get();
      if (place == nullptr) continue;
      if (place->records > 0) places.insert(number);
      if (!place->seen.lowest()) continue;
      conclusion.complete = conclusion.complete && !place->seen.forgot();
      if (scope == Vocabulary::kLog) {
        conclude_log(number, *place);
        continue;
      }
      conclude_place(scope, number, *place, claims[{scope, number}]);
      conclusion.places.push_back({.scope = scope,
                                   .place = number,
                                   .records = place->records,
                                   .first_offset = *place->seen.lowest(),
                                   .last_offset = *place->seen.highest(),
                                   .in_order = place->in_order});
    }
  }
  if (totals_.thread_hops > 0) {
    Finding& hops = new_finding(Code::thread_hop, 1);
    hops.count = totals_.thread_hops;
  }
  // Without members, generations or assignments nothing could have explained a repetition.
  const bool explains = seen_.assignments || seen_.generations || names_.members.size() > 0;
  for (Finding& found : findings_) {
    if (found.verdict != Verdict::real) continue;
    if ((found.code == Code::duplicate && !explains) || inputs_overlap(found))
      found.verdict = Verdict::undecided;
  }
  count_keys(conclusion);
  conclusion.findings = without_echoes();
  for (Finding& found : conclusion.findings) {
    const std::int64_t late = found.late ? found.late->line : found.newer ? found.newer->line : 0;
    found.line = found.newer ? std::min(late, found.newer->line) : late;
    ++conclusion.by_verdict[static_cast<std::size_t>(found.verdict)];
  }
  count_left_out();
  for (std::size_t i = 0; i < left_out_.size(); ++i) conclusion.by_verdict[i] += left_out_[i];
  std::stable_sort(conclusion.findings.begin(), conclusion.findings.end(),
                   [](const Finding& a, const Finding& b) { return a.line < b.line; });
  for (const Times& times : times_) {
    if (times.first_ns && (!totals_.first_ns || *times.first_ns < *totals_.first_ns))
      totals_.first_ns = times.first_ns;
    if (times.last_ns && (!totals_.last_ns || *times.last_ns > *totals_.last_ns))
      totals_.last_ns = times.last_ns;
  }
  seen_.brokers = names_.places.has_brokers();
  conclusion.partitions = static_cast<std::int64_t>(places.size());
  conclusion.coverage = seen_;
  conclusion.totals = totals_;
  conclusion.checks = possible_checks(seen_, names_.members.size(), places.size(), options_.dense_seqs);
  count_as_made(conclusion.checks, conclusion.findings);
  conclusion.complete = conclusion.complete && totals_.not_followed == 0 && totals_.not_judged == 0 &&
                        totals_.findings_left_out == 0;
  return conclusion;
}

}  // namespace lanewise::order

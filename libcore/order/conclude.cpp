// What can be said only at the end: which numbers never came, and whose they were; what shows twice; what
// remains undecided.
#include <algorithm>
#include <set>
#include <string>

#include "libcore/order/judge.h"
#include "libcore/order/saturate.h"

namespace lanewise::order {

// What has begun and not ended is no hole as long as somebody has it in hand, and nobody has said that it is
// done.
void Judge::close_open(std::uint32_t number) {
  const KeyHistory& key = keys_[number];
  for (std::uint32_t at = key.open; at != 0; at = opens_[at].next) {
    ++totals_.unfinished;
    const Handling& begun = opens_[at].begun;
    PlaceState* const place = begun.has(Handling::kOffset) ? place_of(key.scope, begun.place) : nullptr;
    if (place != nullptr) place->known.add(begun.offset);
    const bool is_committed =
        place != nullptr && place->most_committed && begun.offset < *place->most_committed;
    if (is_committed || is_given_up(begun, key.scope)) continue;
    if (place != nullptr) place->seen.add(begun.offset);
    if (begun.has(Handling::kSeq) && key.disorder != 0 &&
        disorders_[key.disorder].find_hole(begun.rank) != nullptr) {
      disorders_[key.disorder].fill(begun.rank);
    }
  }
}

// Records that failed, and were not handled later: done with, if the commit has passed them.
void Judge::conclude_failed() {
  for (const auto& [name, failed] : failed_) {
    const KeyHistory& key = keys_[name.first];
    const PlaceState* const place =
        failed.has(Handling::kOffset) ? places_.find(key.scope, failed.place) : nullptr;
    const bool is_below = place != nullptr && place->most_committed && failed.offset < *place->most_committed;
    // At or above the commit it is still to come; later records of its key should wait for it.
    const bool was_passed = key.has(KeyHistory::kRanked) && failed.has(Handling::kRank) &&
                            failed.has(Handling::kSeq) == key.has(KeyHistory::kBySeq) &&
                            failed.rank < key.max;
    if (!is_below && !was_passed) continue;
    Finding& told = new_finding(is_below ? Code::loss : Code::skip, key.scope);
    if (!is_below && (place == nullptr || !place->most_committed)) told.verdict = Verdict::undecided;
    told.key = name.first;
    told.count = 1;
    told.late = failed;
    if (failed.place != 0) told.place = failed.place;
    if (failed.has(Handling::kOffset)) told.first_offset = told.last_offset = failed.offset;
    if (failed.has(Handling::kSeq)) told.first_seq = told.last_seq = failed.rank;
    if (place != nullptr) told.committed = place->most_committed;
    told.after_rebalance = after_rebalance(key.scope, false);
    span(told, failed.time_ns(), failed.time_ns());
  }
}

void Judge::conclude_key(std::uint32_t number, Claims& claims) {
  KeyHistory& key = keys_[number];
  if (key.disorder == 0) return;
  Disorder& disorder = disorders_[key.disorder];
  close_window(key, number, disorder);
  for (const Hole& hole : disorder.holes) conclude_hole(number, hole, claims);
  if (disorder.left) {
    Finding& moved = finding(Code::moved_key, number);
    moved.count = static_cast<std::int64_t>(disorder.elsewhere.size());
    moved.late = disorder.left;
    moved.place = key.last.place;
    moved.after_rebalance = after_rebalance(key.scope, false);
  }
}

void Judge::conclude_hole(std::uint32_t number, const Hole& hole, Claims& claims) {
  const KeyHistory& key = keys_[number];
  const Handling& before = hole.previous;
  const Handling& opener = hole.opener;
  const std::int64_t missing = hole.last - hole.first + 1;
  const PlaceState* const place = places_.find(key.scope, opener.place);
  const bool is_log = key.scope == Vocabulary::kLog;
  const bool in_one_place = place != nullptr && before.has(Handling::kOffset) &&
                            opener.has(Handling::kOffset) && before.place == opener.place &&
                            before.offset < opener.offset;
  // Offsets between the two neighbours that were not seen: where the missing ones may lie.
  constexpr std::size_t kMostRuns = 64;
  std::size_t runs = 0;
  std::int64_t room = 0;
  std::int64_t first = 0;
  std::int64_t last = 0;
  if (in_one_place) {
    const PlaceState* const log = is_log ? nullptr : places_.find(Vocabulary::kLog, opener.place);
    place->seen.for_each_unseen(before.offset + 1, opener.offset - 1,
                                [&](std::int64_t from, std::int64_t until) {
                                  for_each_possible(log, {from, until}, [&](Span part, bool) {
                                    if (room == 0) first = part.first;
                                    last = part.last;
                                    room = saturating_add(room, part.last - part.first + 1);
                                    ++runs;
                                  });
                                  return runs < kMostRuns || room < missing;
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
  if (is_log || !all_there) {
    Finding& gap = tell(Code::gap);
    if (is_log || (in_one_place && room == 0)) gap.stage = Stage::write;
    // Where the dump has holes of its own, compaction or retention may have taken the record; where its lines
    // are not in order, the neighbours are not known. A record of the key without a seq may be the one.
    const bool has_holes = place != nullptr && place->seen.contiguous_until() <= place->seen.highest();
    if (key.has(KeyHistory::kUnranked) ||
        (is_log && (all_there || (place != nullptr && place->is_unsorted && has_holes))))
      gap.verdict = Verdict::undecided;
    return;
  }
  const bool is_below = place->most_committed && first < *place->most_committed;
  Finding& told = tell(is_below ? Code::loss : Code::skip);
  told.first_offset = first;
  told.last_offset = last;
  told.committed = place->most_committed;
  if (opener.has(Handling::kFirstAfterRestart)) told.stage = Stage::rebalance;
  claims[{key.scope, opener.place}].push_back({{before.offset + 1, opener.offset - 1}, missing});
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

// The checks that the history allowed, but for what the findings say of them.
void Judge::conclude_checks(Conclusion& conclusion) {
  conclusion.checks = possible_checks(seen_, names_.members.size(),
                                      static_cast<std::size_t>(conclusion.partitions), options_.dense_seqs);
  const bool has_loss = std::any_of(findings_.begin(), findings_.end(), [](const Finding& found) {
    return found.code == Code::loss && found.verdict == Verdict::real;
  });
  CheckState& loss = conclusion.checks[static_cast<std::size_t>(Check::loss)];
  if (loss.possible && has_unclear_holes_ && !has_loss) {
    loss.possible = false;
    loss.why_not = "offsets below the commit that may be records, or markers";
    loss.lacking = "offsets below the commit are missing, and no dump says what they were";
    loss.remedy = "add the dump";
  }
  for (std::size_t i = 1; i < times_.size(); ++i) {
    const Times& before = times_[i - 1];
    const Times& after = times_[i];
    if (before.first_ns && after.last_ns && *after.last_ns < *before.first_ns && !conclusion.inputs_back)
      conclusion.inputs_back = i;
  }
}

void Judge::conclude_places(Conclusion& conclusion, Claims& claims) {
  std::vector<PlaceEntry*> entries;
  for (PlaceEntry& entry : places_.all()) entries.push_back(&entry);
  std::sort(entries.begin(), entries.end(), [](const PlaceEntry* a, const PlaceEntry* b) {
    return std::pair(a->scope, a->place) < std::pair(b->scope, b->place);
  });
  std::set<std::uint32_t> places;
  for (PlaceEntry* const entry : entries) {
    PlaceState& place = entry->state;
    if (place.records > 0) places.insert(entry->place);
    if (!place.seen.lowest()) {
      conclude_unhandled(*entry);
      continue;
    }
    conclusion.complete = conclusion.complete && !place.seen.forgot();
    if (entry->scope == Vocabulary::kLog) {
      conclude_log(entry->place, place);
      continue;
    }
    conclude_place(entry->scope, entry->place, place, claims[{entry->scope, entry->place}]);
    conclusion.places.push_back({.scope = entry->scope,
                                 .place = entry->place,
                                 .records = place.records,
                                 .first_offset = *place.seen.lowest(),
                                 .last_offset = *place.seen.highest(),
                                 .in_order = place.in_order});
  }
  conclusion.partitions = static_cast<std::int64_t>(places.size());
}

Conclusion Judge::conclude() {
  Conclusion conclusion;
  Claims claims;
  for (PlaceEntry& entry : places_.all()) {
    if (entry.scope == Vocabulary::kLog) continue;
    ++entry.state.epoch;
    flush_replay(entry.scope, entry.place, entry.state,
                 entry.state.is_revoked ? entry.state.committed : std::nullopt);
  }
  for (std::uint32_t number = 0; number < keys_.size(); ++number) {
    if (keys_[number].open != 0) close_open(number);
  }
  for (std::uint32_t number = 0; number < keys_.size(); ++number) conclude_key(number, claims);
  conclude_failed();
  conclude_places(conclusion, claims);
  if (totals_.thread_hops > 0) {
    Finding& hops = new_finding(Code::thread_hop, 1);
    hops.count = totals_.thread_hops;
  }
  // Without members, generations or assignments nothing could have explained a repetition.
  const bool explains = seen_.assignments || seen_.generations || names_.members.size() > 0;
  for (Finding& found : findings_) {
    if (found.verdict != Verdict::real) continue;
    if ((found.code == Code::duplicate && !explains) || is_order_unknown(found) || is_commit_unclear(found))
      found.verdict = Verdict::undecided;
    if (found.code == Code::split_key && is_shown_drained(found)) {
      found.code = Code::moved_key;
      found.verdict = Verdict::info;
    }
  }
  count_keys(conclusion);
  conclude_checks(conclusion);
  conclusion.findings = without_echoes();
  gather(conclusion.findings);
  for (Finding& found : conclusion.findings) {
    const std::int64_t late = found.late ? found.late->line : found.newer ? found.newer->line : 0;
    found.line = found.newer ? std::min(late, found.newer->line) : late;
    ++conclusion.by_verdict[static_cast<std::size_t>(found.verdict)];
  }
  count_as_made(conclusion.checks, conclusion.findings);
  for (std::size_t verdict = 0; verdict < left_out_.size(); ++verdict) {
    conclusion.by_verdict[verdict] += left_out_[verdict];
    totals_.findings_left_out += left_out_[verdict];
  }
  std::stable_sort(conclusion.findings.begin(), conclusion.findings.end(),
                   [](const Finding& a, const Finding& b) { return a.line < b.line; });
  for (const Times& times : times_) {
    if (times.first_ns && (!totals_.first_ns || *times.first_ns < *totals_.first_ns))
      totals_.first_ns = times.first_ns;
    if (times.last_ns && (!totals_.last_ns || *times.last_ns > *totals_.last_ns))
      totals_.last_ns = times.last_ns;
  }
  seen_.brokers = names_.places.has_brokers();
  conclusion.coverage = seen_;
  conclusion.totals = totals_;
  // A record that could not be compared with the others of its key was not judged.
  const bool has_unranked = totals_.unranked > 0 && (seen_.handled_seqs || seen_.handled_offsets);
  conclusion.complete = conclusion.complete && totals_.not_followed == 0 && totals_.not_judged == 0 &&
                        totals_.findings_left_out == 0 && totals_.ends_before_start == 0 && !has_unranked;
  return conclusion;
}

}  // namespace lanewise::order

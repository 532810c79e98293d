#include "libcore/order/judge.h"

#include <algorithm>

#include "libcore/order/saturate.h"

namespace lanewise::order {

using record::EventKind;

namespace {

constexpr std::uint64_t kPartitionKey = 0x5851f42d4c957f2dU;  // sets partitions apart from keys

// Whether x ends last, too, if times are known.
bool ends_in_order(const Handling& last, const Handling& x) {
  constexpr Handling::Flag kTimes = Handling::kStart | Handling::kEnd;
  return (last.flags & kTimes) != kTimes || ((x.flags & kTimes) == kTimes && x.end_ns >= last.end_ns);
}

}  // namespace

Judge::Judge(const JudgeOptions& options, Vocabulary& vocabulary)
    : options_(options), names_(vocabulary), keys_(options.max_keys), pages_left_(options.max_pages) {}

std::uint32_t Judge::number_of(const Entry& entry) {
  switch (entry.event) {
    case EventKind::none:
    case EventKind::start:
    case EventKind::done:
    case EventKind::fail:
    case EventKind::skip:
    case EventKind::append: break;
    default: return KeyTable::kNone;
  }
  if (entry.key.state == KeyState::present) {
    return keys_.find_or_add(entry.fingerprint, entry.group, entry.key.bytes);
  }
  if (entry.key.state == KeyState::null) return KeyTable::kNone;
  // Without a key, what is kept in order is the partition, if there is one.
  if (!names_.places.partition(entry.place)) return KeyTable::kNone;
  const std::uint64_t hash = hash::fast_hash(std::uint64_t{entry.place}, kPartitionKey);
  const std::uint32_t number =
      keys_.find_or_add(KeyTable::fingerprint(hash, entry.group, 0), entry.group, {});
  if (number != KeyTable::kNone) keys_[number].flags |= KeyHistory::kPartition;
  return number;
}

PlaceState* Judge::place_of(std::uint32_t scope, std::uint32_t place) {
  if (!names_.places.partition(place)) return nullptr;
  if (PlaceState* const found = places_.find(scope, place)) return found;
  if (places_.all().size() >= options_.max_places) {
    ++totals_.not_judged;
    return nullptr;
  }
  PlaceState& made = places_.add(scope, place);
  for (SeenOffsets* const offsets : {&made.seen, &made.known, &made.replay.taken_up})
    offsets->share(pages_left_);
  // What lines that name no group have told of the partition holds for each group.
  const PlaceState* const unnamed = scope > kUnnamed ? places_.find(kUnnamed, place) : nullptr;
  if (unnamed != nullptr && unnamed->handlings == 0)
    static_cast<Ownership&>(made) = static_cast<const Ownership&>(*unnamed);
  return &made;
}

void Judge::take(const Entry& entry) {
  ++ordinal_;
  if (const auto time = entry.time()) {
    const std::size_t input = LineRef::input(entry.line);
    if (input >= times_.size()) times_.resize(input + 1);
    Times& times = times_[input];
    const std::int64_t from = entry.has(Entry::kStart) ? std::min(entry.start, *time) : *time;
    if (!times.first_ns || from < *times.first_ns) times.first_ns = from;
    if (!times.last_ns || *time > *times.last_ns) times.last_ns = time;
  }
  seen_.generations = seen_.generations || (entry.has(Entry::kGeneration) && entry.group != Vocabulary::kLog);
  switch (entry.event) {
    case EventKind::append: return store(entry);
    case EventKind::send:
      seen_.sent = true;
      ++totals_.sent;
      return;
    case EventKind::start: return start(entry);
    case EventKind::none:
    case EventKind::done:
    case EventKind::skip:
    case EventKind::fail: return finish(entry);
    case EventKind::commit:
    case EventKind::resume:
    case EventKind::assign:
    case EventKind::revoke:
    case EventKind::lost:
    case EventKind::join:
    case EventKind::leave:
    case EventKind::crash:
    case EventKind::fetch: return group_event(entry);
    case EventKind::retry:
    case EventKind::pause:
    case EventKind::other: return;
  }
}

// Whether the handling began after the key's last one had ended, as far as that is known.
bool Judge::in_sequence(const KeyHistory& key, const Handling& x) const {
  const Handling& last = key.last;
  if (x.has(Handling::kBegun)) return x.begin_at >= last.end_at;
  return !x.has(Handling::kStart) || !last.has(Handling::kEnd) || x.start_ns >= last.end_ns;
}

bool Judge::is_next(const KeyHistory& key, const Handling& x) const {
  if (!x.has(Handling::kRank) || !key.has(KeyHistory::kRanked)) return false;
  if (x.has(Handling::kSeq) != key.has(KeyHistory::kBySeq)) return false;
  return x.has(Handling::kSeq) && options_.dense_seqs ? x.rank == key.max + 1 : x.rank > key.max;
}

void Judge::handled(std::uint32_t number, Handling& x, PlaceState* place) {
  KeyHistory& key = keys_[number];
  const auto seen = place == nullptr ? SeenOffsets::Answer::fresh : place->seen.add(x.offset);
  if (place != nullptr && !x.has(Handling::kStored)) {
    // Offsets from before the log begins may have been committed, and are handled again.
    const bool was_ahead = place->committed && x.offset < *place->committed && place->lowest_at_commit &&
                           x.offset > *place->lowest_at_commit && seen == SeenOffsets::Answer::fresh;
    if (was_ahead) commit_was_ahead(key.scope, x, *place);
    note_place(*place, x);
  }
  const bool plain = seen == SeenOffsets::Answer::fresh && key.disorder == 0 &&
                     key.has(KeyHistory::kHasLast) && is_next(key, x) && x.place == key.last.place &&
                     !x.has(Handling::kStale) && (place == nullptr || x.offset > key.last.offset) &&
                     in_sequence(key, x) && ends_in_order(key.last, x);
  if (!plain) return judge_slowly(number, x, place, seen);
  note_pair(key, number, x);
  if (x.has(Handling::kEnd) && x.has(Handling::kStart)) x.set(Handling::kLatestEnd);
  key.max = x.rank;
  ++key.arrivals;
  remember(key, x);
}

void Judge::note_place(PlaceState& place, const Handling& x) {
  ++place.handlings;
  ++place.since_restart;
  if (!x.has(Handling::kStale)) take_up(place, x.offset);
  place.many_threads = place.many_threads || (place.last && place.last->thread != x.thread);
  if (place.last && place.in_order) {
    const bool follows = x.offset > place.last->offset ||
                         (x.offset == place.last->offset && place.last->has(Handling::kFailed));
    place.in_order = follows && (!x.has(Handling::kStart) || !place.last->has(Handling::kEnd) ||
                                 x.start_ns >= place.last->end_ns);
  }
  place.last = x;
  if (!place.high || x.offset >= place.high->offset) place.high = x;
}

void Judge::note_pair(const KeyHistory& key, std::uint32_t number, const Handling& x) {
  const Handling& last = key.last;
  if (x.has(Handling::kStored)) return;
  ++totals_.pairs;
  const bool follows = in_sequence(key, x);
  if (last.thread != x.thread && last.thread != 0 && x.thread != 0 && follows && last.member == x.member) {
    ++totals_.thread_hops;
  }
  if (follows || !overlap(x, last)) ++totals_.sequential_pairs;
  if (!x.has(Handling::kStart) || !last.has(Handling::kEnd)) return;
  ++totals_.timed_pairs;
  const std::int64_t gap = saturating_sub(x.start_ns, last.end_ns);
  if (!follows || gap < 0) return;
  if (!totals_.closest || gap < totals_.closest->gap_ns) {
    totals_.closest = {.gap_ns = gap, .key = number, .first = last.seq(), .second = x.seq()};
  }
  if (last.member != x.member) narrow_skew(last.member, x.member, gap);
}

void Judge::remember(KeyHistory& key, Handling& x) {
  x.before = key.recent;
  key.recent = recent_.push(x);
  key.last = x;
  key.flags |= KeyHistory::kHasLast;
}

// A record that has not come before. Returns whether it was found to be wrong.
bool Judge::judge_fresh(std::uint32_t number, Handling& x, PlaceState* place, bool ranked) {
  KeyHistory& key = keys_[number];
  bool is_told = false;
  check_place(key, number, x);
  if (!ranked) return check_times_and_overlap(number, x, place);
  if (!key.has(KeyHistory::kRanked)) {
    key.first = key.max = x.rank;
    key.flags |= KeyHistory::kRanked;
    if (x.has(Handling::kSeq)) key.flags |= KeyHistory::kBySeq;
    key.arrivals = 1;
    return check_times_and_overlap(number, x, place);
  }
  // Offsets of two partitions have nothing to do with each other.
  if (!x.has(Handling::kSeq) && key.last.has(Handling::kOffset) && key.last.place != x.place) {
    if (key.disorder != 0) close_window(key, number, disorders_[key.disorder]);
    key.first = key.max = x.rank;
    ++key.arrivals;
    return check_times_and_overlap(number, x, place);
  }
  if (x.has(Handling::kStored) && place != nullptr && place->is_unsorted) check_unsorted(number, x);
  if (x.rank > key.max) {
    advance(key, x, place);
    ++key.arrivals;
    return check_times_and_overlap(number, x, place);
  }
  const std::optional<bool> is_double =
      key.has(KeyHistory::kBySeq) ? has_seen(key, x.rank) : std::optional(false);
  if (!is_double) {
    ++totals_.not_judged;
  } else if (*is_double) {
    const Handling* const copy = find_copy(key, x);
    Finding& doubled = finding(Code::write_duplicate, number, x.line, copy != nullptr ? copy->line : x.line);
    if (++doubled.count == 1) {
      doubled.late = x;
      doubled.place = x.place;
      if (copy != nullptr) doubled.newer = *copy;
    }
    span(doubled, copy != nullptr ? copy->time_ns() : std::nullopt, x.time_ns());
    is_told = true;
  } else {
    if (!x.has(Handling::kStored)) ++totals_.out_of_order;
    is_told = come_late(key, number, x, place);
    ++key.arrivals;
  }
  return check_times_and_overlap(number, x, place) || is_told;
}

bool Judge::check_times_and_overlap(std::uint32_t number, const Handling& x, PlaceState* place) {
  if (x.has(Handling::kStored)) return false;
  if (check_overlap(number, x, place)) return true;
  check_times(number, x);
  return false;
}

void Judge::judge_slowly(std::uint32_t number, Handling& x, PlaceState* place, SeenOffsets::Answer seen) {
  KeyHistory& key = keys_[number];
  if (key.has(KeyHistory::kHasLast)) note_pair(key, number, x);
  if (!x.has(Handling::kSeq)) key.flags |= KeyHistory::kUnranked;
  const bool ranked = x.has(Handling::kRank) &&
                      (!key.has(KeyHistory::kRanked) || x.has(Handling::kSeq) == key.has(KeyHistory::kBySeq));
  // Late or again: the holes that would tell are not remembered.
  const bool is_loose = ranked && key.has(KeyHistory::kLoose) && x.rank <= key.max;
  std::optional<bool> again = seen == SeenOffsets::Answer::repeated;
  if (!*again && place == nullptr && ranked && x.has(Handling::kSeq)) again = has_seen(key, x.rank);
  if (seen == SeenOffsets::Answer::forgotten || (is_loose && seen == SeenOffsets::Answer::fresh) || !again) {
    ++totals_.not_judged;
  } else if (*again && x.has(Handling::kStored)) {
    store_again(number, x);
  } else if (*again) {
    repeat(number, x, place);
  } else if (!judge_fresh(number, x, place, ranked) && x.has(Handling::kUnowned)) {
    Finding& unowned = finding(Code::unowned_record, number);
    if (++unowned.count == 1) {
      unowned.late = x;
      unowned.place = x.place;
      unowned.after_rebalance = true;
    }
    span(unowned, x.time_ns(), x.time_ns());
    if (place != nullptr && place->owned_since_ns && x.time_ns())
      narrow_skew(x.member, place->owner, saturating_sub(*x.time_ns(), *place->owned_since_ns));
  }
  note_end(key, x);
  remember(key, x);
  settle(key, number);
}

Finding& Judge::new_finding(Code code, std::uint32_t scope) {
  const CodeInfo& row = info(code);
  // Half of the room is for what is real.
  const std::size_t most = row.verdict == Verdict::real ? options_.max_findings : options_.max_findings / 2;
  if (findings_.size() >= most) {
    ++left_out_[static_cast<std::size_t>(row.verdict)];
    overflow_ = {};
    overflow_.code = code;
    overflow_.verdict = row.verdict;
    return overflow_;
  }
  Finding& made = findings_.emplace_back();
  made.code = code;
  made.verdict = row.verdict;
  made.stage = row.stage;
  made.scope = scope;
  return made;
}

Finding& Judge::finding(Code code, std::uint32_t number, std::int64_t line, std::int64_t other_line) {
  std::uint64_t inputs = 0;
  if (LineRef::input(line) != LineRef::input(other_line)) {
    constexpr std::uint64_t kMostPairs = std::uint64_t{1} << 16;
    const std::pair pair = std::minmax({LineRef::input(line), LineRef::input(other_line)});
    inputs = std::min<std::uint64_t>(input_pairs_.size() + 1, kMostPairs);
    if (inputs < kMostPairs) inputs = input_pairs_.try_emplace(pair, inputs).first->second;
  }
  const std::uint64_t name = std::uint64_t{static_cast<std::uint8_t>(code)} << 56 | inputs << 32 | number;
  const auto found = finding_of_.find(name);
  if (found != finding_of_.end()) return findings_[found->second];
  KeyHistory& key = keys_[number];
  Finding& made = new_finding(code, key.scope);
  made.key = number;
  if (&made != &overflow_) {
    finding_of_.emplace(name, findings_.size() - 1);
  } else if (made.verdict == Verdict::real) {
    key.flags |= KeyHistory::kBroken;
  }
  return made;
}

Finding& Judge::finding_at(Code code, std::uint32_t scope, std::uint32_t place) {
  const std::tuple name(code, scope, place);
  const auto found = finding_at_.find(name);
  if (found != finding_at_.end()) return findings_[found->second];
  Finding& made = new_finding(code, scope);
  made.place = place;
  if (&made != &overflow_) finding_at_.emplace(name, findings_.size() - 1);
  return made;
}

void Judge::span(Finding& finding, std::optional<std::int64_t> first_ns,
                 std::optional<std::int64_t> last_ns) const {
  for (const auto& time : {first_ns, last_ns}) {
    if (!time) continue;
    if (!finding.first_ns || *time < *finding.first_ns) finding.first_ns = time;
    if (!finding.last_ns || *time > *finding.last_ns) finding.last_ns = time;
  }
}

std::optional<bool> Judge::after_rebalance(std::uint32_t scope, bool yes) const {
  if (scope == Vocabulary::kLog || (!seen_.assignments && !seen_.generations && names_.members.size() < 2)) {
    return std::nullopt;
  }
  return yes;
}

void Judge::narrow_skew(std::uint32_t a_member, std::uint32_t b_member, std::int64_t margin_ns) {
  if (a_member == b_member || margin_ns < 0) return;
  if (!totals_.skew_ns || margin_ns < *totals_.skew_ns) totals_.skew_ns = margin_ns;
}

}  // namespace lanewise::order

#include "libcore/order/judge.h"

#include <algorithm>
#include <utility>

namespace lanewise::order {

using record::EventKind;

namespace {

constexpr std::uint64_t kPartitionKey = 0x5851f42d4c957f2dU;  // sets partitions apart from keys

}  // namespace

Judge::Judge(const JudgeOptions& options, Vocabulary& vocabulary)
    : options_(options), names_(vocabulary), keys_(options.max_keys) {}

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
  // Without a key, what is kept in order is the partition.
  const std::uint64_t hash = hash::fast_hash(std::uint64_t{entry.place}, kPartitionKey);
  const std::uint32_t number =
      keys_.find_or_add(KeyTable::fingerprint(hash, entry.group, 0), entry.group, {});
  if (number != KeyTable::kNone) keys_[number].flags |= KeyHistory::kPartition;
  return number;
}

PlaceState* Judge::place_of(std::uint32_t scope, std::uint32_t place) {
  if (!names_.places.partition(place)) return nullptr;
  if (scope >= places_.size()) places_.resize(scope + 1);
  Places& places = places_[scope];
  if (place >= places.size()) places.resize(place + 1);
  if (!places[place]) places[place] = std::make_unique<PlaceState>();
  return places[place].get();
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
  if (place != nullptr && !x.has(Handling::kStored)) note_place(*place, x);
  const bool plain = seen == SeenOffsets::Answer::fresh && key.disorder == 0 &&
                     key.has(KeyHistory::kHasLast) && is_next(key, x) && x.place == key.last.place &&
                     !x.has(Handling::kStale) && (place == nullptr || x.offset > key.last.offset) &&
                     in_sequence(key, x);
  if (!plain) return judge_slowly(number, x, place, seen);
  note_pair(key, number, x);
  key.max = x.rank;
  ++key.arrivals;
  remember(key, x);
}

void Judge::note_place(PlaceState& place, const Handling& x) {
  ++place.handlings;
  ++place.since_restart;
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
  const bool same_member = last.member == x.member;
  if (same_member && last.thread != x.thread && last.thread != 0 && x.thread != 0 && in_sequence(key, x)) {
    ++totals_.thread_hops;
  }
  if (!x.has(Handling::kStart) || !last.has(Handling::kEnd)) {
    if (in_sequence(key, x)) ++totals_.sequential_pairs;
    return;
  }
  ++totals_.timed_pairs;
  const std::int64_t gap = x.start_ns - last.end_ns;
  if (!in_sequence(key, x)) return;
  ++totals_.sequential_pairs;
  if (gap < 0) return;
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

void Judge::judge_slowly(std::uint32_t number, Handling& x, PlaceState* place, SeenOffsets::Answer seen) {
  KeyHistory& key = keys_[number];
  if (key.has(KeyHistory::kHasLast)) note_pair(key, number, x);
  const bool ranked = x.has(Handling::kRank) &&
                      (!key.has(KeyHistory::kRanked) || x.has(Handling::kSeq) == key.has(KeyHistory::kBySeq));
  // Late or again: the holes that would tell are not remembered.
  const bool is_loose = ranked && key.has(KeyHistory::kLoose) && x.rank <= key.max;
  if (seen == SeenOffsets::Answer::forgotten || (is_loose && seen == SeenOffsets::Answer::fresh)) {
    ++totals_.not_judged;
  } else if (seen == SeenOffsets::Answer::repeated ||
             (place == nullptr && ranked && x.has(Handling::kSeq) && has_seen(key, x.rank))) {
    repeat(number, x, place);
  } else {
    check_place(key, number, x);
    if (ranked && !key.has(KeyHistory::kRanked)) {
      key.first = key.max = x.rank;
      key.flags |= KeyHistory::kRanked;
      if (x.has(Handling::kSeq)) key.flags |= KeyHistory::kBySeq;
      key.arrivals = 1;
    } else if (ranked && x.rank > key.max) {
      advance(key, x, place);
      ++key.arrivals;
    } else if (ranked && key.has(KeyHistory::kBySeq) && has_seen(key, x.rank)) {
      Finding& doubled = finding(Code::write_duplicate, number);
      const Handling* const copy = find_copy(key, x);
      if (++doubled.count == 1) {
        doubled.late = x;
        doubled.place = x.place;
        if (copy != nullptr) doubled.newer = *copy;
      }
      span(doubled, copy != nullptr ? copy->time_ns() : std::nullopt, x.time_ns());
    } else if (ranked) {
      if (!x.has(Handling::kStored)) ++totals_.out_of_order;
      come_late(key, number, x, place);
      ++key.arrivals;
    }
    if (!x.has(Handling::kStored)) check_overlap(number, x, place);
  }
  Disorder* const disorder = key.disorder != 0 ? &disorders_[key.disorder] : nullptr;
  // What ends later than the one to come must still be seen by those that follow.
  if (key.has(KeyHistory::kHasLast) && key.last.has(Handling::kEnd) && x.has(Handling::kEnd) &&
      !x.has(Handling::kStored) && key.last.end_ns > x.end_ns && !x.has(Handling::kStale)) {
    auto& longest = (disorder != nullptr ? *disorder : disorder_of(key)).longest;
    if (!longest || longest->end_ns < key.last.end_ns) longest = key.last;
  } else if (disorder != nullptr && disorder->longest && x.has(Handling::kStart) &&
             x.start_ns >= disorder->longest->end_ns) {
    disorder->longest.reset();
  }
  remember(key, x);
  settle(key, number);
}

Finding& Judge::new_finding(Code code, std::uint32_t scope) {
  const CodeInfo& row = info(code);
  // The last quarter is kept for what breaks the order, so that what is merely worth knowing never hides it.
  const std::size_t most = row.verdict == Verdict::real ? options_.max_findings
                                                        : options_.max_findings - options_.max_findings / 4;
  if (findings_.size() >= most) {
    count_left_out();
    ++totals_.findings_left_out;
    overflow_ = {};
    overflow_.code = code;
    overflow_.verdict = row.verdict;
    is_overflowing_ = true;
    return overflow_;
  }
  Finding& made = findings_.emplace_back();
  made.code = code;
  made.verdict = row.verdict;
  made.stage = row.stage;
  made.scope = scope;
  return made;
}

// Whoever was given the finding that has no room may have changed its verdict: it is counted by the last one.
void Judge::count_left_out() {
  if (std::exchange(is_overflowing_, false)) ++left_out_[static_cast<std::size_t>(overflow_.verdict)];
}

Finding& Judge::finding(Code code, std::uint32_t number) {
  KeyHistory& key = keys_[number];
  const std::uint64_t name = std::uint64_t{static_cast<std::uint8_t>(code)} << 32 | number;
  const auto found = finding_of_.find(name);
  if (found != finding_of_.end()) return findings_[found->second];
  Finding& made = new_finding(code, key.scope);
  made.key = number;
  if (&made != &overflow_) {
    finding_of_.emplace(name, findings_.size() - 1);
  } else if (made.verdict == Verdict::real) {
    key.flags |= KeyHistory::kBroken;
  }
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

// From lines to handlings: what a line tells of, which start an end belongs to, whose partition it is.
#include <algorithm>

#include "libcore/order/judge.h"

namespace lanewise::order {

using record::EventKind;

namespace {

// Of one key, begun and not ended: more is no handling, but a log without ends.
constexpr std::size_t kMostOpen = 1024;

}  // namespace

Handling Judge::handling_of(const Entry& entry) const {
  Handling x;
  x.line = entry.line;
  x.end_at = ordinal_;
  x.begin_at = ordinal_;
  x.place = entry.place;
  x.member = entry.member;
  x.thread = entry.thread;
  if (entry.has(Entry::kOffset) && names_.places.partition(entry.place)) {
    x.offset = entry.offset;
    x.set(Handling::kOffset);
  }
  // A seq counts within a key: without one it says nothing.
  if (entry.has(Entry::kSeq) && entry.key.state != KeyState::absent) {
    x.rank = entry.seq;
    x.set(Handling::kRank);
    x.set(Handling::kSeq);
  } else if (x.has(Handling::kOffset)) {
    x.rank = entry.offset;
    x.set(Handling::kRank);
  }
  if (entry.has(Entry::kGeneration)) {
    x.generation = entry.generation;
    x.set(Handling::kGeneration);
  }
  if (entry.has(Entry::kAttempt)) {
    x.attempt = entry.attempt;
    x.set(Handling::kAttempt);
  }
  if (entry.event == EventKind::fail) x.set(Handling::kFailed);
  return x;
}

void Judge::start(const Entry& entry) {
  if (entry.number == KeyTable::kNone) return;
  KeyHistory& key = keys_[entry.number];
  Open open{.begun = handling_of(entry)};
  if (entry.has(Entry::kTs) || entry.has(Entry::kStart)) {
    open.begun.start_ns = entry.has(Entry::kStart) ? entry.start : entry.ts;
    open.begun.set(Handling::kStart);
  }
  if (PlaceState* const place = place_of(entry.group, entry.place)) {
    place->has_starts = true;
    const Hold hold = claim(*place, entry, open.begun, true);
    if (hold != Hold::stale && open.begun.has(Handling::kOffset)) take_up(*place, open.begun.offset);
  }
  // A thread that starts a record again has given up the one before.
  std::size_t length = 0;
  for (std::uint32_t* at = &key.open; *at != 0; at = &opens_[*at].next) {
    const Handling& other = opens_[*at].begun;
    if (++length >= kMostOpen) {
      ++totals_.not_judged;
      return;
    }
    if (other.thread != 0 && other.thread == entry.thread && other.member == entry.member &&
        other.rank == open.begun.rank && other.offset == open.begun.offset) {
      ++totals_.unfinished;
      opens_[*at].begun = open.begun;
      return;
    }
  }
  open.next = key.open;
  if (free_opens_.empty() && opens_.size() > options_.max_open) {
    ++totals_.not_judged;
    return;
  }
  if (free_opens_.empty()) {
    key.open = static_cast<std::uint32_t>(opens_.size());
    opens_.push_back(open);
  } else {
    key.open = free_opens_.back();
    free_opens_.pop_back();
    opens_[key.open] = open;
  }
}

// The start that an end belongs to: of the same record and member, best of the same thread.
std::optional<Handling> Judge::take_open(KeyHistory& key, const Handling& ended) {
  std::uint32_t* best = nullptr;
  int best_score = 0;
  for (std::uint32_t* at = &key.open; *at != 0; at = &opens_[*at].next) {
    const Handling& begun = opens_[*at].begun;
    if (begun.member != ended.member && begun.member != 0 && ended.member != 0) continue;
    constexpr std::uint16_t kSame = Handling::kOffset | Handling::kSeq;
    const unsigned both = begun.flags & ended.flags & kSame;
    if ((both & Handling::kOffset) != 0 && begun.offset != ended.offset) continue;
    if ((both & Handling::kOffset) != 0 && begun.place != ended.place) continue;
    if ((both & Handling::kSeq) != 0 && begun.rank != ended.rank) continue;
    if (both == 0 && ((begun.flags | ended.flags) & kSame) != 0) continue;
    // Of two that fit, the one that began first.
    const int score = 1 + (begun.thread == ended.thread ? 2 : 0) + (begun.member == ended.member ? 4 : 0);
    if (score >= best_score) {
      best = at;
      best_score = score;
    }
  }
  if (best == nullptr) return std::nullopt;
  const std::uint32_t taken = *best;
  *best = opens_[taken].next;
  free_opens_.push_back(taken);
  return opens_[taken].begun;
}

// Whose is the partition, as far as x, which begins or was under way, lets us know.
Hold Judge::claim(PlaceState& place, const Entry& entry, Handling& x, bool has_begun_now) {
  const auto began = x.has(Handling::kStart) ? std::optional(x.start_ns) : std::nullopt;
  const Claim claim{
      .member = x.member,
      .generation = x.has(Handling::kGeneration) ? std::optional(x.generation) : std::nullopt,
      .began_ns = began,
      .has_begun_now = has_begun_now,
      .lines_tell = x.member < assigned_at_.size() && assigned_at_[x.member] != 0,
  };
  const Hold hold = take_hold(place, claim);
  flush_replay(entry.group, entry.place, place,
               place.restart.committed ? place.restart.committed : place.committed);
  x.epoch = place.epoch;
  if (hold == Hold::stale) {
    x.set(Handling::kStale);
    const bool was_under_way =
        !has_begun_now && began && place.owned_since_ns && *began < *place.owned_since_ns;
    if (!was_under_way) x.set(Handling::kUnowned);
    if (!place.restart_due) x.epoch = place.epoch - 1;
  } else if (hold == Hold::shared) {
    Finding& two = finding_at(Code::two_owners, entry.group, entry.place);
    if (++two.count == 1) {
      two.late = x;
      if (place.last) two.newer = place.last;
      two.after_rebalance = after_rebalance(entry.group, true);
    }
    span(two, began ? began : entry.time(), entry.time());
  }
  return hold;
}

// Whether it will not end: its member has crashed or left since it began, or lost the partition.
bool Judge::is_given_up(const Handling& begun, std::uint32_t scope) const {
  if (begun.member < gone_at_.size() && gone_at_[begun.member] > begun.begin_at) return true;
  const PlaceState* const place = places_.find(scope, begun.place);
  return place != nullptr && begun.has(Handling::kOffset) && place->revoked_at > begun.begin_at;
}

// A record that failed waits to be handled, until one of its tries does not.
void Judge::note_outcome(std::uint32_t number, const Handling& x) {
  KeyHistory& key = keys_[number];
  const bool has_name = x.has(Handling::kOffset) || x.has(Handling::kRank);
  if (!has_name || (!x.has(Handling::kFailed) && !key.has(KeyHistory::kFailing))) return;
  const std::pair name(number, x.has(Handling::kOffset) ? x.offset : x.rank);
  if (!x.has(Handling::kFailed)) {
    failed_.erase(name);
  } else if (failed_.size() < options_.max_findings) {
    failed_.insert_or_assign(name, x);
    key.flags |= KeyHistory::kFailing;
  } else {
    ++totals_.not_judged;
  }
}

// Whether its member has crashed since it began: it will not end.
bool Judge::was_cut_off(const Handling& begun) const {
  return begun.member < crashed_at_.size() && crashed_at_[begun.member] > begun.begin_at;
}

// Whether the record had begun before and was cut off; that beginning is settled then.
bool Judge::take_cut_off(KeyHistory& key, const Handling& again) {
  for (std::uint32_t* at = &key.open; *at != 0; at = &opens_[*at].next) {
    const Handling& begun = opens_[*at].begun;
    if (!was_cut_off(begun) || begun.place != again.place || !begun.has(Handling::kOffset) ||
        !again.has(Handling::kOffset) || begun.offset != again.offset) {
      continue;
    }
    const std::uint32_t taken = *at;
    *at = opens_[taken].next;
    free_opens_.push_back(taken);
    ++totals_.unfinished;
    return true;
  }
  return false;
}

void Judge::finish(const Entry& entry) {
  seen_.handled = true;
  ++totals_.handlings;
  PlaceState* place = place_of(entry.group, entry.place);
  if (place != nullptr) ++place->records;
  if (entry.number == KeyTable::kNone) {
    ++(entry.key.state == KeyState::null     ? totals_.null_keys
       : entry.key.state == KeyState::absent ? totals_.unnamed
                                             : totals_.not_followed);
    if (place != nullptr && entry.has(Entry::kOffset)) {
      const Handling x = handling_of(entry);
      place->seen.add(x.offset);
      note_place(*place, x);
    }
    return;
  }
  KeyHistory& key = keys_[entry.number];
  Handling x = handling_of(entry);
  if (entry.has(Entry::kEnd)) {
    x.end_ns = entry.end;
    x.set(Handling::kEnd);
  } else if (entry.has(Entry::kTs)) {
    x.end_ns = entry.ts;
    x.set(Handling::kEnd);
  }
  if (entry.has(Entry::kStart)) {
    if (x.has(Handling::kEnd) && x.end_ns < entry.start) {
      ++totals_.ends_before_start;
    } else {
      x.start_ns = entry.start;
      x.set(Handling::kStart);
    }
  }
  seen_.keys = seen_.keys || !key.has(KeyHistory::kPartition);
  seen_.handled_seqs = seen_.handled_seqs || x.has(Handling::kSeq);
  seen_.handled_offsets = seen_.handled_offsets || x.has(Handling::kOffset);

  const auto begun = key.open == 0 ? std::nullopt : take_open(key, x);
  if (begun) {
    x.begin_at = begun->begin_at;
    x.epoch = begun->epoch;
    x.set(Handling::kBegun);
    x.take(*begun, Handling::kStale | Handling::kUnowned);
    if (begun->has(Handling::kStart) && (!x.has(Handling::kEnd) || begun->start_ns <= x.end_ns)) {
      x.start_ns = begun->start_ns;
      x.set(Handling::kStart);
    }
    if (!x.has(Handling::kAttempt) && begun->has(Handling::kAttempt)) x.attempt = begun->attempt;
    if (!x.has(Handling::kRank)) {
      x.rank = begun->rank;
      x.take(*begun, Handling::kRank | Handling::kSeq);
    }
    if (!x.has(Handling::kOffset) && begun->has(Handling::kOffset)) {
      x.offset = begun->offset;
      x.place = begun->place;
      x.set(Handling::kOffset);
      place = place_of(entry.group, x.place);
    }
    if (!x.has(Handling::kGeneration) && begun->has(Handling::kGeneration)) {
      x.generation = begun->generation;
      x.set(Handling::kGeneration);
    }
  }
  seen_.intervals = seen_.intervals || begun || (x.has(Handling::kStart) && x.has(Handling::kEnd));
  if (place != nullptr) {
    const auto generation = x.has(Handling::kGeneration) ? std::optional(x.generation) : std::nullopt;
    if (begun) {
      if (x.epoch < place->epoch && (is_outdated(*place, x.member, generation) ||
                                     (x.member != 0 && place->owner != 0 && x.member != place->owner))) {
        x.set(Handling::kStale);
      }
    } else {
      claim(*place, entry, x, false);
    }
    if (!x.has(Handling::kStale) && place->since_restart == 0 && place->restart.high &&
        place->restart.is_told) {
      x.set(Handling::kFirstAfterRestart);
    }
    place->has_seqs = place->has_seqs || x.has(Handling::kSeq);
  }
  // What a crash cut off is handled again, as much as what had ended.
  if (key.open != 0 && place != nullptr && take_cut_off(key, x) && !place->seen.has(x.offset)) {
    ++totals_.repeated;
    replayed(*place, x, false, nullptr);
  }
  note_outcome(entry.number, x);
  if (!x.has(Handling::kRank) && !key.has(KeyHistory::kPartition)) ++totals_.unranked;
  handled(entry.number, x, x.has(Handling::kOffset) ? place : nullptr);
}

}  // namespace lanewise::order

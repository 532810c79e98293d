// From lines to handlings: what a line tells of, which start an end belongs to, whose partition it is.
#include <algorithm>

#include "libcore/order/judge.h"

namespace lanewise::order {

using record::EventKind;

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
  if (entry.has(Entry::kSeq)) {
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
    const auto generation =
        open.begun.has(Handling::kGeneration) ? std::optional(open.begun.generation) : std::nullopt;
    const auto began = open.begun.has(Handling::kStart) ? std::optional(open.begun.start_ns) : std::nullopt;
    if (take_hold(*place, entry.member, generation, began)) open.begun.set(Handling::kStale);
    flush_replay(entry.group, entry.place, *place);
    open.begun.epoch = open.begun.has(Handling::kStale) ? place->epoch - 1 : place->epoch;
  }
  // A thread that starts a record again has given up the one before.
  for (std::uint32_t* at = &key.open; *at != 0; at = &opens_[*at].next) {
    const Handling& other = opens_[*at].begun;
    if (other.thread != 0 && other.thread == entry.thread && other.member == entry.member &&
        other.rank == open.begun.rank && other.offset == open.begun.offset) {
      ++totals_.unfinished;
      opens_[*at].begun = open.begun;
      return;
    }
  }
  open.next = key.open;
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
  PlaceState* const place = place_of(entry.group, entry.place);
  if (place != nullptr) ++place->records;
  if (entry.number == KeyTable::kNone) {
    if (entry.key.state == KeyState::null) {
      ++totals_.null_keys;
      if (place != nullptr && entry.has(Entry::kOffset)) {
        const Handling x = handling_of(entry);
        place->seen.add(x.offset);
        note_place(*place, x);
      }
    } else {
      ++totals_.not_followed;
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
    x.start_ns = entry.start;
    x.set(Handling::kStart);
  }
  seen_.keys = seen_.keys || !key.has(KeyHistory::kPartition);
  seen_.handled_seqs = seen_.handled_seqs || x.has(Handling::kSeq);
  seen_.handled_offsets = seen_.handled_offsets || x.has(Handling::kOffset);

  const auto begun = key.open == 0 ? std::nullopt : take_open(key, x);
  if (begun) {
    x.begin_at = begun->begin_at;
    x.epoch = begun->epoch;
    x.set(Handling::kBegun);
    x.take(*begun, Handling::kStale | Handling::kStart);
    if (begun->has(Handling::kStart)) x.start_ns = begun->start_ns;
    if (!x.has(Handling::kAttempt) && begun->has(Handling::kAttempt)) x.attempt = begun->attempt;
    if (!x.has(Handling::kRank)) {
      x.rank = begun->rank;
      x.take(*begun, Handling::kRank | Handling::kSeq);
    }
    if (!x.has(Handling::kOffset) && begun->has(Handling::kOffset)) {
      x.offset = begun->offset;
      x.place = begun->place;
      x.set(Handling::kOffset);
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
      const auto began = x.has(Handling::kStart) ? std::optional(x.start_ns) : std::nullopt;
      if (take_hold(*place, x.member, generation, began)) x.set(Handling::kStale);
      flush_replay(entry.group, entry.place, *place);
      x.epoch = x.has(Handling::kStale) ? place->epoch - 1 : place->epoch;
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
    replayed(*place, x);
  }
  handled(entry.number, x, x.has(Handling::kOffset) ? place : nullptr);
}

void Judge::store(const Entry& entry) {
  seen_.stored = true;
  ++totals_.stored;
  if (entry.number == KeyTable::kNone && entry.key.state != KeyState::null) ++totals_.not_followed;
  PlaceState* const place = place_of(entry.group, entry.place);
  if (place != nullptr) ++place->records;
  Handling x = handling_of(entry);
  x.set(Handling::kStored);
  if (entry.has(Entry::kTs)) {
    x.end_ns = entry.ts;
    x.set(Handling::kEnd);
  }
  if (entry.number == KeyTable::kNone || keys_[entry.number].has(KeyHistory::kPartition) ||
      !x.has(Handling::kSeq)) {
    if (entry.key.state == KeyState::null) ++totals_.null_keys;
    if (place != nullptr && x.has(Handling::kOffset)) place->seen.add(x.offset);
    if (entry.number == KeyTable::kNone || keys_[entry.number].has(KeyHistory::kPartition)) return;
    // Without a seq only where a key lies can be judged.
    x.flags &= static_cast<std::uint16_t>(~Handling::kRank);
    judge_slowly(entry.number, x, place, SeenOffsets::Answer::fresh);
    return;
  }
  seen_.keys = true;
  seen_.stored_seqs = true;
  handled(entry.number, x, x.has(Handling::kOffset) ? place : nullptr);
}

}  // namespace lanewise::order

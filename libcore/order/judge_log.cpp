// Records as they lie in the log. Their order there is that of their offsets, whatever the order of the
// lines: a dump may hold several partitions, come in parts, or be sorted otherwise.
#include <algorithm>

#include "libcore/order/judge.h"

namespace lanewise::order {

namespace {

constexpr std::size_t kLongestWalk = 512;  // back through a key's recent records

}  // namespace

void Judge::store(const Entry& entry) {
  seen_.stored = true;
  ++totals_.stored;
  if (entry.number == KeyTable::kNone) {
    ++(entry.key.state == KeyState::null     ? totals_.null_keys
       : entry.key.state == KeyState::absent ? totals_.unnamed
                                             : totals_.not_followed);
  }
  PlaceState* const place = place_of(entry.group, entry.place);
  Handling x = handling_of(entry);
  x.set(Handling::kStored);
  if (entry.has(Entry::kTs)) {
    x.end_ns = entry.ts;
    x.set(Handling::kEnd);
  }
  if (place != nullptr) {
    ++place->records;
    if (x.has(Handling::kOffset)) {
      place->is_unsorted = place->is_unsorted || (place->high && x.offset < place->high->offset);
      if (!place->high || x.offset > place->high->offset) place->high = x;
    }
  }
  if (entry.number == KeyTable::kNone || keys_[entry.number].has(KeyHistory::kPartition)) {
    if (place != nullptr && x.has(Handling::kOffset)) place->seen.add(x.offset);
    return;
  }
  seen_.keys = true;
  if (!x.has(Handling::kSeq)) {
    const auto seen =
        place != nullptr && x.has(Handling::kOffset) ? place->seen.add(x.offset) : SeenOffsets::Answer::fresh;
    if (seen == SeenOffsets::Answer::repeated) return store_again(entry.number, x);
    // Without a seq only where a key lies can be judged.
    x.flags &= static_cast<std::uint16_t>(~Handling::kRank);
    judge_slowly(entry.number, x, place, SeenOffsets::Answer::fresh);
    return;
  }
  seen_.stored_seqs = true;
  handled(entry.number, x, x.has(Handling::kOffset) ? place : nullptr);
}

// The offset has been seen. The same line again, as of two dumps that overlap, is nothing; but a record of
// which nothing has been seen yet cannot be the one that was there.
void Judge::store_again(std::uint32_t number, const Handling& x) {
  KeyHistory& key = keys_[number];
  const bool is_other =
      !key.has(KeyHistory::kHasLast) || (x.has(Handling::kSeq) && key.has(KeyHistory::kBySeq) &&
                                         !key.has(KeyHistory::kLoose) && has_seen(key, x.rank) == false);
  if (!is_other) return;
  Finding& found = finding(Code::inconsistent_offsets, number);
  if (++found.count == 1) {
    found.late = x;
    found.place = x.place;
  }
  span(found, x.time_ns(), x.time_ns());
}

// x lies in a partition whose lines are not in the order of their offsets: compared with each record of its
// key that is remembered.
void Judge::check_unsorted(std::uint32_t number, const Handling& x) {
  const KeyHistory& key = keys_[number];
  const Handling* at = recent_.find(key.recent);
  std::int64_t wrong = 0;
  std::int64_t looked_at = 0;
  std::optional<Handling> other;
  for (; at != nullptr && looked_at < static_cast<std::int64_t>(kLongestWalk);
       ++looked_at, at = recent_.find(at->before)) {
    if (at->place != x.place || !at->has(Handling::kSeq) || !at->has(Handling::kOffset)) continue;
    if ((at->rank > x.rank) == (at->offset > x.offset) || at->rank == x.rank) continue;
    ++wrong;
    if (!other || at->offset < other->offset) other = *at;
  }
  if (looked_at < key.arrivals) ++totals_.not_judged;
  if (!other) return;
  const bool x_is_late = x.offset > other->offset;
  Finding& found = finding(Code::write_reorder, number);
  if (++found.count == 1) {
    found.late = x_is_late ? x : *other;
    found.newer = x_is_late ? *other : x;
    found.place = x.place;
    found.after_rebalance = after_rebalance(key.scope, false);
  }
  found.inversions = found.inversions.value_or(0) + wrong;
  span(found, x.time_ns(), x.time_ns());
}

}  // namespace lanewise::order

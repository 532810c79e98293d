// What happens to a group: partitions change hands, offsets are committed.
#include "libcore/order/judge.h"

namespace lanewise::order {

using record::EventKind;

namespace {

void apply(PlaceState& place, const Entry& entry) {
  const auto time = entry.has(Entry::kTs) ? std::optional(entry.ts) : entry.time();
  const auto generation = entry.has(Entry::kGeneration) ? std::optional(entry.generation) : std::nullopt;
  switch (entry.event) {
    case EventKind::commit:
      if (!entry.has(Entry::kOffset) || is_outdated(place, entry.member, generation)) return;
      place.committed = entry.offset;
      if (!place.most_committed || entry.offset > *place.most_committed) place.most_committed = entry.offset;
      return;
    case EventKind::fetch:
      if (entry.has(Entry::kOffset) && (!place.fetched || entry.offset > *place.fetched))
        place.fetched = entry.offset;
      return;
    case EventKind::resume:
      assign_to(place, entry.member, generation, time);
      place.next.resumed_ns = time;
      if (entry.has(Entry::kOffset)) {
        place.resume = entry.offset;
        if (!place.most_committed || entry.offset > *place.most_committed)
          place.most_committed = entry.offset;
      }
      return;
    case EventKind::assign: assign_to(place, entry.member, generation, time); return;
    case EventKind::revoke:
    case EventKind::lost:
    case EventKind::leave:
    case EventKind::crash: revoke_from(place, entry.member, time); return;
    default: return;
  }
}

}  // namespace

void Judge::group_event(const Entry& entry) {
  if (entry.event == EventKind::commit) {
    seen_.commits = true;
    ++totals_.commits;
  } else if (entry.event != EventKind::fetch) {
    seen_.assignments = true;
  }
  if (entry.event == EventKind::crash && entry.member != 0) {
    if (entry.member >= crashed_at_.size()) crashed_at_.resize(entry.member + 1);
    crashed_at_[entry.member] = ordinal_;
  }
  if (entry.event == EventKind::join) return;  // who owns what is told by other lines
  // A line that names no group is about all of them: clients' own log lines name none.
  constexpr std::uint32_t kUnnamed = 1;
  const bool names_place = names_.places.partition(entry.place).has_value();
  if (names_place) apply(*place_of(entry.group, entry.place), entry);
  for (std::uint32_t scope = 1; scope < places_.size(); ++scope) {
    if (scope != entry.group && entry.group != kUnnamed) continue;
    if (names_place && scope == entry.group) continue;
    for (std::uint32_t number = 0; number < places_[scope].size(); ++number) {
      PlaceState* const place = places_[scope][number].get();
      if (place == nullptr || (names_place && number != entry.place)) continue;
      if (!names_place && entry.member != 0 && place->owner != 0 && place->owner != entry.member) continue;
      if (!names_place && names_.places.topic(entry.place) &&
          names_.places.topic_of(entry.place) != names_.places.topic_of(number)) {
        continue;
      }
      apply(*place, entry);
    }
  }
}

void Judge::flush_replay(std::uint32_t scope, std::uint32_t number, PlaceState& place) {
  ReplayRun& run = place.replay;
  if (run.count == 0 || run.epoch == place.epoch) return;
  const Restart& restart = run.restart;
  const bool below = restart.committed && run.lowest->offset < *restart.committed;
  Finding& told = new_finding(below ? Code::partial_replay : Code::replay, scope);
  told.place = number;
  told.count = run.count;
  told.late = run.lowest;
  if (restart.high && restart.high->offset >= run.lowest->offset) told.newer = restart.high;
  told.committed = restart.committed;
  told.first_ns = run.first_ns;
  told.last_ns = run.last_ns;
  told.after_rebalance = true;
  // A start that goes back shows where the log had been committed.
  if (!restart.committed && (!place.most_committed || run.lowest->offset > *place.most_committed)) {
    place.most_committed = run.lowest->offset;
  }
  run = {};
}

}  // namespace lanewise::order

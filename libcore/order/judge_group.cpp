// What happens to a group: partitions change hands, offsets are committed.
#include <algorithm>

#include "libcore/order/judge.h"

namespace lanewise::order {

using record::EventKind;

void Judge::commit(PlaceState& place, std::uint32_t scope, const Entry& entry) {
  const auto generation = entry.has(Entry::kGeneration) ? std::optional(entry.generation) : std::nullopt;
  if (!entry.has(Entry::kOffset) || is_outdated(place, entry.member, generation)) return;
  const bool is_anybodys = entry.group == kUnnamed && scope != kUnnamed;
  const bool is_others =
      entry.group == kUnnamed && names_.groups.size() > 0 && entry.member != place.committed_by;
  if (place.committed && entry.offset < *place.committed && !place.resume && !is_others) {
    Finding& back = finding_at(Code::commit_regression, scope, entry.place);
    if (++back.count == 1) {
      back.committed = entry.offset;
      back.first_offset = entry.offset;
      back.last_offset = *place.committed - 1;
      back.late = handling_of(entry);
      back.after_rebalance = after_rebalance(scope, place.restart_due);
    }
    if (const auto time = entry.time()) span(back, time, time);
  }
  place.committed = entry.offset;
  place.committed_by = entry.member;
  place.commits_name_no_group = place.commits_name_no_group || is_anybodys;
  place.lowest_at_commit = place.seen.lowest();
  place.most_committed = std::max(place.most_committed.value_or(entry.offset), entry.offset);
}

// x is handled for the first time, below the last commit.
void Judge::commit_was_ahead(std::uint32_t scope, const Handling& x, const PlaceState& place) {
  if (x.has(Handling::kStale)) return;
  Finding& ahead = finding_at(Code::commit_ahead, scope, x.place);
  if (++ahead.count == 1) {
    ahead.late = x;
    ahead.committed = place.committed;
    ahead.after_rebalance = after_rebalance(scope, place.since_restart == 0);
  }
  span(ahead, x.time_ns(), x.time_ns());
}

void Judge::apply(PlaceState& place, std::uint32_t scope, const Entry& entry) {
  const auto time = entry.has(Entry::kTs) ? std::optional(entry.ts) : entry.time();
  const auto generation = entry.has(Entry::kGeneration) ? std::optional(entry.generation) : std::nullopt;
  switch (entry.event) {
    case EventKind::commit: return commit(place, scope, entry);
    case EventKind::fetch:
      if (!entry.has(Entry::kOffset)) return;
      place.known.add(entry.offset);
      place.fetched = std::max(place.fetched.value_or(entry.offset), entry.offset);
      return;
    case EventKind::resume:
      assign_to(place, entry.member, generation, time);
      place.next.resumed_ns = time;
      if (entry.has(Entry::kOffset)) {
        place.resume = entry.offset;
        // Where the log's own commits are known, a start beyond them is a jump, and no commit.
        if (!place.committed)
          place.most_committed = std::max(place.most_committed.value_or(entry.offset), entry.offset);
      }
      return;
    case EventKind::assign: return assign_to(place, entry.member, generation, time);
    case EventKind::revoke:
    case EventKind::lost:
    case EventKind::leave:
    case EventKind::crash: return revoke_from(place, entry.member, time, ordinal_);
    default: return;
  }
}

void Judge::group_event(const Entry& entry) {
  if (entry.event == EventKind::commit) {
    seen_.commits = true;
    ++totals_.commits;
  } else if (entry.event != EventKind::fetch) {
    seen_.assignments = true;
  }
  const auto note = [&](std::vector<std::int64_t>& moments) {
    if (entry.member >= moments.size()) moments.resize(entry.member + 1);
    moments[entry.member] = ordinal_;
  };
  if (entry.member != 0) {
    if (entry.event == EventKind::crash) note(crashed_at_);
    if (entry.event == EventKind::crash || entry.event == EventKind::leave) note(gone_at_);
    if (entry.event == EventKind::assign || entry.event == EventKind::resume) note(assigned_at_);
  }
  if (entry.event == EventKind::join) return;  // who owns what is told by other lines
  const bool names_place = names_.places.partition(entry.place).has_value();
  if (names_place) {
    if (PlaceState* const place = place_of(entry.group, entry.place)) apply(*place, entry.group, entry);
    if (entry.group != kUnnamed) return;
    // A line that names no group is about all of them: clients' own log lines name none.
    places_.for_each_of_place(entry.place, [&](PlaceEntry& at) {
      if (at.scope != kUnnamed && at.scope != Vocabulary::kLog) apply(at.state, at.scope, entry);
    });
    return;
  }
  const bool names_topic = names_.places.topic(entry.place).has_value();
  const auto apply_to = [&](PlaceEntry& at) {
    if (at.scope == Vocabulary::kLog) return;
    if (entry.member != 0 && at.state.owner != 0 && at.state.owner != entry.member) return;
    if (names_topic && names_.places.topic_of(entry.place) != names_.places.topic_of(at.place)) return;
    apply(at.state, at.scope, entry);
  };
  if (entry.group == kUnnamed) {
    for (PlaceEntry& at : places_.all()) apply_to(at);
  } else {
    places_.for_each_of_scope(entry.group, apply_to);
  }
}

}  // namespace lanewise::order

// What the lines as a whole take back from a finding, or add to it: whether the order of two inputs is known,
// whose commits they are, whether a partition was drained.
#include <algorithm>
#include <map>

#include "libcore/order/judge.h"

namespace lanewise::order {

// Whether nobody knows in which order its two records were handled: they stand in files whose times overlap
// or go back from one to the next, or were merged by times that one of them has not.
bool Judge::is_order_unknown(const Finding& finding) const {
  if (!finding.late || !finding.newer || finding.late->has(Handling::kStored)) return false;
  const Handling& late = *finding.late;
  const Handling& newer = *finding.newer;
  const std::size_t a = LineRef::input(late.line);
  const std::size_t b = LineRef::input(newer.line);
  if (options_.merged || is_merged_)
    return (a != b || late.member != newer.member) && (!late.time_ns() || !newer.time_ns());
  if (a == b || a >= times_.size() || b >= times_.size()) return false;
  const Times& x = times_[std::min(a, b)];
  const Times& y = times_[std::max(a, b)];
  return x.first_ns && y.first_ns && *y.first_ns <= *x.last_ns;
}

// Whether it depends on commits that name no group, where several groups have handled the partition.
bool Judge::is_commit_unclear(const Finding& finding) const {
  const bool depends = finding.code == Code::loss || finding.code == Code::skip ||
                       finding.code == Code::commit_ahead || finding.code == Code::commit_regression ||
                       finding.code == Code::partial_replay;
  if (!depends || !finding.place || finding.scope <= kUnnamed) return false;
  const PlaceState* const place = places_.find(finding.scope, *finding.place);
  if (place == nullptr || !place->commits_name_no_group) return false;
  std::size_t groups = 0;
  places_.for_each_of_place(*finding.place, [&](const PlaceEntry& entry) {
    if (entry.scope > kUnnamed && entry.state.handlings > 0) ++groups;
  });
  return groups > 1;
}

// A key that the log holds in two partitions is no split one where a group has handled all of its records,
// the old partition to its end before the new one.
bool Judge::is_shown_drained(const Finding& split) const {
  constexpr std::uint32_t kMostGroups = 1000;
  if (split.scope != Vocabulary::kLog || !split.key || names_.groups.size() > kMostGroups) return false;
  const KeyHistory& stored = keys_[*split.key];
  bool is_shown = false;
  for (std::uint32_t scope = kUnnamed;
       scope <= Vocabulary::scope_of(static_cast<std::uint32_t>(names_.groups.size())); ++scope) {
    const std::uint32_t number = keys_.find(stored, scope);
    if (number == KeyTable::kNone) continue;
    const KeyHistory& handled = keys_[number];
    if (handled.has(KeyHistory::kSplit) || handled.arrivals < stored.arrivals) return false;
    is_shown = true;
  }
  return is_shown;
}

// What one key's lines show in several inputs and is told alike is one finding.
void Judge::gather(std::vector<Finding>& findings) {
  std::map<std::tuple<Code, std::uint32_t, Verdict, Stage>, std::size_t> told;
  std::vector<Finding> gathered;
  for (Finding& finding : findings) {
    if (!finding.key || finding.first_seq || finding.first_offset) {
      gathered.push_back(finding);
      continue;
    }
    const auto [at, is_new] =
        told.try_emplace({finding.code, *finding.key, finding.verdict, finding.stage}, gathered.size());
    if (is_new) {
      gathered.push_back(finding);
      continue;
    }
    Finding& first = gathered[at->second];
    first.count += finding.count;
    first.extent = std::max(first.extent, finding.extent);
    first.displacement = std::max(first.displacement, finding.displacement);
    first.late_ns = std::max(first.late_ns, finding.late_ns);
    if (finding.inversions) first.inversions = first.inversions.value_or(0) + *finding.inversions;
    if (first.moves && finding.moves) {
      *first.moves += *finding.moves;
    } else {
      first.moves.reset();
    }
    span(first, finding.first_ns, finding.last_ns);
  }
  findings = std::move(gathered);
}

}  // namespace lanewise::order

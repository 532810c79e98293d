#include "libcore/lag/lag_report.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace lanewise::lag {

namespace {

void add_to(std::optional<double>& sum, const std::optional<double>& more) {
  if (more) sum = sum.value_or(0) + *more;
}

// One partition over all snapshots.
struct Series {
  const PartitionLag* last = nullptr;
  const PartitionLag* before = nullptr;  // of the snapshot before the last one that has it
  std::size_t last_snapshot = 0;
  std::vector<Sample> samples;
};

struct SeriesKey {
  Place place;
  std::size_t occurrence = 0;  // names that were cut make several partitions one place
  bool operator==(const SeriesKey&) const = default;
};
struct SeriesHash {
  std::size_t operator()(const SeriesKey& key) const noexcept {
    return PlaceHash{}(key.place) + key.occurrence;
  }
};

class Collector {
 public:
  Collector(const SnapshotSequence& sequence, const Selection& selection)
      : sequence_(sequence), selection_(selection) {
    for (std::size_t s = 0; s < sequence.snapshots.size(); ++s) collect(s);
  }

  [[nodiscard]] const std::vector<Series>& series() const { return series_; }

 private:
  void collect(std::size_t number) {
    const Snapshot& snapshot = sequence_.snapshots[number];
    std::unordered_map<Place, std::size_t, PlaceHash> occurrences;
    for (const PartitionLag& row : snapshot.rows) {
      if (!selection_.group(row.group) || !selection_.topic(row.topic)) continue;
      const std::size_t occurrence =
          row.findings.has(Finding::twice_in_table) ? ++occurrences[place_of(row)] : 0;
      const auto [found, is_new] = index_.try_emplace({place_of(row), occurrence}, series_.size());
      if (is_new) series_.emplace_back();
      Series& series = series_[found->second];
      series.before = series.last;
      series.last = &row;
      series.last_snapshot = number;
      series.samples.push_back({snapshot.time_ns, row.committed, row.end, row.lag});
    }
  }

  const SnapshotSequence& sequence_;
  const Selection& selection_;
  std::vector<Series> series_;  // in the order in which they first stand
  std::unordered_map<SeriesKey, std::size_t, SeriesHash> index_;
};

// Groups by name, each made when it is first met.
class Groups {
 public:
  GroupReport& of(std::string_view name) {
    const auto [found, is_new] = index_.try_emplace(name, groups_.size());
    if (is_new) {
      groups_.emplace_back();
      groups_.back().name = name;
    }
    return groups_[found->second];
  }
  std::vector<GroupReport> take() && { return std::move(groups_); }
  std::vector<GroupReport>& all() { return groups_; }

 private:
  std::vector<GroupReport> groups_;
  std::unordered_map<std::string_view, std::size_t> index_;
};

void take_facts(const GroupFacts& facts, GroupReport& group) {
  if (is_known(facts.state)) group.group_state = facts.state;
  if (facts.members) {
    group.system = System::rocketmq;
    group.members = facts.members;
    group.has_members = *facts.members > 0;
    group.version = facts.version;
    group.type = facts.type;
    group.model = facts.model;
    group.consumed_per_s = facts.consumed_per_s;
  }
  if (facts.idle_members > 0) group.has_members = true;
}

// Worst first: what is read before what is not, the larger lag, what may be larger, queues before retries.
bool is_worse(const PartitionReport& a, const PartitionReport& b) {
  const auto rank = [](const PartitionReport& partition) {
    const std::optional<std::int64_t> most = lag_bounds(partition.row).most;
    return std::tuple(!partition.is_stale(), partition.row.lag.value_or(0) > 0, partition.is_unknown(),
                      partition.trend.state == State::ahead, partition.row.lag.value_or(0),
                      most.value_or(INT64_MAX),
                      !is_retry_topic(partition.row.topic) && !is_dead_letter_topic(partition.row.topic));
  };
  return rank(a) > rank(b);
}

// The state of a group is that of the partition that somebody should look at, the one with the most lag.
State state_of(const GroupReport& group, const std::vector<PartitionReport>& partitions, bool is_single) {
  for (const std::size_t index : group.partitions)
    if (is_alarming(partitions[index].trend.state)) return partitions[index].trend.state;
  constexpr std::array kOneSnapshot{State::behind, State::unknown, State::ahead, State::caught_up,
                                    State::stale};
  constexpr std::array kSeveral{State::unknown, State::ahead,     State::behind, State::draining,
                                State::steady,  State::caught_up, State::stale};
  if (is_single) {
    for (const State state : kOneSnapshot)
      if (group.count(state) > 0) return state;
  } else {
    for (const State state : kSeveral)
      if (group.count(state) > 0) return state;
  }
  if (group.group_state == "Missing") return State::missing;
  return group.group_state == "Empty" ? State::empty : State::unknown;
}

int rank_of(State state) {
  switch (state) {
    case State::growing:
    case State::stuck:
    case State::rewound:
    case State::recreated: return 0;
    case State::behind: return 1;
    case State::unknown:
    case State::ahead: return 2;
    case State::draining: return 3;
    case State::steady:
    case State::caught_up: return 4;
    case State::stale:
    case State::empty:
    case State::missing: return 5;
  }
  return 5;
}

}  // namespace

void Sums::add(const PartitionReport& partition) {
  const PartitionLag& row = partition.row;
  ++partitions;
  whole_groups += row.partition ? 0 : 1;
  const LagBounds bounds = lag_bounds(row);
  if (row.lag && *row.lag < 0) {
    ++negative;
    least_lag = std::min(least_lag, *row.lag);
  }
  if (partition.is_stale()) {
    ++stale;
    stale_lag = saturating_sum(stale_lag, bounds.least);
    stale_unknown += partition.is_unknown() ? 1 : 0;
    return;
  }
  lag = saturating_sum(lag, bounds.least);
  if (is_retry_topic(row.topic)) retry_lag = saturating_sum(retry_lag, bounds.least);
  if (is_dead_letter_topic(row.topic)) dead_lag = saturating_sum(dead_lag, bounds.least);
  most_lag = most_lag && bounds.most ? std::optional(saturating_sum(*most_lag, *bounds.most)) : std::nullopt;
  if (partition.is_unknown()) {
    ++unknown;
    no_commit += row.findings.has(Finding::no_commit) ? 1 : 0;
  }
  if (const auto span = window(row)) {
    window_sum = saturating_sum(window_sum, *span);
    ++window_known;
  }
  add_to(net, partition.trend.rates.net);
  add_to(in, partition.trend.rates.in);
  add_to(out, partition.trend.rates.out);
}

std::optional<double> LagReport::share_of_worst(const GroupReport& group) const {
  const PartitionReport* const first = worst(group);
  if (first == nullptr || group.sums.partitions < 2 || group.sums.lag <= 0 || first->is_stale() ||
      !first->row.lag) {
    return std::nullopt;
  }
  return static_cast<double>(*first->row.lag) / static_cast<double>(group.sums.lag);
}

LagReport judge(SnapshotSequence taken, const TrendRules& rules, const Selection& selection) {
  LagReport report;
  report.sequence = std::move(taken);
  const SnapshotSequence& sequence = report.sequence;
  report.snapshots = sequence.snapshots.size();
  report.source = sequence.source;
  report.was_reordered = sequence.was_reordered;
  if (sequence.snapshots.empty()) return report;
  const std::size_t last = sequence.snapshots.size() - 1;
  const auto first_time = sequence.snapshots.front().time_ns;
  const auto last_time = sequence.snapshots.back().time_ns;
  if (first_time && last_time && last > 0) report.span_ns = saturating_difference(*last_time, *first_time);

  Groups groups;
  const Collector collector(sequence, selection);
  for (const Series& series : collector.series()) {
    GroupReport& group = groups.of(series.last->group);
    group.system = series.last->system;
    if (series.last_snapshot != last) {
      group.gone.push_back(place_of(*series.last));
      continue;
    }
    PartitionReport partition{*series.last, judge(*series.last, series.samples, rules), series.samples.size(),
                              false};
    partition.member_changed = series.before != nullptr && partition.row.has_member() &&
                               series.before->has_member() && series.before->member != partition.row.member;
    group.has_members = group.has_members || partition.row.has_member();
    if (partition.row.last_ns) {
      report.newest_row = std::max(report.newest_row.value_or(INT64_MIN), *partition.row.last_ns);
    }
    group.partitions.push_back(report.partitions.size());
    report.partitions.push_back(partition);
  }
  for (const GroupFacts& facts : sequence.snapshots.back().groups)
    if (selection.group(facts.group)) take_facts(facts, groups.of(facts.group));

  for (GroupReport& group : groups.all()) {
    std::stable_sort(group.partitions.begin(), group.partitions.end(), [&](std::size_t a, std::size_t b) {
      return is_worse(report.partitions[a], report.partitions[b]);
    });
    for (const std::size_t index : group.partitions) {
      const PartitionReport& partition = report.partitions[index];
      group.sums.add(partition);
      report.total.add(partition);
      ++group.counts[static_cast<std::size_t>(partition.trend.state)];
      if (partition.is_stale()) continue;
      group.never_catches_up = group.never_catches_up || partition.trend.never_catches_up;
      if (partition.trend.eta_s) group.eta_s = std::max(group.eta_s.value_or(0), *partition.trend.eta_s);
    }
    group.state = state_of(group, report.partitions, last == 0);
    if (group.never_catches_up) group.eta_s.reset();
  }
  report.groups = std::move(groups).take();
  std::stable_sort(
      report.groups.begin(), report.groups.end(), [](const GroupReport& a, const GroupReport& b) {
        return std::tuple(-rank_of(a.state), a.sums.lag) > std::tuple(-rank_of(b.state), b.sums.lag);
      });
  return report;
}

}  // namespace lanewise::lag

// Snapshots judged: every partition with its trend, every group with its sums, worst first.
//
// Sums count what is known and say how much is not: a negative lag counts as 0 and is counted, an unknown one
// is left out and counted. What nobody in a group reads (State::stale) is kept apart, since it only grows.
//
// Memory: the snapshots, which the report keeps since its partitions are rows of the last one, and some 500
// bytes a partition. O(n log n) in the rows. Thread safety: functions of their arguments.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "libcore/lag/snapshots.h"
#include "libcore/lag/trend.h"

namespace lanewise::lag {

struct PartitionReport {
  const PartitionLag& row;  // as the last snapshot has it
  Trend trend;
  std::size_t samples = 1;
  bool member_changed = false;  // since the snapshot before

  [[nodiscard]] bool is_stale() const { return trend.state == State::stale; }
  // Neither its lag nor that it is 0 is known.
  [[nodiscard]] bool is_unknown() const { return !row.lag && lag_bounds(row).most != 0; }
};

struct Sums {
  std::int64_t partitions = 0;
  std::int64_t whole_groups = 0;  // of those: rows that stand for all partitions of a group
  std::int64_t lag = 0;           // known, of partitions that are read, negatives as 0
  std::int64_t unknown = 0;       // partitions
  std::int64_t no_commit = 0;     // of those
  std::int64_t negative = 0;      // partitions
  std::int64_t least_lag = 0;     // the lowest, if one is negative
  std::int64_t stale = 0;         // partitions
  std::int64_t stale_lag = 0;
  std::int64_t stale_unknown = 0;
  std::int64_t window_sum = 0;               // known
  std::int64_t window_known = 0;             // partitions
  std::int64_t retry_lag = 0;                // of `lag`, in RocketMQ's retry topics
  std::int64_t dead_lag = 0;                 // of `lag`, in its dead-letter topics
  std::optional<std::int64_t> most_lag = 0;  // `lag` and what the unknown ones may add; empty: no bound

  // Of partitions whose rate is known.
  std::optional<double> net;
  std::optional<double> in;
  std::optional<double> out;

  void add(const PartitionReport& partition);
  // Everything, abandoned partitions too.
  [[nodiscard]] std::int64_t known_lag() const { return saturating_sum(lag, stale_lag); }
  // Partitions whose lag is in `lag`.
  [[nodiscard]] std::int64_t counted() const { return partitions - unknown - stale; }
};

struct GroupReport {
  std::string_view name;  // null: not known
  System system = System::kafka;
  State state = State::unknown;
  Sums sums;
  std::vector<std::size_t> partitions;  // worst first; indices into LagReport::partitions
  std::vector<Place> gone;              // in the snapshot before, and not in the last
  std::optional<double> eta_s;          // of its slowest partition
  bool never_catches_up = false;

  // What the text says of the group.
  std::string_view group_state;  // "Empty", "Rebalancing"; null: nothing is said
  std::optional<std::int64_t> members;
  std::string_view version;
  std::string_view type;
  std::string_view model;
  std::optional<double> consumed_per_s;
  bool has_members = false;  // seen beside a partition, or counted

  // How many partitions are in a state.
  [[nodiscard]] std::int64_t count(State of) const { return counts[static_cast<std::size_t>(of)]; }
  std::array<std::int64_t, kStates> counts{};
};

struct LagReport {
  LagReport() = default;
  LagReport(const LagReport&) = delete;  // partitions refer to rows of `sequence`
  LagReport& operator=(const LagReport&) = delete;
  LagReport(LagReport&&) = default;
  LagReport& operator=(LagReport&&) = default;
  ~LagReport() = default;

  SnapshotSequence sequence;
  std::vector<PartitionReport> partitions;
  std::vector<GroupReport> groups;  // worst first
  Sums total;
  std::size_t snapshots = 0;
  TimeSource source = TimeSource::none;
  bool was_reordered = false;
  std::optional<std::int64_t> span_ns;     // from the first snapshot to the last
  std::optional<std::int64_t> newest_row;  // RocketMQ: latest time at which a consumed record was stored

  // The share of a group's lag that its worst partition holds; empty where there is no lag or one partition.
  [[nodiscard]] std::optional<double> share_of_worst(const GroupReport& group) const;
  [[nodiscard]] const PartitionReport* worst(const GroupReport& group) const {
    return group.partitions.empty() ? nullptr : &partitions[group.partitions.front()];
  }
};

// Whether a row, or a group of which only its state is known, is to be reported.
struct Selection {
  std::function<bool(std::string_view group)> group;
  std::function<bool(std::string_view topic)> topic;
};

LagReport judge(SnapshotSequence taken, const TrendRules& rules, const Selection& selection);

}  // namespace lanewise::lag

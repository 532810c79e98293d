// How a partition's lag moves over snapshots, and what to call that.
//
// What is judged is the present: the latest snapshots that lie at least two commit intervals apart (the whole
// sequence where it is shorter), because clients commit now and then and one commit more or less is no
// movement. `slack` is what arrives between two commits: a lag within it is being kept up with, and a change
// within it is none.
//
//   unknown    there is no commit, or the end is not known, so that there is no lag to judge
//   stale      nobody in the group reads it, while the group has members
//   ahead      committed beyond the end
//   caught_up  the lag is 0
//   recreated  the end went back between the last two snapshots: created anew, or truncated
//   rewound    the commit is below where it has been: what lies between runs once more
//   stuck      records wait, and no commit moved for two commit intervals or more
//   growing    the lag rises by more than the slack
//   draining   it falls by more than the slack
//   steady     neither, or within the slack; a lag of 1 that neither end moves is so too, for a transaction's
//              marker takes an offset that no consumer ever sees
//   behind     records wait, and whether that moves cannot be told: one snapshot, or too near to each other
//
// Pure functions. O(1) a sample.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "libcore/lag/partition_lag.h"

namespace lanewise::lag {

enum class State : std::uint8_t {
  unknown,
  stale,
  ahead,
  caught_up,
  recreated,
  rewound,
  stuck,
  growing,
  draining,
  steady,
  behind,
  empty,    // of a group: it has no members and nothing is known of its partitions
  missing,  // of a group: it does not exist
};
inline constexpr std::size_t kStates = static_cast<std::size_t>(State::missing) + 1;
// "caught up", for people; "caught_up", for programs.
std::string_view name_of(State state);
std::string_view word_of(State state);

// Falls behind, or went back: what somebody should look at.
bool is_alarming(State state);

// What one snapshot says of a partition.
struct Sample {
  std::optional<std::int64_t> time_ns;
  std::optional<std::int64_t> committed;
  std::optional<std::int64_t> end;
  std::optional<std::int64_t> lag;
};

// In records a second; empty where not known.
struct Rates {
  std::optional<double> in;   // written
  std::optional<double> out;  // committed
  std::optional<double> net;  // how fast the lag grows
};

struct Trend {
  State state = State::unknown;
  Rates rates;                          // of the window that is judged
  std::optional<std::int64_t> came;     // in the window: records written
  std::optional<std::int64_t> handled;  // and committed
  std::optional<double> net_of_all;     // over the whole sequence, where that is longer than the window
  std::optional<std::int64_t> span_of_all_ns;
  std::optional<std::int64_t> span_ns;     // of the window
  std::optional<std::int64_t> still_ns;    // since when no commit moved, if the last one did not
  std::optional<std::int64_t> came_still;  // records written in that time
  std::optional<double> eta_s;             // until it has caught up
  bool never_catches_up = false;           // at these rates
  bool is_too_near = false;                // behind, because the snapshots are too near to each other
  std::int64_t went_back = 0;              // rewound: records between the commit and where it had been
  std::int64_t shrank = 0;                 // recreated: by how much the end went back
};

struct TrendRules {
  std::int64_t commit_interval_ns = 5'000'000'000;  // the clients' default (auto.commit.interval.ms)
};

// Of one partition, whose last row is `row`. `samples` are the snapshots that have it, in order; the last is
// `row`'s. Requires: not empty.
Trend judge(const PartitionLag& row, std::span<const Sample> samples, const TrendRules& rules);

}  // namespace lanewise::lag

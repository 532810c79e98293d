// Runs a scenario under a protocol: a deterministic simulation of discrete events.
//
//     auto method = find_method("cooperative", std::nullopt);
//     auto outcome = simulate(scenario, *method, partitioner, {});
//     outcome->ownership.figures().unowned_us
//
// Guarantee: the same scenario and method give the same outcome and the same history, to the byte, on every
// platform; nothing depends on floating point but the reading of rates. What happens at one moment is ordered
// by the rule of agenda.h. What the scenario plans after its end does not happen; the end cuts handlings
// short.
//
// Thread safety: a function of its arguments, so that methods may be run side by side. Cost: O(log pending) a
// record, heartbeat or commit, O(members x partitions) a rebalance beside the strategy; memory 40 bytes a
// record.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "libcore/allocate/partition_table.h"
#include "libcore/base/result.h"
#include "libcore/route/partitioner.h"
#include "libcore/sim/rebalance/history.h"
#include "libcore/sim/rebalance/ownership.h"
#include "libcore/sim/rebalance/protocol_registry.h"
#include "libcore/sim/rebalance/scenario.h"
#include "libcore/sim/rebalance/stage.h"
#include "libcore/sim/rebalance/tally.h"

namespace lanewise::sim::rebalance {

struct Outcome {
  Ownership ownership;
  TallyFigures tally;                      // all zero without a load
  std::vector<std::int64_t> latencies_us;  // of the records handled, sorted
  std::vector<RebalanceFigures> rebalances;
  std::vector<Member> members;          // every start of every pod, as Segment::member numbers them
  std::vector<std::int64_t> committed;  // by partition
  bool at_rest = false;                 // whether the group had settled when the time was up
  std::int64_t end_us = 0;

  // From the first event to the last new owner; nothing if the group had not settled or nobody got anything.
  [[nodiscard]] std::optional<std::int64_t> settled_after_us(const Scenario& scenario) const;
};

// The quantile of sorted values by the nearest rank; nothing if there are none. Requires: 0 < q <= 1.
std::optional<std::int64_t> quantile(const std::vector<std::int64_t>& sorted, double q);

// Requires: a valid scenario (scenario.h); a partitioner that determines every key. `history` takes the
// events, or is empty. Errors: what the strategy refuses; limit for a group that never comes to rest.
Result<Outcome> simulate(const Scenario& scenario, const Method& method,
                         const route::Partitioner& partitioner, const TakeLines& history);

}  // namespace lanewise::sim::rebalance

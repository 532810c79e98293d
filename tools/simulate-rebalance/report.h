// The report of simulated runs: a table, and of one run what happened.
#pragma once

#include <string>
#include <vector>

#include "libcore/report/table.h"
#include "libcore/sim/rebalance/simulation.h"

namespace lanewise::simulate_tool {

namespace rebalance = sim::rebalance;

struct Simulated {
  rebalance::Method method;
  rebalance::Outcome outcome;
};

// "12.0 s", "420 ms", "0.0 s".
std::string seconds(std::int64_t us);

// A row a run: what happens to partitions, what happens to records, and both side by side.
report::Table ownership_table(const rebalance::Scenario& scenario, const std::vector<Simulated>& runs);
report::Table records_table(const std::vector<Simulated>& runs);
report::Table table_of(const rebalance::Scenario& scenario, const std::vector<Simulated>& runs);
// The first line of one run: what it costs.
std::string verdict_of(const rebalance::Scenario& scenario, const Simulated& run);
// Rebalances, backlog, latency, what is assumed: lines with a word in front.
std::string details_of(const rebalance::Scenario& scenario, const Simulated& run, bool all);
// What could not be simulated, or nothing.
std::string not_simulated(const rebalance::Scenario& scenario);
// Rebalances, intervals, results and a summary.
std::string jsonl_of(const rebalance::Scenario& scenario, const std::vector<Simulated>& runs);

}  // namespace lanewise::simulate_tool

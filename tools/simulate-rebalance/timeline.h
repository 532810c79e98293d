// Who has each partition when, drawn in characters: a line a partition, a column a stretch of time.
//
// The column is the widest of 1, 2 or 5 times a power of ten of which every change falls on an edge, if that
// takes no more than the width; else the narrowest that fits, and a column shows the worst that falls into
// it: double before unowned before paused before owned.
#pragma once

#include <string>

#include "libcore/sim/rebalance/simulation.h"

namespace lanewise::simulate_tool {

namespace rebalance = sim::rebalance;

// From the first event until a column after the last change. `all`: partitions to which nothing happens too.
std::string timeline_of(const rebalance::Scenario& scenario, const rebalance::Outcome& outcome,
                        std::size_t width, bool all);

}  // namespace lanewise::simulate_tool

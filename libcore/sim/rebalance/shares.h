// What a strategy gives to members, in the numbers of a simulation.
//
// Functions of their arguments. Cost: the strategy's.
#pragma once

#include <cstdint>
#include <vector>

#include "libcore/allocate/strategy.h"
#include "libcore/base/result.h"
#include "libcore/sim/rebalance/stage.h"

namespace lanewise::sim::rebalance {

// What a member reports when it joins.
struct Claim {
  std::int32_t member = 0;
  std::vector<std::int32_t> owned;  // sorted
  std::int32_t generation = 0;      // 0: none
};

// Partitions by claim, each sorted: what one rebalance hands out. Errors: the strategy's.
Result<std::vector<std::vector<std::int32_t>>> shares_of(const Stage& stage,
                                                         const allocate::Strategy& strategy,
                                                         const std::vector<Claim>& claims);

// Partitions by member: what members that come together with nothing settle on.
Result<std::vector<std::vector<std::int32_t>>> shares_at_rest(const Stage& stage,
                                                              const allocate::Strategy& strategy,
                                                              const std::vector<std::int32_t>& members);

}  // namespace lanewise::sim::rebalance

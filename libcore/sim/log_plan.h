// What is settled before the first line of a generated log: whether the configuration makes sense, its
// numbers as integers, and where each fault goes.
//
// Faults are laid out along the records' numbers: each has a stretch of the log to itself, long enough for
// the records it needs and, where the log has room, for half a second besides. The stretches' places are
// drawn uniformly. A skip freezes its partition's commits, so that what comes after it could be replayed into
// it: skips take the last stretches. Internal to the event generator.
#pragma once

#include <cstdint>
#include <vector>

#include "libcore/base/result.h"
#include "libcore/sim/event_generator.h"
#include "libcore/sim/log_lines.h"

namespace lanewise::sim {

struct PlannedFault {
  FaultKind kind;
  std::uint64_t at = 0;       // the number of the first record that may belong to it, from 0
  std::uint64_t records = 0;  // how many records it writes itself
};

struct LogPlan {
  std::uint32_t keys = 0;
  std::uint32_t ranks = 0;  // keys alive at a moment
  std::uint32_t zipf_milli = 0;
  std::uint32_t life = 0;  // records a key lives for; 0: no limit
  std::uint64_t rate_milli = 0;
  std::vector<PlannedFault> faults;  // in the order of `at`
  std::vector<SkewedClock> clocks;
};

// How many records the episode of a fault writes itself.
std::uint64_t records_of(FaultKind kind, std::uint32_t life);
// How many records of a key an `early` fault sets against each other.
std::uint32_t early_run(std::uint32_t life);

Result<LogPlan> plan_log(const GeneratorConfig& config);

}  // namespace lanewise::sim

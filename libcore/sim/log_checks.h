// Whether a generator's configuration makes sense, before anything is planned. Errors are `usage`, and name
// the option of lanewise generate-events that sets what is wrong (a member of GeneratorConfig each). Internal
// to the event generator.
#pragma once

#include <cstdint>

#include "libcore/base/result.h"
#include "libcore/sim/event_generator.h"

namespace lanewise::sim {

inline constexpr std::uint64_t kMostRecords = 4'000'000'000;  // of a log
inline constexpr std::uint32_t kMostKeys = 1U << 28U;

Result<void> check_shape(const GeneratorConfig& config);
// Whether the log is of a kind in which the fault can happen at all. `life`: the records a key lives for, 0
// for no limit.
Result<void> check_fault(const GeneratorConfig& config, FaultKind kind, std::uint32_t life);

}  // namespace lanewise::sim

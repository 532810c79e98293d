// --until 'lag<=N' over snapshots: the offline twin of waiting for it.
#pragma once

#include <cstdint>
#include <string>

#include "libcore/lag/lag_report.h"
#include "tools/lag-report/options.h"

namespace lanewise::lag_tool {

struct UntilAnswer {
  std::string text;   // a line a group
  std::string jsonl;  // the same, without a summary
  std::int64_t groups = 0;
  std::int64_t not_reached = 0;
};

// Requires: options.until, and a snapshot.
UntilAnswer answer_until(const lag::SnapshotSequence& sequence, const Options& options,
                         const lag::Selection& selection);

}  // namespace lanewise::lag_tool

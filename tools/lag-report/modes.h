// The things `lanewise lag-report` reads, a file each.
#pragma once

#include <vector>

#include "libcore/cli/session.h"
#include "tools/lag-report/inputs.h"
#include "tools/lag-report/options.h"

namespace lanewise::lag_tool {

// `inputs` in the order of Options::input.
Result<cli::Outcome> run_documents(const Options& options, std::vector<KnownInput> inputs,
                                   cli::Session& session);  // documents.cpp
Result<cli::Outcome> run_events(const Options& options, std::vector<KnownInput> inputs,
                                cli::Session& session);  // events.cpp

// The exit status as it will be, for a report's summary.
inline int status_of(cli::Outcome outcome, const cli::Session& session) {
  if (session.has_trouble()) return cli::kExitTrouble;
  return outcome == cli::Outcome::wanting ? cli::kExitWanting : cli::kExitFine;
}

}  // namespace lanewise::lag_tool

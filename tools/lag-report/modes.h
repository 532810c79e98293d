// The things `lanewise lag-report` reads, a file each.
#pragma once

#include <vector>

#include "libcore/cli/session.h"
#include "tools/lag-report/inputs.h"
#include "tools/lag-report/options.h"

namespace lanewise::lag_tool {

// `inputs` in the order of Options::input; one that could not be opened has no source.
Result<cli::Outcome> run_documents(const Options& options, std::vector<OpenInput> inputs,
                                   cli::Session& session);  // documents.cpp

}  // namespace lanewise::lag_tool

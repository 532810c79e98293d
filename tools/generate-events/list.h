// The kinds of fault.
#pragma once

#include "libcore/cli/session.h"
#include "tools/generate-events/options.h"

namespace lanewise::generate_tool {

void list_faults(const Options& options, cli::Session& session);

}  // namespace lanewise::generate_tool

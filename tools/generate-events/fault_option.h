// `--fault KIND[=N]`.
#pragma once

#include <string>

#include "libcore/base/result.h"
#include "libcore/sim/event_generator.h"

namespace lanewise::generate_tool {

Result<void> add_fault(sim::GeneratorConfig& config, const std::string& text);

}  // namespace lanewise::generate_tool

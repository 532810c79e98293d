// What `lanewise generate-events` takes: sim::GeneratorConfig, an option a member.
#pragma once

#include <optional>
#include <string>

#include "libcore/cli/tool.h"
#include "libcore/record/timestamp.h"
#include "libcore/route/registry.h"
#include "libcore/sim/event_generator.h"

namespace lanewise::generate_tool {

struct Options {
  sim::GeneratorConfig config;
  const route::PartitionerInfo* partitioner = nullptr;  // after check: never null
  std::optional<std::string> truth;
  bool list = false;
  bool list_as_json = false;

  // As given; check turns them into the configuration.
  bool groups_given = false;
  bool no_commits = false;
  bool no_assignments = false;
};

void declare(cli::Parser& parser, Options& options);
Result<void> check(Options& options);

}  // namespace lanewise::generate_tool

// What `lanewise generate-events` takes: sim::GeneratorConfig, an option a member.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "libcore/cli/tool.h"
#include "libcore/record/timestamp.h"
#include "libcore/route/registry.h"
#include "libcore/sim/event_generator.h"

namespace lanewise::generate_tool {

// One -o, as in every tool: the layout of the log, or how the --list looks.
enum class Output : std::uint8_t { jsonl, kcat, logfmt, spring_boot, text, tsv, markdown };

struct Options {
  sim::GeneratorConfig config;
  const route::PartitionerInfo* partitioner = nullptr;  // after check: never null
  std::optional<std::string> truth;
  bool list = false;
  std::optional<Output> output;  // check turns it into the configuration's format

  // As given; check turns them into the configuration.
  bool groups_given = false;
  bool no_commits = false;
  bool no_assignments = false;
};

void declare(cli::Parser& parser, Options& options);
Result<void> check(Options& options);

}  // namespace lanewise::generate_tool

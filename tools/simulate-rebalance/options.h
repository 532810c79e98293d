// What `lanewise simulate-rebalance` takes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "libcore/cli/tool.h"
#include "libcore/sim/rebalance/protocol_registry.h"
#include "libcore/sim/rebalance/scenario.h"
#include "libcore/sim/rebalance/scenario_kinds.h"

namespace lanewise::simulate_tool {

namespace rebalance = sim::rebalance;

enum class Format : std::uint8_t { text, jsonl, tsv, markdown };

struct Options {
  std::optional<std::string> operand;  // a kind or the path of a scenario

  rebalance::KindNumbers numbers;
  std::vector<std::string> kind_options;                      // those given that only kinds take
  std::vector<std::pair<std::string, std::string>> settings;  // name and value, in their order
  std::uint64_t seed = 1;
  rebalance::Protections protections;

  std::optional<std::string> protocol;
  std::optional<std::string> strategy;
  std::optional<std::string> compare;

  bool list = false;
  bool timeline = false;
  std::optional<std::string> events;  // a path, or "-"
  Format output = Format::text;

  // Filled in by check.
  std::optional<rebalance::Kind> kind;
  std::vector<rebalance::Method> methods;
};

void declare(cli::Parser& parser, Options& options);
Result<void> check(Options& options);

}  // namespace lanewise::simulate_tool

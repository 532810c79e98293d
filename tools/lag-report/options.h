// What `lanewise lag-report` takes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libcore/cli/input_options.h"
#include "libcore/cli/tool.h"
#include "libcore/lag/trend.h"

namespace lanewise::lag_tool {

enum class Format : std::uint8_t { text, jsonl, tsv, markdown };

// "lag<=100"
struct Condition {
  bool or_equal = true;
  std::int64_t bound = 0;

  [[nodiscard]] bool holds(std::int64_t lag) const { return or_equal ? lag <= bound : lag < bound; }
};

struct Options {
  cli::InputOptions input{{.reads_events = true, .tells_topic = false}};
  std::vector<std::string> groups;  // empty: all
  std::vector<std::string> topics;  // empty: all
  std::optional<std::int64_t> interval_ns;
  lag::TrendRules rules;

  std::vector<lag::State> fail_on;
  std::optional<std::int64_t> max_lag;
  std::optional<Condition> until;

  Format output = Format::text;
  bool hash_keys = false;
};

void declare(cli::Parser& parser, Options& options);
Result<void> check(Options& options);

}  // namespace lanewise::lag_tool

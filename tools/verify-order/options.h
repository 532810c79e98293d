// What `lanewise verify-order` takes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libcore/cli/input_options.h"
#include "libcore/cli/tool.h"
#include "libcore/order/finding.h"

namespace lanewise::verify_order_tool {

enum class Format : std::uint8_t { text, jsonl };

struct Options {
  cli::InputOptions input{{.reads_events = true}};
  Format output = Format::text;
  bool list_keys = false;
  std::optional<std::string> trace_key;
  std::vector<order::Check> required;
  std::optional<std::string> junit;
  bool merge = false;
  bool sparse_seqs = false;
  bool hash_keys = false;
  std::optional<std::int64_t> max_keys;
  std::uint64_t max_memory = std::uint64_t{1} << 30;
};

void declare(cli::Parser& parser, Options& options);
Result<void> check(Options& options);

}  // namespace lanewise::verify_order_tool

// What `lanewise route` takes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libcore/cli/input_options.h"
#include "libcore/cli/tool.h"
#include "libcore/route/registry.h"

namespace lanewise::route_tool {

enum class Format : std::uint8_t { automatic, text, jsonl, tsv, markdown };

struct Resize {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

struct Options {
  Options()
      : input({.default_format = record::Format::keys,
               .offers_keys = true,
               .offers_bad_input = true,
               .needs_key = true}) {}

  std::optional<std::int64_t> partitions;
  const route::PartitionerInfo* partitioner = nullptr;  // after check: never null
  std::vector<std::string> literal_keys;
  bool bare = false;
  bool list = false;
  std::string listed;  // what of: "" for the common ones, "all", or a family
  std::vector<const route::PartitionerInfo*> compared;
  std::optional<Resize> resize;
  bool stats = false;
  bool explain = false;
  std::optional<std::int64_t> top;
  std::uint64_t max_memory = std::uint64_t{256} << 20;
  Format output = Format::automatic;
  bool hash_keys = false;
  cli::InputOptions input;

  // Requires: check() has passed and the mode needs -n.
  [[nodiscard]] std::uint32_t partition_count() const { return static_cast<std::uint32_t>(*partitions); }
};

void declare(cli::Parser& parser, Options& options);
Result<void> check(Options& options);

}  // namespace lanewise::route_tool

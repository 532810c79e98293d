// What `lanewise split` takes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libcore/allocate/registry.h"
#include "libcore/cli/tool.h"

namespace lanewise::split_tool {

enum class Format : std::uint8_t { text, jsonl, tsv, markdown, group };
enum class Method : std::uint8_t { lpt, contiguous };

struct Options {
  std::vector<std::string> operands;  // N C, or GROUP, or what --list is of
  std::optional<std::int64_t> consumers;
  std::optional<std::uint64_t> index;  // of plain ranges and of the parts of weights
  bool bare = false;

  std::optional<std::int64_t> from;
  std::optional<std::int64_t> to;

  std::optional<std::string> weights;       // "9,8,7"
  std::optional<std::string> weights_file;  // one a line
  std::optional<Method> method;
  std::optional<std::int64_t> limit;

  const allocate::StrategyEntry* strategy = nullptr;
  std::optional<std::string> group;  // of a document with several
  std::vector<std::string> added;
  std::vector<std::string> removed;
  std::vector<std::string> then;  // paths of group documents

  bool list = false;
  Format output = Format::text;

  // Filled in by check for the plain split.
  std::uint64_t items = 0;
  std::uint64_t parts = 0;

  [[nodiscard]] bool is_weighted() const { return weights.has_value() || weights_file.has_value(); }
};

void declare(cli::Parser& parser, Options& options);
Result<void> check(Options& options);

}  // namespace lanewise::split_tool

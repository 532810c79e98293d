#include "tools/verify-order/options.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/base/suggest.h"
#include "libcore/cli/output_option.h"

namespace lanewise::verify_order_tool {

namespace {

constexpr std::uint64_t kLeastMemory = std::uint64_t{16} << 20;

std::vector<cli::Choice> check_choices() {
  std::vector<cli::Choice> choices;
  for (const order::CheckInfo& row : order::checks()) {
    choices.push_back({std::string(row.name), std::string(row.title)});
  }
  return choices;
}

Result<void> require(std::vector<order::Check>& required, std::string_view list) {
  while (!list.empty()) {
    const std::string_view name = list.substr(0, list.find(','));
    list.remove_prefix(std::min(name.size() + 1, list.size()));
    const auto found = order::find_check(name);
    if (!found) {
      std::vector<std::string> names;
      for (const order::CheckInfo& row : order::checks()) names.emplace_back(row.name);
      const auto meant = nearest(name, names);
      return usage_error(fmt::format("there is no check '{}'", name),
                         meant ? fmt::format("did you mean {}?", *meant)
                               : fmt::format("checks are {}", fmt::join(names, ", ")));
    }
    if (std::find(required.begin(), required.end(), *found) == required.end()) required.push_back(*found);
  }
  return {};
}

cli::Apply set_text(std::optional<std::string>& target) {
  return [&target](const std::string& value) -> Result<void> {
    target = value;
    return {};
  };
}

}  // namespace

void declare(cli::Parser& parser, Options& options) {
  options.input.declare(parser);
  parser.group("Judging");
  parser.add({.names = "--require",
              .meta = "CHECK,…",
              .kind = cli::ValueKind::choice,
              .help = "trouble (status 2) if one of these checks cannot be made",
              .apply = [&options](const std::string& value) { return require(options.required, value); },
              .choices = check_choices(),
              .repeatable = true});
  parser.flag("--merge", options.merge, "put the lines of all files into the order of their times");
  parser.choice(
      "--seq-kind", "KIND",
      {{"dense", "seqs of a key have no holes: one that is missing is a gap"}, {"sparse", "seqs only rise"}},
      [&options](const std::string& value) -> Result<void> {
        options.sparse_seqs = value == "sparse";
        return {};
      },
      "dense or sparse (default dense)");
  parser.number("--max-keys", "N", options.max_keys, 1, std::numeric_limits<std::int32_t>::max(),
                "follow so many keys at most; what is given up is said");
  parser.size("--max-memory", options.max_memory, "for all that is remembered (default 1GiB)");
  parser.group("Output");
  cli::declare_output<Format>(
      parser, options.output,
      {{.name = "text", .format = Format::text, .help = "for people"},
       {.name = "jsonl", .format = Format::jsonl, .help = "JSON Lines, see lanewise-reports(7)"}},
      "text or jsonl (default text)");
  parser.flag("-l,--list-keys", options.list_keys, "only the broken keys, one a line");
  parser.add({.names = "--trace-key",
              .meta = "KEY",
              .kind = cli::ValueKind::text,
              .help = "one key's life over all inputs, line by line",
              .apply = set_text(options.trace_key)});
  parser.add({.names = "--junit",
              .meta = "FILE",
              .kind = cli::ValueKind::file,
              .help = "the checks as a JUnit report as well",
              .apply = set_text(options.junit)});
  parser.flag("--hash-keys", options.hash_keys, "show keys as hashes");
}

Result<void> check(Options& options) {
  if (options.max_memory < kLeastMemory) return usage_error("--max-memory is at least 16MiB");
  if (options.list_keys && options.trace_key)
    return usage_error("-l and --trace-key are two reports", "use one of them");
  return options.input.check();
}

}  // namespace lanewise::verify_order_tool

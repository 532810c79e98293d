#include "tools/route/options.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "libcore/cli/output_option.h"
#include "libcore/cli/units.h"
#include "libcore/route/spread.h"

namespace lanewise::route_tool {

namespace {

constexpr std::int64_t kMostPartitions = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kMostTop = 1000;

std::vector<cli::Choice> partitioner_choices() {
  std::vector<cli::Choice> choices;
  for (const route::PartitionerInfo& info : route::all_partitioners()) {
    choices.push_back({std::string(info.name), std::string(info.summary)});
  }
  for (const route::PartitionerInfo& info : route::all_partitioners()) {
    for (const std::string_view alias : info.aliases)
      choices.push_back({std::string(alias), fmt::format("the same as {}", info.name)});
  }
  return choices;
}

std::vector<cli::Choice> list_words() {
  return {{"all", "every partitioner"},
          {"kafka", "of Java clients and those that agree with them"},
          {"librdkafka", "of librdkafka and what is built on it"},
          {"sarama", "of Go's sarama"},
          {"rocketmq", "of RocketMQ"},
          {"murmur3", "of routers of one's own"}};
}

Result<Resize> parse_resize(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) {
    return usage_error(fmt::format("'{}' is not OLD:NEW", text), "write e.g. 12:16");
  }
  auto from = cli::parse_integer(text.substr(0, colon), 1, kMostPartitions);
  if (!from) return std::move(from).error();
  auto to = cli::parse_integer(text.substr(colon + 1), 1, kMostPartitions);
  if (!to) return std::move(to).error();
  return Resize{static_cast<std::uint32_t>(*from), static_cast<std::uint32_t>(*to)};
}

void declare_modes(cli::Parser& parser, Options& options) {
  parser.group("Instead of routing");
  parser.add({.names = "--compare",
              .meta = "A,B[,…]",
              .kind = cli::ValueKind::choice,
              .help = "keys on which partitioners disagree, with each one's partition",
              .apply = [&options](const std::string& value) -> Result<void> {
                auto infos = route::find_partitioners(value);
                if (!infos) return std::move(infos).error();
                options.compared = *std::move(infos);
                return {};
              },
              .choices = partitioner_choices()});
  parser.add({.names = "--resize",
              .meta = "OLD:NEW",
              .kind = cli::ValueKind::text,
              .help = "keys that another partition count moves; -v or -o jsonl lists them",
              .apply = [&options](const std::string& value) -> Result<void> {
                auto resize = parse_resize(value);
                if (!resize) return std::move(resize).error();
                options.resize = *resize;
                return {};
              }});
  parser.flag("--stats", options.stats, "how keys and records spread over the partitions");
  parser.number("--top", "N", options.top, 0, kMostTop, "busiest keys that --stats names (default 10)");
  parser.flag("--explain", options.explain, "bytes, hash, reduction, partition, step by step");
  parser.flag("--list", options.list, "partitioners most people need; --list all, --list librdkafka");
}

}  // namespace

void declare(cli::Parser& parser, Options& options) {
  parser.group("Routing");
  parser.number("-n,--partitions", "N", options.partitions, 1, kMostPartitions,
                "number of partitions of the topic");
  parser.add({.names = "--partitioner",
              .meta = "NAME",
              .kind = cli::ValueKind::choice,
              .help = "the client's partitioner (default kafka); see --list",
              .apply = [&options](const std::string& value) -> Result<void> {
                auto info = route::find_partitioner(value);
                if (!info) return std::move(info).error();
                options.partitioner = *info;
                return {};
              },
              .choices = partitioner_choices()});
  parser.add({.names = "-k,--literal",
              .meta = "KEY",
              .kind = cli::ValueKind::text,
              .help = "ask for this key instead of reading any",
              .apply = [&options](const std::string& value) -> Result<void> {
                options.literal_keys.push_back(value);
                return {};
              },
              .repeatable = true});
  parser.flag("--bare", options.bare, "print the partition alone, without the key");
  declare_modes(parser, options);
  options.input.declare(parser);
  parser.operand_words("--list", list_words());
  parser.group("Output");
  cli::declare_output<Format>(parser, options.output,
                              {{"text", Format::text},
                               {"jsonl", Format::jsonl},
                               {"tsv", Format::tsv},
                               {"markdown", Format::markdown}},
                              "text, jsonl, tsv, markdown (default: as the input)");
  parser.flag("--hash-keys", options.hash_keys, "show keys as hashes");
  parser.size("--max-memory", options.max_memory, "for counting distinct keys (default 256MiB)");
  parser.mark_rare();
}

Result<void> check(Options& options) {
  if (options.partitioner == nullptr) options.partitioner = &route::all_partitioners().front();
  const int modes = (options.compared.empty() ? 0 : 1) + (options.resize ? 1 : 0) + (options.stats ? 1 : 0) +
                    (options.explain ? 1 : 0) + (options.list ? 1 : 0);
  if (modes > 1) {
    return usage_error("--compare, --resize, --stats, --explain and --list each ask for something else",
                       "use one at a time");
  }
  if (options.top && !options.stats)
    return usage_error("--top is for --stats", "leave it out, or say --stats");
  if (options.list) {
    if (!options.literal_keys.empty())
      return usage_error("--list shows partitioners, and routes no key", "leave out -k");
    const auto& words = options.input.inputs();
    if (words.size() > 1) return usage_error("--list takes one word", "--list all, or --list librdkafka");
    if (!words.empty()) options.listed = words.front().path;
    return {};
  }
  if (options.bare && modes > 0)
    return usage_error("--bare is for routing, not for a report", "leave it out");
  if (options.bare && options.output != Format::automatic && options.output != Format::text) {
    return usage_error("--bare prints the partition alone, without any format", "leave out --bare or -o");
  }
  if (!options.resize && !options.partitions) {
    return usage_error("how many partitions?", "-n N, the partition count of the topic");
  }
  if (options.resize && options.partitions) {
    return usage_error("-n and --resize both say how many partitions", "leave out -n");
  }
  const bool is_table = options.output == Format::tsv || options.output == Format::markdown;
  if (options.output == Format::markdown && !options.stats && !options.list) {
    return usage_error("-o markdown is for tables: --stats and --list");
  }
  if (is_table && (options.explain || options.resize)) {
    return usage_error("the reports of --explain and --resize are text or jsonl", "-o jsonl, for a program");
  }
  if (options.stats) {
    auto countable = route::check_countable(options.partition_count());
    if (!countable) return countable;
  }
  if (!options.literal_keys.empty()) {
    if (!options.input.inputs().empty()) {
      return usage_error("-k asks for keys of its own, and files are named too", "leave out one of them");
    }
    if (options.input.dangling()) {
      return usage_error(
          fmt::format("{} is about files, and -k asks for keys of its own", *options.input.dangling()),
          "leave out one of them");
    }
    return {};
  }
  return options.input.check();
}

}  // namespace lanewise::route_tool

#include "tools/generate-events/options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/base/suggest.h"
#include "libcore/cli/output_option.h"
#include "libcore/cli/units.h"
#include "tools/generate-events/fault_option.h"

namespace lanewise::generate_tool {

namespace {

constexpr std::int64_t kMost32 = std::numeric_limits<std::int32_t>::max();  // keys, partitions
constexpr std::int64_t kMostRecords = std::int64_t{1} << 50;

std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> items;
  std::size_t at = 0;
  for (;;) {
    const std::size_t comma = text.find(',', at);
    items.push_back(text.substr(at, comma - at));
    if (comma == std::string::npos) return items;
    at = comma + 1;
  }
}

// An option whose value is a whole number from 1.
template <class Target>
cli::Option count(const std::string& names, Target& target, const std::string& help,
                  std::int64_t most = kMost32) {
  return {.names = names,
          .meta = "N",
          .kind = cli::ValueKind::number,
          .help = help,
          .apply = [&target, most](const std::string& value) -> Result<void> {
            auto number = cli::parse_integer(value, 1, most);
            if (!number) return std::move(number).error();
            target = static_cast<std::uint32_t>(*number);
            return {};
          }};
}

template <class Target>
cli::Option duration(const std::string& names, Target& target, const std::string& help) {
  return {.names = names,
          .meta = "TIME",
          .kind = cli::ValueKind::text,
          .help = help,
          .apply = [&target](const std::string& value) -> Result<void> {
            auto ns = cli::parse_duration(value);
            if (!ns) return std::move(ns).error();
            target = std::chrono::nanoseconds(*ns);
            return {};
          }};
}

cli::Option list(std::string names, std::string meta, std::vector<std::string>& target, std::string help) {
  return {.names = std::move(names),
          .meta = std::move(meta),
          .kind = cli::ValueKind::text,
          .help = std::move(help),
          .apply = [&target](const std::string& value) -> Result<void> {
            target = split_list(value);
            return {};
          }};
}

std::vector<cli::Choice> field_choices() {
  std::vector<cli::Choice> choices;
  for (const std::string_view name : sim::field_names()) choices.push_back({std::string(name), {}});
  return choices;
}

Error no_field(const std::string& name) {
  const std::vector<std::string> names(sim::field_names().begin(), sim::field_names().end());
  const auto meant = nearest(name, names);
  return usage_error(
      fmt::format("'{}' is not a field", name),
      meant ? fmt::format("did you mean {}?", *meant) : fmt::format("fields are {}", fmt::join(names, " ")));
}

void declare_written(cli::Parser& parser, Options& options) {
  sim::GeneratorConfig& config = options.config;
  parser.group("What is written");
  parser.add({.names = "--events",
              .meta = "N",
              .kind = cli::ValueKind::number,
              .help = "records (default 100000)",
              .apply = [&config](const std::string& value) -> Result<void> {
                auto number = cli::parse_integer(value, 1, kMostRecords);
                if (!number) return std::move(number).error();
                config.records = static_cast<std::uint64_t>(*number);
                return {};
              }});
  parser.add(count("--keys", config.keys, "keys (default 10000)"));
  parser.add(count("--active", config.active_keys, "keys that are alive at one moment (default all)"));
  parser.add(duration("--active-for", config.active_for, "how long a key stays alive, about (default 60s)"));
  parser.mark_rare();
  parser.add({.names = "--zipf",
              .meta = "S",
              .kind = cli::ValueKind::number,
              .help = "skew: the r-th most popular key weighs 1/r^S; 0 is even (default 1)",
              .apply = [&config](const std::string& value) -> Result<void> {
                double skew = 0;
                const char* const end = value.data() + value.size();
                const auto [stopped, error] = std::from_chars(value.data(), end, skew);
                if (error != std::errc{} || stopped != end || !(skew >= 0 && skew <= 10)) {
                  return usage_error(fmt::format("'{}' is not a skew from 0 to 10", value));
                }
                config.zipf = skew;
                return {};
              }});
  parser.add({.names = "--rate",
              .meta = "RATE",
              .kind = cli::ValueKind::text,
              .help = "records a second (default 4000/s)",
              .apply = [&config](const std::string& value) -> Result<void> {
                auto rate = cli::parse_rate(value);
                if (!rate) return std::move(rate).error();
                config.rate = *rate;
                return {};
              }});
  parser.add({.names = "--start",
              .meta = "WHEN",
              .kind = cli::ValueKind::text,
              .help = "time of the first record (default 2026-01-01T00:00:00Z)",
              .apply = [&config](const std::string& value) -> Result<void> {
                const auto ns = record::parse_time(value, {});
                if (!ns)
                  return usage_error(fmt::format("'{}' is not a time", value),
                                     "write e.g. 2026-11-27T02:51:00Z");
                config.start = std::chrono::nanoseconds(*ns);
                return {};
              }});
  parser.add({.names = "-t,--topic",
              .meta = "NAME",
              .kind = cli::ValueKind::text,
              .help = "the topic (default orders)",
              .apply = [&config](const std::string& value) -> Result<void> {
                config.topic = value;
                return {};
              }});
  parser.add({.names = "--key-prefix",
              .meta = "TEXT",
              .kind = cli::ValueKind::text,
              .help = "keys are TEXT1, TEXT2, … (default order-)",
              .apply = [&config](const std::string& value) -> Result<void> {
                config.key_prefix = value;
                return {};
              },
              .rare = true});
  parser.add(count("-n,--partitions", config.partitions, "partitions (default 16)"));
  std::vector<cli::Choice> partitioners;
  for (const route::PartitionerInfo& info : route::all_partitioners()) {
    partitioners.push_back({std::string(info.name), std::string(info.summary)});
  }
  parser.add({.names = "--partitioner",
              .meta = "NAME",
              .kind = cli::ValueKind::choice,
              .help = "which partition a key goes to (default kafka)",
              .apply = [&options](const std::string& value) -> Result<void> {
                auto info = route::find_partitioner(value);
                if (!info) return std::move(info).error();
                options.partitioner = *info;
                return {};
              },
              .choices = std::move(partitioners)});
  parser.add(count("--producers", config.producers, "producers (default 2)"));
  parser.mark_rare();
  parser.add(
      list("--states", "A,B,…", config.states, "each key goes through these states, then a new one comes"));
  parser.add(list("--steps", "A,B,…", config.steps, "each key needs these steps, then a new one comes"));
  parser.add(duration("--step-within", config.step_within, "a key's steps come within this (default 10s)"));
  parser.mark_rare();
}

void declare_handled(cli::Parser& parser, Options& options) {
  sim::GeneratorConfig& config = options.config;
  parser.group("How it is handled");
  parser.add({.names = "-g,--group",
              .meta = "NAME",
              .kind = cli::ValueKind::text,
              .help = "a consumer group; several handle everything each (default payments)",
              .apply = [&options](const std::string& value) -> Result<void> {
                if (!options.groups_given) options.config.groups.clear();
                options.groups_given = true;
                options.config.groups.push_back(value);
                return {};
              },
              .repeatable = true});
  parser.add(count("-c,--members", config.members, "members of each group (default 3)"));
  parser.add(count("-j,--workers", config.threads, "threads of each member (default 4)"));
  parser.add(duration("--service", config.service, "mean time of one handling (default: threads half busy)"));
  parser.add(duration("--fetch-delay", config.fetch_delay, "from written to fetched (default 2ms)"));
  parser.mark_rare();
  parser.add(duration("--commit-every", config.commit_every, "between two commits (default 1s)"));
  parser.mark_rare();
  parser.add(count("--max-lag", config.max_lag, "writers wait above this lag (default 100000)"));
  parser.mark_rare();
}

void declare_shown(cli::Parser& parser, Options& options) {
  sim::GeneratorConfig& config = options.config;
  parser.group("What is shown");
  parser.flag("--stored", config.stored, "a line for each record as it is stored");
  parser.choice(
      "--handled", "AS",
      {{"record", "one line with start_ts and end_ts"},
       {"start-done", "a start line and a done line"},
       {"nothing", "no handlings"}},
      [&config](const std::string& value) -> Result<void> {
        config.handled = value == "record"       ? sim::HandledAs::record
                         : value == "start-done" ? sim::HandledAs::start_and_done
                                                 : sim::HandledAs::nothing;
        return {};
      },
      "each handling as record, start-done or nothing (default record)");
  parser.flag("--no-commits", options.no_commits, "without commit lines");
  parser.mark_rare();
  parser.flag("--no-assignments", options.no_assignments, "without assign, revoke, resume and crash lines");
  parser.mark_rare();
  parser.add({.names = "--fields",
              .meta = "A,B,…",
              .kind = cli::ValueKind::text,
              .help = fmt::format("of {} (default all but payload)", fmt::join(sim::field_names(), " ")),
              .apply = [&config](const std::string& value) -> Result<void> {
                sim::FieldSet chosen;
                for (const std::string& name : split_list(value)) {
                  const auto names = sim::field_names();
                  const auto found = std::find(names.begin(), names.end(), name);
                  if (found == names.end()) return no_field(name);
                  chosen = chosen.with(static_cast<sim::Field>(found - names.begin()));
                }
                config.fields = chosen;
                return {};
              },
              .choices = field_choices()});
  cli::declare_output<std::optional<Output>>(
      parser, options.output,
      {{"jsonl", Output::jsonl, "JSON Lines in the vocabulary of lanewise-events(7)"},
       {"kcat", Output::kcat, "what kcat -J prints, with --stored --handled nothing"},
       {"logfmt", Output::logfmt, "name=value pairs"},
       {"spring-boot", Output::spring_boot, "Spring Boot's layout around logfmt"},
       {"text", Output::text, "--list for people"},
       {"tsv", Output::tsv, "--list as a table"},
       {"markdown", Output::markdown, "--list as a table"}},
      "jsonl, kcat, logfmt, spring-boot (default jsonl)");
  parser.choice(
      "--time-unit", "UNIT", cli::choices_of({"s", "ms", "us", "ns"}),
      [&config](const std::string& value) -> Result<void> {
        config.time_unit = value == "s"    ? record::TimeUnit::seconds
                           : value == "us" ? record::TimeUnit::microseconds
                           : value == "ns" ? record::TimeUnit::nanoseconds
                                           : record::TimeUnit::milliseconds;
        return {};
      },
      "of times: s, ms, us, ns (default ms)");
}

}  // namespace

void declare(cli::Parser& parser, Options& options) {
  declare_written(parser, options);
  declare_handled(parser, options);
  declare_shown(parser, options);
  parser.group("Faults");
  std::vector<cli::Choice> kinds;
  for (const sim::FaultInfo& fault : sim::fault_table())
    kinds.push_back({std::string(fault.name), std::string(fault.summary)});
  parser.add({.names = "--fault",
              .meta = "KIND[=N]",
              .kind = cli::ValueKind::choice,
              .help = "plant N faults of a kind (default 1); see --list",
              .apply = [&options](const std::string& value) { return add_fault(options.config, value); },
              .choices = std::move(kinds),
              .repeatable = true});
  parser.add({.names = "--truth",
              .meta = "FILE",
              .kind = cli::ValueKind::file,
              .help = "where the faults lie, as JSON Lines",
              .apply = [&options](const std::string& value) -> Result<void> {
                options.truth = value;
                return {};
              }});
  parser.flag("--list", options.list, "the kinds of fault; -o text, jsonl, tsv, markdown");
  parser.add({.names = "--seed",
              .meta = "N",
              .kind = cli::ValueKind::number,
              .help = "another log of the same kind (default 1)",
              .apply = [&options](const std::string& value) -> Result<void> {
                auto seed = cli::parse_integer(value, 0, std::numeric_limits<std::int64_t>::max());
                if (!seed) return std::move(seed).error();
                options.config.seed = static_cast<std::uint64_t>(*seed);
                return {};
              }});
}

Result<void> check(Options& options) {
  if (options.list) {
    const Output output = options.output.value_or(Output::text);
    if (output == Output::kcat || output == Output::logfmt || output == Output::spring_boot) {
      return usage_error("--list is no log, and has none of its layouts", "-o text, jsonl, tsv or markdown");
    }
    return {};
  }
  switch (options.output.value_or(Output::jsonl)) {
    case Output::jsonl: options.config.format = record::EventFormat::jsonl; break;
    case Output::kcat: options.config.format = record::EventFormat::kcat; break;
    case Output::logfmt: options.config.format = record::EventFormat::logfmt; break;
    case Output::spring_boot: options.config.format = record::EventFormat::spring_boot; break;
    case Output::text:
    case Output::tsv:
    case Output::markdown:
      return usage_error("text, tsv and markdown are of --list, not of a log",
                         "-o jsonl, kcat, logfmt or spring-boot");
  }
  if (options.partitioner == nullptr) options.partitioner = &route::all_partitioners().front();
  options.config.commits = !options.no_commits;
  options.config.assignments = !options.no_assignments;
  if (options.truth == "-")
    return usage_error("the log has standard output: --truth needs a file", "--truth truth.jsonl");
  if (options.truth && options.truth->empty())
    return usage_error("--truth names no file", "--truth truth.jsonl");
  if (!options.config.stored && options.config.handled == sim::HandledAs::nothing) {
    return usage_error("--handled nothing leaves nothing to show", "add --stored");
  }
  return {};
}

}  // namespace lanewise::generate_tool

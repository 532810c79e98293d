#include "tools/simulate-rebalance/options.h"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/base/suggest.h"
#include "libcore/cli/output_option.h"
#include "libcore/cli/terminal.h"
#include "libcore/cli/units.h"
#include "libcore/sim/rebalance/scenario_json.h"

namespace lanewise::simulate_tool {

namespace {

using cli::ValueKind;

constexpr std::int32_t kMostNumber = 100'000;

// A number that only a kind of scenario takes.
template <class Target>
cli::Option kind_count(std::string names, Options& options, Target& target, std::string help) {
  cli::Option option{.names = std::move(names),
                     .meta = "N",
                     .kind = ValueKind::number,
                     .help = std::move(help),
                     .apply = {}};
  option.apply = [&options, &target, name = option.long_name()](const std::string& value) -> Result<void> {
    auto number = cli::parse_integer(value, 1, kMostNumber);
    if (!number) return std::move(number).error();
    target = static_cast<std::int32_t>(*number);
    options.kind_options.push_back(name);
    return {};
  };
  return option;
}

template <class Target>
cli::Option kind_time(std::string names, Options& options, Target& target, std::string help) {
  cli::Option option{.names = std::move(names),
                     .meta = "TIME",
                     .kind = ValueKind::text,
                     .help = std::move(help),
                     .apply = {}};
  option.apply = [&options, &target, name = option.long_name()](const std::string& value) -> Result<void> {
    auto ns = cli::parse_duration(value);
    if (!ns) return std::move(ns).error();
    if (*ns % 1000 != 0) return usage_error(fmt::format("'{}' is finer than a microsecond", value));
    if (*ns > std::int64_t{30} * 24 * 3600 * 1'000'000'000)
      return usage_error(fmt::format("'{}' is above 30 days", value));
    target = *ns / 1000;
    options.kind_options.push_back(name);
    return {};
  };
  return option;
}

// An option that is a setting of lanewise-scenario(5).
cli::Option setting(std::string names, std::string meta, ValueKind kind, Options& options, std::string name,
                    std::string help) {
  return {.names = std::move(names),
          .meta = std::move(meta),
          .kind = kind,
          .help = std::move(help),
          .apply = [&options, name = std::move(name)](const std::string& value) -> Result<void> {
            options.settings.emplace_back(name, value);
            return {};
          }};
}

void declare_scenario(cli::Parser& parser, Options& options) {
  parser.group("Scenario by a word");
  parser.add(kind_count("-n,--partitions", options, options.numbers.partitions, "partitions (default 12)"));
  parser.add(
      kind_count("-c,--consumers", options, options.numbers.members, "members at the start (default 3)"));
  parser.add({.names = "-t,--topic",
              .meta = "NAME",
              .kind = ValueKind::text,
              .help = "the topic (default orders)",
              .apply = [&options](const std::string& value) -> Result<void> {
                if (value.empty()) return usage_error("a topic without a name");
                options.numbers.topic = value;
                options.kind_options.emplace_back("--topic");
                return {};
              },
              .rare = true});
  parser.add({.names = "--static",
              .meta = {},
              .kind = ValueKind::none,
              .help = "members have instance ids (static membership)",
              .apply = [&options](const std::string&) -> Result<void> {
                options.numbers.is_static = true;
                options.kind_options.emplace_back("--static");
                return {};
              }});
  parser.add(kind_time("--down", options, options.numbers.down_us,
                       "rolling: how long a member is away (default 5s)"));
  parser.add(kind_time("--every", options, options.numbers.every_us,
                       "between two events (default rolling 30s, scale-out 1s)"));
  parser.add(kind_count("--added", options, options.numbers.added,
                        "scale-out: members that join (default as many as there are)"));
  parser.group("Any scenario");
  parser.add(setting("--rate", "RATE", ValueKind::text, options, "rate",
                     "records a second (default 200/s by a word, none in a file)"));
  parser.add(setting("--keys", "N", ValueKind::number, options, "keys", "how many keys they have"));
  parser.add(setting("--service", "TIME", ValueKind::text, options, "service",
                     "mean time of one handling (default 10ms)"));
  parser.add(
      setting("-j,--workers", "N", ValueKind::number, options, "workers", "threads of a member (default 4)"));
  parser.add(setting("--until", "TIME", ValueKind::text, options, "until",
                     "the end (default 90 s after the last event)"));
  parser.add({.names = "--set",
              .meta = "NAME=VALUE",
              .kind = ValueKind::text,
              .help = "any setting of lanewise-scenario(5), e.g. session=10s",
              .apply = [&options](const std::string& value) -> Result<void> {
                const std::size_t equals = value.find('=');
                if (equals == std::string::npos || equals == 0) {
                  return usage_error(fmt::format("'{}' is no NAME=VALUE", value), "as in --set session=10s");
                }
                options.settings.emplace_back(value.substr(0, equals), value.substr(equals + 1));
                return {};
              },
              .repeatable = true});
  parser.add({.names = "--seed",
              .meta = "N",
              .kind = ValueKind::number,
              .help = "where random choices start from (default 1)",
              .apply = [&options](const std::string& value) -> Result<void> {
                auto number = cli::parse_integer(value, 0, std::numeric_limits<std::int64_t>::max());
                if (!number) return std::move(number).error();
                options.seed = static_cast<std::uint64_t>(*number);
                return {};
              }});
}

struct Protection {
  std::string_view name;
  bool rebalance::Protections::* target;
  std::string_view help;
};

constexpr std::array<Protection, 4> kProtections{{
    {"stop-fetch", &rebalance::Protections::stop_fetch, "who loses a partition fetches it on for a while"},
    {"resume-at-commit", &rebalance::Protections::resume_at_commit,
     "who gets a partition begins where the last owner had fetched to"},
    {"drain", &rebalance::Protections::drain, "who loses a partition leaves its workers to finish"},
    {"fencing", &rebalance::Protections::fencing, "commits of former owners count"},
}};

Result<void> take_away(rebalance::Protections& protections, const std::string& name) {
  std::vector<std::string> names;
  for (const Protection& protection : kProtections) {
    if (protection.name == name) {
      protections.*protection.target = false;
      return {};
    }
    names.emplace_back(protection.name);
  }
  const auto near = nearest(name, names);
  return usage_error(fmt::format("'{}' is no protection", name),
                     near ? fmt::format("did you mean {}?", *near)
                          : fmt::format("protections are {}", fmt::join(names, " ")));
}

void declare_protocol(cli::Parser& parser, Options& options) {
  parser.group("Protocol");
  std::vector<cli::Choice> protocols;
  for (const rebalance::ProtocolEntry& entry : rebalance::protocols()) {
    protocols.push_back({std::string(entry.name), std::string(entry.summary)});
  }
  parser.choice(
      "--protocol", "NAME", std::move(protocols),
      [&options](const std::string& value) -> Result<void> {
        options.protocol = value;
        return {};
      },
      "how the group agrees (default eager); see --list");
  std::vector<cli::Choice> strategies;
  for (const rebalance::ProtocolEntry& entry : rebalance::protocols()) {
    for (const std::string_view name : entry.strategies) {
      strategies.push_back({std::string(name), fmt::format("of the protocol {}", entry.name)});
    }
  }
  parser.choice(
      "--strategy", "NAME", std::move(strategies),
      [&options](const std::string& value) -> Result<void> {
        options.strategy = value;
        return {};
      },
      "how partitions are shared out (default: the protocol's)");
  parser.text("--compare", "P/S,P/S,…", options.compare, "protocols and strategies side by side");
  std::vector<cli::Choice> protections;
  for (const Protection& protection : kProtections) {
    protections.push_back({std::string(protection.name), std::string(protection.help)});
  }
  parser.add({.names = "--without",
              .meta = "PROTECTION",
              .kind = ValueKind::choice,
              .help = "take stop-fetch, resume-at-commit, drain or fencing away; may be repeated",
              .apply = [&options](const std::string& value) -> Result<void> {
                return take_away(options.protections, value);
              },
              .choices = std::move(protections),
              .repeatable = true});
  parser.flag("--list", options.list, "the protocols and their strategies");
}

}  // namespace

void declare(cli::Parser& parser, Options& options) {
  parser.operand({.name = "SCENARIO",
                  .kind = ValueKind::file,
                  .apply = [&options](const std::string& value) -> Result<void> {
                    options.operand = value;
                    return {};
                  },
                  .at_most = 1});
  declare_scenario(parser, options);
  declare_protocol(parser, options);
  parser.group("Output");
  cli::declare_output<Format>(parser, options.output,
                              {{"text", Format::text, "for people"},
                               {"jsonl", Format::jsonl, "JSON Lines, see lanewise-reports(7)"},
                               {"tsv", Format::tsv, "the table"},
                               {"markdown", Format::markdown, "the table"}},
                              "text, jsonl, tsv, markdown (default text)");
  parser.flag("--timeline", options.timeline, "who has each partition when");
  parser.add({.names = "--events",
              .meta = "FILE",
              .kind = ValueKind::file,
              .help = "write what happens, as lanewise-events(7); - is standard output",
              .apply = [&options](const std::string& value) -> Result<void> {
                options.events = value;
                return {};
              }});
}

namespace {

// Options for some of the words only. What a scenario has no place for is refused, not ignored.
struct OnlyFor {
  std::string_view option;
  std::vector<rebalance::Kind> kinds;
  std::string_view names;
};

Result<void> check_kind_options(const Options& options) {
  if (!options.kind) {
    if (options.kind_options.empty()) return {};
    return usage_error(fmt::format("{} is for a scenario by a word", options.kind_options.front()),
                       "join, leave, crash, rolling or scale-out; a file says it itself");
  }
  using rebalance::Kind;
  const std::array<OnlyFor, 3> table{{{"--down", {Kind::rolling}, "rolling"},
                                      {"--every", {Kind::rolling, Kind::scale_out}, "rolling and scale-out"},
                                      {"--added", {Kind::scale_out}, "scale-out"}}};
  for (const auto& [option, kinds, names] : table) {
    const bool is_given = std::find(options.kind_options.begin(), options.kind_options.end(), option) !=
                          options.kind_options.end();
    const bool fits = std::find(kinds.begin(), kinds.end(), *options.kind) != kinds.end();
    if (is_given && !fits) {
      return usage_error(fmt::format("{} is for {}, not for {}", option, names, *options.operand),
                         "leave it out, or give a scenario as a file");
    }
  }
  return {};
}

}  // namespace

Result<void> check(Options& options) {
  if (options.list) {
    if (options.operand) return usage_error("--list shows the protocols, and takes no scenario");
    return {};
  }
  if (!options.operand && cli::is_terminal(0)) {
    return usage_error("no scenario: standard input is a terminal",
                       "join, leave, crash, rolling, scale-out, or a file; - to type one");
  }
  options.kind = rebalance::find_kind(options.operand.value_or("-"));
  if (auto fits = check_kind_options(options); !fits) return fits;
  if (options.compare && (options.protocol || options.strategy)) {
    return usage_error("--compare names protocols and strategies itself",
                       "leave out --protocol and --strategy");
  }
  if (options.compare && options.events) {
    return usage_error("--events writes one history, and --compare makes several", "use one of them");
  }
  if (options.timeline && options.output != Format::text) {
    return usage_error("--timeline is drawn in text", "in -o jsonl the lines of the kind interval have it");
  }
  if (options.compare) {
    auto methods = rebalance::find_methods(*options.compare);
    if (!methods) return std::move(methods).error();
    options.methods = *std::move(methods);
  } else {
    const std::string_view protocol =
        options.protocol ? std::string_view(*options.protocol) : rebalance::protocols().front().name;
    auto method = rebalance::find_method(protocol, options.strategy);
    if (!method) return std::move(method).error();
    options.methods = {*method};
  }
  rebalance::Scenario scratch;
  for (const auto& [name, value] : options.settings) {
    if (auto set = rebalance::apply_setting(scratch, name, value); !set) {
      Error error = std::move(set).error();
      error.code = ErrorCode::usage;
      return error;
    }
  }
  return {};
}

}  // namespace lanewise::simulate_tool

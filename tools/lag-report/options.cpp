#include "tools/lag-report/options.h"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/base/suggest.h"
#include "libcore/cli/output_option.h"
#include "libcore/cli/units.h"

namespace lanewise::lag_tool {

namespace {

struct Judged {
  lag::State state;
  const char* help;
};
constexpr std::array kJudged{
    Judged{lag::State::stuck, "records wait and nothing moves"},
    Judged{lag::State::growing, "the lag rises"},
    Judged{lag::State::rewound, "commits went back"},
    Judged{lag::State::recreated, "the end of a log went back"},
    Judged{lag::State::ahead, "committed beyond the end"},
    Judged{lag::State::unknown, "no commit, or no end"},
    Judged{lag::State::stale, "committed, and no member reads it"},
    Judged{lag::State::missing, "the group does not exist"},
};

std::vector<cli::Choice> state_choices() {
  std::vector<cli::Choice> choices;
  for (const Judged& judged : kJudged)
    choices.push_back({std::string(lag::word_of(judged.state)), judged.help});
  return choices;
}

Result<void> add_states(std::string_view list, std::vector<lag::State>& states) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    const std::string_view word = list.substr(0, end);
    const auto* const found = std::find_if(kJudged.begin(), kJudged.end(), [&](const Judged& judged) {
      return lag::word_of(judged.state) == word;
    });
    if (found == kJudged.end()) {
      std::vector<std::string> words;
      for (const Judged& judged : kJudged) words.emplace_back(lag::word_of(judged.state));
      const auto meant = nearest(word, words);
      return usage_error(fmt::format("'{}' is no state that --fail-on knows", word),
                         meant ? fmt::format("did you mean {}?", *meant)
                               : fmt::format("they are {}", fmt::join(words, " ")));
    }
    states.push_back(found->state);
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return {};
}

Result<Condition> parse_condition(const std::string& text) {
  constexpr std::string_view kName = "lag<";
  std::string_view rest = text;
  Condition condition;
  if (rest.starts_with(kName)) {
    rest.remove_prefix(kName.size());
    condition.or_equal = rest.starts_with('=');
    if (condition.or_equal) rest.remove_prefix(1);
    auto bound = cli::parse_integer(rest, 0, std::numeric_limits<std::int64_t>::max());
    if (bound) {
      condition.bound = *bound;
      return condition;
    }
  }
  return usage_error(fmt::format("'{}' is not a condition", text), "write e.g. --until 'lag<=100'");
}

cli::Apply append_to(std::vector<std::string>& target) {
  return [&target](const std::string& value) -> Result<void> {
    target.push_back(value);
    return {};
  };
}

void declare_selection(cli::Parser& parser, Options& options) {
  parser.group("What is reported");
  parser.add({.names = "-g,--group",
              .meta = "GROUP",
              .kind = cli::ValueKind::text,
              .help = "only this group; names the group of a text that names none",
              .apply = append_to(options.groups),
              .repeatable = true});
  parser.add({.names = "-t,--topic",
              .meta = "TOPIC",
              .kind = cli::ValueKind::text,
              .help = "only this topic",
              .apply = append_to(options.topics),
              .repeatable = true});
  parser.group("Several snapshots");
  parser.add({.names = "--interval",
              .meta = "DURATION",
              .kind = cli::ValueKind::text,
              .help = "how far apart, where no text says it (default: the files' times)",
              .apply = [&options](const std::string& value) -> Result<void> {
                auto ns = cli::parse_duration(value);
                if (!ns) return std::move(ns).error();
                if (*ns == 0) return usage_error("--interval 0 is no distance");
                options.interval_ns = *ns;
                return {};
              }});
  parser.duration("--commit-interval", options.rules.commit_interval_ns,
                  "how often clients commit; less movement is none (default 5s)");
}

void declare_judgement(cli::Parser& parser, Options& options) {
  parser.group("Judging (status 1)");
  parser.add({.names = "--fail-on",
              .meta = "A,B[,…]",
              .kind = cli::ValueKind::choice,
              .help = "states: stuck, growing, rewound, recreated, ahead, unknown, …",
              .apply = [&options](const std::string& value) { return add_states(value, options.fail_on); },
              .choices = state_choices(),
              .repeatable = true});
  parser.number("--max-lag", "N", options.max_lag, 0, std::numeric_limits<std::int64_t>::max(),
                "a group whose lag is more");
  parser.add({.names = "--until",
              .meta = "CONDITION",
              .kind = cli::ValueKind::text,
              .help = "lag<=N: when was each group so far? status 1 if one was not",
              .apply = [&options](const std::string& value) -> Result<void> {
                auto condition = parse_condition(value);
                if (!condition) return std::move(condition).error();
                options.until = *condition;
                return {};
              }});
}

}  // namespace

void declare(cli::Parser& parser, Options& options) {
  declare_selection(parser, options);
  declare_judgement(parser, options);
  options.input.declare(parser);
  parser.group("Output");
  cli::declare_output<Format>(parser, options.output,
                              {{"text", Format::text},
                               {"jsonl", Format::jsonl},
                               {"tsv", Format::tsv},
                               {"markdown", Format::markdown}},
                              "text, jsonl, tsv, markdown (default text)");
  parser.flag("--hash-keys", options.hash_keys, "show keys as hashes");
  parser.mark_rare();
}

Result<void> check(Options& options) {
  if (options.until && (options.max_lag || !options.fail_on.empty())) {
    return usage_error("--until judges by itself", "leave out --fail-on and --max-lag");
  }
  if (options.until && options.output != Format::text && options.output != Format::jsonl) {
    return usage_error("--until answers as text or jsonl");
  }
  return options.input.check();
}

}  // namespace lanewise::lag_tool

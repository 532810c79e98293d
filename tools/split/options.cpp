#include "tools/split/options.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "libcore/cli/output_option.h"
#include "libcore/cli/terminal.h"
#include "libcore/cli/units.h"

namespace lanewise::split_tool {

namespace {

constexpr std::int64_t kInt64Min = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kInt64Max = std::numeric_limits<std::int64_t>::max();

Result<std::uint64_t> parse_count(std::string_view what, const std::string& text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::result_out_of_range) {
    return usage_error(fmt::format("{} {} is above 2^64 - 1", what, text));
  }
  if (error != std::errc{} || stopped != end) {
    return usage_error(fmt::format("{} '{}' is not a whole number from 0", what, text));
  }
  return value;
}

std::vector<cli::Choice> strategy_choices() {
  std::vector<cli::Choice> choices;
  for (const allocate::StrategyEntry& entry : allocate::strategies()) {
    choices.push_back({std::string(entry.name), std::string(entry.summary)});
  }
  return choices;
}

cli::Apply append_to(std::vector<std::string>& target) {
  return [&target](const std::string& value) -> Result<void> {
    target.push_back(value);
    return {};
  };
}

cli::Apply append_member(std::vector<std::string>& target) {
  return [&target](const std::string& value) -> Result<void> {
    if (value.empty()) return usage_error("a member has an id that is not empty", "name the member");
    target.push_back(value);
    return {};
  };
}

// A part by its number, counted from 0.
Result<void> check_index(const Options& options, std::uint64_t parts) {
  if (options.index && *options.index >= parts)
    return usage_error(fmt::format("--index {} is not within 0 and {}", *options.index, parts - 1),
                       "parts are counted from 0");
  return {};
}

Result<void> check_ranges(Options& options) {
  for (const auto& [given, name] :
       {std::pair(options.limit.has_value(), "--limit"), std::pair(options.method.has_value(), "--method")}) {
    if (given)
      return usage_error(fmt::format("{} needs --weights", name),
                         "--weights 9,8,7,2,1, or --weights-file FILE");
  }
  if (options.group)
    return usage_error("--group needs --strategy", "--strategy NAME; lanewise split --list shows them");
  const bool inclusive = options.from.has_value();
  if (options.from.has_value() != options.to.has_value())
    return usage_error("--from and --to go together", "lanewise split --from LO --to HI C");
  // Who names a file means a group; a number of items has no other characters than digits.
  if (!options.operands.empty() &&
      options.operands[0].find_first_not_of("+-0123456789") != std::string::npos &&
      (options.operands.size() == 1 || options.consumers)) {
    return usage_error(
        fmt::format("'{}' is not a number: by which strategy is it split?", options.operands[0]),
        fmt::format("--strategy NAME {}; lanewise split --list shows them", options.operands[0]));
  }
  const std::size_t most = inclusive ? 1 : 2;
  const std::size_t wanted = most - (options.consumers ? 1 : 0);
  if (options.operands.size() > wanted) {
    return usage_error(fmt::format("'{}' is one operand too many", options.operands[wanted]));
  }
  if (options.operands.size() != wanted) {
    return usage_error(
        inclusive ? "how many parts?" : "what is split into how many parts?",
        inclusive ? "lanewise split --from LO --to HI C" : "lanewise split N C, e.g. lanewise split 10 3");
  }
  if (!inclusive) {
    auto items = parse_count("N", options.operands[0]);
    if (!items) return std::move(items).error();
    options.items = *items;
  }
  if (options.consumers) {
    options.parts = static_cast<std::uint64_t>(*options.consumers);
  } else {
    auto parts = parse_count("C", options.operands.back());
    if (!parts) return std::move(parts).error();
    options.parts = *parts;
  }
  if (options.parts == 0) return usage_error("nothing can be split into 0 parts");
  return check_index(options, options.parts);
}

Result<void> check_weights(Options& options) {
  if (options.weights && options.weights_file)
    return usage_error("--weights and --weights-file both name the weights");
  if (!options.operands.empty()) {
    return usage_error(fmt::format("'{}' is one operand too many", options.operands.front()),
                       "with weights, -c says how many parts");
  }
  if (options.limit && options.method == Method::lpt) {
    return usage_error("--limit is about contiguous parts", "leave out --method lpt");
  }
  if (!options.limit && !options.consumers) return usage_error("how many parts?", "-c C");
  if (options.from || options.to)
    return usage_error("--from and --to are for plain ranges", "leave them out");
  if (options.group) return usage_error("--group is for --strategy", "leave it out");
  if (options.limit && (options.index || options.bare)) {
    return usage_error("--limit answers for all parts: --index and --bare are for parts of a given number",
                       "leave out --limit, or --index and --bare");
  }
  if (options.consumers) return check_index(options, static_cast<std::uint64_t>(*options.consumers));
  return {};
}

Result<void> check_strategy(const Options& options) {
  if (options.operands.size() > 1) {
    return usage_error(fmt::format("'{}' is one operand too many", options.operands[1]),
                       "one GROUP; further ones with --then");
  }
  const bool first_is_input = options.operands.empty() || options.operands[0] == "-";
  const auto more = std::count(options.then.begin(), options.then.end(), "-");
  if (more + (first_is_input ? 1 : 0) > 1) {
    return usage_error(options.operands.empty() ? "standard input is named by --then, and is GROUP already"
                                                : "standard input is named twice",
                       "put one of the documents into a file");
  }
  if (options.operands.empty() && cli::is_terminal(0)) {
    return usage_error("no group: standard input is a terminal", "name a GROUP document, or say - to type");
  }
  if (options.from || options.to || options.index || options.bare || options.consumers || options.method ||
      options.limit) {
    return usage_error(
        "--strategy splits a group: -c, --index, --bare, --from, --to, --method and --limit are for plain "
        "numbers",
        "leave them out");
  }
  return {};
}

}  // namespace

void declare(cli::Parser& parser, Options& options) {
  parser.operand({.name = "GROUP", .kind = cli::ValueKind::file, .apply = append_to(options.operands)});
  parser.operand_words("--list", {{"all", "every strategy"}});
  parser.group("Plain ranges");
  parser.number("-c,--consumers", "C", options.consumers, 1, kInt64Max, "how many parts");
  parser.add({.names = "--index",
              .meta = "I",
              .kind = cli::ValueKind::number,
              .help = "only part I, from 0 (of ranges and of weights)",
              .apply = [&options](const std::string& value) -> Result<void> {
                auto index = parse_count("index", value);
                if (!index) return std::move(index).error();
                options.index = *index;
                return {};
              }});
  parser.flag("--bare", options.bare, "two numbers a part, LO HI; of --method lpt the items");
  parser.number("--from", "LO", options.from, kInt64Min, kInt64Max, "split the inclusive range LO to HI");
  parser.number("--to", "HI", options.to, kInt64Min, kInt64Max, "its end");
  parser.group("Weights");
  parser.text("--weights", "W,W,…", options.weights,
              "split items of these weights, e.g. lag or rate of each partition");
  parser.add({.names = "--weights-file",
              .meta = "FILE",
              .kind = cli::ValueKind::file,
              .help = "the same, one weight a line",
              .apply = [&options](const std::string& value) -> Result<void> {
                options.weights_file = value;
                return {};
              }});
  parser.choice(
      "--method", "METHOD",
      {{"lpt", "any part takes any item: longest first, near the best"},
       {"contiguous", "parts keep the order: the least possible maximum, exact"}},
      [&options](const std::string& value) -> Result<void> {
        options.method = value == "lpt" ? Method::lpt : Method::contiguous;
        return {};
      },
      "lpt or contiguous (default lpt)");
  parser.number("--limit", "L", options.limit, 0, kInt64Max,
                "can contiguous parts stay within L? status 0 yes, 1 no");
  parser.group("Groups");
  parser.add({.names = "--strategy",
              .meta = "NAME",
              .kind = cli::ValueKind::choice,
              .help = "the assignment the real client computes for GROUP; see --list",
              .apply = [&options](const std::string& value) -> Result<void> {
                auto entry = allocate::find_strategy(value);
                if (!entry) return std::move(entry).error();
                options.strategy = *entry;
                return {};
              },
              .choices = strategy_choices()});
  parser.text("-g,--group", "NAME", options.group, "only this group of a document with several");
  parser.add({.names = "--add",
              .meta = "MEMBER",
              .kind = cli::ValueKind::text,
              .help = "a member joins: what moves?",
              .apply = append_member(options.added),
              .repeatable = true});
  parser.add({.names = "--remove",
              .meta = "MEMBER",
              .kind = cli::ValueKind::text,
              .help = "a member leaves: what moves?",
              .apply = append_member(options.removed),
              .repeatable = true});
  parser.add({.names = "--then",
              .meta = "GROUP2",
              .kind = cli::ValueKind::file,
              .help = "the group becomes this one: what moves?",
              .apply = append_to(options.then),
              .repeatable = true});
  parser.flag("--list", options.list, "strategies most people need; --list all shows all");
  parser.group("Output");
  cli::declare_output<Format>(
      parser, options.output,
      {{"text", Format::text, "for people"},
       {"jsonl", Format::jsonl, "JSON Lines, see lanewise-reports(7)"},
       {"tsv", Format::tsv, "a table"},
       {"markdown", Format::markdown, "a table"},
       {"group", Format::group, "the group as it is afterwards, a document that split reads"}},
      "text, jsonl, tsv, markdown, group (default text)");
}

Result<void> check(Options& options) {
  if (options.list) {
    if (options.operands.size() > 1 || (options.operands.size() == 1 && options.operands[0] != "all")) {
      return usage_error("--list shows the common strategies, --list all all of them");
    }
    return {};
  }
  const bool changes = !options.added.empty() || !options.removed.empty() || !options.then.empty();
  if (options.strategy == nullptr && (changes || options.output == Format::group)) {
    return usage_error("by which strategy?", "--strategy NAME; lanewise split --list shows them");
  }
  if (options.bare && options.output != Format::text)
    return usage_error("--bare prints numbers alone, without any format", "leave out --bare or -o");
  if (options.strategy != nullptr && options.is_weighted()) {
    return usage_error("--strategy and --weights split different things", "use one of them");
  }
  if (options.strategy != nullptr) return check_strategy(options);
  if (options.is_weighted()) return check_weights(options);
  return check_ranges(options);
}

}  // namespace lanewise::split_tool

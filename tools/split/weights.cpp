// Items of unequal weight over parts.
#include <charconv>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/allocate/weighted.h"
#include "libcore/base/text.h"
#include "libcore/io/read_all.h"
#include "libcore/report/json_line.h"
#include "tools/split/modes.h"

namespace lanewise::split_tool {

namespace {

constexpr std::size_t kMostWeightBytes = std::size_t{1} << 30;
constexpr std::size_t kShownItems = 20;  // of one part, in text

constexpr std::string_view kBlanks = " \t\r";

// Without blanks around it: spreadsheets and shells put some, and files from elsewhere a CR.
std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

Result<std::vector<std::int64_t>> parse_weights(std::string_view text, char separator,
                                                const std::string& source) {
  std::vector<std::int64_t> weights;
  std::int64_t line = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view item = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    ++line;
    std::int64_t weight = 0;
    const auto [stopped, error] = std::from_chars(item.data(), item.data() + item.size(), weight);
    if (error != std::errc{} || stopped != item.data() + item.size() || weight < 0) {
      const std::string what = fmt::format("'{}' is not a weight", printable(item, 40));
      const std::string hint = "weights are whole numbers from 0";
      return source.empty() ? usage_error("--weights: " + what, hint) : bad_input(what, {source, line}, hint);
    }
    weights.push_back(weight);
  }
  if (weights.empty())
    return bad_input("there are no weights", {source.empty() ? "--weights" : source},
                     "one whole number from 0 an item");
  return weights;
}

Result<std::vector<std::int64_t>> read_weights(const Options& options) {
  if (options.weights) return parse_weights(*options.weights, ',', "");
  auto text = io::read_all(*options.weights_file, kMostWeightBytes);
  if (!text) return std::move(text).error();
  std::string_view lines = *text;
  if (lines.starts_with("\xEF\xBB\xBF")) lines.remove_prefix(3);
  // Empty lines at the end are no weights; one in between may be a weight that got lost.
  const std::size_t last = lines.find_last_not_of(" \t\r\n");
  lines = lines.substr(0, last == std::string_view::npos ? 0 : last + 1);
  return parse_weights(lines, '\n', *options.weights_file);
}

// Parts beyond the items stay empty, and each takes memory and a line.
Result<void> check_empty_parts(const Options& options, std::size_t items) {
  constexpr std::int64_t kMostEmptyParts = 1'000'000;
  const auto useful = static_cast<std::int64_t>(items);
  if (*options.consumers - useful <= kMostEmptyParts) return {};
  return usage_error(
      fmt::format("-c {}: {} cannot fill so many parts", *options.consumers, counted(useful, "item")),
      fmt::format("-c {} gives each item a part of its own; {} more may stay empty", useful,
                  kMostEmptyParts));
}

std::string percent(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? "0.0 %"
                    : fmt::format("{:.1f} %", 100 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string items_of(const std::vector<std::size_t>& items, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(items.size(), most); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ",", items[i]);
  if (items.size() > most) text += fmt::format(",… ({} items)", items.size());
  return text;
}

report::JsonLine summary(cli::Outcome outcome) {
  report::JsonLine line("summary");
  line.number("schema", 1)
      .boolean("complete", true)
      .number("status", outcome == cli::Outcome::wanting ? cli::kExitWanting : cli::kExitFine)
      .raw("not_checked", "[]");
  return line;
}

// The parts that are asked for, of `count`: [first, end).
std::pair<std::size_t, std::size_t> shown_parts(const Options& options, std::size_t count) {
  if (!options.index) return {0, count};
  return {static_cast<std::size_t>(*options.index), static_cast<std::size_t>(*options.index) + 1};
}

Result<cli::Outcome> run_lpt(const Options& options, cli::Session& session,
                             const std::vector<std::int64_t>& weights) {
  if (auto sensible = check_empty_parts(options, weights.size()); !sensible)
    return std::move(sensible).error();
  auto assignment = allocate::longest_first(weights, static_cast<std::size_t>(*options.consumers));
  if (!assignment) return std::move(assignment).error();
  std::vector<std::vector<std::size_t>> items(assignment->loads.size());
  for (std::size_t i = 0; i < weights.size(); ++i) items[assignment->worker_of[i]].push_back(i);

  const auto [first, end] = shown_parts(options, items.size());
  if (options.bare) {
    for (std::size_t w = first; w < end; ++w)
      session.out().write(fmt::format("{}\n", fmt::join(items[w], " ")));
    return cli::Outcome::fine;
  }
  if (options.output == Format::jsonl) {
    for (std::size_t w = first; w < end; ++w) {
      session.out().write(report::JsonLine("part")
                              .number("part", static_cast<std::int64_t>(w))
                              .number("load", assignment->loads[w])
                              .raw("items", fmt::format("[{}]", fmt::join(items[w], ",")))
                              .line());
    }
    session.out().write(summary(cli::Outcome::fine)
                            .text("method", "lpt")
                            .number("items", static_cast<std::int64_t>(weights.size()))
                            .number("total", assignment->total)
                            .number("maximum", assignment->maximum)
                            .number("lower_bound", assignment->lower_bound)
                            .number("gap", assignment->gap())
                            .line());
    return cli::Outcome::fine;
  }
  report::Table table({{"PART", report::Align::right}, {"LOAD", report::Align::right}, {"ITEMS"}});
  const std::size_t most = options.output == Format::text ? kShownItems : weights.size();
  for (std::size_t w = first; w < end; ++w) {
    table.add_row({fmt::format("{}", w), fmt::format("{}", assignment->loads[w]), items_of(items[w], most)});
  }
  if (options.output == Format::text) {
    session.out().write(fmt::format(
        "maximum {}, {}; total {}\n", assignment->maximum,
        assignment->gap() == 0
            ? "the least possible"
            : fmt::format("at most {} ({}) above the least possible (no less than {})", assignment->gap(),
                          percent(assignment->gap(), assignment->lower_bound), assignment->lower_bound),
        assignment->total));
  }
  session.out().write(table.render(table_style(options.output)));
  return cli::Outcome::fine;
}

void print_parts(const Options& options, cli::Session& session, const std::vector<allocate::Part>& parts) {
  // Contiguous parts that would be empty are none; asked for by number they are behind the last.
  const std::size_t items = parts.empty() ? 0 : parts.back().end;
  const auto part_at = [&](std::size_t i) {
    return i < parts.size() ? parts[i] : allocate::Part{.begin = items, .end = items};
  };
  const auto [first, end] = shown_parts(options, parts.size());
  report::Table table({{"PART", report::Align::right}, {"LOAD", report::Align::right}, {"ITEMS"}});
  for (std::size_t i = first; i < end; ++i) {
    const allocate::Part part = part_at(i);
    if (options.bare) {
      session.out().write(fmt::format("{} {}\n", part.begin, part.end));
    } else if (options.output == Format::jsonl) {
      session.out().write(report::JsonLine("part")
                              .number("part", static_cast<std::int64_t>(i))
                              .number("load", part.load)
                              .number("from", static_cast<std::int64_t>(part.begin))
                              .number("to", static_cast<std::int64_t>(part.end))
                              .line());
    } else {
      table.add_row(
          {fmt::format("{}", i), fmt::format("{}", part.load), fmt::format("[{},{})", part.begin, part.end)});
    }
  }
  if (!options.bare && options.output != Format::jsonl)
    session.out().write(table.render(table_style(options.output)));
}

Result<cli::Outcome> run_contiguous(const Options& options, cli::Session& session,
                                    const std::vector<std::int64_t>& weights) {
  const auto consumers = static_cast<std::size_t>(*options.consumers);
  auto answer = allocate::contiguous_parts(weights, consumers);
  if (!answer) return std::move(answer).error();
  auto bound = allocate::makespan_lower_bound(weights, consumers);
  if (!bound) return std::move(bound).error();
  if (options.output == Format::text && !options.bare) {
    session.out().write(fmt::format(
        "maximum {}, the least possible for contiguous parts (no less than {} for any); total {}\n",
        answer->maximum, *bound, answer->total));
  }
  print_parts(options, session, answer->parts);
  if (options.output == Format::jsonl) {
    session.out().write(summary(cli::Outcome::fine)
                            .text("method", "contiguous")
                            .number("items", static_cast<std::int64_t>(weights.size()))
                            .number("total", answer->total)
                            .number("maximum", answer->maximum)
                            .number("lower_bound", *bound)
                            .number("gap", answer->maximum - *bound)
                            .line());
  }
  return cli::Outcome::fine;
}

Result<cli::Outcome> run_limit(const Options& options, cli::Session& session,
                               const std::vector<std::int64_t>& weights) {
  const auto most =
      options.consumers ? std::optional(static_cast<std::size_t>(*options.consumers)) : std::nullopt;
  auto answer = allocate::parts_within(weights, *options.limit, most);
  if (!answer) return std::move(answer).error();
  const auto outcome = answer->within ? cli::Outcome::fine : cli::Outcome::wanting;
  if (options.output == Format::text) {
    const std::string reached = fmt::format("{} contiguous parts", answer->parts.size());
    session.out().write(answer->culprit
                            ? fmt::format("no: item {} alone weighs {}, above {}\n", *answer->culprit,
                                          weights[*answer->culprit], *options.limit)
                        : answer->within ? fmt::format("yes: {} stay within {}\n", reached, *options.limit)
                                         : fmt::format("no: staying within {} takes {}, and there are {}\n",
                                                       *options.limit, reached, *most));
  }
  if (!answer->parts.empty()) print_parts(options, session, answer->parts);
  if (options.output == Format::jsonl) {
    report::JsonLine line = summary(outcome);
    line.number("limit", *options.limit).boolean("within", answer->within);
    if (answer->culprit) {
      line.number("culprit", static_cast<std::int64_t>(*answer->culprit))
          .number("weight", weights[*answer->culprit])
          .null("parts");
    } else {
      line.null("culprit").null("weight").number("parts", static_cast<std::int64_t>(answer->parts.size()));
    }
    session.out().write(line.line());
  }
  return outcome;
}

}  // namespace

Result<cli::Outcome> run_weights(const Options& options, cli::Session& session) {
  auto weights = read_weights(options);
  if (!weights) return std::move(weights).error();
  if (options.limit) return run_limit(options, session, *weights);
  if (options.method == Method::contiguous) return run_contiguous(options, session, *weights);
  return run_lpt(options, session, *weights);
}

}  // namespace lanewise::split_tool

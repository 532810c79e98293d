// The strategies there are.
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "libcore/cli/terminal.h"
#include "libcore/report/json_line.h"
#include "libcore/report/table.h"
#include "tools/split/modes.h"

namespace lanewise::split_tool {

namespace {

std::string json_of(const allocate::StrategyEntry& entry) {
  std::string aliases;
  for (const std::string_view alias : entry.aliases)
    aliases += fmt::format("{}\"{}\"", aliases.empty() ? "" : ",", alias);
  return report::JsonLine("strategy")
      .text("name", entry.name)
      .raw("aliases", "[" + aliases + "]")
      .text("default_of", entry.default_of)
      .text("since", entry.since)
      .boolean("sticky", entry.sticky)
      .text("summary", entry.summary)
      .line();
}

std::string summary_of(std::size_t strategies) {
  return report::JsonLine("summary")
      .number("schema", 1)
      .boolean("complete", true)
      .number("status", cli::kExitFine)
      .raw("not_checked", "[]")
      .number("strategies", static_cast<std::int64_t>(strategies))
      .line();
}

// For people what describes a strategy stands below each other, so that a line fits a screen.
std::string text_of(const std::vector<const allocate::StrategyEntry*>& shown) {
  report::Table table({{"NAME"}, {"STICKY"}, {"WHAT IT IS"}});
  for (const allocate::StrategyEntry* const entry : shown) {
    std::string what = fmt::format("{}\n{}", entry->summary, entry->since);
    if (!entry->default_of.empty()) what += fmt::format("; default of {}", entry->default_of);
    table.add_row({std::string(entry->name), entry->sticky ? "yes" : "no", std::move(what)});
  }
  return table.render_within(cli::width_of(STDOUT_FILENO));
}

std::string table_of(const std::vector<const allocate::StrategyEntry*>& shown, report::TableStyle style) {
  report::Table table({{"NAME"}, {"DEFAULT OF"}, {"SINCE"}, {"STICKY"}, {"WHAT IT IS"}});
  for (const allocate::StrategyEntry* const entry : shown) {
    table.add_row({std::string(entry->name), std::string(entry->default_of), std::string(entry->since),
                   entry->sticky ? "yes" : "no", std::string(entry->summary)});
  }
  return table.render(style);
}

}  // namespace

Result<cli::Outcome> run_list(const Options& options, cli::Session& session) {
  const bool all = !options.operands.empty();
  std::vector<const allocate::StrategyEntry*> shown;
  for (const allocate::StrategyEntry& entry : allocate::strategies()) {
    if (all || entry.common) shown.push_back(&entry);
  }
  switch (options.output) {
    case Format::jsonl:
      for (const allocate::StrategyEntry* const entry : shown) session.out().write(json_of(*entry));
      session.out().write(summary_of(shown.size()));
      break;
    case Format::tsv:
    case Format::markdown: session.out().write(table_of(shown, table_style(options.output))); break;
    case Format::text:
    case Format::group:
      session.out().write(text_of(shown));
      if (const std::size_t hidden = allocate::strategies().size() - shown.size(); hidden > 0)
        session.out().write(fmt::format("{} more: lanewise split --list all\n", hidden));
      break;
  }
  return cli::Outcome::fine;
}

}  // namespace lanewise::split_tool

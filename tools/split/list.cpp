// The strategies there are.
#include <fmt/format.h>

#include "libcore/report/json_line.h"
#include "libcore/report/table.h"
#include "tools/split/modes.h"

namespace lanewise::split_tool {

Result<cli::Outcome> run_list(const Options& options, cli::Session& session) {
  const bool all = !options.operands.empty();
  std::int64_t shown = 0;
  report::Table table({{"NAME"}, {"DEFAULT OF"}, {"SINCE"}, {"STICKY"}, {"WHAT IT IS"}});
  for (const allocate::StrategyEntry& entry : allocate::strategies()) {
    if (!all && !entry.common) continue;
    ++shown;
    if (options.output == Format::jsonl) {
      std::string aliases;
      for (const std::string_view alias : entry.aliases)
        aliases += fmt::format("{}\"{}\"", aliases.empty() ? "" : ",", alias);
      session.out().write(report::JsonLine("strategy")
                              .text("name", entry.name)
                              .raw("aliases", "[" + aliases + "]")
                              .text("default_of", entry.default_of)
                              .text("since", entry.since)
                              .boolean("sticky", entry.sticky)
                              .text("summary", entry.summary)
                              .line());
    }
    table.add_row({std::string(entry.name), std::string(entry.default_of), std::string(entry.since),
                   entry.sticky ? "yes" : "no", std::string(entry.summary)});
  }
  if (options.output == Format::jsonl) {
    session.out().write(report::JsonLine("summary")
                            .number("schema", 1)
                            .boolean("complete", true)
                            .number("status", 0)
                            .raw("not_checked", "[]")
                            .number("strategies", shown)
                            .line());
    return cli::Outcome::fine;
  }
  session.out().write(table.render(table_style(options.output)));
  const auto hidden = static_cast<std::int64_t>(allocate::strategies().size()) - shown;
  if (hidden > 0 && options.output == Format::text)
    session.out().write(fmt::format("{} more: lanewise split --list all\n", hidden));
  return cli::Outcome::fine;
}

}  // namespace lanewise::split_tool

// The partitioners there are.
#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/base/suggest.h"
#include "libcore/report/json_line.h"
#include "libcore/report/table.h"
#include "tools/route/modes.h"

namespace lanewise::route_tool {

namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

// Two lines each: a table of all this would be wider than any terminal.
std::string paragraphs(const std::vector<const route::PartitionerInfo*>& rows) {
  std::size_t width = 0;
  for (const auto* const info : rows) width = std::max(width, info->name.size());
  std::string text;
  for (const auto* const info : rows) {
    std::string facts;
    if (!info->default_of.empty()) facts += fmt::format("default of {}; ", info->default_of);
    if (!info->since.empty()) facts += fmt::format("since {}; ", info->since);
    facts += fmt::format("null key {}, empty key {}", route::describe(info->null_key),
                         route::describe(info->empty_key));
    text += fmt::format("{:<{}}  {}\n{:<{}}  {}\n", info->name, width, info->summary, "", width, facts);
  }
  return text;
}

}  // namespace

Result<cli::Outcome> run_list(const Options& options, cli::Session& session) {
  std::vector<const route::PartitionerInfo*> rows;
  for (const route::PartitionerInfo& info : route::all_partitioners()) {
    const bool wanted =
        options.listed == "all" ||
        (options.listed.empty() ? info.common : lower(route::describe(info.family)) == options.listed);
    if (wanted) rows.push_back(&info);
  }
  if (rows.empty()) {
    const std::vector<std::string> families{"all", "kafka", "librdkafka", "sarama", "rocketmq", "murmur3"};
    const auto meant = nearest(options.listed, families);
    return usage_error(
        fmt::format("--list {}: there is no such family", options.listed),
        meant ? fmt::format("did you mean {}?", *meant) : fmt::format("{}", fmt::join(families, ", ")));
  }
  if (options.output == Format::jsonl) {
    for (const auto* const info : rows) {
      session.out().write(report::JsonLine("partitioner")
                              .text("name", info->name)
                              .texts("aliases", info->aliases)
                              .text("family", route::describe(info->family))
                              .text("default_of", info->default_of)
                              .text("since", info->since)
                              .text("null_key", route::describe(info->null_key))
                              .text("empty_key", route::describe(info->empty_key))
                              .text("summary", info->summary)
                              .line());
    }
    session.out().write(report::JsonLine("summary")
                            .number("schema", 1)
                            .boolean("complete", true)
                            .number("status", 0)
                            .texts("not_checked", {})
                            .number("partitioners", static_cast<std::int64_t>(rows.size()))
                            .line());
    return cli::Outcome::fine;
  }
  if (options.output == Format::automatic || options.output == Format::text) {
    session.out().write(paragraphs(rows));
    if (options.listed.empty()) {
      session.out().write(fmt::format("{} more: lanewise route --list all\n",
                                      route::all_partitioners().size() - rows.size()));
    }
    return cli::Outcome::fine;
  }
  report::Table table({{"NAME"}, {"DEFAULT OF"}, {"SINCE"}, {"NULL KEY"}, {"EMPTY KEY"}, {"WHAT IT IS"}});
  for (const auto* const info : rows) {
    table.add_row({std::string(info->name), std::string(info->default_of), std::string(info->since),
                   std::string(route::describe(info->null_key)),
                   std::string(route::describe(info->empty_key)), std::string(info->summary)});
  }
  session.out().write(
      table.render(options.output == Format::tsv ? report::TableStyle::tsv : report::TableStyle::markdown));
  return cli::Outcome::fine;
}

}  // namespace lanewise::route_tool

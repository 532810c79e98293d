// The report for people: the verdict, the groups or the partitions of one, the numbers, what was not checked,
// what was read, and a command to go on with.
#include <algorithm>

#include <fmt/format.h>

#include "libcore/base/text.h"
#include "libcore/lag/layout.h"
#include "libcore/report/duration_text.h"
#include "tools/lag-report/printing.h"
#include "tools/lag-report/verdict.h"
#include "tools/lag-report/wording.h"

namespace lanewise::lag_tool {

namespace {

using lag::GroupReport;
using lag::LagReport;
using lag::PartitionReport;
using report::Align;

constexpr std::size_t kShownPartitions = 20;  // of one group
constexpr std::size_t kShownGroups = 50;
constexpr std::size_t kShownOther = 3;
constexpr std::size_t kShownText = 100;

std::string line(std::string_view label, const std::string& text) {
  return fmt::format("{:<9} {}\n", label, text);
}

// "orders/1   5210": the places of all groups one below the other, and their lags too.
std::vector<std::string> worst_cells(const LagReport& report, std::size_t rows) {
  std::size_t place_width = 0;
  std::size_t lag_width = 0;
  std::vector<std::pair<std::string, std::string>> parts;
  for (std::size_t i = 0; i < rows; ++i) {
    const PartitionReport* const worst = report.worst(report.groups[i]);
    if (worst == nullptr || !worst->row.partition) {
      parts.emplace_back();
      continue;
    }
    parts.emplace_back(place_text(worst->row), worst->row.lag ? fmt::format("{}", *worst->row.lag) : "?");
    place_width = std::max(place_width, report::display_width(parts.back().first));
    lag_width = std::max(lag_width, parts.back().second.size());
  }
  std::vector<std::string> cells;
  for (const auto& [place, lag] : parts) {
    const std::string blanks(place_width - std::min(place_width, report::display_width(place)), ' ');
    cells.push_back(place.empty() ? "" : fmt::format("{}{}  {:>{}}", place, blanks, lag, lag_width));
  }
  return cells;
}

report::Table groups_table(const LagReport& report, std::size_t rows) {
  const bool several = report.snapshots > 1;
  std::vector<report::Column> columns{{"GROUP"}, {"STATE"}, {"LAG", Align::right}};
  if (several) {
    columns.push_back({"PER S", Align::right});
    columns.push_back({"ETA", Align::right});
  }
  columns.push_back({"WORST"});
  columns.push_back({"WHY"});
  report::Table table(std::move(columns));
  const std::vector<std::string> worst = worst_cells(report, rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const GroupReport& group = report.groups[i];
    const bool has_rows = group.sums.partitions > 0;
    std::vector<std::string> cells{group_text(group.name), std::string(name_of(group.state)),
                                   has_rows ? lag_text(group.sums) : "-"};
    if (several) {
      const bool judged = group.sums.unknown == 0;
      cells.push_back(judged ? rate_text(group.sums.net) : "?");
      cells.push_back(judged ? eta_text(group.sums.lag, group.sums.net, group.eta_s, group.never_catches_up)
                             : "?");
    }
    cells.push_back(worst[i]);
    cells.push_back(why(report, group));
    table.add_row(std::move(cells));
  }
  return table;
}

// What the rows are: partitions, queues, or groups as a whole.
std::string_view noun_of(const LagReport& report) {
  const auto all = [&](auto is) {
    return std::all_of(report.partitions.begin(), report.partitions.end(), is);
  };
  if (all([](const PartitionReport& p) { return !p.row.partition; })) return "group";
  return all([](const PartitionReport& p) { return p.row.system == lag::System::rocketmq; }) ? "queue"
                                                                                             : "partition";
}

std::string total_line(const LagReport& report) {
  const lag::Sums& sums = report.total;
  std::string text = fmt::format("{}", sums.lag);
  if (sums.net) text += fmt::format(" ({}/s)", rate_text(sums.net));
  const std::string partitions = counted(sums.partitions, noun_of(report));
  text += sums.counted() == sums.partitions ? fmt::format(" in {}", partitions)
                                            : fmt::format(" in {} of {}", sums.counted(), partitions);
  std::vector<std::string> out;
  if (sums.no_commit > 0) out.push_back(fmt::format("{} without a commit", sums.no_commit));
  if (sums.unknown > sums.no_commit)
    out.push_back(fmt::format("{} whose lag is not known", sums.unknown - sums.no_commit));
  const std::int64_t left_out = sums.unknown;
  if (left_out > 0)
    text += fmt::format("; {} {} not counted", joined(out, " and "), left_out == 1 ? "is" : "are");
  if (sums.retry_lag > 0) text += fmt::format("; {} of it in retry topics", sums.retry_lag);
  if (sums.dead_lag > 0) text += fmt::format("; {} of it in dead-letter topics", sums.dead_lag);
  if (sums.stale > 0) {
    text += fmt::format("; {} that no member reads {} kept apart: {}", sums.stale,
                        sums.stale == 1 ? "is" : "are", sums.stale_lag);
  }
  if (sums.negative > 0) {
    text += fmt::format("; {} below 0 {} as 0", sums.negative, sums.negative == 1 ? "counts" : "count");
  }
  return line("total", text);
}

// RocketMQ: the tool's own sums, and what the names and times rest on.
std::string footer_line(const Printed& printed) {
  std::vector<std::string> parts;
  bool has_queues = false;
  for (const ReadDocument& read : printed.documents) {
    for (const lag::DocumentTable& table : read.document.tables) {
      if (table.layout->system != lag::System::rocketmq) continue;
      has_queues = true;
      if (printed.report.snapshots > 1) parts.clear();  // the last one is what the report is about
      if (table.footer_lag && !table.footer_disagrees()) {
        const std::string lag = fmt::format("lag {}", *table.footer_lag);
        parts.push_back((table.footer_window
                             ? fmt::format("{} and window {} agree", lag, *table.footer_window)
                             : lag + " agrees") +
                        " with the footer");
        if (*table.footer_lag != printed.report.total.known_lag() && printed.report.snapshots == 1) {
          parts.back() += fmt::format(", which counts negatives too; without them it is {}",
                                      printed.report.total.known_lag());
        }
      }
      if (table.named_by_retry_topic) parts.emplace_back("group name from the %RETRY% row");
    }
  }
  if (!has_queues) return "";
  const auto& inputs = printed.options.input.inputs();
  const bool has_times = printed.report.newest_row.has_value();
  const bool zone_told = std::any_of(inputs.begin(), inputs.end(), [](const record::Input& input) {
    return input.options->rules.zone.name() != record::TimeZone().name();
  });
  if (has_times && !zone_told) parts.emplace_back("times in the zone of the machine that ran mqadmin");
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  return parts.empty() ? "" : line("sums", joined(parts, "; "));
}

std::string other_lines(const Printed& printed, bool verbose) {
  std::string text;
  std::size_t shown = 0;
  for (const ReadDocument& read : printed.documents) {
    for (const lag::TextLine& other : read.document.other_lines) {
      if (!verbose && shown == kShownOther) return text;
      ++shown;
      text += line("other", fmt::format("{}:{}: {}", printable(read.name, kShownText), other.line,
                                        printable(other.text, kShownText)));
    }
  }
  return text;
}

std::string read_line(const Printed& printed) {
  std::int64_t rows = 0;
  std::int64_t other = 0;
  std::int64_t unreadable = 0;
  std::size_t refused = 0;
  std::vector<std::string> names;
  for (const ReadDocument& read : printed.documents) {
    other += read.document.other;
    unreadable += read.document.unreadable;
    refused += read.document.refused.size();
    for (const lag::DocumentTable& table : read.document.tables) {
      rows += static_cast<std::int64_t>(table.end_row - table.first_row);
      if (std::find(names.begin(), names.end(), table.layout->name) == names.end())
        names.emplace_back(table.layout->name);
    }
  }
  const auto snapshots = static_cast<std::int64_t>(printed.report.snapshots);
  std::string text;
  if (snapshots > 1) {
    text = rows % snapshots == 0
               ? fmt::format("{} snapshots of {}", snapshots, counted(rows / snapshots, "row"))
               : fmt::format("{} in {} snapshots", counted(rows, "row"), snapshots);
  } else {
    text = counted(rows, "row");
  }
  if (!names.empty()) text += ", " + joined(names, ", ");
  if (snapshots > 1) {
    switch (printed.report.source) {
      case lag::TimeSource::text: text += "; times from the text"; break;
      case lag::TimeSource::interval: text += "; times from --interval (the text carries none)"; break;
      case lag::TimeSource::file:
        text += "; times from when the files were changed (the text carries none)";
        break;
      case lag::TimeSource::none:
        text += "; when they were taken is not known: --interval says how far apart";
        break;
    }
    if (printed.report.was_reordered) text += "; put in the order of their times";
  }
  if (other > 0)
    text +=
        fmt::format("; {} no part of a table", other == 1 ? "1 line is" : fmt::format("{} lines are", other));
  if (unreadable > 0) text += fmt::format("; {} could not be read", counted(unreadable, "row"));
  if (refused > 0)
    text += fmt::format("; {} without lag passed over", counted(static_cast<std::int64_t>(refused), "table"));
  return line("read", text);
}

std::string not_checked_line(const Printed& printed) {
  std::vector<std::string> parts;
  for (const std::string& name : printed.not_checked)
    if (name != "trend") parts.push_back(not_checked_text(name));  // the verdict says it
  return parts.empty() ? "" : line("not", joined(parts, ", "));
}

}  // namespace

std::string text_of(const Printed& printed, bool verbose) {
  const LagReport& report = printed.report;
  std::string text = verdict_text(report) + '\n';
  const std::size_t most = verbose ? report.partitions.size() : kShownPartitions;
  const bool is_table_of_groups = report.groups.size() > 1;
  if (is_table_of_groups) {
    const std::size_t rows = verbose ? report.groups.size() : std::min(report.groups.size(), kShownGroups);
    text += groups_table(report, rows).render(report::TableStyle::text);
    if (rows < report.groups.size()) text += fmt::format("{} more groups: -v\n", report.groups.size() - rows);
  }
  for (const GroupReport& group : report.groups) {
    if (is_table_of_groups && !verbose) break;
    if (group.partitions.empty() || !report.worst(group)->row.partition) continue;
    if (is_table_of_groups) text += fmt::format("\ngroup {}\n", group_text(group.name));
    text += partitions_for_people(printed, group, most).render(report::TableStyle::text);
    if (group.partitions.size() > most)
      text += fmt::format("{} more partitions: -v\n", group.partitions.size() - most);
  }
  if (is_table_of_groups && verbose) text += '\n';
  if (!report.groups.empty()) text += total_line(report);
  text += footer_line(printed);
  text += not_checked_line(printed);
  text += other_lines(printed, verbose);
  text += read_line(printed);
  const std::string next = next_command(printed);
  if (!next.empty()) text += line("next", next);
  return text;
}

}  // namespace lanewise::lag_tool

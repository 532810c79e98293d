// How keys and records lie over the partitions.
#include "libcore/route/stats.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "libcore/base/text.h"
#include "libcore/report/key_text.h"
#include "libcore/report/table.h"
#include "tools/route/modes.h"

namespace lanewise::route_tool {

namespace {

constexpr std::size_t kShownPartitions = 64;  // more only with -v
constexpr std::size_t kBarWidth = 30;

std::string about(const route::KeyCount& count) {
  return fmt::format("{}{}", count.exact ? "" : "about ", count.keys);
}

std::string bar(std::int64_t value, std::int64_t most) {
  std::string out;
  const auto eighths =
      most == 0 ? 0 : static_cast<std::size_t>(value) * kBarWidth * 8 / static_cast<std::size_t>(most);
  for (std::size_t i = 0; i < eighths / 8; ++i) out += "█";
  constexpr std::array<std::string_view, 8> kParts{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  return out + std::string(kParts[eighths % 8]);
}

report::Table partition_table(const route::StatsReport& report, bool with_bars) {
  std::vector<report::Column> columns{{"PARTITION", report::Align::right},
                                      {"KEYS", report::Align::right},
                                      {"RECORDS", report::Align::right},
                                      {with_bars ? "SHARE" : "PERCENT", report::Align::right}};
  if (with_bars) columns.push_back({"RECORDS"});
  if (!report.keys.exact) columns[1].title = "KEYS, ABOUT";
  report::Table table(std::move(columns));
  for (std::size_t p = 0; p < report.partitions.size(); ++p) {
    const route::PartitionLoad& load = report.partitions[p];
    const double share =
        report.records == 0 ? 0 : static_cast<double>(load.records) / static_cast<double>(report.records);
    std::vector<std::string> cells{fmt::format("{}", p), fmt::format("{}", load.keys),
                                   fmt::format("{}", load.records),
                                   fmt::format("{:.1f}{}", 100 * share, with_bars ? "%" : "")};
    if (with_bars) cells.push_back(bar(load.records, report.fullest_by_records.count));
    table.add_row(std::move(cells));
  }
  return table;
}

std::string evenness(const route::ChiSquare& test, std::int64_t keys) {
  if (keys == 1) return "one key lies in one partition: nothing can be said of a hash";
  std::string verdict = test.p_value < 0.001  ? "a fair hash would almost never do this"
                        : test.p_value < 0.05 ? "more uneven than most fair hashes"
                                              : "as even as a fair hash";
  if (!test.reliable) verdict += " (fewer than 5 keys a partition: a rough test)";
  return fmt::format("{}: chi-square {:.1f} over distinct keys, {} degrees of freedom, p = {:.3f}", verdict,
                     test.statistic, test.degrees_of_freedom, test.p_value);
}

void print_text(const route::StatsReport& report, const Options& options, cli::Session& session,
                const Fed& fed) {
  const auto put = [&](std::string_view label, const std::string& text) {
    session.out().write(fmt::format("{:<9} {}\n", label, text));
  };
  session.out().write(fmt::format("{} key{} in {} over {} by {}\n", about(report.keys),
                                  report.keys.keys == 1 ? "" : "s", counted(report.records, "record"),
                                  counted(static_cast<std::int64_t>(report.partitions.size()), "partition"),
                                  options.partitioner->name));
  if (report.evenness) put("spread", evenness(*report.evenness, report.keys.keys));
  if (report.records > 0) {
    put("fullest",
        fmt::format("partition {} with {}, {:.2f} x the mean of {:.1f}; by keys partition {} with {}{}, "
                    "{:.2f} x",
                    report.fullest_by_records.partition, counted(report.fullest_by_records.count, "record"),
                    report.fullest_by_records.times_mean, report.fullest_by_records.mean,
                    report.fullest_by_keys.partition, report.keys.exact ? "" : "about ",
                    report.fullest_by_keys.count, report.fullest_by_keys.times_mean));
  }
  if (report.empty_partitions > 0) {
    put("empty",
        fmt::format("{} of {} partitions get nothing", report.empty_partitions, report.partitions.size()));
  }
  if (report.partitions.size() <= kShownPartitions || session.options().verbose) {
    session.out().write(session.table(partition_table(report, true)));
  }
  const report::KeyText text(options.hash_keys);
  if (!report.top.empty()) {
    report::Table table({{"BUSIEST KEYS"},
                         {"RECORDS", report::Align::right},
                         {"SHARE", report::Align::right},
                         {"PARTITION", report::Align::right}});
    for (const route::TopKey& top : report.top) {
      table.add_row({text.shown(KeyView::of(top.key)),
                     fmt::format("{}{}", top.too_high > 0 ? "at most " : "", top.records),
                     fmt::format("{:.1f}%", 100 * static_cast<double>(top.records) /
                                                static_cast<double>(report.records)),
                     shown(top.choice)});
    }
    session.out().write(session.table(table));
  }
  if (report.undetermined_records > 0) {
    put("not", fmt::format("{} whose partition the client does not determine",
                           counted(report.undetermined_records, "record")));
  }
  if (report.misplaced_records > 0) {
    put("fails", fmt::format("{} for which this client computes a negative partition, and fails",
                             counted(report.misplaced_records, "record")));
  }
  if (fed.group_events > 0) {
    put("not", fmt::format("{} that tell of the group (commit, assign, …) and have no key",
                           counted(fed.group_events, "record")));
  }
  if (!fed.read.empty()) put("read", fed.read);
}

void print_jsonl(const route::StatsReport& report, const Options& options, cli::Session& session,
                 const Fed& fed) {
  for (std::size_t p = 0; p < report.partitions.size(); ++p) {
    session.out().write(report::JsonLine("partition")
                            .number("partition", static_cast<std::int64_t>(p))
                            .number("keys", report.partitions[p].keys)
                            .number("records", report.partitions[p].records)
                            .line());
  }
  const report::KeyText text(options.hash_keys);
  for (const route::TopKey& top : report.top) {
    report::JsonLine line("top_key");
    text.member(line, "key", KeyView::of(top.key));
    session.out().write(line.number("records", top.records)
                            .number("bound", top.too_high)
                            .raw("partition", as_json(top.choice))
                            .line());
  }
  report::JsonLine line("summary");
  line.number("schema", 1)
      .boolean("complete", fed.complete)
      .number("status", session.has_trouble() ? cli::kExitTrouble : cli::kExitFine)
      .texts("not_checked", {})
      .text("partitioner", options.partitioner->name)
      .number("partitions", static_cast<std::int64_t>(report.partitions.size()))
      .number("keys", report.keys.keys)
      .boolean("exact", report.keys.exact)
      .number("records", report.records)
      .number("undetermined_records", report.undetermined_records)
      .number("misplaced_records", report.misplaced_records)
      .number("group_events", fed.group_events)
      .number("empty_partitions", report.empty_partitions)
      .number("fullest_keys", report.fullest_by_keys.count)
      .number("fullest_records", report.fullest_by_records.count);
  if (report.evenness) {
    line.real("chi_square", report.evenness->statistic, 3)
        .number("degrees_of_freedom", report.evenness->degrees_of_freedom)
        .real("p_value", report.evenness->p_value, 6);
  } else {
    line.null("chi_square").null("degrees_of_freedom").null("p_value");
  }
  session.out().write(line.line());
}

}  // namespace

Result<cli::Outcome> run_stats(const Options& options, cli::Session& session) {
  auto stats = route::KeyStats::create(options.partition_count(),
                                       {.max_bytes = static_cast<std::size_t>(options.max_memory),
                                        .top = static_cast<std::size_t>(options.top.value_or(10))});
  if (!stats) return std::move(stats).error();
  std::vector<route::Choice> choices;
  const Fed fed = feed_keys(options, session, [&](std::span<const KeyView> keys) {
    choices.resize(keys.size());
    options.partitioner->partitioner->assign(keys, options.partition_count(), choices);
    stats->add(keys, choices);
  });
  const route::StatsReport report = stats->report();
  switch (options.output) {
    case Format::jsonl: print_jsonl(report, options, session, fed); break;
    case Format::tsv:
      session.out().write(partition_table(report, false).render(report::TableStyle::tsv));
      break;
    case Format::markdown:
      session.out().write(partition_table(report, false).render(report::TableStyle::markdown));
      break;
    case Format::automatic:
    case Format::text: print_text(report, options, session, fed); break;
  }
  return cli::Outcome::fine;
}

}  // namespace lanewise::route_tool

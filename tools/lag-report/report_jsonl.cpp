// The report for programs: lanewise-reports(7) fixes every kind and field.
#include <algorithm>

#include <fmt/format.h>

#include "libcore/base/text.h"
#include "libcore/lag/layout.h"
#include "libcore/report/json_line.h"
#include "tools/lag-report/printing.h"
#include "tools/lag-report/verdict.h"

namespace lanewise::lag_tool {

namespace {

using report::JsonLine;

constexpr int kRateDigits = 3;
constexpr std::int64_t kMillisecond = 1'000'000;

std::optional<std::string_view> known(std::string_view name) {
  return lag::is_known(name) ? std::optional(name) : std::nullopt;
}

void real_or_null(JsonLine& line, std::string_view name, const std::optional<double>& value) {
  if (value) {
    line.real(name, *value, kRateDigits);
  } else {
    line.null(name);
  }
}

std::string array_of(const std::vector<std::string>& texts) {
  std::string json = "[";
  for (const std::string& text : texts) {
    if (json.size() > 1) json += ',';
    append_json_string(json, text);
  }
  return json + "]";
}

std::string findings_of(const lag::FindingSet& findings) {
  std::vector<std::string> names;
  for (std::size_t f = 0; f < lag::kFindings; ++f) {
    if (findings.has(static_cast<lag::Finding>(f))) names.emplace_back(name_of(static_cast<lag::Finding>(f)));
  }
  return array_of(names);
}

std::string at(const Printed& printed, const lag::PartitionLag& row) {
  return fmt::format("{}:{}", printed.documents[row.input].name, row.line);
}

void place(JsonLine& line, const lag::PartitionLag& row) {
  line.text_or_null("topic", known(row.topic));
  if (lag::is_known(row.broker)) line.text("broker", row.broker);
  line.number_or_null("partition", row.partition);
}

std::string partition_line(const Printed& printed, const lag::PartitionReport& partition) {
  const lag::PartitionLag& row = partition.row;
  const lag::Trend& trend = partition.trend;
  JsonLine line("partition");
  line.text("system", name_of(row.system)).text_or_null("group", known(row.group));
  place(line, row);
  line.number_or_null("committed", row.committed)
      .number_or_null("end", row.end)
      .number_or_null("log_start", row.log_start)
      .number_or_null("fetched", row.fetched)
      .number_or_null("lag", row.lag);
  const lag::LagBounds bounds = lag_bounds(row);
  line.number("lag_least", bounds.least).number_or_null("lag_most", bounds.most);
  switch (row.lag_source) {
    case lag::LagSource::none: line.null("lag_source"); break;
    case lag::LagSource::printed: line.text("lag_source", "printed"); break;
    case lag::LagSource::computed: line.text("lag_source", "computed"); break;
  }
  line.number_or_null("fetchable", fetchable(row))
      .number_or_null("lost", lost(row))
      .number_or_null("window", window(row))
      .text_or_null("member", known(row.member))
      .text_or_null("client", known(row.client))
      .text_or_null("host", known(row.host));
  if (row.system == lag::System::rocketmq) line.text_or_null("last_stored", known(row.last_time));
  line.text("state", word_of(trend.state));
  real_or_null(line, "per_s", trend.rates.net);
  real_or_null(line, "in_per_s", trend.rates.in);
  real_or_null(line, "out_per_s", trend.rates.out);
  real_or_null(line, "per_s_of_all", trend.net_of_all);
  real_or_null(line, "eta_s", trend.eta_s);
  line.boolean("never_catches_up", trend.never_catches_up);
  if (trend.still_ns) {
    line.number("still_ms", *trend.still_ns / kMillisecond);
  } else {
    line.null("still_ms");
  }
  if (trend.went_back > 0) line.number("went_back", trend.went_back);
  if (trend.shrank > 0) line.number("shrank", trend.shrank);
  return line.number("samples", static_cast<std::int64_t>(partition.samples))
      .boolean("changed_hands", partition.member_changed)
      .raw("findings", findings_of(row.findings))
      .text("at", at(printed, row))
      .line();
}

void sums_of(JsonLine& line, const lag::Sums& sums) {
  // Where nothing is known there is no sum, and not one of 0.
  const bool any_known = sums.counted() > 0;
  const bool any_at_all = any_known || sums.stale > sums.stale_unknown;
  line.number_or_null("partitions", sums.whole_groups > 0 ? std::nullopt : std::optional(sums.partitions))
      .number_or_null("lag", any_known ? std::optional(sums.lag) : std::nullopt)
      .number_or_null("lag_most", sums.partitions > 0 ? sums.most_lag : std::nullopt)
      .number_or_null("known_lag", any_at_all ? std::optional(sums.known_lag()) : std::nullopt)
      .number("unknown", sums.unknown + sums.stale_unknown)
      .number("negative", sums.negative)
      .number_or_null("lowest", sums.negative > 0 ? std::optional(sums.least_lag) : std::nullopt)
      .number("stale", sums.stale)
      .number("stale_lag", sums.stale_lag)
      .number("retry_lag", sums.retry_lag)
      .number("dead_letter_lag", sums.dead_lag)
      .number_or_null("window", sums.window_known > 0 ? std::optional(sums.window_sum) : std::nullopt);
  real_or_null(line, "per_s", sums.net);
  real_or_null(line, "in_per_s", sums.in);
  real_or_null(line, "out_per_s", sums.out);
}

std::string group_line(const Printed& printed, const lag::GroupReport& group) {
  JsonLine line("group");
  line.text("system", name_of(group.system))
      .text_or_null("group", known(group.name))
      .text("state", word_of(group.state));
  sums_of(line, group.sums);
  real_or_null(line, "eta_s", group.eta_s);
  line.boolean("never_catches_up", group.never_catches_up);
  const lag::PartitionReport* const worst = printed.report.worst(group);
  if (worst != nullptr && worst->row.partition) {
    JsonLine place_of_worst("");
    place(place_of_worst, worst->row);
    place_of_worst.number_or_null("lag", worst->row.lag);
    std::string json = place_of_worst.line();
    json.pop_back();
    line.raw("worst", json);
    real_or_null(line, "share_of_worst", printed.report.share_of_worst(group));
  } else {
    line.null("worst").null("share_of_worst");
  }
  line.text_or_null("group_state", known(group.group_state))
      .boolean("members_seen", group.has_members)
      .number_or_null("members", group.members)
      .number("gone", static_cast<std::int64_t>(group.gone.size()));
  if (group.consumed_per_s) {
    line.text_or_null("version", known(group.version))
        .text_or_null("type", known(group.type))
        .text_or_null("model", known(group.model))
        .real("consumed_per_s", *group.consumed_per_s, kRateDigits);
  }
  return line.line();
}

std::string_view name_of(lag::TimeSource source) {
  switch (source) {
    case lag::TimeSource::none: return "unknown";
    case lag::TimeSource::text: return "text";
    case lag::TimeSource::interval: return "interval";
    case lag::TimeSource::file: return "file";
  }
  return "unknown";
}

}  // namespace

std::string jsonl_of(const Printed& printed, int status) {
  const lag::LagReport& report = printed.report;
  std::string out;
  for (const lag::GroupReport& group : report.groups) {
    out += group_line(printed, group);
    for (const std::size_t index : group.partitions) {
      // A row of a group as a whole is the group's own line.
      if (report.partitions[index].row.partition) out += partition_line(printed, report.partitions[index]);
    }
  }
  std::int64_t lines = 0;
  std::int64_t other = 0;
  std::int64_t unreadable = 0;
  std::int64_t refused = 0;
  std::vector<std::string> layouts;
  std::optional<std::int64_t> footer;
  for (const ReadDocument& read : printed.documents) {
    lines += read.document.lines;
    other += read.document.other;
    unreadable += read.document.unreadable;
    refused += static_cast<std::int64_t>(read.document.refused.size());
    for (const lag::TextLine& text : read.document.other_lines) {
      out += JsonLine("other")
                 .text("at", fmt::format("{}:{}", read.name, text.line))
                 .text("text", text.text)
                 .line();
    }
    for (const lag::DocumentTable& table : read.document.tables) {
      if (table.footer_lag) footer = table.footer_lag;
      if (std::find(layouts.begin(), layouts.end(), table.layout->name) == layouts.end())
        layouts.emplace_back(table.layout->name);
    }
  }
  JsonLine line("summary");
  line.number("schema", 1)
      .boolean("complete", printed.is_complete)
      .number("status", status)
      .raw("not_checked", array_of(printed.not_checked))
      .text("verdict", verdict_word(report))
      .number("snapshots", static_cast<std::int64_t>(report.snapshots))
      .text("times", name_of(report.source));
  if (report.span_ns) {
    line.number("span_ms", *report.span_ns / kMillisecond);
  } else {
    line.null("span_ms");
  }
  line.number("groups", static_cast<std::int64_t>(report.groups.size()));
  sums_of(line, report.total);
  line.number_or_null("source_total", footer)
      .number("lines", lines)
      .number("other_lines", other)
      .number("bad_lines", unreadable)
      .number("tables_without_lag", refused)
      .raw("layouts", array_of(layouts));
  return out + line.line();
}

}  // namespace lanewise::lag_tool

// Partitions as a table: for people with what matters to them, for scripts with everything.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "libcore/report/duration_text.h"
#include "tools/lag-report/printing.h"
#include "tools/lag-report/wording.h"

namespace lanewise::lag_tool {

namespace {

using lag::PartitionReport;
using report::Align;

constexpr std::int64_t kOld = 60'000'000'000;  // ns behind the group's newest: worth a word
constexpr std::size_t kDateLength = std::string_view("2026-11-27 ").size();

std::string number_or(const std::optional<std::int64_t>& value, std::string_view otherwise) {
  return value ? fmt::format("{}", *value) : std::string(otherwise);
}
std::string real_or_empty(const std::optional<double>& value) {
  return value ? fmt::format("{:.3f}", *value) : "";
}
std::string name_or_empty(std::string_view name) { return lag::is_known(name) ? std::string(name) : ""; }

// A column of which nothing is known in any row is left out.
class Columns {
 public:
  void add(report::Column column, std::vector<std::string> cells, bool always = false) {
    if (always ||
        std::any_of(cells.begin(), cells.end(), [](const std::string& cell) { return !cell.empty(); }))
      columns_.emplace_back(std::move(column), std::move(cells));
  }
  [[nodiscard]] report::Table table(std::size_t rows) && {
    std::vector<report::Column> titles;
    for (const auto& [column, cells] : columns_) titles.push_back(column);
    report::Table table(std::move(titles));
    for (std::size_t row = 0; row < rows; ++row) {
      std::vector<std::string> line;
      for (auto& [column, cells] : columns_) line.push_back(std::move(cells[row]));
      table.add_row(std::move(line));
    }
    return table;
  }

 private:
  std::vector<std::pair<report::Column, std::vector<std::string>>> columns_;
};

// When the last consumed record was stored: the date only where rows differ in it.
class StoreTimes {
 public:
  StoreTimes(const lag::LagReport& report, const lag::GroupReport& group) : newest_(report.newest_row) {
    std::string_view day;
    for (const std::size_t index : group.partitions) {
      const std::string_view time = report.partitions[index].row.last_time;
      if (!lag::is_known(time)) continue;
      has_any_ = true;
      if (!day.empty() && !time.starts_with(day)) one_day_ = false;
      day = time.substr(0, kDateLength);
    }
  }

  [[nodiscard]] std::string of(const PartitionReport& partition) const {
    const lag::PartitionLag& row = partition.row;
    if (!has_any_) return "";
    if (!lag::is_known(row.last_time)) {
      return row.committed == 0 ? "-  nothing consumed yet" : "-  its record is no longer stored";
    }
    std::string text(one_day_ ? row.last_time.substr(kDateLength) : row.last_time);
    if (row.lag.value_or(0) <= 0 || !row.last_ns || !newest_ || *newest_ - *row.last_ns < kOld) return text;
    return text + fmt::format("  {} older than the newest", report::duration_text(*newest_ - *row.last_ns));
  }

 private:
  std::optional<std::int64_t> newest_;
  bool has_any_ = false;
  bool one_day_ = true;
};

}  // namespace

report::Table partitions_for_people(const Printed& printed, const lag::GroupReport& group, std::size_t most) {
  const lag::LagReport& report = printed.report;
  const bool several = report.snapshots > 1;
  const std::size_t rows = std::min(most, group.partitions.size());
  const auto column = [&](auto cell) {
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < rows; ++i) cells.push_back(cell(report.partitions[group.partitions[i]]));
    return cells;
  };
  const bool is_queue = group.system == lag::System::rocketmq;
  const StoreTimes times(report, group);
  Columns columns;
  columns.add({is_queue ? "QUEUE" : "PARTITION"},
              column([](const PartitionReport& p) { return place_text(p.row); }), true);
  columns.add({"LAG", Align::right}, column([](const PartitionReport& p) { return lag_text(p.row); }), true);
  if (several) {
    columns.add({"STATE"},
                column([](const PartitionReport& p) { return std::string(name_of(p.trend.state)); }), true);
    columns.add({"PER S", Align::right},
                column([](const PartitionReport& p) { return rate_text(p.trend.rates.net); }), true);
    columns.add({"ETA", Align::right}, column([](const PartitionReport& p) {
                  return p.row.lag ? eta_text(*p.row.lag, p.trend.rates.net, p.trend.eta_s,
                                              p.trend.never_catches_up)
                                   : "?";
                }),
                true);
  }
  columns.add({"WINDOW", Align::right},
              column([](const PartitionReport& p) { return number_or(window(p.row), ""); }));
  if (!is_queue) {
    columns.add({"COMMITTED", Align::right},
                column([](const PartitionReport& p) { return number_or(p.row.committed, "-"); }), true);
    columns.add({"END", Align::right},
                column([](const PartitionReport& p) { return number_or(p.row.end, "-"); }), true);
  }
  columns.add({"HELD BY"}, column([](const PartitionReport& p) { return member_text(p.row); }));
  columns.add({"LAST CONSUMED WAS STORED"}, column([&](const PartitionReport& p) { return times.of(p); }));
  columns.add({"WHY"}, column([&](const PartitionReport& p) { return why(p, several); }));
  return std::move(columns).table(rows);
}

report::Table table_of(const lag::LagReport& report) {
  report::Table table({{"GROUP"},
                       {"TOPIC"},
                       {"BROKER"},
                       {"PARTITION", Align::right},
                       {"COMMITTED", Align::right},
                       {"END", Align::right},
                       {"LAG", Align::right},
                       {"WINDOW", Align::right},
                       {"STATE"},
                       {"PER_S", Align::right},
                       {"ETA_S", Align::right},
                       {"MEMBER"},
                       {"HOST"}});
  for (const lag::GroupReport& group : report.groups) {
    for (const std::size_t index : group.partitions) {
      const PartitionReport& p = report.partitions[index];
      table.add_row({name_or_empty(p.row.group), name_or_empty(p.row.topic), name_or_empty(p.row.broker),
                     number_or(p.row.partition, ""), number_or(p.row.committed, ""), number_or(p.row.end, ""),
                     number_or(p.row.lag, ""), number_or(window(p.row), ""),
                     std::string(word_of(p.trend.state)), real_or_empty(p.trend.rates.net),
                     p.trend.never_catches_up ? "never" : real_or_empty(p.trend.eta_s),
                     name_or_empty(p.row.member), name_or_empty(p.row.host)});
    }
  }
  return table;
}

}  // namespace lanewise::lag_tool

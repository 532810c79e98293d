// The one command that goes on from a report.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tools/lag-report/printing.h"
#include "tools/lag-report/wording.h"

namespace lanewise::lag_tool {

namespace {

using lag::GroupReport;
using lag::State;

constexpr double kLookedAt = 10;  // seconds of a partition's records
constexpr std::size_t kMostLooked = 100'000;

// As a shell takes it literally.
std::string quoted(std::string_view text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@%+=,";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos) return std::string(text);
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// Is it one key? The records of the last ten seconds, by key.
std::string busiest_keys(const lag::LagReport& report, const lag::PartitionReport& worst) {
  const lag::PartitionLag& row = worst.row;
  if (!worst.trend.rates.in || !row.end) return "";
  const auto records = static_cast<std::int64_t>(
      std::llround(std::min(*worst.trend.rates.in * kLookedAt, static_cast<double>(kMostLooked))));
  if (records <= 0 || records > *row.end) return "";
  std::int64_t partitions = 0;
  for (const lag::PartitionReport& partition : report.partitions)
    if (partition.row.topic == row.topic)
      partitions = std::max(partitions, partition.row.partition.value_or(0) + 1);
  return fmt::format("kcat -C -b $B -t {} -p {} -o {} -c {} -e -J | lanewise route -n {} --stats -f kcat",
                     quoted(row.topic), *row.partition, *row.end - records, records, partitions);
}

std::string look_again(const Printed& printed, const GroupReport& group) {
  if (printed.documents.size() != 1 || !printed.documents.front().is_path) return "";
  const std::string before = quoted(printed.documents.front().name);
  const bool has_name = lag::is_known(group.name) && printed.report.groups.size() == 1;
  if (group.system == lag::System::rocketmq) {
    if (!has_name) return "";
    return fmt::format(
        "sleep 60; mqadmin consumerProgress -g {} -s true >later.txt; lanewise lag-report --interval 60s "
        "{} later.txt     # whether it moves, and who holds what",
        quoted(group.name), before);
  }
  return fmt::format(
      "sleep 60; kafka-consumer-groups --bootstrap-server $B --describe {} >later.txt; lanewise lag-report "
      "--interval "
      "60s {} later.txt     # whether it moves",
      has_name ? "--group " + quoted(group.name) : "--all-groups", before);
}

}  // namespace

std::string next_command(const Printed& printed) {
  const lag::LagReport& report = printed.report;
  if (report.groups.empty() || report.worst(report.groups.front()) == nullptr) return "";
  const GroupReport& group = report.groups.front();
  const lag::PartitionReport& worst = *report.worst(group);
  if (report.snapshots == 1) return group.sums.lag > 0 ? look_again(printed, group) : "";
  if (!worst.row.partition) return "";
  const bool is_kafka = group.system == lag::System::kafka;
  if (worst.trend.state == State::growing) return is_kafka ? busiest_keys(report, worst) : "";
  if (worst.trend.state == State::stuck && worst.row.committed) {
    if (!is_kafka) {
      return fmt::format("mqadmin queryMsgByOffset -t {} -b {} -i {} -o {}     # the record it stands at",
                         quoted(worst.row.topic), quoted(worst.row.broker), *worst.row.partition,
                         *worst.row.committed);
    }
    return fmt::format("kcat -C -b $B -t {} -p {} -o {} -c 1 -e -J     # the record it stands at",
                       quoted(worst.row.topic), *worst.row.partition, *worst.row.committed);
  }
  return "";
}

}  // namespace lanewise::lag_tool

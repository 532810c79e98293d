#include "tools/lag-report/wording.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/base/text.h"
#include "libcore/lag/rocketmq_progress.h"
#include "libcore/report/duration_text.h"

namespace lanewise::lag_tool {

namespace {

using lag::Finding;
using lag::GroupReport;
using lag::LagReport;
using lag::PartitionLag;
using lag::PartitionReport;
using lag::State;

constexpr std::size_t kShownName = 120;
constexpr double kOnePartition = 0.8;  // of a group's lag, in one partition
constexpr double kLongestEta = 1e9;    // seconds: beyond, a number says no more than "never"

std::string shown(std::string_view name) { return printable(name, kShownName); }

std::string flow(const lag::Rates& rates) {
  return rates.in && rates.out ? fmt::format("in {:.1f}/s, out {:.1f}/s", *rates.in, *rates.out) : "";
}

// The same without times: how many in all.
std::string flow(const lag::Trend& trend) {
  if (trend.span_ns) return flow(trend.rates);
  return trend.came && trend.handled ? fmt::format("{} came, {} committed", *trend.came, *trend.handled) : "";
}

std::string stillness(const lag::Trend& trend) {
  if (!trend.still_ns) return "no commit moved";
  std::string text = fmt::format("no commit for {}", report::duration_text(*trend.still_ns));
  if (!trend.came_still) return text;
  return *trend.came_still > 0 ? text + fmt::format(" while {} came", counted(*trend.came_still, "record"))
                               : text + ", and nothing came";
}

// How it went over the whole sequence, where the present is only its end.
std::string over_all(const lag::Trend& trend) {
  const bool moves = trend.state == State::growing || trend.state == State::draining;
  if (!moves || !trend.net_of_all || !trend.span_of_all_ns) return "";
  return fmt::format("{}/s over all {}", rate_text(trend.net_of_all),
                     report::duration_text(*trend.span_of_all_ns));
}

std::string setback(const PartitionReport& partition) {
  return partition.trend.state == State::rewound
             ? fmt::format("commits went back by {}: those run once more", partition.trend.went_back)
             : fmt::format("its end went back by {}: created anew, or truncated", partition.trend.shrank);
}

// What a partition's state is due to.
std::string cause(const PartitionReport& partition, bool several) {
  const PartitionLag& row = partition.row;
  const lag::Trend& trend = partition.trend;
  switch (trend.state) {
    case State::unknown:
      if (row.findings.has(Finding::no_commit))
        return row.findings.has(Finding::end_unknown) ? "no commit, and its end is not known" : "no commit";
      return row.findings.has(Finding::end_unknown)
                 ? "its end is not known"
                 : "no client, no rate, no lag: they may not have been had";
    case State::stale:
      return row.findings.has(Finding::end_unknown) ? "no member reads it; its end is not known"
                                                    : "no member reads it";
    case State::ahead: return "committed beyond its end: created anew, truncated, or mirrored ahead";
    case State::recreated:
    case State::rewound: return setback(partition);
    case State::stuck: return stillness(trend);
    case State::growing: return flow(trend);
    case State::behind:
      if (!several) return "";
      if (trend.is_too_near) return "the snapshots are too near to each other to tell";
      if (trend.handled && !trend.span_ns) return "no commit moved; over what time is not known (--interval)";
      return partition.samples == 1 ? "not in the snapshot before" : "no commit in the snapshot before";
    default: return "";
  }
}

std::string_view noun_of(const GroupReport& group) {
  return group.system == lag::System::rocketmq ? "queue" : "partition";
}

void add(std::vector<std::string>& parts, std::string part) {
  if (!part.empty()) parts.push_back(std::move(part));
}

std::string unknowns(const lag::Sums& sums) {
  const std::int64_t no_commit = sums.no_commit;
  const std::int64_t no_end = sums.unknown - no_commit;
  std::vector<std::string> parts;
  if (no_commit > 0) {
    parts.push_back(fmt::format("no commit on {} of {}", no_commit, counted(sums.partitions, "partition")));
  }
  if (no_end > 0)
    parts.push_back(
        fmt::format("the end of {} of {} is not known", no_end, counted(sums.partitions, "partition")));
  return joined(parts, ", ");
}

std::string growth(const LagReport& report, const GroupReport& group) {
  const PartitionReport& worst = *report.worst(group);
  const auto share = report.share_of_worst(group);
  std::vector<std::string> parts;
  if (is_one_partition(report, group) || group.sums.partitions == 1) {
    const std::string member = member_text(worst.row);
    const std::string rates = flow(worst.trend);
    add(parts, rates + (member.empty() ? "" : fmt::format("{}at {}", rates.empty() ? "" : " ", member)));
    if (share) parts.push_back(fmt::format("{} of the group's lag", percent(*share)));
    add(parts, over_all(worst.trend));
  } else {
    add(parts, flow({group.sums.in, group.sums.out, group.sums.net}));
    parts.push_back(fmt::format("{} of {} grow", group.count(State::growing),
                                counted(group.sums.partitions, "partition")));
  }
  return joined(parts, "; ");
}

// The partition that gave the group its state.
const PartitionReport& first_in(const LagReport& report, const GroupReport& group, State state) {
  const auto found = std::find_if(group.partitions.begin(), group.partitions.end(), [&](std::size_t index) {
    return report.partitions[index].trend.state == state;
  });
  return report.partitions[found == group.partitions.end() ? group.partitions.front() : *found];
}

std::string cause(const LagReport& report, const GroupReport& group) {
  const bool several = report.snapshots > 1;
  switch (group.state) {
    case State::growing: return growth(report, group);
    case State::stuck: {
      const PartitionReport& partition = first_in(report, group, State::stuck);
      std::string text = cause(partition, several);
      if (group.sums.partitions > 1) {
        const std::int64_t stuck = group.count(State::stuck);
        text += fmt::format("; {} of {} {} not move", stuck, counted(group.sums.partitions, noun_of(group)),
                            stuck == 1 ? "does" : "do");
      }
      if (!group.has_members && group.system == lag::System::kafka) text += "; no members";
      return text;
    }
    case State::rewound:
    case State::recreated: {
      const PartitionReport& partition = first_in(report, group, group.state);
      return fmt::format("{}: {}", place_text(partition.row), setback(partition));
    }
    case State::behind: return several ? cause(*report.worst(group), several) : "";
    case State::empty: return "no commits";
    case State::missing: return "does not exist";
    case State::unknown:
      return group.partitions.empty() ? "nothing is known of it"
             : group.sums.unknown > 0 && report.worst(group)->row.partition
                 ? ""
                 : cause(*report.worst(group), several);
    default: return "";
  }
}

}  // namespace

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

std::string place_text(const lag::Place& place) {
  if (!lag::is_known(place.topic)) return "all";
  if (!lag::is_known(place.broker)) return fmt::format("{}/{}", shown(place.topic), place.partition);
  return fmt::format("{} {}/{}", shown(place.topic), shown(place.broker), place.partition);
}

std::string group_text(std::string_view name) { return lag::is_known(name) ? shown(name) : "(unnamed)"; }

std::string lag_text(const PartitionLag& row) {
  if (row.lag) return fmt::format("{}", *row.lag);
  const lag::LagBounds bounds = lag_bounds(row);
  if (!bounds.most) return "?";
  return *bounds.most == 0 ? "0" : fmt::format("0..{}", *bounds.most);
}

std::string lag_text(const lag::Sums& sums) {
  if (sums.unknown == 0) return fmt::format("{}", sums.lag);
  if (sums.most_lag) return fmt::format("{}..{}", sums.lag, *sums.most_lag);
  return sums.counted() == 0 ? "?" : fmt::format("{}..?", sums.lag);
}

std::string rate_text(const std::optional<double>& per_s) {
  if (!per_s) return "?";
  return std::fabs(*per_s) < 0.05 ? "0.0" : fmt::format("{:+.1f}", *per_s);
}

std::string eta_text(std::int64_t lag, const std::optional<double>& net, const std::optional<double>& eta_s,
                     bool never) {
  if (never || (eta_s && *eta_s > kLongestEta)) return "never";
  if (eta_s) return report::duration_text(std::llround(*eta_s * 1e9));
  return lag <= 0 || net ? "-" : "?";
}

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

std::string member_text(const PartitionLag& row) {
  const std::string_view name = lag::is_known(row.client) ? row.client : row.member;
  if (!lag::is_known(row.host)) return lag::is_known(name) ? shown(name) : "";
  return lag::is_known(name) ? fmt::format("{} ({})", shown(row.host), shown(name)) : shown(row.host);
}

bool is_one_partition(const LagReport& report, const GroupReport& group) {
  const auto share = report.share_of_worst(group);
  return share && *share >= kOnePartition;
}

std::string why(const PartitionReport& partition, bool several) {
  const PartitionLag& row = partition.row;
  std::vector<std::string> parts;
  add(parts, cause(partition, several));
  add(parts, over_all(partition.trend));
  if (row.findings.has(Finding::lag_disagrees)) parts.emplace_back("the printed lag is not end - committed");
  if (row.findings.has(Finding::one_record) && row.committed && partition.trend.state != State::stale) {
    parts.push_back(fmt::format("at most 1 record: offset {} may be a transaction's marker", *row.committed));
  }
  if (row.findings.has(Finding::no_consumer)) parts.emplace_back("no client is online");
  if (row.findings.has(Finding::window_full) && row.lag.value_or(0) > 0) {
    parts.push_back(fmt::format("window at the client's limit ({})", lag::kFullWindow));
  }
  if (row.findings.has(Finding::name_may_be_cut)) parts.emplace_back("its name may be cut off");
  if (row.findings.has(Finding::twice_in_table)) parts.emplace_back("stands in the table twice");
  if (partition.member_changed) parts.emplace_back("changed hands since the snapshot before");
  return joined(parts, "; ");
}

std::string why(const LagReport& report, const GroupReport& group) {
  std::vector<std::string> parts;
  if (group.group_state == "Rebalancing") parts.emplace_back("rebalancing: the numbers are provisional");
  if (group.group_state == "Empty") parts.emplace_back("no active members");
  add(parts, cause(report, group));
  if (!group.partitions.empty() && report.worst(group)->row.partition) add(parts, unknowns(group.sums));
  const lag::Sums& sums = group.sums;
  if (sums.negative > 0) {
    parts.push_back(fmt::format("{} committed beyond the end, counted as 0 (lowest {})",
                                counted(sums.negative, "partition"), sums.least_lag));
  }
  if (sums.stale > 0) {
    parts.push_back(
        fmt::format("{} more in {} that no member reads", sums.stale_lag, counted(sums.stale, "partition")));
  }
  if (group.members == 0 && sums.lag > 0) parts.emplace_back("no client is online");
  if (!group.gone.empty()) {
    parts.push_back(fmt::format("{} gone since the snapshot before ({}{})",
                                counted(static_cast<std::int64_t>(group.gone.size()), "partition"),
                                place_text(group.gone.front()), group.gone.size() > 1 ? ", …" : ""));
  }
  return joined(parts, "; ");
}

}  // namespace lanewise::lag_tool

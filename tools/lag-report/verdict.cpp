#include "tools/lag-report/verdict.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "libcore/base/text.h"
#include "libcore/report/duration_text.h"
#include "tools/lag-report/wording.h"

namespace lanewise::lag_tool {

namespace {

using lag::GroupReport;
using lag::LagReport;
using lag::State;

constexpr std::size_t kNamedGroups = 4;
constexpr std::string_view kOneSnapshot = ". One snapshot cannot tell slow from stuck";

// "payments (one partition)"
std::string named(const LagReport& report, const GroupReport& group) {
  std::string text = group_text(group.name);
  switch (group.state) {
    case State::stuck: return text + " (not moving)";
    case State::rewound: return text + " (commits went back)";
    case State::recreated: return text + " (an end went back)";
    case State::growing: return is_one_partition(report, group) ? text + " (one partition)" : text;
    case State::behind:
      return report.snapshots == 1 ? fmt::format("{} {}", text, lag_text(group.sums)) : text;
    default: return text;
  }
}

template <class Is>
std::string names_of(const LagReport& report, Is is) {
  std::vector<std::string> names;
  std::size_t more = 0;
  for (const GroupReport& group : report.groups) {
    if (!is(group)) continue;
    if (names.size() < kNamedGroups) {
      names.push_back(named(report, group));
    } else {
      ++more;
    }
  }
  if (more > 0) names.push_back(fmt::format("{} more", more));
  return joined(names, ", ");
}

bool cannot_be_judged(const GroupReport& group) {
  return group.state == State::unknown || group.state == State::ahead;
}

std::string of_several_groups(const LagReport& report, bool several) {
  const auto is_bad = [several](const GroupReport& group) {
    return is_alarming(group.state) || (!several && group.state == State::behind);
  };
  const auto bad = std::count_if(report.groups.begin(), report.groups.end(), is_bad);
  std::string text;
  if (bad > 0) {
    text = fmt::format("{} of {} groups {} {}: {}", bad, report.groups.size(), bad == 1 ? "is" : "are",
                       several ? "falling behind" : "behind", names_of(report, is_bad));
  } else {
    text = several ? "no group is falling behind" : "no group is behind";
  }
  if (std::any_of(report.groups.begin(), report.groups.end(), cannot_be_judged))
    text += fmt::format("; {} cannot be judged", names_of(report, cannot_be_judged));
  if (several) {
    const auto is_behind = [](const GroupReport& group) { return group.state == State::behind; };
    if (std::any_of(report.groups.begin(), report.groups.end(), is_behind))
      text += fmt::format("; whether it moves cannot be told: {}", names_of(report, is_behind));
  }
  const bool asks_for_more = !several && bad > 0;
  return asks_for_more ? text + std::string(kOneSnapshot) : text;
}

std::string parts_of(const GroupReport& group) {
  const char* const noun = group.system == lag::System::rocketmq ? "queue" : "partition";
  std::string text = counted(group.sums.counted(), noun);
  if (group.sums.unknown > 0) text += fmt::format(" ({} more unknown)", group.sums.unknown);
  return text;
}

std::string where(const LagReport& report, const GroupReport& group) {
  if (!is_one_partition(report, group)) return "";
  const double share = *report.share_of_worst(group);
  return fmt::format(", {} in {}", share < 1 ? percent(share) : "all of it",
                     place_text(report.worst(group)->row));
}

std::string abandoned(const GroupReport& group) {
  return group.sums.stale_lag == 0 ? ""
                                   : fmt::format("; {} more where no member reads", group.sums.stale_lag);
}

std::string of_one_group(const LagReport& report, const GroupReport& group, bool several) {
  std::string name = lag::is_known(group.name) ? group_text(group.name) : "the group (no name is given)";
  const lag::Sums& sums = group.sums;
  const bool has_queues = group.partitions.empty() || report.worst(group)->row.partition.has_value();
  const std::string in = has_queues ? " in " + parts_of(group) : "";
  const std::string rate = sums.net ? fmt::format(", {}/s", rate_text(sums.net)) : "";
  switch (group.state) {
    case State::growing:
      return fmt::format("{} is falling behind: {}{}{}{}{}", name, sums.lag, in, rate, where(report, group),
                         abandoned(group));
    case State::stuck:
    case State::rewound:
    case State::recreated:
      return fmt::format("{} {}: {}{}{}; {}", name,
                         group.state == State::stuck     ? "does not move"
                         : group.state == State::rewound ? "went back"
                                                         : "has a log whose end went back",
                         sums.lag, in, where(report, group), why(report, group));
    case State::behind:
      return fmt::format("{} is behind: {}{}{}{}{}", name, sums.lag, in, where(report, group),
                         abandoned(group), several ? "; " + why(report, group) : std::string(kOneSnapshot));
    case State::unknown:
    case State::ahead:
    case State::stale:
    case State::empty:
    case State::missing: {
      const std::string reason = why(report, group);
      const char* const what = group.state == State::empty     ? "has no members"
                               : group.state == State::missing ? "cannot be reported"
                                                               : "cannot be judged";
      return fmt::format("{} {}{}", name, what, reason.empty() ? "" : ": " + reason);
    }
    case State::draining:
      return fmt::format("{} is catching up: {}{}{}{}{}", name, sums.lag, in, rate,
                         group.eta_s ? ", done in " + eta_text(sums.lag, sums.net, group.eta_s, false) : "",
                         abandoned(group));
    case State::steady:
      return fmt::format("{} keeps its distance: {}{}{}{}", name, sums.lag, in, rate, abandoned(group));
    case State::caught_up: return fmt::format("{} has caught up{}{}", name, in, abandoned(group));
  }
  return name;
}

}  // namespace

std::string verdict_text(const LagReport& report) {
  const bool several = report.snapshots > 1;
  if (report.groups.empty()) return "nothing to report";
  return report.groups.size() == 1 ? of_one_group(report, report.groups.front(), several)
                                   : of_several_groups(report, several);
}

std::string_view verdict_word(const LagReport& report) {
  const auto any = [&](auto is) { return std::any_of(report.groups.begin(), report.groups.end(), is); };
  if (any([](const GroupReport& group) { return is_alarming(group.state); })) return "falling_behind";
  if (any([](const GroupReport& group) { return group.state == State::behind; })) return "behind";
  if (any(cannot_be_judged) || report.groups.empty()) return "unknown";
  return "keeping_up";
}

std::string not_checked_text(std::string_view name) {
  struct Reason {
    std::string_view name;
    std::string_view text;
  };
  constexpr std::array kReasons{
      Reason{"trend", "whether it moves (one snapshot)"},
      Reason{"lost", "records deleted before they were read (the text has no log start)"},
      Reason{"window", "windows (no fetch offsets)"},
  };
  for (const Reason& reason : kReasons)
    if (reason.name == name) return std::string(reason.text);
  return std::string(name);
}

}  // namespace lanewise::lag_tool

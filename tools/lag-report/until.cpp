// --until: at which snapshot did the lag of each group come down to what is asked for?
#include "tools/lag-report/until.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "libcore/base/text.h"
#include "libcore/report/duration_text.h"
#include "libcore/report/json_line.h"
#include "tools/lag-report/wording.h"

namespace lanewise::lag_tool {

namespace {

constexpr std::int64_t kMillisecond = 1'000'000;

// A group's lag, snapshot by snapshot; empty where a part of it is not known.
struct Course {
  std::string_view group;
  std::vector<std::optional<std::int64_t>> lags;
};

std::vector<Course> courses_of(const lag::SnapshotSequence& sequence, const Options& options,
                               const lag::Selection& selection) {
  std::vector<Course> courses;
  std::unordered_map<std::string_view, std::size_t> index;
  for (std::size_t s = 0; s < sequence.snapshots.size(); ++s) {
    lag::SnapshotSequence one;
    one.snapshots.push_back(sequence.snapshots[s]);
    const lag::LagReport report = judge(std::move(one), options.rules, selection);
    for (const lag::GroupReport& group : report.groups) {
      const auto [found, is_new] = index.try_emplace(group.name, courses.size());
      if (is_new) courses.push_back({group.name, {}});
      Course& course = courses[found->second];
      course.lags.resize(s + 1);
      if (group.sums.partitions > 0 && group.sums.unknown == 0) course.lags[s] = group.sums.lag;
    }
  }
  for (Course& course : courses) course.lags.resize(sequence.snapshots.size());
  return courses;
}

std::string or_unknown(const std::optional<std::int64_t>& lag) {
  return lag ? fmt::format("{}", *lag) : "unknown";
}

}  // namespace

UntilAnswer answer_until(const lag::SnapshotSequence& sequence, const Options& options,
                         const lag::Selection& selection) {
  UntilAnswer answer;
  const std::string asked = fmt::format("{} {}", options.until->or_equal ? "<=" : "<", options.until->bound);
  const auto elapsed = [&](std::size_t number) -> std::optional<std::int64_t> {
    const auto& first = sequence.snapshots.front().time_ns;
    const auto& then = sequence.snapshots[number].time_ns;
    if (number == 0) return 0;
    return first && then ? std::optional(lag::saturating_difference(*then, *first)) : std::nullopt;
  };
  const auto in_words = [&](std::size_t number) {
    const auto ns = elapsed(number);
    return ns ? report::duration_text(*ns) : counted(static_cast<std::int64_t>(number) + 1, "snapshot");
  };
  for (const Course& course : courses_of(sequence, options, selection)) {
    const auto found = std::find_if(course.lags.begin(), course.lags.end(),
                                    [&](const auto& lag) { return lag && options.until->holds(*lag); });
    const bool reached = found != course.lags.end();
    const std::size_t number =
        reached ? static_cast<std::size_t>(found - course.lags.begin()) : course.lags.size() - 1;
    ++answer.groups;
    answer.not_reached += reached ? 0 : 1;
    const std::string name = group_text(course.group);
    const std::string now = or_unknown(course.lags[number]);
    if (reached && number == 0) {
      answer.text += fmt::format("{} was at lag {} ({}) from the start\n", name, now, asked);
    } else if (reached) {
      answer.text += fmt::format("{} reached lag {} ({}) after {}; it was {}\n", name, now, asked,
                                 in_words(number), or_unknown(course.lags.front()));
    } else {
      answer.text += fmt::format("{} did not reach lag {} in {}: it is {}, and was {}\n", name, asked,
                                 in_words(number), now, or_unknown(course.lags.front()));
    }
    const auto ns = elapsed(number);
    answer.jsonl +=
        report::JsonLine("until")
            .text_or_null("group", lag::is_known(course.group) ? std::optional(course.group) : std::nullopt)
            .boolean("reached", reached)
            .number_or_null("lag", course.lags[number])
            .number_or_null("before", course.lags.front())
            .number_or_null("after_ms", ns ? std::optional(*ns / kMillisecond) : std::nullopt)
            .number("snapshots", static_cast<std::int64_t>(number) + 1)
            .line();
  }
  return answer;
}

}  // namespace lanewise::lag_tool

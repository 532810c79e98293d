#include "tools/simulate-rebalance/timeline.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "libcore/allocate/partition_table.h"
#include "tools/simulate-rebalance/report.h"

namespace lanewise::simulate_tool {

namespace {

using rebalance::Held;
using rebalance::Segment;

constexpr std::size_t kShownRows = 40;  // more only with -v
constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
constexpr char kTooMany = '*';

// A letter a pod: its id, where all ids are one letter.
std::vector<char> letters_of(const rebalance::Scenario& scenario, bool& own_names) {
  own_names = std::all_of(scenario.pods.begin(), scenario.pods.end(), [](const rebalance::Pod& pod) {
    return pod.id.size() == 1 && kLetters.find(pod.id.front()) != std::string_view::npos;
  });
  std::vector<char> letters;
  for (std::size_t pod = 0; pod < scenario.pods.size(); ++pod) {
    letters.push_back(own_names               ? scenario.pods[pod].id.front()
                      : pod < kLetters.size() ? kLetters[pod]
                                              : kTooMany);
  }
  return letters;
}

struct Span {
  std::int64_t from_us = 0;
  std::int64_t to_us = 0;  // the last change
};

// The widest column of the series that suits, see the header.
std::int64_t column_width(const std::vector<std::int64_t>& changes, const Span& span, std::size_t most) {
  std::int64_t common = 0;
  for (const std::int64_t change : changes) common = std::gcd(common, change - span.from_us);
  const auto columns = [&](std::int64_t width) { return (span.to_us - span.from_us) / width + 1; };
  std::vector<std::int64_t> series;
  for (std::int64_t decade = 1; decade <= 1'000'000'000'000; decade *= 10) {
    for (const std::int64_t step : {1, 2, 5}) series.push_back(step * decade);
  }
  for (auto width = series.rbegin(); width != series.rend(); ++width) {
    if (common % *width == 0 && common > 0) {
      if (columns(*width) <= static_cast<std::int64_t>(most)) return *width;
      break;
    }
  }
  for (const std::int64_t width : series) {
    if (columns(width) <= static_cast<std::int64_t>(most)) return width;
  }
  return series.back();
}

int badness(Held state) {
  switch (state) {
    case Held::both: return 3;
    case Held::unowned: return 2;
    case Held::paused: return 1;
    default: return 0;
  }
}

std::string row_of(const std::vector<Segment>& segments, const rebalance::Outcome& outcome,
                   const std::vector<char>& letters, const Span& span, std::int64_t width,
                   std::string& used) {
  std::string row;
  auto at = segments.begin();
  // The last column begins with or behind the last change.
  for (std::int64_t from = span.from_us; from < span.to_us + width; from += width) {
    while (at != segments.end() && at->to_us <= from) ++at;
    if (at == segments.end()) break;
    const Segment* shown = &*at;
    for (auto next = at; next != segments.end() && next->from_us < from + width; ++next) {
      if (badness(next->state) > badness(shown->state)) shown = &*next;
    }
    char symbol = '.';
    if (shown->state == Held::both) symbol = '#';
    if (shown->state == Held::paused) symbol = '-';
    if (shown->state == Held::owned) {
      symbol =
          letters[static_cast<std::size_t>(outcome.members[static_cast<std::size_t>(shown->member)].pod)];
    } else if (used.find(symbol) == std::string::npos) {
      used += symbol;
    }
    row += symbol;
  }
  return row;
}

}  // namespace

std::string timeline_of(const rebalance::Scenario& scenario, const rebalance::Outcome& outcome,
                        std::size_t width, bool all) {
  const allocate::Group group{.name = {}, .topics = scenario.topics, .members = {}};
  const allocate::PartitionTable partitions(group);
  Span span{.from_us = scenario.first_event_us(), .to_us = scenario.first_event_us()};
  std::vector<std::int64_t> changes;
  std::vector<std::int32_t> shown;
  for (std::size_t p = 0; p < partitions.size(); ++p) {
    bool changed = outcome.ownership.moved(static_cast<std::int32_t>(p));
    for (const Segment& segment : outcome.ownership.segments(static_cast<std::int32_t>(p))) {
      if (segment.from_us <= span.from_us) continue;
      changes.push_back(segment.from_us);
      changed = true;
    }
    if (changed || all) shown.push_back(static_cast<std::int32_t>(p));
  }
  for (const std::int64_t change : changes) span.to_us = std::max(span.to_us, change);
  if (shown.empty()) return "no partition changes hands\n";

  bool own_names = false;
  const std::vector<char> letters = letters_of(scenario, own_names);
  std::size_t digits = 2;
  for (const allocate::Topic& topic : scenario.topics) {
    digits = std::max(digits, fmt::formatted_size("{}", std::max(0, topic.partitions - 1)));
  }
  std::vector<std::string> names;
  std::size_t name_width = 0;
  const std::size_t rows = all ? shown.size() : std::min(shown.size(), kShownRows);
  for (std::size_t i = 0; i < rows; ++i) {
    const allocate::TopicPartition at = partitions.at(static_cast<std::size_t>(shown[i]));
    const std::string topic = scenario.topics.size() > 1 ? group.topic(at.topic).name + " " : "";
    names.push_back(fmt::format("{}p{:0{}}", topic, at.partition.value, digits));
    name_width = std::max(name_width, report::display_width(names.back()));
  }
  const std::size_t room = width > name_width + 12 ? width - name_width - 2 : 10;
  const std::int64_t column = column_width(changes, span, room);
  std::string lines;
  std::string used;
  for (std::size_t i = 0; i < rows; ++i) {
    const std::string blanks(name_width - report::display_width(names[i]), ' ');
    lines += fmt::format("{}{}  {}\n", names[i], blanks,
                         row_of(outcome.ownership.segments(shown[i]), outcome, letters, span, column, used));
  }
  std::string head = fmt::format("{} a column from {}", seconds(column), seconds(span.from_us));
  std::string legend;
  for (const char symbol : used) {
    legend += fmt::format("{}{}={}", legend.empty() ? "   " : "  ", symbol,
                          symbol == '.'   ? "unowned"
                          : symbol == '-' ? "paused"
                                          : "worked on by a former owner too");
  }
  head += legend + "\n";
  if (!own_names) {
    std::string who;
    for (std::size_t pod = 0; pod < scenario.pods.size() && pod < kLetters.size(); ++pod) {
      who += fmt::format("{}{}={}", who.empty() ? "" : "  ", letters[pod], scenario.pods[pod].id);
    }
    if (scenario.pods.size() > kLetters.size()) who += fmt::format("  {}=the others", kTooMany);
    head += who + "\n";
  }
  if (rows < shown.size()) lines += fmt::format("{} more partitions: -v\n", shown.size() - rows);
  return head + lines;
}

}  // namespace lanewise::simulate_tool

#include "tools/split/assignment_text.h"

#include <algorithm>
#include <map>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/report/json_line.h"

namespace lanewise::split_tool {

namespace {

using allocate::Group;
using allocate::TopicPartition;

constexpr std::size_t kShownMoves = 12;

// "0-2,7,11" of ascending numbers.
std::string ranges_of(const std::vector<std::int32_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ",", numbers[i]);
    if (last > i) text += fmt::format("-{}", numbers[last]);
    i = last + 1;
  }
  return text;
}

// Partitions of one topic on one broker ("" where topics have none).
struct Run {
  std::string_view topic;
  std::string_view broker;
  std::vector<std::int32_t> numbers;
};

// Requires: partitions sorted.
std::vector<Run> runs_of(const Group& group, std::span<const TopicPartition> partitions) {
  std::vector<Run> runs;
  for (const TopicPartition& partition : partitions) {
    const allocate::Topic& topic = group.topic(partition.topic);
    const allocate::QueuePlace place = allocate::place_of(topic, partition.partition);
    if (runs.empty() || runs.back().topic != topic.name || runs.back().broker != place.broker) {
      runs.push_back({topic.name, place.broker, {}});
    }
    runs.back().numbers.push_back(place.number.value);
  }
  return runs;
}

// "orders 0-1  payments 0-1", "ORDER_TOPIC broker-a/0-2 broker-b/0".
std::string places_of(const Group& group, std::span<const TopicPartition> partitions) {
  std::string text;
  std::string_view topic;
  for (const Run& run : runs_of(group, partitions)) {
    if (run.topic != topic) text += fmt::format("{}{}", text.empty() ? "" : "  ", run.topic);
    topic = run.topic;
    text += fmt::format(" {}{}{}", run.broker, run.broker.empty() ? "" : "/", ranges_of(run.numbers));
  }
  return text;
}

std::string move_lines(const Step& step, bool all) {
  std::map<std::pair<std::size_t, std::size_t>, std::vector<TopicPartition>> by_pair;
  for (const allocate::Move& move : step.moves.moved) by_pair[{move.from, move.to}].push_back(move.partition);
  std::string text;
  std::size_t shown = 0;
  for (auto& [pair, partitions] : by_pair) {
    if (!all && shown++ == kShownMoves) {
      return text + fmt::format("          {} more pairs of members: -v\n", by_pair.size() - kShownMoves);
    }
    std::sort(partitions.begin(), partitions.end());
    text += fmt::format("          {}: {} -> {}\n", places_of(step.after, partitions),
                        step.before.members[pair.first].id, step.after.members[pair.second].id);
  }
  return text;
}

std::string moved_text(const Step& step, std::size_t partitions, bool all) {
  const allocate::Moves& moves = step.moves;
  std::string text = fmt::format(
      "moved     {} of {} partitions ({} {} with totals within one of each other)", moves.moved.size(),
      partitions, moves.least_is_exact ? "least possible" : "no fewer than", moves.least_possible);
  if (moves.forced() > 0) text += fmt::format("; {} had to, their owner left", moves.forced());
  text += '\n' + move_lines(step, all);
  if (!moves.newly_assigned.empty())
    text += fmt::format("new       {}\n", places_of(step.after, moves.newly_assigned));
  if (!moves.unassigned.empty())
    text += fmt::format("lost      {} (owned before, served by nobody now)\n",
                        places_of(step.before, moves.unassigned));
  const std::vector<TopicPartition>& withheld = step.outcome.rebalances.front().withheld;
  if (!withheld.empty()) {
    text += fmt::format("waiting   {}, until their owners have revoked them: {} rebalances in all\n",
                        places_of(step.after, withheld), step.outcome.rebalances.size());
  }
  return text;
}

std::size_t partition_count(const Group& group) {
  std::size_t count = 0;
  for (const allocate::Topic& topic : group.topics) count += static_cast<std::size_t>(topic.partitions);
  return count;
}

bool owned_before(const Step& step) {
  return std::any_of(step.before.members.begin(), step.before.members.end(),
                     [](const allocate::Member& member) { return !member.owned.empty(); });
}

}  // namespace

std::vector<std::string> unserved_of(const Step& step) {
  std::vector<std::string> lines;
  if (!step.spread.unserved.empty()) lines.push_back(places_of(step.after, step.spread.unserved));
  if (!step.spread.unsubscribed.empty()) {
    lines.push_back(
        fmt::format("{} ({})", places_of(step.after, step.spread.unsubscribed),
                    step.after.members.empty() ? "the group has no members" : "nobody subscribes"));
  }
  return lines;
}

std::string text_of(const Step& step, const std::string& group_name, bool all) {
  std::string text;
  if (!group_name.empty() && step.number == 1) text += fmt::format("group {}\n", group_name);
  if (step.headed)
    text += fmt::format("{}step {}: {}\n", step.number > 1 ? "\n" : "", step.number, step.change);
  std::size_t id_width = 0;
  std::size_t count_width = 0;
  const allocate::Assignment& settled = step.outcome.settled();
  for (std::size_t m = 0; m < settled.size(); ++m) {
    id_width = std::max(id_width, report::display_width(step.after.members[m].id));
    count_width = std::max(count_width, fmt::formatted_size("{}", settled[m].size()));
  }
  for (std::size_t m = 0; m < settled.size(); ++m) {
    const std::string& id = step.after.members[m].id;
    const std::string blanks(id_width - report::display_width(id), ' ');
    std::string line = fmt::format("{}{}  {:>{}}  {}", id, blanks, settled[m].size(), count_width,
                                   places_of(step.after, settled[m]));
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  for (const std::string& places : unserved_of(step)) text += fmt::format("unserved  {}\n", places);
  if (!step.spread.shared.empty())
    text += fmt::format("several   {} owned by more than one member\n",
                        places_of(step.after, step.spread.shared));
  if (owned_before(step)) text += moved_text(step, partition_count(step.after), all);
  return text;
}

std::string jsonl_of(const Step& step, const std::string& group_name) {
  std::string text;
  const auto begin = [&](std::string_view kind) {
    report::JsonLine line(kind);
    if (!group_name.empty()) line.text("group", group_name);
    line.number("step", step.number);
    return line;
  };
  const allocate::Assignment& settled = step.outcome.settled();
  for (std::size_t m = 0; m < settled.size(); ++m) {
    for (const Run& run : runs_of(step.after, settled[m])) {
      report::JsonLine line = begin("assignment");
      line.text("member", step.after.members[m].id).text("topic", run.topic);
      if (!run.broker.empty()) line.text("broker", run.broker);
      text += line.raw("partitions", fmt::format("[{}]", fmt::join(run.numbers, ","))).line();
    }
  }
  const auto place = [&](report::JsonLine line, const Group& group, TopicPartition partition) {
    const allocate::Topic& topic = group.topic(partition.topic);
    const allocate::QueuePlace where = allocate::place_of(topic, partition.partition);
    line.text("topic", topic.name);
    if (!where.broker.empty()) line.text("broker", where.broker);
    line.number("partition", where.number.value);
    return line;
  };
  for (const allocate::Move& move : step.moves.moved) {
    text += place(begin("move"), step.after, move.partition)
                .text("from", step.before.members[move.from].id)
                .text("to", step.after.members[move.to].id)
                .boolean("forced", move.forced())
                .line();
  }
  for (const TopicPartition partition : step.outcome.rebalances.front().withheld) {
    text += place(begin("withheld"), step.after, partition).line();
  }
  for (const TopicPartition partition : step.spread.unserved)
    text += place(begin("unserved"), step.after, partition).boolean("subscribed", true).line();
  for (const TopicPartition partition : step.spread.unsubscribed)
    text += place(begin("unserved"), step.after, partition).boolean("subscribed", false).line();
  for (const TopicPartition partition : step.spread.shared)
    text += place(begin("shared"), step.after, partition).line();
  for (const TopicPartition partition : step.moves.unassigned)
    text += place(begin("lost"), step.before, partition).line();
  return text + begin("step")
                    .text("change", step.change)
                    .number("members", static_cast<std::int64_t>(step.after.members.size()))
                    .number("partitions", static_cast<std::int64_t>(partition_count(step.after)))
                    .number("rebalances", static_cast<std::int64_t>(step.outcome.rebalances.size()))
                    .number("moved", static_cast<std::int64_t>(step.moves.moved.size()))
                    .number("forced", step.moves.forced())
                    .number("least_possible", step.moves.least_possible)
                    .boolean("least_is_exact", step.moves.least_is_exact)
                    .number("newly_assigned", static_cast<std::int64_t>(step.moves.newly_assigned.size()))
                    .number("fewest", step.spread.total.fewest)
                    .number("most", step.spread.total.most)
                    .number("unserved", static_cast<std::int64_t>(step.spread.unserved.size() +
                                                                  step.spread.unsubscribed.size()))
                    .line();
}

report::Table table_of(const std::vector<Group>& groups) {
  report::Table table(
      {{"GROUP"}, {"MEMBER"}, {"TOPIC"}, {"BROKER"}, {"COUNT", report::Align::right}, {"PARTITIONS"}});
  for (const Group& group : groups) {
    for (const allocate::Member& member : group.members) {
      const std::vector<Run> runs = runs_of(group, member.owned);
      if (runs.empty()) table.add_row({group.name, member.id, "", "", "0", ""});
      for (const Run& run : runs) {
        table.add_row({group.name, member.id, std::string(run.topic), std::string(run.broker),
                       fmt::format("{}", run.numbers.size()), ranges_of(run.numbers)});
      }
    }
  }
  return table;
}

std::string summary_of(const std::vector<Group>& groups, const allocate::StrategyEntry& strategy) {
  std::size_t members = 0;
  std::size_t partitions = 0;
  for (const Group& group : groups) {
    members += group.members.size();
    partitions += partition_count(group);
  }
  return report::JsonLine("summary")
      .number("schema", 1)
      .boolean("complete", true)
      .number("status", 0)
      .raw("not_checked", "[]")
      .text("strategy", strategy.name)
      .number("groups", static_cast<std::int64_t>(groups.size()))
      .number("members", static_cast<std::int64_t>(members))
      .number("partitions", static_cast<std::int64_t>(partitions))
      .line();
}

}  // namespace lanewise::split_tool

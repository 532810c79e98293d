// The least number of moves, totals within one of each other: with T partitions and M members, T mod M of
// them may have floor(T/M)+1, the others floor(T/M). A member can keep at most its quota of what it has, and
// the larger quotas do most good where a member has more than the smaller one. So at most
//     sum over members of min(has, floor(T/M)), plus min(T mod M, members that have more than floor(T/M))
// can stay, and where every member may own everything the rest can be dealt to fill the quotas exactly.
#include "libcore/allocate/moves.h"

#include <algorithm>
#include <map>

#include "libcore/allocate/group_changes.h"
#include "libcore/allocate/partition_table.h"

namespace lanewise::allocate {
namespace {

std::size_t index_of(TopicIndex topic) { return static_cast<std::size_t>(topic.value); }

class Subscriptions {
 public:
  explicit Subscriptions(const Group& group)
      : topics_(group.members.size()), subscribed_(group.topics.size(), false) {
    for (std::size_t m = 0; m < topics_.size(); ++m) {
      topics_[m] = group.members[m].topics;
      std::sort(topics_[m].begin(), topics_[m].end());
      for (const TopicIndex topic : topics_[m]) subscribed_[index_of(topic)] = true;
    }
  }
  [[nodiscard]] bool has(std::size_t member, TopicIndex topic) const {
    return std::binary_search(topics_[member].begin(), topics_[member].end(), topic);
  }
  [[nodiscard]] bool anybody(TopicIndex topic) const { return subscribed_[index_of(topic)]; }
  [[nodiscard]] bool alike() const {
    return std::all_of(topics_.begin(), topics_.end(),
                       [&](const auto& topics) { return topics == topics_.front(); });
  }

 private:
  std::vector<std::vector<TopicIndex>> topics_;
  std::vector<bool> subscribed_;
};

std::int64_t most_that_can_stay(const std::vector<std::int64_t>& has, std::int64_t partitions) {
  if (has.empty()) return 0;
  const auto members = static_cast<std::int64_t>(has.size());
  const std::int64_t quota = partitions / members;
  std::int64_t stay = 0;
  std::int64_t have_more = 0;
  for (const std::int64_t count : has) {
    stay += std::min(count, quota);
    have_more += count > quota ? 1 : 0;
  }
  return stay + std::min(have_more, partitions % members);
}

// Without the members that cannot be given anything.
std::vector<std::int64_t> of_subscribers(const Group& group, const PartitionTable& table,
                                         const std::vector<std::int64_t>& of_members) {
  std::vector<std::int64_t> result;
  for (std::size_t m = 0; m < of_members.size(); ++m) {
    const std::vector<TopicIndex>& topics = group.members[m].topics;
    if (std::any_of(topics.begin(), topics.end(), [&](TopicIndex topic) { return table.count(topic) > 0; })) {
      result.push_back(of_members[m]);
    }
  }
  return result;
}

}  // namespace

std::int64_t Moves::forced() const {
  return std::count_if(moved.begin(), moved.end(), [](const Move& move) { return move.forced(); });
}

Moves moves_between(const Group& before, const Assignment& owned_before, const Group& after,
                    const Assignment& assigned_after) {
  constexpr std::int32_t kNobody = PartitionTable::kNobody;
  const PartitionTable table(after);
  const Translation into_after(before, after);
  const Subscriptions subscriptions(after);
  std::vector<std::optional<std::size_t>> member_after(before.members.size());
  const MemberIndex members_after(after);
  for (std::size_t m = 0; m < member_after.size(); ++m)
    member_after[m] = members_after.find(before.members[m]);

  // By partition number after: the owner after (any of several), and the owner before with the newest claim.
  std::vector<std::int32_t> to(table.size(), kNobody);
  std::vector<std::int32_t> from(table.size(), kNobody);
  std::vector<bool> contested(table.size(), false);
  std::vector<bool> stayed(table.size(), false);
  for (std::size_t m = 0; m < assigned_after.size(); ++m) {
    for (const TopicPartition partition : assigned_after[m]) {
      if (table.contains(partition)) to[table.number(partition)] = static_cast<std::int32_t>(m);
    }
  }

  Moves moves;
  std::vector<std::int64_t> can_keep(after.members.size(), 0);
  const auto generation = [&](std::int32_t member) {
    return before.members[static_cast<std::size_t>(member)].generation.value_or(Generation(-1));
  };
  for (std::size_t m = 0; m < owned_before.size(); ++m) {
    const auto same = member_after[m];
    for (const TopicPartition partition : owned_before[m]) {
      const auto there = into_after(partition);
      if (!there || !table.contains(*there)) {
        moves.unassigned.push_back(partition);
        continue;
      }
      const std::size_t number = table.number(*there);
      const auto owner = static_cast<std::int32_t>(m);
      const bool first_claim = from[number] == kNobody;
      if (first_claim && to[number] == kNobody) moves.unassigned.push_back(partition);
      contested[number] = contested[number] || !first_claim;
      if (first_claim || generation(owner) > generation(from[number])) from[number] = owner;
      if (same && subscriptions.has(*same, there->topic)) ++can_keep[*same];
      // An owner that is assigned it again may not be the one `to` names, if several are.
      if (same && std::binary_search(assigned_after[*same].begin(), assigned_after[*same].end(), *there)) {
        stayed[number] = true;
      }
    }
  }

  std::int64_t owned = 0;
  std::int64_t to_assign = 0;
  for (std::size_t number = 0; number < table.size(); ++number) {
    const TopicPartition partition = table.at(number);
    if (subscriptions.anybody(partition.topic)) {
      ++to_assign;
      if (from[number] != kNobody) ++owned;
    }
    if (contested[number]) moves.contested.push_back(partition);
    if (to[number] == kNobody || stayed[number]) continue;
    if (from[number] == kNobody) {
      moves.newly_assigned.push_back(partition);
      continue;
    }
    const auto owner = static_cast<std::size_t>(from[number]);
    const auto same = member_after[owner];
    moves.moved.push_back({.partition = partition,
                           .from = owner,
                           .to = static_cast<std::size_t>(to[number]),
                           .owner_left = !same,
                           .owner_unsubscribed = same && !subscriptions.has(*same, partition.topic)});
  }
  moves.least_possible = std::max<std::int64_t>(
      0, owned - most_that_can_stay(of_subscribers(after, table, can_keep), to_assign));
  moves.least_is_exact = subscriptions.alike() && moves.contested.empty();
  return moves;
}

Spread spread_of(const Group& group, const Assignment& assignment) {
  const PartitionTable table(group);
  const Subscriptions subscriptions(group);
  Spread spread;
  std::vector<std::uint8_t> owners(table.size(), 0);
  // By topic: subscribers that hold some of it, what they hold, and how many subscribe.
  std::vector<std::int64_t> holding(group.topics.size(), 0);
  std::vector<std::int64_t> subscribed(group.topics.size(), 0);
  spread.topic.resize(group.topics.size());
  bool first = true;
  for (std::size_t m = 0; m < assignment.size(); ++m) {
    const auto total = static_cast<std::int64_t>(assignment[m].size());
    spread.total = first
                       ? FewestMost{total, total}
                       : FewestMost{std::min(spread.total.fewest, total), std::max(spread.total.most, total)};
    first = false;
    for (const TopicIndex topic : group.members[m].topics) ++subscribed[index_of(topic)];
    std::map<TopicIndex, std::int64_t> held;
    for (const TopicPartition partition : assignment[m]) {
      ++held[partition.topic];
      if (!table.contains(partition)) continue;
      std::uint8_t& count = owners[table.number(partition)];
      if (count < 2) ++count;
    }
    for (const auto& [topic, count] : held) {
      if (!subscriptions.has(m, topic)) continue;
      ++holding[index_of(topic)];
      auto& range = spread.topic[index_of(topic)];
      range = range ? FewestMost{std::min(range->fewest, count), std::max(range->most, count)}
                    : FewestMost{count, count};
    }
  }
  for (std::size_t t = 0; t < group.topics.size(); ++t) {
    if (subscribed[t] == 0) continue;
    if (!spread.topic[t]) spread.topic[t] = FewestMost{};
    if (holding[t] < subscribed[t]) spread.topic[t]->fewest = 0;
  }
  for (std::size_t number = 0; number < table.size(); ++number) {
    if (owners[number] > 1) spread.shared.push_back(table.at(number));
    if (owners[number] > 0) continue;
    const bool wanted = subscriptions.anybody(table.at(number).topic);
    (wanted ? spread.unserved : spread.unsubscribed).push_back(table.at(number));
  }
  return spread;
}

}  // namespace lanewise::allocate

// What both algorithms start from, and the cooperative protocol around them. Where members subscribe alike,
// the target is computed by kafka_sticky_alike.cpp, else by kafka_sticky_unlike.cpp.
//
// Settling claims: a partition that two members claim goes to the newer generation; within one generation to
// neither.
//
// The protocol: a partition that went from one member to another, or that was contested, is withheld by the
// cooperative assignor until its owner has revoked it; who revokes anything reports its shorter list, and
// that second rebalance hands out what was withheld.
//
// Source: apache/kafka, AbstractStickyAssignor.java and CooperativeStickyAssignor.java (trunk of 2024-10 and
// 2026-08).
#include "libcore/allocate/kafka_sticky.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "libcore/allocate/group_changes.h"
#include "libcore/allocate/java_hash_map.h"
#include "libcore/allocate/kafka_sticky_claims.h"

namespace lanewise::allocate {
namespace {

constexpr std::int32_t kNobody = PartitionTable::kNobody;
constexpr std::int32_t kNoGeneration = -1;
// Two rebalances settle a group; where subscriptions differ, rarely three (KAFKA-8767).
constexpr std::size_t kMostRebalances = 8;

std::int32_t generation_of(const Member& member) {
  return member.generation ? member.generation->value : kNoGeneration;
}

std::size_t index_of(std::int32_t member) { return static_cast<std::size_t>(member); }

// The client compares everybody with the first member that subscribes to anything, and lets those that
// subscribe to nothing pass if they come before it.
bool all_subscribe_alike(const Group& group, const std::vector<std::size_t>& order) {
  std::vector<TopicIndex> first;
  for (const std::size_t m : order) {
    std::vector<TopicIndex> topics = group.members[m].topics;
    std::sort(topics.begin(), topics.end());
    if (first.empty()) {
      first = std::move(topics);
    } else if (topics != first) {
      return false;
    }
  }
  return true;
}

// Where subscriptions differ, the client compares what members report with what they get: a partition changes
// hands if its new owner did not report it and another member did.
std::vector<std::size_t> reported_by_another(const StickyInput& in, const std::vector<std::int32_t>& owner) {
  std::vector<bool> kept(owner.size(), false);
  std::vector<bool> revoked(owner.size(), false);
  for (std::size_t m = 0; m < in.group.members.size(); ++m) {
    for (const TopicPartition partition : in.group.members[m].owned) {
      if (!in.table.contains(partition)) continue;
      const std::size_t number = in.table.number(partition);
      (owner[number] == static_cast<std::int32_t>(m) ? kept : revoked)[number] = true;
    }
  }
  std::vector<std::size_t> numbers;
  for (std::size_t n = 0; n < owner.size(); ++n) {
    if (owner[n] != kNobody && revoked[n] && !kept[n]) numbers.push_back(n);
  }
  return numbers;
}

Result<StickyTarget> compute_target(const StickyInput& input) {
  StickyTarget target;
  if (input.group.members.empty()) {
    target.owner.assign(input.table.size(), kNobody);
  } else if (input.subscribe_alike) {
    target = assign_alike_subscriptions(input);
  } else {
    auto owner = assign_unlike_subscriptions(input);
    if (!owner) return owner.error();
    target.owner = *std::move(owner);
    target.changes_hands = reported_by_another(input, target.owner);
  }
  return target;
}

// A member that must give up something it reported does so and rejoins; that is what a follow-up starts with.
bool somebody_revokes(const Group& group, const Assignment& assignment) {
  for (std::size_t m = 0; m < assignment.size(); ++m) {
    const std::vector<TopicPartition>& owned = group.members[m].owned;
    if (!std::includes(assignment[m].begin(), assignment[m].end(), owned.begin(), owned.end())) return true;
  }
  return false;
}

// The client can do that: to a member that subscribes to nothing if it comes first in its hash map, and to a
// member that claims a partition in an older generation and has unsubscribed since.
void remark_on_strangers(const Group& group, Outcome& outcome) {
  for (std::size_t m = 0; m < group.members.size(); ++m) {
    std::vector<TopicIndex> topics = group.members[m].topics;
    std::sort(topics.begin(), topics.end());
    auto topic = topics.begin();
    for (const TopicPartition partition : outcome.settled()[m]) {
      while (topic != topics.end() && *topic < partition.topic) ++topic;
      if (topic != topics.end() && *topic == partition.topic) continue;
      outcome.remarks.push_back(
          fmt::format("{} is given {} without a subscription to its topic, as the Java client does",
                      group.members[m].id, partition_name(group, partition)));
      break;
    }
  }
}

}  // namespace

StickyInput::StickyInput(const Group& g)
    : group(g),
      table(g),
      racks(g, table),
      order(members_in_hash_map_order(g)),
      rank(ranks_by_id(g)),
      topics(topics_to_assign(g)),
      racks_matter(racks.matter(order, topics)),
      holder(table.size(), kNobody),
      contested(table.size(), false),
      subscribe_alike(all_subscribe_alike(g, order)) {
  std::vector<bool> wanted(g.topics.size(), false);
  for (const TopicIndex topic : topics) wanted[index_of(topic.value)] = true;
  // The last to claim a partition that nobody is left with still counts when the next claim is compared.
  std::vector<std::int32_t> claimant(table.size(), kNobody);
  for (const std::size_t m : order) {
    const Member& member = g.members[m];
    const std::int32_t generation = generation_of(member);
    newest_generation = std::max(newest_generation, generation);
    for (const TopicPartition partition : member.owned) {
      if (!wanted[index_of(partition.topic.value)] || !table.contains(partition)) continue;
      const std::size_t number = table.number(partition);
      const std::int32_t other = claimant[number];
      const std::int32_t other_generation = other == kNobody ? std::numeric_limits<std::int32_t>::min()
                                                             : generation_of(g.members[index_of(other)]);
      if (generation < other_generation) continue;
      claimant[number] = static_cast<std::int32_t>(m);
      holder[number] = static_cast<std::int32_t>(m);
      if (generation == other_generation) {
        holder[number] = kNobody;
        contested[number] = true;
      }
    }
  }
}

Result<Outcome> KafkaSticky::assign(const Group& group) const {
  if (const auto valid = require_kafka_group(group); !valid) return valid.error();
  const StickyInput input(group);
  const auto target = compute_target(input);
  if (!target) return target.error();
  Outcome outcome;
  outcome.rebalances.push_back({input.table.assignment(target->owner, group.members.size()), {}});
  remark_on_strangers(group, outcome);
  return outcome;
}

Result<Outcome> KafkaCooperativeSticky::assign(const Group& group) const {
  if (const auto valid = require_kafka_group(group); !valid) return valid.error();
  Outcome outcome;
  Group followup;
  const Group* now = &group;
  while (outcome.rebalances.size() < kMostRebalances) {
    const StickyInput input(*now);
    auto target = compute_target(input);
    if (!target) return target.error();
    Rebalance rebalance;
    for (const std::size_t number : target->changes_hands) {
      target->owner[number] = kNobody;
      rebalance.withheld.push_back(input.table.at(number));
    }
    rebalance.assignment = input.table.assignment(target->owner, group.members.size());
    outcome.rebalances.push_back(std::move(rebalance));
    if (!somebody_revokes(*now, outcome.rebalances.back().assignment)) {
      remark_on_strangers(group, outcome);
      return outcome;
    }
    followup = settled(*now, outcome.rebalances.back().assignment);
    now = &followup;
  }
  outcome.remarks.push_back(fmt::format(
      "members still revoke partitions after {} rebalances: this group does not settle", kMostRebalances));
  return outcome;
}

}  // namespace lanewise::allocate

// A member's quota for a topic is floor(P/N), plus one while some of the P mod N larger shares are left.
// Without racks every member takes its quota from the lowest free partitions. With racks two passes come
// before: topics that share subscribers and partition count stay co-partitioned (partition p of all of them
// to one member whose rack has a replica of each), other topics take matching partitions first. Quotas bind
// in every pass, so balance wins over racks.
//
// Source: apache/kafka, RangeAssignor.java (trunk of 2024-10 and 2026-08, which do not differ here).
#include "libcore/allocate/kafka_range.h"

#include <algorithm>
#include <map>
#include <utility>

#include "libcore/allocate/kafka_members.h"
#include "libcore/allocate/partition_table.h"

namespace lanewise::allocate {
namespace {

// One topic while it is handed out. Subscribers are positions in `members`.
class TopicShares {
 public:
  TopicShares(std::size_t first, std::size_t partitions, const std::vector<std::size_t>& members,
              std::vector<std::int32_t>& owner)
      : first_(first),
        partitions_(partitions),
        members_(members),
        owner_(owner),
        quota_(partitions / members.size()),
        larger_left_(partitions % members.size()),
        taken_(members.size(), 0) {}

  [[nodiscard]] const std::vector<std::size_t>& members() const { return members_; }
  [[nodiscard]] std::size_t partitions() const { return partitions_; }
  [[nodiscard]] std::size_t first() const { return first_; }

  [[nodiscard]] std::size_t room(std::size_t position) const {
    const std::size_t allowed = quota_ + (larger_left_ > 0 ? 1 : 0);
    return allowed - std::min(allowed, taken_[position]);
  }

  void give(std::size_t position, std::size_t partition) {
    owner_[first_ + partition] = static_cast<std::int32_t>(members_[position]);
    if (++taken_[position] > quota_) --larger_left_;
  }

  // Each subscriber in turn takes the lowest free partitions that `may_take` admits, up to its quota.
  template <class MayTake>
  void take_lowest(const MayTake& may_take) {
    for (std::size_t position = 0; position < members_.size(); ++position) {
      std::size_t left = room(position);
      for (std::size_t p = 0; p < partitions_ && left > 0; ++p) {
        if (!is_free(p) || !may_take(members_[position], first_ + p)) continue;
        give(position, p);
        --left;
      }
    }
  }

  void take_rest() {
    std::size_t p = 0;
    for (std::size_t position = 0; position < members_.size(); ++position) {
      for (std::size_t left = room(position); left > 0 && p < partitions_; ++p) {
        if (!is_free(p)) continue;
        give(position, p);
        --left;
      }
    }
  }

 private:
  [[nodiscard]] bool is_free(std::size_t partition) const {
    return owner_[first_ + partition] == PartitionTable::kNobody;
  }

  std::size_t first_;
  std::size_t partitions_;
  const std::vector<std::size_t>& members_;
  std::vector<std::int32_t>& owner_;
  std::size_t quota_;
  std::size_t larger_left_;
  std::vector<std::size_t> taken_;
};

bool rack_admits(const RackTable& racks, std::size_t member, std::size_t number) {
  return racks.rack_of(member) == RackTable::kNoRack || racks.has_replica(number, racks.rack_of(member));
}

// Partition p of all topics goes to the first subscriber that has room and a matching rack for all of them.
// Who is full in all topics is asked no more.
void keep_together(const std::vector<TopicShares*>& topics, const RackTable& racks) {
  const TopicShares& any = *topics.front();
  std::vector<std::size_t> remaining(any.members().size());
  for (std::size_t i = 0; i < remaining.size(); ++i) remaining[i] = i;
  for (std::size_t p = 0; p < any.partitions() && !remaining.empty(); ++p) {
    const auto chosen = std::find_if(remaining.begin(), remaining.end(), [&](std::size_t position) {
      return std::all_of(topics.begin(), topics.end(), [&](const TopicShares* topic) {
        return rack_admits(racks, any.members()[position], topic->first() + p) && topic->room(position) > 0;
      });
    });
    if (chosen == remaining.end()) continue;
    for (TopicShares* topic : topics) topic->give(*chosen, p);
    const bool full = std::all_of(topics.begin(), topics.end(),
                                  [&](const TopicShares* topic) { return topic->room(*chosen) == 0; });
    if (full) remaining.erase(chosen);
  }
}

}  // namespace

Result<Outcome> KafkaRange::assign(const Group& group) const {
  if (const auto valid = require_kafka_group(group); !valid) return valid.error();

  const PartitionTable table(group);
  const RackTable racks(group, table);
  const auto subscribers = subscribers_by_topic(group, members_static_first(group));
  const std::vector<TopicIndex> topics = topics_to_assign(group);
  std::vector<std::int32_t> owner(table.size(), PartitionTable::kNobody);

  std::vector<TopicShares> shares;
  std::vector<bool> racks_matter;
  shares.reserve(topics.size());
  for (const TopicIndex topic : topics) {
    const auto& members = subscribers[static_cast<std::size_t>(topic.value)];
    shares.emplace_back(table.first(topic), table.count(topic), members, owner);
    racks_matter.push_back(racks.matter(members, std::span(&topic, 1)));
  }

  if (std::find(racks_matter.begin(), racks_matter.end(), true) != racks_matter.end()) {
    std::map<std::pair<std::vector<std::size_t>, std::size_t>, std::vector<std::size_t>> together;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      const auto& members = shares[i].members();
      const bool placed = std::any_of(members.begin(), members.end(),
                                      [&](std::size_t m) { return racks.rack_of(m) != RackTable::kNoRack; });
      if (placed) together[{members, shares[i].partitions()}].push_back(i);
    }
    for (const auto& [key, same] : together) {
      if (same.size() > 1) {
        std::vector<TopicShares*> topics_together;
        for (const std::size_t i : same) topics_together.push_back(&shares[i]);
        keep_together(topics_together, racks);
      } else if (racks_matter[same.front()]) {
        shares[same.front()].take_lowest(
            [&](std::size_t member, std::size_t number) { return rack_admits(racks, member, number); });
      }
    }
  }
  for (TopicShares& topic : shares) topic.take_rest();

  Outcome outcome;
  outcome.rebalances.push_back({table.assignment(owner, group.members.size()), {}});
  return outcome;
}

}  // namespace lanewise::allocate

// What an assignment changes, how evenly it spreads, and what it leaves unserved.
//
// Guarantee: each partition that exists before or after is looked at once; members are the same as in
// group_changes.h (instance id, else id), topics by name, RocketMQ queues by broker and queue id. Thread
// safety: functions of their arguments. Cost: O(partitions + owned + members * topics they hold).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "libcore/allocate/group.h"

namespace lanewise::allocate {

struct Move {
  TopicPartition partition;         // as the group after numbers it
  std::size_t from = 0;             // index into the members before
  std::size_t to = 0;               // index into the members after
  bool owner_left = false;          // `from` is no member any more
  bool owner_unsubscribed = false;  // or subscribes to the topic no more
  [[nodiscard]] bool forced() const { return owner_left || owner_unsubscribed; }
};

struct Moves {
  std::vector<Move> moved;                     // owned before, and by somebody else after
  std::vector<TopicPartition> newly_assigned;  // owned by nobody before
  std::vector<TopicPartition> unassigned;      // owned before and by nobody after, numbered as before
  std::vector<TopicPartition>
      contested;  // claimed by several before: moved only if none of them has it after

  // How many partitions that were owned must move in any assignment that gives everything to the members
  // after, with the subscribers' totals within one of each other. An assignment with other totals may move
  // fewer.
  std::int64_t least_possible = 0;
  // True if such an assignment exists that moves no more: all members subscribe alike and nothing was
  // contested. Where it is false, least_possible is a lower bound.
  bool least_is_exact = false;

  [[nodiscard]] std::int64_t forced() const;
  [[nodiscard]] std::int64_t avoidable() const {  // against least_possible
    const auto all = static_cast<std::int64_t>(moved.size());
    return all > least_possible ? all - least_possible : 0;
  }
};

Moves moves_between(const Group& before, const Assignment& owned_before, const Group& after,
                    const Assignment& assigned_after);

struct FewestMost {
  std::int64_t fewest = 0;
  std::int64_t most = 0;
  friend bool operator==(const FewestMost&, const FewestMost&) = default;
};

struct Spread {
  FewestMost total;                              // partitions of a member
  std::vector<std::optional<FewestMost>> topic;  // by topic: of a subscriber; nothing if nobody subscribes
  std::vector<TopicPartition> unserved;          // of topics that somebody subscribes to, owned by nobody
  std::vector<TopicPartition> unsubscribed;      // owned by nobody, because nobody subscribes to the topic
  std::vector<TopicPartition> shared;            // owned by several
};

Spread spread_of(const Group& group, const Assignment& assignment);

}  // namespace lanewise::allocate

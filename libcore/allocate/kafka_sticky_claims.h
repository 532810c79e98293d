// What both algorithms of the sticky assignors start from: who owns what once conflicting claims are settled.
// Internal to kafka_sticky*.cpp. Thread safety: const after construction. Cost: O(partitions +
// subscriptions).
#pragma once

#include <cstdint>
#include <vector>

#include "libcore/allocate/group.h"
#include "libcore/allocate/kafka_members.h"
#include "libcore/allocate/partition_table.h"
#include "libcore/base/result.h"

namespace lanewise::allocate {

struct StickyInput {
  explicit StickyInput(const Group& g);
  StickyInput(const StickyInput&) = delete;
  StickyInput& operator=(const StickyInput&) = delete;

  const Group& group;
  PartitionTable table;
  RackTable racks;
  std::vector<std::size_t> order;  // the members as the leader's HashMap iterates them
  std::vector<std::int32_t> rank;  // of each member's id
  std::vector<TopicIndex> topics;  // to assign, by name
  bool racks_matter;

  std::vector<std::int32_t> holder;  // by partition number: the owner that is believed, or nobody
  std::vector<bool> contested;       // by partition number: claimed twice in one generation
  std::int32_t newest_generation = -1;
  bool subscribe_alike = true;

  [[nodiscard]] bool rack_mismatch(std::size_t member, std::size_t number) const {
    return racks_matter && racks.rack_of(member) != RackTable::kNoRack &&
           !racks.has_replica(number, racks.rack_of(member));
  }
};

struct StickyTarget {
  std::vector<std::int32_t> owner;  // by partition number
  std::vector<std::size_t>
      changes_hands;  // partition numbers, ascending: to be revoked before they are handed out
};
// Where all members subscribe alike. Requires: there is a member.
StickyTarget assign_alike_subscriptions(const StickyInput& input);

// The owner by partition number where some member subscribes to other topics than another.
Result<std::vector<std::int32_t>> assign_unlike_subscriptions(const StickyInput& input);

}  // namespace lanewise::allocate

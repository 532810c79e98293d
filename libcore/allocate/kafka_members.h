// What the assignors of Kafka's Java client have in common: which groups they can be asked about, the orders
// in which they look at members, who subscribes to what, and racks (KIP-881). Thread safety: functions of
// their arguments, const after construction. Cost: O(members log members + subscriptions).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "libcore/allocate/group.h"
#include "libcore/allocate/partition_table.h"
#include "libcore/base/result.h"

namespace lanewise::allocate {

// An error for a group that no Kafka coordinator would form: two members with one id or one instance id,
// topics given by brokers, members that the broker does not list.
Result<void> require_kafka_group(const Group& group);

// The orders below are of groups that pass require_kafka_group, whose ids and instance ids are distinct.

// The leader keeps subscriptions in a HashMap by member id, filled in the order of the group.
std::vector<std::size_t> members_in_hash_map_order(const Group& group);

// Static members by instance id, then the others by id.
std::vector<std::size_t> members_static_first(const Group& group);

// Each member's position among the ids in ascending order.
std::vector<std::int32_t> ranks_by_id(const Group& group);

// Topics that exist, have partitions and at least one subscriber, by name. A client knows of no others.
std::vector<TopicIndex> topics_to_assign(const Group& group);

// By topic: the subscribers, in the order of `members`.
std::vector<std::vector<std::size_t>> subscribers_by_topic(const Group& group,
                                                           std::span<const std::size_t> members);

// Where members and replicas are. An empty rack name of a member is no rack.
class RackTable {
 public:
  static constexpr std::int32_t kNoRack = -1;

  RackTable(const Group& group, const PartitionTable& table);

  [[nodiscard]] std::size_t racks() const { return rack_count_; }
  [[nodiscard]] std::int32_t rack_of(std::size_t member) const { return member_rack_[member]; }
  // The distinct racks of a partition's replicas.
  [[nodiscard]] std::span<const std::int32_t> replicas(std::size_t number) const;
  [[nodiscard]] bool has_replica(std::size_t number, std::int32_t rack) const;
  // Whether assignors look at racks at all: some member is in a rack that has replicas, and some partition
  // has no replica in one of the racks that others have.
  [[nodiscard]] bool matter(std::span<const std::size_t> members, std::span<const TopicIndex> topics) const;

 private:
  const PartitionTable& table_;
  std::size_t rack_count_ = 0;
  std::vector<std::int32_t> member_rack_;
  std::vector<std::int32_t> replica_racks_;
  std::vector<std::size_t> first_replica_;  // by partition number; empty if no racks are given at all
};

}  // namespace lanewise::allocate

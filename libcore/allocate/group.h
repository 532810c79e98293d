// A consumer group as an allocation strategy sees it: topics with their partitions, members with what they
// subscribe to and what they own. The values are plain; `read_groups` (group_json.h) makes valid ones from a
// document.
//
// A valid group: partition numbers of owned partitions are below their topic's count (topics that do not
// exist have none, so anything may be owned of them); no member names a topic twice or owns a partition
// twice; `owned` is sorted. Two members may own the same partition (conflicting claims are what strategies
// must settle) and may have the same id (RocketMQ clients do, when their instance names collide). Strategies
// require a valid group. Thread safety: values. Order of topics and members is that of the document and
// matters to some strategies.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libcore/base/ids.h"
#include "libcore/base/result.h"

namespace lanewise::allocate {

using TopicIndex = Strong<struct TopicIndexTag, std::int32_t>;  // into Group::topics

struct TopicPartition {
  TopicIndex topic;
  Partition partition;
  friend constexpr auto operator<=>(const TopicPartition&, const TopicPartition&) = default;
};

// By member (as in Group::members), each sorted by topic and partition.
using Assignment = std::vector<std::vector<TopicPartition>>;

// RocketMQ: a topic's queues lie on brokers, and a queue id counts from 0 on each. Partition p of such a
// topic is the p-th queue by broker name and queue id, the order in which RocketMQ allocates.
struct BrokerQueues {
  std::string broker;
  std::int32_t queues = 0;
};

struct Topic {
  std::string name;
  std::int32_t partitions = 0;
  bool exists = true;                 // false: somebody subscribes to it, but nothing is known of it
  std::vector<BrokerQueues> brokers;  // empty, or sorted by broker name and adding up to `partitions`
  std::vector<std::vector<std::string>> racks;  // of the replicas by partition; empty if unknown
  std::string carried = {};                     // see Group::carried
};

struct Member {
  std::string id;
  std::optional<std::string> instance;  // group.instance.id: a static member
  std::optional<std::string> rack;
  std::vector<TopicIndex> topics;
  std::vector<TopicPartition> owned;
  std::optional<Generation> generation;  // of the assignment that `owned` comes from
  std::int64_t weight = 1;               // how much it can carry, relative to the others
  bool listed =
      true;  // RocketMQ: false if the broker's list of client ids, which clients allocate by, lacks it
  std::string carried = {};  // see Group::carried
};

struct Group {
  std::string name;  // empty where the document names none
  std::vector<Topic> topics;
  std::vector<Member> members;
  // What the document says beside, and no allocation reads: `,"filters":{…}`, as it goes out again.
  std::string carried = {};

  [[nodiscard]] const Topic& topic(TopicIndex index) const {
    return topics[static_cast<std::size_t>(index.value)];
  }
  [[nodiscard]] std::optional<TopicIndex> find_topic(std::string_view topic_name) const;
  // The first member with this id, else the first with this instance id.
  [[nodiscard]] std::optional<std::size_t> find_member(std::string_view id) const;
};

// The place of a partition as its system names it. `broker` is empty where the topic has none.
struct QueuePlace {
  std::string_view broker;
  Partition number;
  friend bool operator==(const QueuePlace&, const QueuePlace&) = default;
};
QueuePlace place_of(const Topic& topic, Partition partition);
std::optional<Partition> partition_at(const Topic& topic, const QueuePlace& place);

// "orders-3", or "orders broker-a-3".
std::string partition_name(const Group& group, TopicPartition partition);

// What each member owns now.
Assignment owned_by_member(const Group& group);

}  // namespace lanewise::allocate

// The original walks its circle member by member past those that do not subscribe, which costs O(members) a
// partition when subscriptions are sparse. Here a topic's subscribers are kept as ascending positions in the
// circle, and the next one is found by search.
//
// Source: apache/kafka, RoundRobinAssignor.java.
#include "libcore/allocate/kafka_roundrobin.h"

#include <algorithm>

#include "libcore/allocate/kafka_members.h"
#include "libcore/allocate/partition_table.h"

namespace lanewise::allocate {

Result<Outcome> KafkaRoundRobin::assign(const Group& group) const {
  if (const auto valid = require_kafka_group(group); !valid) return valid.error();

  const PartitionTable table(group);
  const std::vector<std::size_t> circle = members_static_first(group);
  std::vector<std::vector<std::size_t>> positions(group.topics.size());
  for (std::size_t position = 0; position < circle.size(); ++position) {
    for (const TopicIndex topic : group.members[circle[position]].topics) {
      positions[static_cast<std::size_t>(topic.value)].push_back(position);
    }
  }

  std::vector<std::int32_t> owner(table.size(), PartitionTable::kNobody);
  std::size_t at = 0;
  for (const TopicIndex topic : topics_to_assign(group)) {
    const std::vector<std::size_t>& subscribers = positions[static_cast<std::size_t>(topic.value)];
    auto next = std::lower_bound(subscribers.begin(), subscribers.end(), at);
    for (std::size_t p = 0; p < table.count(topic); ++p) {
      if (next == subscribers.end()) next = subscribers.begin();
      owner[table.first(topic) + p] = static_cast<std::int32_t>(circle[*next]);
      at = *next + 1;
      ++next;
    }
  }

  Outcome outcome;
  outcome.rebalances.push_back({table.assignment(owner, group.members.size()), {}});
  return outcome;
}

}  // namespace lanewise::allocate

#include "libcore/allocate/group.h"

#include <algorithm>

#include <fmt/format.h>

namespace lanewise::allocate {

std::optional<TopicIndex> Group::find_topic(std::string_view topic_name) const {
  const auto found = std::find_if(topics.begin(), topics.end(),
                                  [&](const Topic& topic) { return topic.name == topic_name; });
  if (found == topics.end()) return std::nullopt;
  return TopicIndex(static_cast<std::int32_t>(found - topics.begin()));
}

std::optional<std::size_t> Group::find_member(std::string_view id) const {
  auto found =
      std::find_if(members.begin(), members.end(), [&](const Member& member) { return member.id == id; });
  if (found == members.end()) {
    found = std::find_if(members.begin(), members.end(),
                         [&](const Member& member) { return member.instance == id; });
  }
  if (found == members.end()) return std::nullopt;
  return static_cast<std::size_t>(found - members.begin());
}

QueuePlace place_of(const Topic& topic, Partition partition) {
  std::int32_t number = partition.value;
  for (const BrokerQueues& broker : topic.brokers) {
    if (number < broker.queues) return {broker.broker, Partition(number)};
    number -= broker.queues;
  }
  return {{}, Partition(number)};
}

std::optional<Partition> partition_at(const Topic& topic, const QueuePlace& place) {
  if (topic.brokers.empty()) {
    const bool known = place.broker.empty() && place.number.value < topic.partitions;
    return known ? std::optional(place.number) : std::nullopt;
  }
  std::int32_t before = 0;
  for (const BrokerQueues& broker : topic.brokers) {
    if (broker.broker == place.broker) {
      if (place.number.value >= broker.queues) return std::nullopt;
      return Partition(before + place.number.value);
    }
    before += broker.queues;
  }
  return std::nullopt;
}

std::string partition_name(const Group& group, TopicPartition partition) {
  const Topic& topic = group.topic(partition.topic);
  const QueuePlace place = place_of(topic, partition.partition);
  if (topic.brokers.empty()) return fmt::format("{}-{}", topic.name, place.number.value);
  return fmt::format("{} {}-{}", topic.name, place.broker, place.number.value);
}

Assignment owned_by_member(const Group& group) {
  Assignment owned;
  owned.reserve(group.members.size());
  for (const Member& member : group.members) owned.push_back(member.owned);
  return owned;
}

}  // namespace lanewise::allocate

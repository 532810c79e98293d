// The moves that the sticky assignors' algorithm for unlike subscriptions has made so far, which a later move
// may have to reverse (Kafka's AbstractStickyAssignor.PartitionMovements). Internal to
// kafka_sticky_unlike.cpp. Cost: O(log(moves)) a call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "libcore/allocate/java_hash_map.h"
#include "libcore/allocate/kafka_sticky_claims.h"

namespace lanewise::allocate {

class StickyMovements {
 public:
  explicit StickyMovements(const StickyInput& in) : in_(in), topic_hash_(in.group.topics.size()) {
    for (std::size_t t = 0; t < topic_hash_.size(); ++t)
      topic_hash_[t] = java_string_hash(in.group.topics[t].name);
  }

  // Which partition must move when `number` is to go from `from` to `to`.
  [[nodiscard]] std::size_t instead_of(std::size_t number, std::int32_t from, std::int32_t to) const {
    const auto moved = moved_.find(number);
    if (moved != moved_.end()) from = moved->second.first;
    const auto reverse = by_route_.find({in_.table.at(number).topic, to, from});
    return reverse == by_route_.end() ? number : reverse->second.first();
  }

  void record(std::size_t number, std::int32_t from, std::int32_t to) {
    const TopicPartition partition = in_.table.at(number);
    const std::int32_t hash = java_topic_partition_hash(
        topic_hash_[static_cast<std::size_t>(partition.topic.value)], partition.partition.value);
    const auto moved = moved_.find(number);
    if (moved != moved_.end()) {
      const auto route = by_route_.find({partition.topic, moved->second.first, moved->second.second});
      from = moved->second.first;
      route->second.erase(number, hash);
      if (route->second.empty()) by_route_.erase(route);
      moved_.erase(moved);
      if (from == to) return;
    }
    by_route_[{partition.topic, from, to}].insert(number, hash);
    moved_.emplace(number, std::pair(from, to));
  }

 private:
  const StickyInput& in_;
  std::vector<std::int32_t> topic_hash_;
  std::unordered_map<std::size_t, std::pair<std::int32_t, std::int32_t>> moved_;
  std::map<std::tuple<TopicIndex, std::int32_t, std::int32_t>, JavaHashSet<std::size_t>> by_route_;
};

}  // namespace lanewise::allocate

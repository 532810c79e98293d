// All partitions of a group's topics numbered through, so that algorithms use arrays where the originals use
// maps. The number grows with topic index and partition. Thread safety: const. Cost: O(topics) to make and to
// hold.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "libcore/allocate/group.h"

namespace lanewise::allocate {

class PartitionTable {
 public:
  static constexpr std::int32_t kNobody = -1;

  explicit PartitionTable(const Group& group) {
    first_.reserve(group.topics.size() + 1);
    first_.push_back(0);
    for (const Topic& topic : group.topics) {
      first_.push_back(first_.back() + static_cast<std::size_t>(topic.exists ? topic.partitions : 0));
    }
  }

  [[nodiscard]] std::size_t size() const { return first_.back(); }
  [[nodiscard]] std::size_t first(TopicIndex topic) const {
    return first_[static_cast<std::size_t>(topic.value)];
  }
  [[nodiscard]] std::size_t count(TopicIndex topic) const {
    return first_[static_cast<std::size_t>(topic.value) + 1] - first(topic);
  }
  // False for a partition of a topic that does not exist.
  [[nodiscard]] bool contains(TopicPartition p) const {
    return p.partition.value >= 0 && static_cast<std::size_t>(p.partition.value) < count(p.topic);
  }
  [[nodiscard]] std::size_t number(TopicPartition p) const {
    return first(p.topic) + static_cast<std::size_t>(p.partition.value);
  }
  [[nodiscard]] TopicPartition at(std::size_t number) const {
    const auto after = std::upper_bound(first_.begin(), first_.end(), number);
    const auto topic = static_cast<std::size_t>(after - first_.begin()) - 1;
    return {TopicIndex(static_cast<std::int32_t>(topic)),
            Partition(static_cast<std::int32_t>(number - first_[topic]))};
  }

  // From owners by number (kNobody: none) to an assignment.
  [[nodiscard]] Assignment assignment(std::span<const std::int32_t> owner, std::size_t members) const {
    std::vector<std::size_t> sizes(members, 0);
    for (const std::int32_t member : owner) {
      if (member != kNobody) ++sizes[static_cast<std::size_t>(member)];
    }
    Assignment result(members);
    for (std::size_t m = 0; m < members; ++m) result[m].reserve(sizes[m]);
    for (std::size_t topic = 0; topic + 1 < first_.size(); ++topic) {
      for (std::size_t n = first_[topic]; n < first_[topic + 1]; ++n) {
        if (owner[n] == kNobody) continue;
        result[static_cast<std::size_t>(owner[n])].push_back(
            {TopicIndex(static_cast<std::int32_t>(topic)),
             Partition(static_cast<std::int32_t>(n - first_[topic]))});
      }
    }
    return result;
  }

 private:
  std::vector<std::size_t> first_;
};

}  // namespace lanewise::allocate

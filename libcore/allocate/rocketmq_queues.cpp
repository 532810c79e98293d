// Source: apache/rocketmq, RebalanceImpl.java and AbstractAllocateMessageQueueStrategy.java (develop of
// 2025-09).
#include "libcore/allocate/rocketmq_queues.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "libcore/allocate/java_hash_map.h"

namespace lanewise::allocate {
namespace {

bool java_less(std::string_view a, std::string_view b) { return java_compare(a, b) < 0; }

}  // namespace

Outcome allocate_rocketmq(const Group& group, RocketMqShare share) {
  Outcome outcome;
  std::vector<std::string_view> clients;
  for (const Member& member : group.members) {
    if (member.listed) {
      clients.push_back(member.id);
    } else {
      outcome.remarks.push_back(fmt::format("{} is not on the broker's list of clients", member.id));
    }
  }
  std::sort(clients.begin(), clients.end(), java_less);
  for (std::size_t i = 1; i < clients.size(); ++i) {
    if (clients[i] != clients[i - 1] || (i > 1 && clients[i - 1] == clients[i - 2])) continue;
    outcome.remarks.push_back(
        fmt::format("several clients have the id '{}': all of them take its first share, and "
                    "nobody takes the others",
                    clients[i]));
  }
  if (clients.empty() && !group.members.empty()) {
    outcome.remarks.emplace_back("the broker lists no client, so everybody keeps what it has");
    outcome.rebalances.push_back({owned_by_member(group), {}});
    return outcome;
  }

  Assignment assignment(group.members.size());
  for (std::size_t m = 0; m < group.members.size(); ++m) {
    const Member& member = group.members[m];
    const auto place =
        std::lower_bound(clients.begin(), clients.end(), std::string_view(member.id), java_less);
    if (!member.listed || place == clients.end()) continue;
    for (const TopicIndex topic : member.topics) {
      const Topic& queues = group.topic(topic);
      if (!queues.exists || queues.partitions == 0) continue;
      for (const std::size_t position : share(static_cast<std::size_t>(queues.partitions), clients.size(),
                                              static_cast<std::size_t>(place - clients.begin()))) {
        assignment[m].push_back({topic, Partition(static_cast<std::int32_t>(position))});
      }
    }
    std::sort(assignment[m].begin(), assignment[m].end());
  }
  outcome.rebalances.push_back({std::move(assignment), {}});
  return outcome;
}

}  // namespace lanewise::allocate

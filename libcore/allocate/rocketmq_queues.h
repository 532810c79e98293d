// What RocketMQ's client-side strategies have in common. Every client computes alone, topic by topic, from
// the topic's queues and the group's list of client ids that a broker gave it, and keeps only its own part.
//
// Guarantee: as rebalanceByTopic in the Java client: the list holds all clients of the group, subscribed to
// the topic or not; a client whose id stands twice finds its first place; one that is not on the list gets
// nothing; with an empty list everybody keeps what it has. So a queue may end with two owners or none. Thread
// safety: functions of their arguments. Cost: O(clients log clients + topics * clients + queues).
#pragma once

#include <cstddef>
#include <vector>

#include "libcore/allocate/strategy.h"

namespace lanewise::allocate {

// The share of the client at `index` of `clients`, out of `queues` in order: positions, ascending.
using RocketMqShare = std::vector<std::size_t> (*)(std::size_t queues, std::size_t clients,
                                                   std::size_t index);

Outcome allocate_rocketmq(const Group& group, RocketMqShare share);

}  // namespace lanewise::allocate

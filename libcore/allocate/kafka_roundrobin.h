// Kafka's RoundRobinAssignor ("roundrobin"): all partitions by topic name and number, dealt to the members in
// a circle (static members first), skipping those that do not subscribe. The circle goes on from topic to
// topic.
//
// Guarantee: as org.apache.kafka.clients.consumer.RoundRobinAssignor. Nobody's previous partitions play a
// role, nor do racks. Thread safety: stateless. Cost: O((subscriptions + partitions) log members).
#pragma once

#include "libcore/allocate/strategy.h"

namespace lanewise::allocate {

class KafkaRoundRobin final : public Strategy {
 public:
  [[nodiscard]] Result<Outcome> assign(const Group& group) const override;
};

}  // namespace lanewise::allocate

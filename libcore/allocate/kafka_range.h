// Kafka's RangeAssignor ("range"): each topic alone is cut into consecutive ranges, the larger ones first,
// for its subscribers in order: static members by instance id, then the others by member id.
//
// Guarantee: as org.apache.kafka.clients.consumer.RangeAssignor since 3.5, racks (KIP-881) included. Nobody's
// previous partitions play a role. Thread safety: stateless. Cost: O(subscriptions + partitions) after
// sorting the members; where racks matter, O(subscribers * partitions) a topic.
#pragma once

#include "libcore/allocate/strategy.h"

namespace lanewise::allocate {

class KafkaRange final : public Strategy {
 public:
  [[nodiscard]] Result<Outcome> assign(const Group& group) const override;
};

}  // namespace lanewise::allocate

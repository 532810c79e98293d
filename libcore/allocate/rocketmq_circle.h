// RocketMQ's AllocateMessageQueueAveragelyByCircle (AVG_BY_CIRCLE): each topic's queues, by broker and queue
// id, are dealt one by one to the clients by id.
//
// Guarantee and cost: rocketmq_queues.h. Every topic starts with the first client, so the lowest ids get all
// remainders. Thread safety: stateless.
#pragma once

#include "libcore/allocate/strategy.h"

namespace lanewise::allocate {

class RocketMqCircle final : public Strategy {
 public:
  [[nodiscard]] Result<Outcome> assign(const Group& group) const override;
};

}  // namespace lanewise::allocate

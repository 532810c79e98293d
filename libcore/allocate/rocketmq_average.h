// RocketMQ's AllocateMessageQueueAveragely (AVG, its default): each topic's queues, by broker and queue id,
// are cut into consecutive ranges, the larger ones first, for the clients by id. With fewer queues than
// clients the last get none.
//
// Guarantee and cost: rocketmq_queues.h. Every topic starts with the first client, so the lowest ids get all
// remainders. Thread safety: stateless.
#pragma once

#include "libcore/allocate/strategy.h"

namespace lanewise::allocate {

class RocketMqAverage final : public Strategy {
 public:
  [[nodiscard]] Result<Outcome> assign(const Group& group) const override;
};

}  // namespace lanewise::allocate

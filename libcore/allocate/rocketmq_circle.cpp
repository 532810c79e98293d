#include "libcore/allocate/rocketmq_circle.h"

#include "libcore/allocate/rocketmq_queues.h"

namespace lanewise::allocate {
namespace {

std::vector<std::size_t> circle_share(std::size_t queues, std::size_t clients, std::size_t index) {
  std::vector<std::size_t> share;
  for (std::size_t queue = index; queue < queues; queue += clients) share.push_back(queue);
  return share;
}

}  // namespace

Result<Outcome> RocketMqCircle::assign(const Group& group) const {
  return allocate_rocketmq(group, circle_share);
}

}  // namespace lanewise::allocate

// The client's formula distinguishes fewer queues than clients from the rest; both are the contiguous split
// with the remainder first.
#include "libcore/allocate/rocketmq_average.h"

#include <numeric>

#include "libcore/allocate/contiguous.h"
#include "libcore/allocate/rocketmq_queues.h"

namespace lanewise::allocate {
namespace {

std::vector<std::size_t> average_share(std::size_t queues, std::size_t clients, std::size_t index) {
  const HalfOpenRange range = (*ContiguousSplit::of(queues, clients))[index];
  std::vector<std::size_t> share(range.size());
  std::iota(share.begin(), share.end(), static_cast<std::size_t>(range.begin));
  return share;
}

}  // namespace

Result<Outcome> RocketMqAverage::assign(const Group& group) const {
  return allocate_rocketmq(group, average_share);
}

}  // namespace lanewise::allocate

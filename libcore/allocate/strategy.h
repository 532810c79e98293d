// The interface of an allocation strategy: from a group to the assignment that the real client or broker
// computes.
//
// Guarantee: the same group gives the same outcome, everywhere. A group that a strategy cannot answer as the
// real client would is an error, never an approximation. Thread safety: strategies have no state. Cost: each
// strategy's header.
#pragma once

#include <string>
#include <vector>

#include "libcore/allocate/group.h"
#include "libcore/base/result.h"

namespace lanewise::allocate {

// What one rebalance hands out.
struct Rebalance {
  Assignment assignment;
  std::vector<TopicPartition> withheld;  // given to nobody yet, because their owner must revoke them first
};

struct Outcome {
  // At least one. Where members of a cooperative group must revoke something, a follow-up starts from what
  // they are left with, and so on until nobody must.
  std::vector<Rebalance> rebalances;
  std::vector<std::string> remarks;  // what the reader of the result should know, a sentence each

  [[nodiscard]] const Assignment& settled() const { return rebalances.back().assignment; }
};

class Strategy {
 public:
  Strategy() = default;
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;
  virtual ~Strategy() = default;

  // Requires: a valid group (group.h).
  [[nodiscard]] virtual Result<Outcome> assign(const Group& group) const = 0;
};

}  // namespace lanewise::allocate

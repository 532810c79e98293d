// Kafka's sticky assignors: keep what members own as far as balance allows. "sticky" (StickyAssignor) is
// eager: one rebalance hands out the target. "cooperative-sticky" (CooperativeStickyAssignor) computes the
// same target and withholds what must be revoked first; the follow-up rebalance then hands that out.
//
// Guarantee: as the Java client since 3.5, racks (KIP-881) included, with the iteration order of its hash
// maps. Where the Java client would fail or give a partition to a member that does not subscribe, the outcome
// is an error that says so. librdkafka's assignor of the same name computes something else when partitions
// are owned already. Totals differ by at most one where all subscribe alike; elsewhere no single move
// improves the balance.
//
// Thread safety: stateless. Cost: with T partitions and M members that subscribe alike O(T log T + M log M);
// else O(T (c + log M)) with c the number of different subscriptions a topic sees, plus, for every partition
// moved to even out, a search that is as long as there are overfull members that cannot be helped.
#pragma once

#include "libcore/allocate/strategy.h"

namespace lanewise::allocate {

class KafkaSticky final : public Strategy {
 public:
  [[nodiscard]] Result<Outcome> assign(const Group& group) const override;
};

class KafkaCooperativeSticky final : public Strategy {
 public:
  [[nodiscard]] Result<Outcome> assign(const Group& group) const override;
};

}  // namespace lanewise::allocate

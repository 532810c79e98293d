// Kafka's classic group protocol as members live it: eager, where everybody gives up everything before it
// rejoins, and cooperative (KIP-429), where members keep what they have and give up only what the new
// assignment takes from them, after which they rejoin for a second rebalance.
//
// A member learns of a rebalance from the answer to a heartbeat and acts on it when it is back in poll(). Its
// heartbeats stop while it waits for the barrier, and start anew, a full interval later, with the answer to
// its JoinGroup, as AbstractCoordinator's timer does: after a rebalance all are in step. A new dynamic member
// needs one more round trip, for the id it is given (KIP-394). Closing dynamic members leave, static ones do
// not.
//
// The coordinator's side is kafka_coordinator.h.
#pragma once

#include <memory>

#include "libcore/sim/rebalance/protocol.h"

namespace lanewise::sim::rebalance {

std::unique_ptr<Protocol> make_kafka_eager(ProtocolParts parts);
std::unique_ptr<Protocol> make_kafka_cooperative(ProtocolParts parts);

}  // namespace lanewise::sim::rebalance

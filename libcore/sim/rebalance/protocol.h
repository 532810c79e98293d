// How a group agrees on who owns what: the interface of a protocol, and what it has to work with.
//
// A protocol gets to know of members that come and go, plans the messages and timeouts that follow in the
// stage's agenda, and tells the consumption which partitions each member has gained and must give up. It
// answers for the order of these things; what members do meanwhile is the consumption's business.
//
// One run, one thread. To add one: a class, and a row in protocol_registry.cpp.
#pragma once

#include <cstdint>
#include <optional>

#include "libcore/allocate/strategy.h"
#include "libcore/base/result.h"
#include "libcore/sim/rebalance/consumption.h"
#include "libcore/sim/rebalance/stage.h"

namespace lanewise::sim::rebalance {

// Rebalances of one run; a protocol that needs more will not come to rest.
inline constexpr std::size_t kMostRebalances = 10'000;

class Protocol {
 public:
  Protocol() = default;
  Protocol(const Protocol&) = delete;
  Protocol& operator=(const Protocol&) = delete;
  virtual ~Protocol() = default;

  // The members that there are, Stage::members, form a group at rest. Called once, first.
  virtual void begin() = 0;
  // The member, Stage::members' last, wants to join.
  virtual void join(std::int32_t member) = 0;
  // It closes in an orderly way; `left` of Outlook is called when it has.
  virtual void leave(std::int32_t member) = 0;
  virtual void crash(std::int32_t member) = 0;
  // Its revoke callback is through.
  virtual void released(std::int32_t member) = 0;
  // An appointment of class deadline or message is due.
  virtual void happen(const Appointment& appointment) = 0;
  // Whether everybody has what it is meant to have and nothing is under way.
  [[nodiscard]] virtual bool at_rest() const = 0;

  // What went wrong: a strategy that refuses the group, or a group that never comes to rest.
  [[nodiscard]] const std::optional<Error>& trouble() const { return trouble_; }

 protected:
  void fail(Error error) {
    if (!trouble_) trouble_ = std::move(error);
  }

 private:
  std::optional<Error> trouble_;
};

// What a protocol is made with. All outlive it.
struct ProtocolParts {
  Stage& stage;
  Consumption& consumption;
  const allocate::Strategy& strategy;
  std::function<void(std::int32_t member)> left;  // a member has closed
};

}  // namespace lanewise::sim::rebalance

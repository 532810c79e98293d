// What the parts of one simulated run share: the clock, the agenda, who there is, and the books.
//
// Internal to the rebalance simulation. One run, one thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "libcore/allocate/group.h"
#include "libcore/allocate/partition_table.h"
#include "libcore/sim/rebalance/agenda.h"
#include "libcore/sim/rebalance/history.h"
#include "libcore/sim/rebalance/ownership.h"
#include "libcore/sim/rebalance/scenario.h"
#include "libcore/sim/rebalance/tally.h"

namespace lanewise::sim::rebalance {

// One start of a pod. The first bears the pod's name, the next are NAME.2, NAME.3, ...
struct Member {
  std::string id;
  std::int32_t pod = 0;
  std::int32_t start = 1;
};

// A rebalance as the coordinator saw it.
struct RebalanceFigures {
  std::int64_t from_us = 0;
  std::int64_t to_us = -1;  // when its assignment was handed out; -1: not before the end
  std::int32_t generation = 0;
  std::int32_t members = 0;
  std::string cause;     // "D joins"
  std::string last_one;  // the member that all waited for; empty: nobody
};

struct Stage {
  Stage(const Scenario& the_scenario, TakeLines take)
      : scenario(the_scenario),
        group{.name = {}, .topics = the_scenario.topics, .members = {}},
        partitions(group),
        ownership(partitions.size(), the_scenario.first_event_us()),
        tally(the_scenario.has_load() ? the_scenario.load.keys : 0, the_scenario.first_event_us()),
        history(group.topics, partitions, std::move(take)) {}
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  [[nodiscard]] const Pod& pod_of(std::int32_t member) const {
    return scenario.pods[static_cast<std::size_t>(members[static_cast<std::size_t>(member)].pod)];
  }
  [[nodiscard]] const std::string& name_of(std::int32_t member) const {
    return members[static_cast<std::size_t>(member)].id;
  }

  const Scenario& scenario;
  const allocate::Group group;  // its topics; members come with each assignment
  const allocate::PartitionTable partitions;
  std::int64_t now_us = 0;
  Agenda agenda;
  std::vector<Member> members;
  Ownership ownership;
  Tally tally;
  History history;
  std::vector<RebalanceFigures> rebalances;
};

}  // namespace lanewise::sim::rebalance

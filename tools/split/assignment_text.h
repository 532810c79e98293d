// One step of a group's life as text and as JSON Lines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "libcore/allocate/moves.h"
#include "libcore/allocate/registry.h"
#include "libcore/report/table.h"

namespace lanewise::split_tool {

struct Step {
  std::int64_t number = 1;
  std::string change;   // "+ shop-d"; empty for a group that is only assigned
  bool headed = false;  // there are several steps, so that each has a heading
  allocate::Group before;
  allocate::Group after;
  allocate::Outcome outcome;
  allocate::Moves moves;  // from what was owned before to what is settled after
  allocate::Spread spread;
};

// "orders 0-3", and why nobody gets them where that follows from the group: one line for each reason, none if
// everything is served.
std::vector<std::string> unserved_of(const Step& step);
// A line a member, then what moved. `all` lists every move.
std::string text_of(const Step& step, const std::string& group_name, bool all);
std::string jsonl_of(const Step& step, const std::string& group_name);
// What members own, a row a member and topic (and broker).
report::Table table_of(const std::vector<allocate::Group>& groups);
std::string summary_of(const std::vector<allocate::Group>& groups, const allocate::StrategyEntry& strategy);

}  // namespace lanewise::split_tool

// The strategies by name: the one table that help, completions, man pages and `--list` are made from.
//
// A name, an alias (also the class name that a client's configuration holds) or another capitalisation of
// either finds a strategy; an unknown name is answered with the nearest known ones. Thread safety: a constant
// table. Cost: O(strategies).
#pragma once

#include <span>
#include <string_view>

#include "libcore/allocate/strategy.h"
#include "libcore/base/result.h"

namespace lanewise::allocate {

struct StrategyEntry {
  std::string_view name;
  std::span<const std::string_view> aliases;
  std::string_view summary;     // one line
  std::string_view default_of;  // who uses it when nothing is configured; empty if nobody does
  std::string_view since;       // the release that has it first, or the first that computes this
  bool sticky = false;          // keeps what members own
  bool common = false;          // shown by default, the rest on request
  const Strategy* strategy = nullptr;
};

// In the order in which they are shown.
std::span<const StrategyEntry> strategies();

Result<const StrategyEntry*> find_strategy(std::string_view name);

}  // namespace lanewise::allocate

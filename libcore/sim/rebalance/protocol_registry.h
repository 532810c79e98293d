// The protocols by name: the one table that help, completions, pages and `--list` are made from.
//
// Thread safety: a constant table. Cost: O(protocols).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "libcore/allocate/registry.h"
#include "libcore/base/result.h"
#include "libcore/sim/rebalance/protocol.h"

namespace lanewise::sim::rebalance {

struct ProtocolEntry {
  std::string_view name;
  std::string_view summary;
  std::string_view used_by;
  std::span<const std::string_view> strategies;  // names in allocate's registry, the default first
  std::int64_t heartbeat_us;                     // default interval
  std::unique_ptr<Protocol> (*make)(ProtocolParts parts);
};

// In the order in which they are shown; the first is the default.
std::span<const ProtocolEntry> protocols();

Result<const ProtocolEntry*> find_protocol(std::string_view name);

// A protocol, and a strategy that can be used under it.
struct Method {
  const ProtocolEntry* protocol = nullptr;
  const allocate::StrategyEntry* strategy = nullptr;
  [[nodiscard]] std::string name() const;  // "eager/kafka-range"
};

// The strategy by name, or the protocol's default without one. Errors: not_found, usage.
Result<Method> find_method(std::string_view protocol, std::optional<std::string_view> strategy);
// "eager/kafka-range,cooperative": methods with commas between. Errors: usage, not_found.
Result<std::vector<Method>> find_methods(std::string_view names);

}  // namespace lanewise::sim::rebalance

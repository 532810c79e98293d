#include "libcore/sim/rebalance/protocol_registry.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/base/suggest.h"
#include "libcore/sim/rebalance/kafka_classic.h"

namespace lanewise::sim::rebalance {

namespace {

constexpr std::array<std::string_view, 3> kEagerStrategies{"kafka-range", "kafka-roundrobin", "kafka-sticky"};
constexpr std::array<std::string_view, 1> kCooperativeStrategies{"kafka-cooperative-sticky"};

const std::array<ProtocolEntry, 2> kProtocols{{
    {"eager", "everybody gives up everything, rejoins, and gets its share anew", "Kafka consumers by default",
     kEagerStrategies, 3 * kSecond, make_kafka_eager},
    {"cooperative", "only what moves is given up, in two rebalances (KIP-429)",
     "Kafka consumers with CooperativeStickyAssignor alone", kCooperativeStrategies, 3 * kSecond,
     make_kafka_cooperative},
}};

}  // namespace

std::span<const ProtocolEntry> protocols() { return kProtocols; }

Result<const ProtocolEntry*> find_protocol(std::string_view name) {
  std::vector<std::string> names;
  for (const ProtocolEntry& entry : kProtocols) {
    if (entry.name == name) return &entry;
    names.emplace_back(entry.name);
  }
  const auto near = nearest(name, names);
  return Error{.code = ErrorCode::not_found,
               .what = fmt::format("'{}' is no protocol", name),
               .place = {},
               .hint = near ? fmt::format("did you mean {}?", *near)
                            : fmt::format("protocols are {}", fmt::join(names, " "))};
}

std::string Method::name() const { return fmt::format("{}/{}", protocol->name, strategy->name); }

Result<Method> find_method(std::string_view protocol, std::optional<std::string_view> strategy) {
  auto entry = find_protocol(protocol);
  if (!entry) return std::move(entry).error();
  auto wanted = allocate::find_strategy(strategy.value_or((*entry)->strategies.front()));
  if (!wanted) return std::move(wanted).error();
  const auto& fitting = (*entry)->strategies;
  if (std::find(fitting.begin(), fitting.end(), (*wanted)->name) == fitting.end()) {
    return usage_error(fmt::format("{} is no strategy of the protocol {}", (*wanted)->name, (*entry)->name),
                       fmt::format("it goes with {}", fmt::join(fitting, ", ")));
  }
  return Method{*entry, *wanted};
}

Result<std::vector<Method>> find_methods(std::string_view names) {
  std::vector<Method> methods;
  for (;;) {
    const std::size_t comma = std::min(names.find(','), names.size());
    const std::string_view item = names.substr(0, comma);
    const std::size_t slash = item.find('/');
    auto method =
        find_method(item.substr(0, slash),
                    slash == std::string_view::npos ? std::nullopt : std::optional(item.substr(slash + 1)));
    if (!method) return std::move(method).error();
    for (const Method& other : methods) {
      if (other.name() == method->name()) return usage_error(fmt::format("{} stands twice", other.name()));
    }
    methods.push_back(*method);
    if (comma == names.size()) return methods;
    names.remove_prefix(comma + 1);
  }
}

}  // namespace lanewise::sim::rebalance

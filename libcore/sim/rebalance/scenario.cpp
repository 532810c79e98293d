#include "libcore/sim/rebalance/scenario.h"

#include <fmt/format.h>

namespace lanewise::sim::rebalance {

namespace {

Error too_many(std::string what, std::string hint) {
  return {.code = ErrorCode::limit, .what = std::move(what), .place = {}, .hint = std::move(hint)};
}

Result<void> check_sizes(const Scenario& scenario) {
  if (static_cast<std::int64_t>(scenario.pods.size()) > kMostPods) {
    return too_many(fmt::format("more than {} members", kMostPods), "simulate a part of the group");
  }
  std::int64_t partitions = 0;
  for (const allocate::Topic& topic : scenario.topics) partitions += topic.partitions;
  if (partitions > kMostPartitions) {
    return too_many(fmt::format("more than {} partitions", kMostPartitions), "simulate a part of the topics");
  }
  const double until_s = static_cast<double>(scenario.until_us) / kSecond;
  const auto pods = static_cast<double>(scenario.pods.size());
  // A protocol's own heartbeat is seconds long; the shortest counts here.
  const double heartbeat_s = static_cast<double>(scenario.heartbeat_us.value_or(3 * kSecond)) / kSecond;
  double ticks = pods * until_s / heartbeat_s;
  if (scenario.has_load()) {
    const auto starts = static_cast<std::int64_t>(scenario.pods.size() + scenario.events.size());
    if (starts * scenario.load.workers > kMostThreads) {
      return too_many(fmt::format("more than {} threads", kMostThreads), "fewer workers, or fewer members");
    }
    ticks += pods * until_s * kSecond / static_cast<double>(scenario.load.commit_every_us);
    if (scenario.load.rate * until_s > static_cast<double>(kMostRecords)) {
      return too_many(fmt::format("{:.3g} records within {:.0f} s", scenario.load.rate * until_s, until_s),
                      fmt::format("at most {} are simulated: lower rate or until", kMostRecords));
    }
  }
  if (ticks > static_cast<double>(kMostTicks)) {
    return too_many(fmt::format("{:.3g} heartbeats and commits within {:.0f} s", ticks, until_s),
                    "longer intervals, or an earlier until");
  }
  return {};
}

Result<void> check_events(const Scenario& scenario) {
  std::vector<bool> is_there(scenario.pods.size());
  for (std::size_t pod = 0; pod < is_there.size(); ++pod) {
    is_there[pod] = pod < static_cast<std::size_t>(scenario.pods_at_start);
  }
  for (std::size_t i = 0; i < scenario.events.size(); ++i) {
    const ScenarioEvent& event = scenario.events[i];
    const auto pod = static_cast<std::size_t>(event.pod);
    const std::string& id = scenario.pods[pod].id;
    if (i > 0 && event.at_us < scenario.events[i - 1].at_us) {
      return bad_input(fmt::format("events[{}].at: is before the event in front of it", i), {},
                       "give events in the order of their time");
    }
    if (event.at_us > scenario.until_us) {
      return bad_input(fmt::format("events[{}].at: is after the end, until", i), {},
                       "a later until, or leave the event out");
    }
    if (event.what == Happening::join && is_there[pod]) {
      return bad_input(fmt::format("events[{}].join: {} is a member already", i, id), {},
                       "give the new member another id");
    }
    if (event.what != Happening::join && !is_there[pod]) {
      return bad_input(fmt::format("events[{}]: {} is no member then", i, id), {}, "let it join before");
    }
    is_there[pod] = event.what == Happening::join || event.what == Happening::restart;
  }
  return {};
}

}  // namespace

Result<void> check(const Scenario& scenario) {
  if (auto sizes = check_sizes(scenario); !sizes) return sizes;
  return check_events(scenario);
}

}  // namespace lanewise::sim::rebalance

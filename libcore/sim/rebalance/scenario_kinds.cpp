#include "libcore/sim/rebalance/scenario_kinds.h"

#include <algorithm>

#include <fmt/format.h>

namespace lanewise::sim::rebalance {

namespace {

constexpr std::int64_t kFirstEvent = 10 * kSecond;

void add_pod(Scenario& scenario, bool is_static) {
  Pod pod;
  pod.id = fmt::format("c{}", scenario.pods.size() + 1);
  if (is_static) pod.instance = fmt::format("i{}", scenario.pods.size() + 1);
  pod.topics = {allocate::TopicIndex(0)};
  scenario.pods.push_back(std::move(pod));
}

}  // namespace

std::optional<Kind> find_kind(std::string_view name) {
  for (const KindInfo& info : kKinds) {
    if (info.name == name) return info.kind;
  }
  return std::nullopt;
}

Result<Scenario> scenario_of(Kind kind, const KindNumbers& numbers) {
  Scenario scenario;
  allocate::Topic topic;
  topic.name = numbers.topic;
  topic.partitions = numbers.partitions;
  scenario.topics.push_back(std::move(topic));
  const std::int32_t added = kind == Kind::join        ? 1
                             : kind == Kind::scale_out ? numbers.added.value_or(numbers.members)
                                                       : 0;
  if (std::int64_t{numbers.members} + added > kMostPods) {
    return Error{.code = ErrorCode::limit,
                 .what = fmt::format("more than {} members", kMostPods),
                 .place = {},
                 .hint = "simulate a part of the group"};
  }
  for (std::int32_t i = 0; i < numbers.members + added; ++i) add_pod(scenario, numbers.is_static);
  scenario.pods_at_start = numbers.members;
  scenario.load.rate = 200;
  scenario.load.keys = 500;
  // Of several members it is the last that leaves or dies.
  switch (kind) {
    case Kind::join:
    case Kind::scale_out:
      for (std::int32_t i = 0; i < added; ++i) {
        scenario.events.push_back({.at_us = kFirstEvent + i * numbers.every_us.value_or(kSecond),
                                   .what = Happening::join,
                                   .pod = numbers.members + i});
      }
      break;
    case Kind::leave:
    case Kind::crash:
      scenario.events.push_back({.at_us = kFirstEvent,
                                 .what = kind == Kind::leave ? Happening::leave : Happening::crash,
                                 .pod = numbers.members - 1});
      break;
    case Kind::rolling:
      for (std::int32_t i = 0; i < numbers.members; ++i) {
        scenario.events.push_back({.at_us = kFirstEvent + i * numbers.every_us.value_or(30 * kSecond),
                                   .what = Happening::restart,
                                   .pod = i,
                                   .down_us = numbers.down_us});
      }
      break;
  }
  scenario.until_us = scenario.events.back().at_us + scenario.events.back().down_us + kAfterLastEvent;
  if (auto valid = check(scenario); !valid) return std::move(valid).error();
  return scenario;
}

}  // namespace lanewise::sim::rebalance

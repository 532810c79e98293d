#include "libcore/allocate/registry.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/allocate/kafka_range.h"
#include "libcore/allocate/kafka_roundrobin.h"
#include "libcore/allocate/kafka_sticky.h"
#include "libcore/allocate/rocketmq_average.h"
#include "libcore/allocate/rocketmq_circle.h"
#include "libcore/base/suggest.h"

namespace lanewise::allocate {
namespace {

const KafkaRange kKafkaRange{};
const KafkaRoundRobin kKafkaRoundRobin{};
const KafkaSticky kKafkaSticky{};
const KafkaCooperativeSticky kKafkaCooperativeSticky{};
const RocketMqAverage kRocketMqAverage{};
const RocketMqCircle kRocketMqCircle{};

// Short names, then the class as it stands in a client's configuration, alone and with its package.
constexpr std::array<std::string_view, 3> kRangeAliases{"range", "RangeAssignor",
                                                        "org.apache.kafka.clients.consumer.RangeAssignor"};
constexpr std::array<std::string_view, 5> kRoundRobinAliases{
    "roundrobin", "round-robin", "kafka-round-robin", "RoundRobinAssignor",
    "org.apache.kafka.clients.consumer.RoundRobinAssignor"};
constexpr std::array<std::string_view, 3> kStickyAliases{"sticky", "StickyAssignor",
                                                         "org.apache.kafka.clients.consumer.StickyAssignor"};
constexpr std::array<std::string_view, 3> kCooperativeStickyAliases{
    "cooperative-sticky", "CooperativeStickyAssignor",
    "org.apache.kafka.clients.consumer.CooperativeStickyAssignor"};
constexpr std::array<std::string_view, 5> kAverageAliases{
    "avg", "averagely", "rocketmq-averagely", "AllocateMessageQueueAveragely",
    "org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueAveragely"};
constexpr std::array<std::string_view, 5> kCircleAliases{
    "avg_by_circle", "avg-by-circle", "rocketmq-averagely-by-circle", "AllocateMessageQueueAveragelyByCircle",
    "org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueAveragelyByCircle"};

const std::array<StrategyEntry, 6> kStrategies{{
    {"kafka-range", kRangeAliases, "consecutive ranges, topic by topic; static members first",
     "Kafka's Java client (first of range, cooperative-sticky)", "Kafka 0.9; racks since 3.5", false, true,
     &kKafkaRange},
    {"kafka-roundrobin", kRoundRobinAliases,
     "all partitions dealt in a circle, topic after topic; static members first", "", "Kafka 0.9", false,
     true, &kKafkaRoundRobin},
    {"kafka-sticky", kStickyAliases, "totals within one of each other, keeping what members own; eager", "",
     "Kafka 0.11; this computation since 3.5", true, false, &kKafkaSticky},
    {"kafka-cooperative-sticky", kCooperativeStickyAliases,
     "as kafka-sticky, but what moves is revoked first and handed out by a follow-up rebalance", "",
     "Kafka 2.4; this computation since 3.5", true, true, &kKafkaCooperativeSticky},
    {"rocketmq-average", kAverageAliases, "consecutive ranges of queues, topic by topic",
     "RocketMQ's Java client", "RocketMQ 4.0", false, true, &kRocketMqAverage},
    {"rocketmq-circle", kCircleAliases, "queues dealt in a circle, topic by topic", "", "RocketMQ 4.0", false,
     true, &kRocketMqCircle},
}};

// Any case, and `_` for `-`.
std::string normalized(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

std::vector<std::string> near_rows(const std::string& wanted) {
  constexpr std::size_t kShown = 3;
  std::vector<std::string> candidates;
  std::vector<std::string_view> row_of;
  for (const StrategyEntry& entry : kStrategies) {
    candidates.emplace_back(entry.name);
    row_of.push_back(entry.name);
    for (const std::string_view alias : entry.aliases) {
      candidates.push_back(normalized(alias));
      row_of.push_back(entry.name);
    }
  }
  std::vector<std::string> names;
  for (const std::string& near : near_names(wanted, candidates, candidates.size())) {
    const auto at = std::find(candidates.begin(), candidates.end(), near) - candidates.begin();
    const std::string name(row_of[static_cast<std::size_t>(at)]);
    if (names.size() < kShown && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  }
  return names;
}

}  // namespace

std::span<const StrategyEntry> strategies() { return kStrategies; }

Result<const StrategyEntry*> find_strategy(std::string_view name) {
  const std::string wanted = normalized(name);
  for (const StrategyEntry& entry : kStrategies) {
    const bool aliased = std::any_of(entry.aliases.begin(), entry.aliases.end(),
                                     [&](std::string_view alias) { return normalized(alias) == wanted; });
    if (entry.name == wanted || aliased) return &entry;
  }
  if (name.find(',') != std::string_view::npos) {
    return usage_error(fmt::format("'{}' is a list, and one strategy decides", name),
                       "name one: where all members have the same list, its first one decides");
  }
  std::vector<std::string> near = near_rows(wanted);
  // A class of an unknown package may be known by its own name.
  if (near.empty() && wanted.find('.') != std::string::npos)
    near = near_rows(wanted.substr(wanted.find_last_of('.') + 1));
  std::string hint =
      near.empty() ? "the strategies are" : fmt::format("did you mean {}?", fmt::join(near, " or "));
  for (std::size_t i = 0; near.empty() && i < kStrategies.size(); ++i) {
    hint += fmt::format("{} {}", i == 0 ? "" : ",", kStrategies[i].name);
  }
  return usage_error(fmt::format("there is no strategy '{}'", name), std::move(hint));
}

}  // namespace lanewise::allocate

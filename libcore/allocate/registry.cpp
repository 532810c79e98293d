#include "libcore/allocate/registry.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "libcore/allocate/kafka_range.h"
#include "libcore/allocate/kafka_roundrobin.h"
#include "libcore/allocate/kafka_sticky.h"
#include "libcore/allocate/rocketmq_average.h"
#include "libcore/allocate/rocketmq_circle.h"

namespace lanewise::allocate {
namespace {

const KafkaRange kKafkaRange{};
const KafkaRoundRobin kKafkaRoundRobin{};
const KafkaSticky kKafkaSticky{};
const KafkaCooperativeSticky kKafkaCooperativeSticky{};
const RocketMqAverage kRocketMqAverage{};
const RocketMqCircle kRocketMqCircle{};

constexpr std::array<std::string_view, 2> kRangeAliases{"range",
                                                        "org.apache.kafka.clients.consumer.RangeAssignor"};
constexpr std::array<std::string_view, 4> kRoundRobinAliases{
    "roundrobin", "round-robin", "kafka-round-robin", "org.apache.kafka.clients.consumer.RoundRobinAssignor"};
constexpr std::array<std::string_view, 2> kStickyAliases{"sticky",
                                                         "org.apache.kafka.clients.consumer.StickyAssignor"};
constexpr std::array<std::string_view, 2> kCooperativeStickyAliases{
    "cooperative-sticky", "org.apache.kafka.clients.consumer.CooperativeStickyAssignor"};
constexpr std::array<std::string_view, 4> kAverageAliases{"avg", "averagely", "rocketmq-averagely",
                                                          "AllocateMessageQueueAveragely"};
constexpr std::array<std::string_view, 4> kCircleAliases{"avg_by_circle", "avg-by-circle",
                                                         "rocketmq-averagely-by-circle",
                                                         "AllocateMessageQueueAveragelyByCircle"};

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

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// Levenshtein's distance.
std::size_t edits(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i] == to[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

std::string nearest_names(const std::string& wanted) {
  constexpr std::size_t kNear = 3;
  std::string names;
  for (const StrategyEntry& entry : kStrategies) {
    std::size_t distance = edits(wanted, entry.name);
    for (const std::string_view alias : entry.aliases)
      distance = std::min(distance, edits(wanted, lower(alias)));
    const bool contained = wanted.size() > 2 && entry.name.find(wanted) != std::string_view::npos;
    if (distance > kNear && !contained) continue;
    names += names.empty() ? "" : " or ";
    names += entry.name;
  }
  return names;
}

}  // namespace

std::span<const StrategyEntry> strategies() { return kStrategies; }

Result<const StrategyEntry*> find_strategy(std::string_view name) {
  const std::string wanted = lower(name);
  for (const StrategyEntry& entry : kStrategies) {
    const bool aliased = std::any_of(entry.aliases.begin(), entry.aliases.end(),
                                     [&](std::string_view alias) { return lower(alias) == wanted; });
    if (entry.name == wanted || aliased) return &entry;
  }
  const std::string near = nearest_names(wanted);
  std::string hint = near.empty() ? "the strategies are" : fmt::format("did you mean {}?", near);
  for (std::size_t i = 0; near.empty() && i < kStrategies.size(); ++i) {
    hint += fmt::format("{} {}", i == 0 ? "" : ",", kStrategies[i].name);
  }
  return usage_error(fmt::format("there is no strategy '{}'", name), std::move(hint));
}

}  // namespace lanewise::allocate

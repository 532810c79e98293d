#include "libcore/sim/rebalance/arrivals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "libcore/sim/rebalance/history.h"

namespace lanewise::sim::rebalance {

namespace {

// A mean times a draw, whatever their sizes.
std::uint64_t scaled(std::uint64_t mean, std::uint64_t draw) {
  constexpr unsigned kPlaces = stats::ExponentialTable::kPlaces;
  const stats::Product product = stats::multiply(mean, draw);
  return product.high << (64 - kPlaces) | product.low >> kPlaces;
}

// Streams of the seed; others are taken by the heartbeats of members.
constexpr std::uint64_t kGaps = 101;
constexpr std::uint64_t kPicks = 102;
constexpr std::uint64_t kServices = 103;

}  // namespace

Arrivals::Arrivals(const Scenario& scenario, const Load& load, const allocate::PartitionTable& partitions,
                   const route::Partitioner& partitioner)
    : gaps_(scenario.seed, kGaps),
      picks_(scenario.seed, kPicks),
      services_(scenario.seed, kServices),
      keys_(load.keys, static_cast<std::uint32_t>(std::lround(load.zipf * 1000))),
      partition_of_(load.keys),
      seq_of_(load.keys, 0),
      gap_q16_(std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(65536e6 / load.rate)))),
      service_us_(static_cast<std::uint64_t>(load.service_us)),
      even_(load.even_arrivals),
      fixed_(load.fixed_service) {
  std::vector<allocate::TopicIndex> topics;
  for (std::size_t t = 0; t < scenario.topics.size(); ++t) {
    const allocate::TopicIndex topic(static_cast<std::int32_t>(t));
    if (partitions.count(topic) > 0) topics.push_back(topic);
  }
  std::string name;
  for (std::uint32_t key = 0; key < load.keys; ++key) {
    const allocate::TopicIndex topic = topics[key % topics.size()];
    name_key(key, name);
    const std::array<KeyView, 1> keys{KeyView::of(name)};
    std::array<route::Choice, 1> choice{};
    partitioner.assign(keys, static_cast<std::uint32_t>(partitions.count(topic)), choice);
    partition_of_[key] =
        static_cast<std::int32_t>(partitions.number({topic, choice[0].partition().value_or(Partition(0))}));
  }
  advance();
}

Arrivals::Arrival Arrivals::take() {
  const std::uint32_t key = keys_.draw(picks_);
  const std::uint64_t service = fixed_ ? service_us_ : scaled(service_us_, table_.draw(services_));
  Arrival arrival;
  arrival.partition = partition_of_[key];
  arrival.record.written_us = next_us_;
  arrival.record.key = key;
  arrival.record.seq = ++seq_of_[key];
  arrival.record.service_us = static_cast<std::int64_t>(std::max<std::uint64_t>(service, 1));
  advance();
  return arrival;
}

void Arrivals::advance() {
  // The rarest rate and the largest draw are far below 2^62; nothing is asked for beyond the end.
  due_q16_ += even_ ? gap_q16_ : scaled(gap_q16_, table_.draw(gaps_));
  next_us_ = static_cast<std::int64_t>(due_q16_ >> 16U);
}

}  // namespace lanewise::sim::rebalance

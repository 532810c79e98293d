// Properties of splits, weights and strategies, on groups that no vector foresaw.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <rapidcheck.h>

#include "libcore/allocate/contiguous.h"
#include "libcore/allocate/group_changes.h"
#include "libcore/allocate/group_json.h"
#include "libcore/allocate/moves.h"
#include "libcore/allocate/registry.h"
#include "libcore/allocate/weighted.h"

namespace lanewise::allocate {
namespace {

using Weights = std::vector<std::int64_t>;

Weights some_weights(int most) {
  return *rc::gen::resize(most, rc::gen::container<Weights>(rc::gen::inRange<std::int64_t>(0, 30)));
}

// The least possible maximum by trying every assignment of all but the symmetric ones.
std::int64_t best_maximum(const Weights& weights, std::size_t item, Weights& loads) {
  if (item == weights.size()) return *std::max_element(loads.begin(), loads.end());
  std::int64_t best = std::numeric_limits<std::int64_t>::max();
  for (std::size_t w = 0; w < loads.size(); ++w) {
    loads[w] += weights[item];
    best = std::min(best, best_maximum(weights, item + 1, loads));
    loads[w] -= weights[item];
    if (loads[w] == 0) break;
  }
  return best;
}

// The least possible maximum of contiguous parts, by dynamic programming.
std::int64_t best_contiguous_maximum(const Weights& weights, std::size_t parts) {
  Weights sums(weights.size() + 1, 0);
  std::partial_sum(weights.begin(), weights.end(), sums.begin() + 1);
  Weights best = sums;
  for (std::size_t part = 1; part < parts; ++part) {
    Weights next(best.size());
    for (std::size_t end = 0; end < next.size(); ++end) {
      next[end] = std::numeric_limits<std::int64_t>::max();
      for (std::size_t cut = 0; cut <= end; ++cut) {
        next[end] = std::min(next[end], std::max(best[cut], sums[end] - sums[cut]));
      }
    }
    best = next;
  }
  return best.back();
}

void check_parts(const Weights& weights, const std::vector<Part>& parts) {
  std::size_t at = 0;
  for (const Part& part : parts) {
    RC_ASSERT(part.begin == at);
    RC_ASSERT(part.end > part.begin);
    const auto begin = weights.begin() + static_cast<std::ptrdiff_t>(part.begin);
    RC_ASSERT(part.load == std::accumulate(begin, weights.begin() + static_cast<std::ptrdiff_t>(part.end),
                                           std::int64_t{0}));
    at = part.end;
  }
  RC_ASSERT(at == weights.size());
}

// A group whose members own something of an earlier time, claims of several generations included.
Group some_group(bool alike, bool conflicts) {
  Group group;
  const int topics = *rc::gen::inRange(1, 5);
  for (int t = 0; t < topics; ++t) {
    Topic topic;
    topic.name = "t" + std::to_string(t);
    topic.partitions = *rc::gen::inRange(0, 12);
    group.topics.push_back(topic);
  }
  const int members = *rc::gen::inRange(1, 9);
  for (int m = 0; m < members; ++m) {
    Member member;
    member.id = *rc::gen::element<std::string>("c", "app-", "\u00e9-") + std::to_string(m);
    for (int t = 0; t < topics; ++t) {
      if (alike || *rc::gen::arbitrary<bool>()) member.topics.emplace_back(t);
    }
    member.generation = Generation(conflicts ? *rc::gen::inRange(1, 4) : 1);
    group.members.push_back(member);
  }
  for (int t = 0; t < topics; ++t) {
    for (std::int32_t p = 0; p < group.topics[static_cast<std::size_t>(t)].partitions; ++p) {
      const int claims = conflicts ? *rc::gen::inRange(0, 3) : *rc::gen::inRange(0, 2);
      for (int c = 0; c < claims; ++c) {
        auto& owned = group.members[static_cast<std::size_t>(*rc::gen::inRange(0, members))].owned;
        const TopicPartition partition{TopicIndex(t), Partition(p)};
        if (owned.empty() || owned.back() != partition) owned.push_back(partition);
      }
    }
  }
  return group;
}

bool subscribes(const Group& group, std::size_t member, TopicIndex topic) {
  const auto& topics = group.members[member].topics;
  return std::find(topics.begin(), topics.end(), topic) != topics.end();
}

bool run_all() {
  bool ok = rc::check("contiguous parts cover everything, the larger ones first", [] {
    const auto n = *rc::gen::arbitrary<std::uint64_t>();
    const auto parts = *rc::gen::inRange<std::uint64_t>(1, 50);
    const auto split = ContiguousSplit::of(n, parts);
    RC_ASSERT(split.has_value());
    std::uint64_t at = 0;
    for (std::uint64_t i = 0; i < parts; ++i) {
      RC_ASSERT((*split)[i].begin == at);
      RC_ASSERT((*split)[i].size() == n / parts + (i < n % parts ? 1 : 0));
      at = (*split)[i].end;
    }
    RC_ASSERT(at == n);
  });

  ok &= rc::check("an inclusive split covers its range", [] {
    auto lo = *rc::gen::arbitrary<std::int64_t>();
    auto hi = *rc::gen::arbitrary<std::int64_t>();
    if (hi < lo) std::swap(lo, hi);
    const auto parts = *rc::gen::inRange<std::uint64_t>(1, 50);
    const auto split = InclusiveSplit::of(lo, hi, parts);
    RC_ASSERT(split.has_value());
    auto next = static_cast<std::uint64_t>(lo);
    for (std::uint64_t i = 0; i < parts; ++i) {
      const auto range = (*split)[i];
      if (!range) continue;
      RC_ASSERT(static_cast<std::uint64_t>(range->first) == next);
      RC_ASSERT(range->first <= range->last);
      next = static_cast<std::uint64_t>(range->last) + 1;
    }
    RC_ASSERT(next == static_cast<std::uint64_t>(hi) + 1);
  });

  ok &= rc::check("longest first stays within Graham's bound of the least possible", [] {
    const Weights weights = some_weights(8);
    const auto workers = *rc::gen::inRange<std::size_t>(1, 4);
    const auto result = longest_first(weights, workers);
    RC_ASSERT(result.has_value());
    Weights loads(workers, 0);
    for (std::size_t i = 0; i < weights.size(); ++i) loads[result->worker_of[i]] += weights[i];
    RC_ASSERT(loads == result->loads);
    Weights empty(workers, 0);
    const std::int64_t best = best_maximum(weights, 0, empty);
    const auto m = static_cast<std::int64_t>(workers);
    RC_ASSERT(result->lower_bound <= best);
    RC_ASSERT(3 * m * result->maximum <= (4 * m - 1) * best);
  });

  ok &= rc::check("contiguous parts are as good as dynamic programming finds", [] {
    const Weights weights = some_weights(25);
    const auto workers = *rc::gen::inRange<std::size_t>(1, 8);
    const auto result = contiguous_parts(weights, workers);
    RC_ASSERT(result.has_value());
    RC_ASSERT(result->maximum == best_contiguous_maximum(weights, workers));
    RC_ASSERT(result->parts.size() <= workers);
    check_parts(weights, result->parts);
    for (const Part& part : result->parts) RC_ASSERT(part.load <= result->maximum);
  });

  ok &= rc::check("a limit is kept exactly from the least possible maximum on", [] {
    const Weights weights = some_weights(25);
    const auto workers = *rc::gen::inRange<std::size_t>(1, 8);
    const std::int64_t best = best_contiguous_maximum(weights, workers);
    const auto enough = parts_within(weights, best, workers);
    RC_ASSERT(enough.has_value() && enough->within);
    check_parts(weights, enough->parts);
    if (best > 0) {
      const auto short_of_it = parts_within(weights, best - 1, workers);
      RC_ASSERT(short_of_it.has_value() && !short_of_it->within);
    }
  });

  for (const StrategyEntry& entry : strategies()) {
    const std::string name(entry.name);
    const bool rocketmq = name.starts_with("rocketmq");
    ok &= rc::check(name + ": every partition that has a subscriber to exactly one of its subscribers", [&] {
      const bool alike = rocketmq || *rc::gen::arbitrary<bool>();
      const Group group = some_group(alike, false);
      const auto outcome = entry.strategy->assign(group);
      RC_ASSERT(outcome.has_value());
      const Spread spread = spread_of(group, outcome->settled());
      RC_ASSERT(spread.shared.empty());
      RC_ASSERT(spread.unserved.empty());
      for (std::size_t m = 0; m < group.members.size(); ++m) {
        const auto& given = outcome->settled()[m];
        RC_ASSERT(std::is_sorted(given.begin(), given.end()));
        for (const TopicPartition p : given) {
          // All that subscribe to nothing may be dealt something: see the cases.
          RC_ASSERT(subscribes(group, m, p.topic) || group.members[m].topics.empty());
        }
      }
    });
    ok &= rc::check(
        name + ": members that subscribe alike get totals, or each topic, within one of each other", [&] {
          const Group group = some_group(true, *rc::gen::arbitrary<bool>());
          const auto outcome = entry.strategy->assign(group);
          RC_ASSERT(outcome.has_value());
          const Spread spread = spread_of(group, outcome->settled());
          const bool by_total = entry.sticky || name == "kafka-roundrobin";
          if (by_total) RC_ASSERT(spread.total.most - spread.total.fewest <= 1);
          if (!entry.sticky) {
            for (const auto& topic : spread.topic) RC_ASSERT(topic->most - topic->fewest <= 1);
          }
        });
    if (!entry.sticky) continue;
    ok &= rc::check(name + ": moves no more than must move, and nothing once it has settled", [&] {
      const Group group = some_group(true, false);
      const auto outcome = entry.strategy->assign(group);
      RC_ASSERT(outcome.has_value());
      const Moves moves = moves_between(group, owned_by_member(group), group, outcome->settled());
      RC_ASSERT(moves.least_is_exact);
      RC_ASSERT(static_cast<std::int64_t>(moves.moved.size()) == moves.least_possible);
      const auto again = entry.strategy->assign(settled(group, outcome->settled()));
      RC_ASSERT(again.has_value());
      RC_ASSERT(again->rebalances.size() == 1);
      RC_ASSERT(again->settled() == outcome->settled());
    });
    ok &= rc::check(
        name + ": unlike subscriptions and conflicting claims end in one rebalance after another or an error",
        [&] {
          const Group group = some_group(false, true);
          const auto outcome = entry.strategy->assign(group);
          if (!outcome) {
            RC_ASSERT(outcome.error().code == ErrorCode::unsupported);
            return;
          }
          const Spread spread = spread_of(group, outcome->settled());
          RC_ASSERT(spread.shared.empty());
          RC_ASSERT(spread.unserved.empty());
        });
  }

  ok &= rc::check("cooperative: nobody is given what another still owns", [] {
    const Group group = some_group(*rc::gen::arbitrary<bool>(), false);
    const auto entry = find_strategy("kafka-cooperative-sticky");
    const auto outcome = (*entry)->strategy->assign(group);
    RC_ASSERT(outcome.has_value());
    const Moves moves =
        moves_between(group, owned_by_member(group), group, outcome->rebalances.front().assignment);
    RC_ASSERT(moves.moved.empty());
  });

  ok &= rc::check("a group document is read back as it was written", [] {
    const Group group = some_group(*rc::gen::arbitrary<bool>(), true);
    const std::string text = write_groups(std::span(&group, 1));
    const auto read = read_groups(text, "property");
    RC_ASSERT(read.has_value());
    RC_ASSERT(write_groups(read->groups) == text);
    RC_ASSERT(owned_by_member(read->groups.front()) == owned_by_member(group));
  });
  return ok;
}

}  // namespace
}  // namespace lanewise::allocate

int main() { return lanewise::allocate::run_all() ? 0 : 1; }

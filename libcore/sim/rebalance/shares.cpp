#include "libcore/sim/rebalance/shares.h"

#include <algorithm>

namespace lanewise::sim::rebalance {

namespace {

allocate::Group group_of(const Stage& stage, const std::vector<Claim>& claims) {
  allocate::Group group = stage.group;
  for (const Claim& claim : claims) {
    const Pod& pod = stage.pod_of(claim.member);
    allocate::Member member;
    member.id = stage.name_of(claim.member);
    member.instance = pod.instance;
    member.rack = pod.rack;
    member.topics = pod.topics;
    for (const std::int32_t partition : claim.owned) {
      member.owned.push_back(stage.partitions.at(static_cast<std::size_t>(partition)));
    }
    if (claim.generation > 0) member.generation = Generation(claim.generation);
    group.members.push_back(std::move(member));
  }
  return group;
}

std::vector<std::vector<std::int32_t>> numbered(const Stage& stage, const allocate::Assignment& assignment) {
  std::vector<std::vector<std::int32_t>> shares;
  for (const auto& partitions : assignment) {
    std::vector<std::int32_t>& share = shares.emplace_back();
    for (const allocate::TopicPartition partition : partitions) {
      share.push_back(static_cast<std::int32_t>(stage.partitions.number(partition)));
    }
    std::sort(share.begin(), share.end());
  }
  return shares;
}

}  // namespace

Result<std::vector<std::vector<std::int32_t>>> shares_of(const Stage& stage,
                                                         const allocate::Strategy& strategy,
                                                         const std::vector<Claim>& claims) {
  auto outcome = strategy.assign(group_of(stage, claims));
  if (!outcome) return std::move(outcome).error();
  return numbered(stage, outcome->rebalances.front().assignment);
}

Result<std::vector<std::vector<std::int32_t>>> shares_at_rest(const Stage& stage,
                                                              const allocate::Strategy& strategy,
                                                              const std::vector<std::int32_t>& members) {
  if (members.empty()) return std::vector<std::vector<std::int32_t>>{};
  std::vector<Claim> claims;
  for (const std::int32_t member : members) claims.push_back({.member = member, .owned = {}});
  auto outcome = strategy.assign(group_of(stage, claims));
  if (!outcome) return std::move(outcome).error();
  return numbered(stage, outcome->settled());
}

}  // namespace lanewise::sim::rebalance

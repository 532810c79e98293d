#include "libcore/allocate/kafka_members.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

#include "libcore/allocate/errors.h"
#include "libcore/allocate/java_hash_map.h"

namespace lanewise::allocate {
namespace {

Error shared_name(std::string_view what, std::string_view name, const Member& first, const Member& second) {
  if (first.id == second.id) {
    return bad_input(fmt::format("two members have the {} '{}'", what, name), {},
                     "Kafka gives every member an id of its own: rename one of them");
  }
  return bad_input(fmt::format("{} and {} have the {} '{}'", first.id, second.id, what, name), {},
                   "the coordinator fences the older of two static members: remove one of them");
}

std::vector<std::size_t> all_members(const Group& group) {
  std::vector<std::size_t> members(group.members.size());
  std::iota(members.begin(), members.end(), std::size_t{0});
  return members;
}

}  // namespace

Result<void> require_kafka_group(const Group& group) {
  for (const Topic& topic : group.topics) {
    if (topic.brokers.empty()) continue;
    return unsupported(
        fmt::format("{} is given by brokers, but Kafka numbers a topic's partitions through", topic.name),
        "give the topic \"partitions\", or use a RocketMQ strategy");
  }
  std::unordered_map<std::string_view, const Member*> by_id;
  std::unordered_map<std::string_view, const Member*> by_instance;
  for (const Member& member : group.members) {
    if (!member.listed) {
      return unsupported(
          fmt::format("{} is not listed by the broker; a Kafka group has no such members", member.id),
          "remove the member, or use a RocketMQ strategy");
    }
    const auto [same_id, new_id] = by_id.emplace(member.id, &member);
    if (!new_id) return shared_name("id", member.id, *same_id->second, member);
    if (!member.instance) continue;
    const auto [same, new_instance] = by_instance.emplace(*member.instance, &member);
    if (!new_instance) return shared_name("instance id", *member.instance, *same->second, member);
  }
  return {};
}

std::vector<std::size_t> members_in_hash_map_order(const Group& group) {
  std::vector<std::int32_t> hashes;
  hashes.reserve(group.members.size());
  for (const Member& member : group.members) hashes.push_back(java_string_hash(member.id));
  return java_hash_map_order(hashes);
}

std::vector<std::size_t> members_static_first(const Group& group) {
  std::vector<std::size_t> order = all_members(group);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const Member& left = group.members[a];
    const Member& right = group.members[b];
    if (left.instance && right.instance) return java_compare(*left.instance, *right.instance) < 0;
    if (left.instance || right.instance) return left.instance.has_value();
    return java_compare(left.id, right.id) < 0;
  });
  return order;
}

std::vector<std::int32_t> ranks_by_id(const Group& group) {
  std::vector<std::size_t> order = all_members(group);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return java_compare(group.members[a].id, group.members[b].id) < 0;
  });
  std::vector<std::int32_t> ranks(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) ranks[order[i]] = static_cast<std::int32_t>(i);
  return ranks;
}

std::vector<TopicIndex> topics_to_assign(const Group& group) {
  std::vector<bool> subscribed(group.topics.size(), false);
  for (const Member& member : group.members) {
    for (const TopicIndex topic : member.topics) subscribed[static_cast<std::size_t>(topic.value)] = true;
  }
  std::vector<TopicIndex> topics;
  for (std::size_t t = 0; t < group.topics.size(); ++t) {
    const bool known = group.topics[t].exists && group.topics[t].partitions > 0;
    if (known && subscribed[t]) topics.emplace_back(static_cast<std::int32_t>(t));
  }
  std::sort(topics.begin(), topics.end(), [&](TopicIndex a, TopicIndex b) {
    return java_compare(group.topic(a).name, group.topic(b).name) < 0;
  });
  return topics;
}

std::vector<std::vector<std::size_t>> subscribers_by_topic(const Group& group,
                                                           std::span<const std::size_t> members) {
  std::vector<std::vector<std::size_t>> subscribers(group.topics.size());
  for (const std::size_t member : members) {
    for (const TopicIndex topic : group.members[member].topics) {
      subscribers[static_cast<std::size_t>(topic.value)].push_back(member);
    }
  }
  return subscribers;
}

RackTable::RackTable(const Group& group, const PartitionTable& table) : table_(table) {
  std::unordered_map<std::string_view, std::int32_t> ids;
  const auto id_of = [&](std::string_view name) {
    return ids.emplace(name, static_cast<std::int32_t>(ids.size())).first->second;
  };
  member_rack_.reserve(group.members.size());
  bool any_member = false;
  for (const Member& member : group.members) {
    const bool placed = member.rack && !member.rack->empty();
    any_member = any_member || placed;
    member_rack_.push_back(placed ? id_of(*member.rack) : kNoRack);
  }
  const bool any_replica = std::any_of(group.topics.begin(), group.topics.end(),
                                       [](const Topic& topic) { return !topic.racks.empty(); });
  if (any_member && any_replica) {
    first_replica_.assign(1, 0);
    for (std::size_t t = 0; t < group.topics.size(); ++t) {
      const std::vector<std::vector<std::string>>& by_partition = group.topics[t].racks;
      for (std::size_t p = 0; p < table.count(TopicIndex(static_cast<std::int32_t>(t))); ++p) {
        const auto begin = static_cast<std::ptrdiff_t>(replica_racks_.size());
        if (p < by_partition.size()) {
          for (const std::string& rack : by_partition[p]) replica_racks_.push_back(id_of(rack));
        }
        std::sort(replica_racks_.begin() + begin, replica_racks_.end());
        replica_racks_.erase(std::unique(replica_racks_.begin() + begin, replica_racks_.end()),
                             replica_racks_.end());
        first_replica_.push_back(replica_racks_.size());
      }
    }
  }
  rack_count_ = ids.size();
}

std::span<const std::int32_t> RackTable::replicas(std::size_t number) const {
  if (first_replica_.empty()) return {};
  return std::span(replica_racks_)
      .subspan(first_replica_[number], first_replica_[number + 1] - first_replica_[number]);
}

bool RackTable::has_replica(std::size_t number, std::int32_t rack) const {
  const auto racks = replicas(number);
  return std::find(racks.begin(), racks.end(), rack) != racks.end();
}

bool RackTable::matter(std::span<const std::size_t> members, std::span<const TopicIndex> topics) const {
  if (first_replica_.empty()) return false;
  std::vector<bool> replicated(rack_count_, false);
  std::size_t distinct = 0;
  const auto for_each_partition = [&](auto&& visit) {
    for (const TopicIndex topic : topics) {
      for (std::size_t n = table_.first(topic); n < table_.first(topic) + table_.count(topic); ++n)
        visit(replicas(n));
    }
  };
  for_each_partition([&](std::span<const std::int32_t> racks) {
    for (const std::int32_t rack : racks) {
      if (replicated[static_cast<std::size_t>(rack)]) continue;
      replicated[static_cast<std::size_t>(rack)] = true;
      ++distinct;
    }
  });
  const bool reachable = std::any_of(members.begin(), members.end(), [&](std::size_t member) {
    return rack_of(member) != kNoRack && replicated[static_cast<std::size_t>(rack_of(member))];
  });
  bool uneven = false;
  for_each_partition(
      [&](std::span<const std::int32_t> racks) { uneven = uneven || racks.size() != distinct; });
  return reachable && uneven;
}

}  // namespace lanewise::allocate

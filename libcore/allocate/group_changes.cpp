#include "libcore/allocate/group_changes.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "libcore/allocate/errors.h"

namespace lanewise::allocate {
namespace {

// Kafka counts generations from 1 and never back.
Generation next_generation(const Group& group) {
  std::int32_t newest = 0;
  for (const Member& member : group.members) {
    if (member.generation) newest = std::max(newest, member.generation->value);
  }
  return Generation(newest == INT32_MAX ? newest : newest + 1);
}

std::string known_members(const Group& group) {
  constexpr std::size_t kShown = 10;
  std::string names;
  for (std::size_t i = 0; i < group.members.size() && i < kShown; ++i) {
    if (i > 0) names += ", ";
    names += group.members[i].id;
  }
  if (group.members.size() > kShown) names += ", ...";
  return names;
}

}  // namespace

Result<Group> with_member(const Group& group, std::string_view id) {
  if (id.empty()) return usage_error("a member needs an id", "give the new member a name that is not empty");
  if (group.find_member(id)) {
    return usage_error(fmt::format("the group has a member '{}' already", id), "choose another id");
  }
  std::vector<bool> subscribed(group.topics.size(), false);
  for (const Member& member : group.members) {
    for (const TopicIndex topic : member.topics) subscribed[static_cast<std::size_t>(topic.value)] = true;
  }
  Member member;
  member.id = std::string(id);
  for (std::size_t t = 0; t < group.topics.size(); ++t) {
    if (subscribed[t] || group.members.empty()) member.topics.emplace_back(static_cast<std::int32_t>(t));
  }
  Group result = group;
  result.members.push_back(std::move(member));
  return result;
}

Result<Group> without_member(const Group& group, std::string_view id) {
  const auto member = group.find_member(id);
  if (!member) {
    return error_with_hint(ErrorCode::not_found, fmt::format("the group has no member '{}'", id),
                           group.members.empty() ? std::string("the group has no members")
                                                 : fmt::format("its members are {}", known_members(group)));
  }
  Group result = group;
  result.members.erase(result.members.begin() + static_cast<std::ptrdiff_t>(*member));
  return result;
}

Group settled(const Group& group, const Assignment& assignment) {
  Group result = group;
  const Generation generation = next_generation(group);
  for (std::size_t m = 0; m < result.members.size(); ++m) {
    result.members[m].owned = assignment[m];
    result.members[m].generation = generation;
  }
  return result;
}

MemberIndex::MemberIndex(const Group& group) {
  for (std::size_t m = 0; m < group.members.size(); ++m) {
    by_id_.emplace(group.members[m].id, m);
    if (group.members[m].instance) by_instance_.emplace(*group.members[m].instance, m);
  }
}

std::optional<std::size_t> MemberIndex::find(const Member& member) const {
  if (member.instance) {
    const auto same = by_instance_.find(*member.instance);
    if (same != by_instance_.end()) return same->second;
  }
  const auto same = by_id_.find(member.id);
  return same == by_id_.end() ? std::nullopt : std::optional(same->second);
}

Translation::Translation(const Group& from, const Group& to)
    : from_(from), to_(to), topic_(from.topics.size()) {
  std::unordered_map<std::string_view, TopicIndex> by_name;
  for (std::size_t t = 0; t < to.topics.size(); ++t) {
    by_name.emplace(to.topics[t].name, TopicIndex(static_cast<std::int32_t>(t)));
  }
  for (std::size_t t = 0; t < topic_.size(); ++t) {
    const auto same = by_name.find(from.topics[t].name);
    if (same != by_name.end()) topic_[t] = same->second;
  }
}

std::optional<TopicPartition> Translation::operator()(TopicPartition partition) const {
  const auto topic = topic_[static_cast<std::size_t>(partition.topic.value)];
  if (!topic) return std::nullopt;
  const Topic& there = to_.topic(*topic);
  if (!there.exists) return TopicPartition{*topic, partition.partition};
  const auto number = partition_at(there, place_of(from_.topic(partition.topic), partition.partition));
  return number ? std::optional(TopicPartition{*topic, *number}) : std::nullopt;
}

Group carried_over(const Group& now, const Assignment& assignment, const Group& next) {
  Group result = next;
  const Generation generation = next_generation(now);
  const MemberIndex members_now(now);
  const Translation into_next(now, next);
  for (Member& member : result.members) {
    member.owned.clear();
    member.generation.reset();
    const auto before = members_now.find(member);
    if (!before) continue;
    member.generation = generation;
    for (const TopicPartition partition : assignment[*before]) {
      if (const auto there = into_next(partition)) member.owned.push_back(*there);
    }
    std::sort(member.owned.begin(), member.owned.end());
  }
  return result;
}

}  // namespace lanewise::allocate

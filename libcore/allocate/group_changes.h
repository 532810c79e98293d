// What happens to a group between two assignments: a member joins or leaves, the group settles on what it was
// assigned, or another description of the same group takes over.
//
// Guarantee: from a valid group and an assignment of it a valid group. Thread safety: functions of their
// arguments. Cost: linear in the group.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "libcore/allocate/group.h"
#include "libcore/base/result.h"

namespace lanewise::allocate {

// With a new last member that owns nothing, is in no rack and subscribes to every topic that anybody
// subscribes to. A usage error if there is a member of that name.
Result<Group> with_member(const Group& group, std::string_view id);

// Without the member that has this id or instance id; what it owned is owned by nobody.
Result<Group> without_member(const Group& group, std::string_view id);

// After the members took over `assignment`: they own it, in a generation one above the newest so far.
Group settled(const Group& group, const Assignment& assignment);

// `next` with what its members own replaced by what `assignment` gave them in `now`. Members are the same if
// their instance ids are, or else their ids; topics by name; RocketMQ queues by broker and queue id. What
// `next` no longer has is dropped.
Group carried_over(const Group& now, const Assignment& assignment, const Group& next);

// Finds the member of a group that is somebody's other self: the first with the instance id, else the first
// with the id. Requires: the group outlives it and does not change.
class MemberIndex {
 public:
  explicit MemberIndex(const Group& group);
  [[nodiscard]] std::optional<std::size_t> find(const Member& member) const;

 private:
  std::unordered_map<std::string_view, std::size_t> by_id_;
  std::unordered_map<std::string_view, std::size_t> by_instance_;
};

// Where the partitions of one group are in another: topics by name, RocketMQ queues by broker and queue id.
// Requires: both outlive it and do not change.
class Translation {
 public:
  Translation(const Group& from, const Group& to);
  // Nothing if the other group has no such partition. Of a topic that does not exist there, any number is
  // translated.
  [[nodiscard]] std::optional<TopicPartition> operator()(TopicPartition partition) const;

 private:
  const Group& from_;
  const Group& to_;
  std::vector<std::optional<TopicIndex>> topic_;
};

}  // namespace lanewise::allocate

#include "libcore/allocate/member_reader.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace lanewise::allocate {

using json::element_path;
using json::member_path;
using json::Value;

namespace {

std::string not_a_partition(const Topic& topic, const std::string& broker, Partition partition) {
  if (topic.brokers.empty()) {
    return fmt::format("{} is not a partition of {} ({} partitions)", partition.value, topic.name,
                       topic.partitions);
  }
  const auto found = std::find_if(topic.brokers.begin(), topic.brokers.end(),
                                  [&](const BrokerQueues& queues) { return queues.broker == broker; });
  if (found == topic.brokers.end()) return fmt::format("{} has no queues on a broker {}", topic.name, broker);
  return fmt::format("{} is not a queue of {} on {} ({} queues)", partition.value, topic.name, broker,
                     found->queues);
}

}  // namespace

MemberReader::MemberReader(GroupReading& reading, Group& group)
    : reading_(reading), group_(group), declared_topics_(group.topics.size()) {
  for (std::size_t t = 0; t < declared_topics_; ++t)
    topic_by_name_.emplace(group.topics[t].name, TopicIndex(static_cast<std::int32_t>(t)));
}

Result<void> MemberReader::read(const Value* members, const std::string& path) {
  if (members == nullptr) return {};
  if (!members->is_array()) {
    return reading_.wrong(path, *members, "members is an array",
                          R"(as in "members":[{"id":"c1"},{"id":"c2"}])");
  }
  for (std::size_t i = 0; i < members->elements.size(); ++i) {
    if (auto read = read_member(members->elements[i], element_path(path, i)); !read) return read;
  }
  note_shared_ids(path);
  return {};
}

Result<void> MemberReader::read_member(const Value& json, const std::string& path) {
  if (!json.is_object())
    return reading_.wrong(path, json, "a member is an object", R"(at least {"id":"c1"})");
  Member member;
  member.carried = reading_.carried_of(
      json, path, {"id", "topics", "owned", "generation", "instance", "rack", "weight", "listed"},
      {"filters", "capabilities", "priority", "queues"});
  const auto id = read_text(json, "id", path);
  if (!id) return id.error();
  if (!*id) return reading_.fault(path, "has no id", R"(every member needs one: {"id":"c1"})");
  member.id = **id;
  if (member.id.empty()) return reading_.fault(member_path(path, "id"), "is empty", "give the member a name");
  auto instance = read_text(json, "instance", path);
  if (!instance) return instance.error();
  member.instance = *std::move(instance);
  auto rack = read_text(json, "rack", path);
  if (!rack) return rack.error();
  member.rack = *std::move(rack);
  if (const Value* generation = json.find("generation")) {
    const auto number = generation->integer();
    if (!number || *number < -1 || *number > std::numeric_limits<std::int32_t>::max()) {
      return reading_.wrong(member_path(path, "generation"), *generation,
                            "a generation is an integer from -1 (none) to 2^31-1",
                            R"(as in "generation":4, or leave it out)");
    }
    if (*number >= 0) member.generation = Generation(static_cast<std::int32_t>(*number));
  }
  if (const Value* weight = json.find("weight")) {
    const auto number = weight->integer();
    if (!number || *number < 1) {
      return reading_.wrong(member_path(path, "weight"), *weight, "a weight is an integer from 1 on",
                            "scale all weights so that the smallest is a whole number");
    }
    member.weight = *number;
  }
  if (const Value* listed = json.find("listed")) {
    if (!listed->is_boolean())
      return reading_.wrong(member_path(path, "listed"), *listed, "listed is true or false",
                            R"("listed":false for a client that the broker's list lacks; else leave it out)");
    member.listed = listed->truth;
  }
  if (auto read = read_topics(member, json, path); !read) return read.error();
  if (auto read = read_owned(member, json, path); !read) return read.error();
  group_.members.push_back(std::move(member));
  return {};
}

Result<std::optional<std::string>> MemberReader::read_text(const Value& json, const char* name,
                                                           const std::string& path) const {
  const Value* value = json.find(name);
  if (value == nullptr) return std::optional<std::string>();
  if (!value->is_string())
    return reading_.wrong(member_path(path, name), *value, fmt::format("{} is a string", name),
                          fmt::format(R"(in quotes, as in "{}":"c1")", name));
  return std::optional(value->text);
}

TopicIndex MemberReader::topic_named(const std::string& name, const std::string& path) {
  const auto known = topic_by_name_.find(name);
  if (known != topic_by_name_.end()) return known->second;
  reading_.result.remarks.push_back(
      fmt::format("{}: {} is not in topics, so it is taken as a topic that does not exist", path, name));
  Topic topic;
  topic.name = name;
  topic.exists = false;
  const TopicIndex index(static_cast<std::int32_t>(group_.topics.size()));
  topic_by_name_.emplace(name, index);
  group_.topics.push_back(std::move(topic));
  return index;
}

Result<void> MemberReader::read_topics(Member& member, const Value& json, const std::string& path) {
  const std::string topics_path = member_path(path, "topics");
  const Value* topics = json.find("topics");
  if (topics == nullptr) {
    // A product of two lists: a short document could ask for all memory.
    reading_.subscriptions += static_cast<std::int64_t>(declared_topics_);
    if (reading_.subscriptions > kMostPartitions) {
      return reading_.too_many(
          path,
          fmt::format("with this one, members without topics subscribe to more than {} in all",
                      kMostPartitions),
          "divide the group, or name each member's topics");
    }
    for (std::size_t t = 0; t < declared_topics_; ++t)
      member.topics.emplace_back(static_cast<std::int32_t>(t));
    return {};
  }
  if (!topics->is_array())
    return reading_.wrong(topics_path, *topics, "topics is an array of names",
                          R"(as in "topics":["orders"])");
  std::set<TopicIndex> seen;
  for (std::size_t i = 0; i < topics->elements.size(); ++i) {
    const Value& name = topics->elements[i];
    if (!name.is_string())
      return reading_.wrong(element_path(topics_path, i), name, "a topic is a string",
                            R"(as in "topics":["orders"])");
    const TopicIndex topic = topic_named(name.text, topics_path);
    if (!seen.insert(topic).second) {
      return reading_.fault(element_path(topics_path, i),
                            fmt::format("{} is named twice", group_.topic(topic).name), "name it once");
    }
    member.topics.push_back(topic);
  }
  return {};
}

Result<void> MemberReader::read_owned(Member& member, const Value& json, const std::string& path) {
  const Value* owned = json.find("owned");
  if (owned == nullptr) return {};
  const std::string owned_path = member_path(path, "owned");
  if (!owned->is_object())
    return reading_.wrong(owned_path, *owned, "owned is an object of partitions by topic",
                          R"(as in "owned":{"orders":[0,1]})");
  for (const auto& [name, value] : owned->members) {
    const std::string topic_path = member_path(owned_path, name);
    const TopicIndex topic = topic_named(name, topic_path);
    if (group_.topic(topic).brokers.empty()) {
      if (!value.is_array())
        return reading_.wrong(topic_path, value, "the owned partitions are an array of numbers",
                              R"(as in "owned":{"orders":[0,1]})");
      if (auto read = read_numbers(member, topic, {}, value, topic_path); !read) return read.error();
      continue;
    }
    if (!value.is_object()) {
      return reading_.wrong(topic_path, value,
                            fmt::format("the owned queues of {} are given by broker", name),
                            R"(as in {"broker-a":[0,1]})");
    }
    for (const auto& [broker, queues] : value.members) {
      const std::string broker_path = member_path(topic_path, broker);
      if (!queues.is_array())
        return reading_.wrong(broker_path, queues, "the owned queues are an array of numbers",
                              R"(as in {"broker-a":[0,1]})");
      if (auto read = read_numbers(member, topic, broker, queues, broker_path); !read) return read.error();
    }
  }
  std::sort(member.owned.begin(), member.owned.end());
  const auto twice = std::adjacent_find(member.owned.begin(), member.owned.end());
  if (twice != member.owned.end()) {
    return reading_.fault(owned_path, fmt::format("{} stands twice", partition_name(group_, *twice)),
                          "name it once");
  }
  return {};
}

Result<void> MemberReader::read_numbers(Member& member, TopicIndex index, const std::string& broker,
                                        const Value& numbers, const std::string& path) const {
  const Topic& topic = group_.topic(index);
  for (std::size_t i = 0; i < numbers.elements.size(); ++i) {
    const auto number = numbers.elements[i].integer();
    if (!number || *number < 0 || *number > std::numeric_limits<std::int32_t>::max()) {
      return reading_.wrong(element_path(path, i), numbers.elements[i], "a partition is an integer from 0 on",
                            R"(as in "owned":{"orders":[0,1]})");
    }
    Partition partition(static_cast<std::int32_t>(*number));
    if (topic.exists) {
      const auto known = partition_at(topic, {broker, partition});
      if (!known)
        return reading_.fault(element_path(path, i), not_a_partition(topic, broker, partition),
                              "correct it or the count in topics");
      partition = *known;
    }
    member.owned.push_back({index, partition});
  }
  return {};
}

void MemberReader::note_shared_ids(const std::string& path) {
  std::unordered_map<std::string_view, std::size_t> first;
  for (std::size_t m = 0; m < group_.members.size(); ++m) {
    const auto [same, is_new] = first.emplace(group_.members[m].id, m);
    if (is_new) continue;
    reading_.result.remarks.push_back(fmt::format("{}: '{}' is also the id of {}", element_path(path, m),
                                                  group_.members[m].id, element_path(path, same->second)));
  }
}

}  // namespace lanewise::allocate

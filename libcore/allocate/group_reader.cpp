#include <algorithm>
#include <initializer_list>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "libcore/allocate/errors.h"
#include "libcore/allocate/group_json.h"
#include "libcore/allocate/java_hash_map.h"
#include "libcore/base/json_document.h"
#include "libcore/base/text.h"

namespace lanewise::allocate {
namespace {

using json::element_path;
using json::member_path;
using json::Value;

// The members of an object by what becomes of them.
using Names = std::initializer_list<std::string_view>;
bool among(Names names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class Reader {
 public:
  explicit Reader(std::string_view source) : source_(source) {}

  Result<GroupDocument> read(std::string_view text) {
    auto document = json::parse(text, source_, "lanewise-group(5)");
    if (!document) return document.error();
    if (!document->is_object()) {
      return wrong("", *document, "a group document is a JSON object",
                   R"(the smallest is {"topics":{"orders":{"partitions":8}},"members":[{"id":"c1"}]})");
    }
    if (const Value* groups = document->find("groups")) {
      if (!groups->is_object()) return wrong("groups", *groups, "groups is an object of groups by name");
      carried_of(*document, "", {"groups"}, {});
      for (const auto& [name, group] : groups->members) {
        auto read = read_group(group, member_path("groups", name));
        if (!read) return read.error();
        read->name = name;
        result_.groups.push_back(*std::move(read));
      }
      if (result_.groups.empty()) return wrong("groups", *groups, "groups names no group");
    } else {
      auto read = read_group(*document, "");
      if (!read) return read.error();
      result_.groups.push_back(*std::move(read));
    }
    return std::move(result_);
  }

 private:
  Error wrong(std::string_view path, const Value& value, std::string_view expected,
              std::string hint = {}) const {
    return bad_input(path.empty() ? fmt::format("{}, not {}", expected, value.shown())
                                  : fmt::format("{}: {}, not {}", path, expected, value.shown()),
                     {source_, 0}, std::move(hint));
  }
  Error fault(std::string_view path, std::string_view what, std::string hint = {}) const {
    return bad_input(fmt::format("{}: {}", path, what), {source_, 0}, std::move(hint));
  }

  // What an allocation does not look at, as JSON text that the writer puts back. What is not among
  // lanewise-group(5)'s names either may be misspelt, and is listed.
  std::string carried_of(const Value& object, const std::string& path, Names read, Names read_by_others) {
    std::string carried;
    for (const auto& [name, value] : object.members) {
      if (among(read, name)) continue;
      if (!among(read_by_others, name)) result_.unknown_fields.push_back(member_path(path, name));
      carried += ',';
      append_json_string(carried, name);
      carried += ':' + value.dump();
    }
    return carried;
  }

  Result<Group> read_group(const Value& json, const std::string& path) {
    if (!json.is_object()) return wrong(path, json, "a group is an object");
    Group group;
    group.carried = carried_of(json, path, {"topics", "members", "name"}, {"filters", "options", "history"});
    if (const Value* name = json.find("name")) {
      if (!name->is_string()) return wrong(member_path(path, "name"), *name, "a name is a string");
      group.name = name->text;
    }
    topic_by_name_.clear();
    const std::string topics_path = member_path(path, "topics");
    const Value* topics = json.find("topics");
    if (topics == nullptr) {
      return fault(topics_path, "is missing",
                   R"(say how many partitions there are: "topics":{"orders":{"partitions":8}})");
    }
    if (!topics->is_object()) return wrong(topics_path, *topics, "topics is an object of topics by name");
    std::int64_t partitions = 0;
    for (const auto& [name, value] : topics->members) {
      auto topic = read_topic(name, value, member_path(topics_path, name));
      if (!topic) return topic.error();
      partitions += topic->partitions;
      if (partitions > kMostPartitions) {
        return error_with_hint(
            ErrorCode::limit,
            fmt::format("{}: more than {} partitions in one group", topics_path, kMostPartitions),
            "divide the topics among several groups", {source_, 0});
      }
      add_topic(group, *std::move(topic));
    }
    const std::string members_path = member_path(path, "members");
    if (const Value* members = json.find("members")) {
      if (!members->is_array()) return wrong(members_path, *members, "members is an array");
      const std::size_t declared = group.topics.size();
      for (std::size_t i = 0; i < members->elements.size(); ++i) {
        if (auto read = read_member(group, members->elements[i], element_path(members_path, i), declared);
            !read) {
          return read.error();
        }
      }
    }
    note_shared_ids(group, members_path);
    return group;
  }

  TopicIndex add_topic(Group& group, Topic topic) {
    const TopicIndex index(static_cast<std::int32_t>(group.topics.size()));
    topic_by_name_.emplace(topic.name, index);
    group.topics.push_back(std::move(topic));
    return index;
  }

  Result<std::int32_t> read_count(const Value& json, const std::string& path) const {
    const auto count = json.integer();
    if (!count || *count < 0) return wrong(path, json, "a number of partitions is an integer from 0 on");
    if (*count > kMostPartitions)
      return wrong(path, json, fmt::format("at most {} partitions", kMostPartitions));
    return static_cast<std::int32_t>(*count);
  }

  Result<Topic> read_topic(const std::string& name, const Value& json, const std::string& path) {
    Topic topic;
    topic.name = name;
    if (name.empty()) return fault(path, "a topic has no name", "give it one");
    if (json.is_number() || json.is_string()) {
      const auto count = read_count(json, path);
      if (!count) return count.error();
      topic.partitions = *count;
      return topic;
    }
    if (!json.is_object())
      return wrong(path, json, R"(a topic is a number of partitions or {"partitions":8})");
    topic.carried = carried_of(json, path, {"partitions", "brokers", "racks"}, {"id"});
    const Value* partitions = json.find("partitions");
    const Value* brokers = json.find("brokers");
    if ((partitions == nullptr) == (brokers == nullptr)) {
      return fault(path,
                   brokers == nullptr ? "neither partitions nor brokers" : "both partitions and brokers",
                   R"(Kafka: {"partitions":8}; RocketMQ: {"brokers":{"broker-a":4,"broker-b":4}})");
    }
    if (partitions != nullptr) {
      const auto count = read_count(*partitions, member_path(path, "partitions"));
      if (!count) return count.error();
      topic.partitions = *count;
    } else if (auto read = read_brokers(topic, *brokers, member_path(path, "brokers")); !read) {
      return read.error();
    }
    if (const Value* racks = json.find("racks")) {
      if (auto read = read_racks(topic, *racks, member_path(path, "racks")); !read) return read.error();
    }
    return topic;
  }

  Result<void> read_brokers(Topic& topic, const Value& json, const std::string& path) const {
    if (!json.is_object()) return wrong(path, json, "brokers is an object of queue counts by broker name");
    std::int64_t queues = 0;
    for (const auto& [name, value] : json.members) {
      if (name.empty()) return fault(path, "a broker has no name", "give it one");
      const auto count = read_count(value, member_path(path, name));
      if (!count) return count.error();
      queues += *count;
      if (queues > kMostPartitions) return fault(path, fmt::format("more than {} queues", kMostPartitions));
      topic.brokers.push_back({name, *count});
    }
    std::sort(topic.brokers.begin(), topic.brokers.end(), [](const BrokerQueues& a, const BrokerQueues& b) {
      return java_compare(a.broker, b.broker) < 0;
    });
    topic.partitions = static_cast<std::int32_t>(queues);
    if (topic.brokers.empty()) return fault(path, "no broker", "name at least one");
    return {};
  }

  Result<void> read_racks(Topic& topic, const Value& json, const std::string& path) const {
    if (!topic.brokers.empty()) return fault(path, "RocketMQ allocates without racks", "leave racks out");
    if (!json.is_array())
      return wrong(path, json, "racks is an array with an array of names for each partition");
    if (json.elements.size() != static_cast<std::size_t>(topic.partitions)) {
      return fault(path, fmt::format("{} entries for {} partitions", json.elements.size(), topic.partitions),
                   "give the racks of the replicas of every partition, [] where they are unknown");
    }
    for (std::size_t p = 0; p < json.elements.size(); ++p) {
      const std::string entry_path = element_path(path, p);
      if (!json.elements[p].is_array())
        return wrong(entry_path, json.elements[p], "the racks of a partition are an array of names");
      std::vector<std::string> racks;
      for (std::size_t i = 0; i < json.elements[p].elements.size(); ++i) {
        if (!json.elements[p].elements[i].is_string())
          return wrong(element_path(entry_path, i), json.elements[p].elements[i], "a rack is a string");
        racks.push_back(json.elements[p].elements[i].text);
      }
      topic.racks.push_back(std::move(racks));
    }
    return {};
  }

  Result<void> read_member(Group& group, const Value& json, const std::string& path,
                           std::size_t declared_topics) {
    if (!json.is_object()) return wrong(path, json, R"(a member is an object, at least {"id":"c1"})");
    Member member;
    member.carried = carried_of(
        json, path, {"id", "topics", "owned", "generation", "instance", "rack", "weight", "listed"},
        {"filters", "capabilities", "priority", "queues"});
    const auto id = read_text(json, "id", path);
    if (!id) return id.error();
    if (!*id) return fault(path, "has no id", R"(every member needs one: {"id":"c1"})");
    member.id = **id;
    if (member.id.empty()) return fault(member_path(path, "id"), "is empty", "give the member a name");
    auto instance = read_text(json, "instance", path);
    if (!instance) return instance.error();
    member.instance = *std::move(instance);
    auto rack = read_text(json, "rack", path);
    if (!rack) return rack.error();
    member.rack = *std::move(rack);
    if (const Value* generation = json.find("generation")) {
      const auto number = generation->integer();
      if (!number || *number < -1 || *number > std::numeric_limits<std::int32_t>::max()) {
        return wrong(member_path(path, "generation"), *generation,
                     "a generation is an integer from -1 (none) to 2^31-1");
      }
      if (*number >= 0) member.generation = Generation(static_cast<std::int32_t>(*number));
    }
    if (const Value* weight = json.find("weight")) {
      const auto number = weight->integer();
      if (!number || *number < 1) {
        return wrong(member_path(path, "weight"), *weight, "a weight is an integer from 1 on",
                     "scale all weights so that the smallest is a whole number");
      }
      member.weight = *number;
    }
    if (const Value* listed = json.find("listed")) {
      if (!listed->is_boolean())
        return wrong(member_path(path, "listed"), *listed, "listed is true or false");
      member.listed = listed->truth;
    }
    if (auto read = read_topics(group, member, json, path, declared_topics); !read) return read.error();
    if (auto read = read_owned(group, member, json, path); !read) return read.error();
    group.members.push_back(std::move(member));
    return {};
  }

  Result<std::optional<std::string>> read_text(const Value& json, const char* name,
                                               const std::string& path) const {
    const Value* value = json.find(name);
    if (value == nullptr) return std::optional<std::string>();
    if (!value->is_string())
      return wrong(member_path(path, name), *value, fmt::format("{} is a string", name));
    return std::optional(value->text);
  }

  // The topic of that name; one that the document does not describe is added as one that does not exist.
  TopicIndex topic_named(Group& group, const std::string& name, const std::string& path) {
    const auto known = topic_by_name_.find(name);
    if (known != topic_by_name_.end()) return known->second;
    result_.remarks.push_back(
        fmt::format("{}: {} is not in topics, so it is taken as a topic that does not exist", path, name));
    Topic topic;
    topic.name = name;
    topic.exists = false;
    return add_topic(group, std::move(topic));
  }

  Result<void> read_topics(Group& group, Member& member, const Value& json, const std::string& path,
                           std::size_t declared_topics) {
    const std::string topics_path = member_path(path, "topics");
    const Value* topics = json.find("topics");
    if (topics == nullptr) {
      // A product of two lists: a short document could ask for all memory.
      subscriptions_ += static_cast<std::int64_t>(declared_topics);
      if (subscriptions_ > kMostPartitions) {
        return error_with_hint(
            ErrorCode::limit,
            fmt::format("{}: with this one, members without topics subscribe to more than {} in all", path,
                        kMostPartitions),
            "divide the group, or name each member's topics", {source_, 0});
      }
      for (std::size_t t = 0; t < declared_topics; ++t)
        member.topics.emplace_back(static_cast<std::int32_t>(t));
      return {};
    }
    if (!topics->is_array()) return wrong(topics_path, *topics, "topics is an array of names");
    std::set<TopicIndex> seen;
    for (std::size_t i = 0; i < topics->elements.size(); ++i) {
      const Value& name = topics->elements[i];
      if (!name.is_string()) return wrong(element_path(topics_path, i), name, "a topic is a string");
      const TopicIndex topic = topic_named(group, name.text, topics_path);
      if (!seen.insert(topic).second) {
        return fault(element_path(topics_path, i), fmt::format("{} is named twice", group.topic(topic).name),
                     "name it once");
      }
      member.topics.push_back(topic);
    }
    return {};
  }

  Result<void> read_owned(Group& group, Member& member, const Value& json, const std::string& path) {
    const Value* owned = json.find("owned");
    if (owned == nullptr) return {};
    const std::string owned_path = member_path(path, "owned");
    if (!owned->is_object()) return wrong(owned_path, *owned, "owned is an object of partitions by topic");
    for (const auto& [name, value] : owned->members) {
      const std::string topic_path = member_path(owned_path, name);
      const TopicIndex topic = topic_named(group, name, topic_path);
      if (group.topic(topic).brokers.empty()) {
        if (!value.is_array())
          return wrong(topic_path, value, "the owned partitions are an array of numbers");
        if (auto read = read_numbers(group, member, topic, {}, value, topic_path); !read) return read.error();
        continue;
      }
      if (!value.is_object()) {
        return wrong(topic_path, value, fmt::format("the owned queues of {} are given by broker", name),
                     R"(as in {"broker-a":[0,1]})");
      }
      for (const auto& [broker, queues] : value.members) {
        const std::string broker_path = member_path(topic_path, broker);
        if (!queues.is_array()) return wrong(broker_path, queues, "the owned queues are an array of numbers");
        if (auto read = read_numbers(group, member, topic, broker, queues, broker_path); !read)
          return read.error();
      }
    }
    std::sort(member.owned.begin(), member.owned.end());
    const auto twice = std::adjacent_find(member.owned.begin(), member.owned.end());
    if (twice != member.owned.end()) {
      return fault(owned_path, fmt::format("{} stands twice", partition_name(group, *twice)), "name it once");
    }
    return {};
  }

  Result<void> read_numbers(const Group& group, Member& member, TopicIndex index, const std::string& broker,
                            const Value& numbers, const std::string& path) const {
    const Topic& topic = group.topic(index);
    for (std::size_t i = 0; i < numbers.elements.size(); ++i) {
      const auto number = numbers.elements[i].integer();
      if (!number || *number < 0 || *number > std::numeric_limits<std::int32_t>::max()) {
        return wrong(element_path(path, i), numbers.elements[i], "a partition is an integer from 0 on");
      }
      Partition partition(static_cast<std::int32_t>(*number));
      if (topic.exists) {
        const auto known = partition_at(topic, {broker, partition});
        if (!known)
          return fault(element_path(path, i), not_a_partition(topic, broker, partition),
                       "correct it or the count in topics");
        partition = *known;
      }
      member.owned.push_back({index, partition});
    }
    return {};
  }

  static std::string not_a_partition(const Topic& topic, const std::string& broker, Partition partition) {
    if (topic.brokers.empty()) {
      return fmt::format("{} is not a partition of {} ({} partitions)", partition.value, topic.name,
                         topic.partitions);
    }
    const auto found = std::find_if(topic.brokers.begin(), topic.brokers.end(),
                                    [&](const BrokerQueues& queues) { return queues.broker == broker; });
    if (found == topic.brokers.end())
      return fmt::format("{} has no queues on a broker {}", topic.name, broker);
    return fmt::format("{} is not a queue of {} on {} ({} queues)", partition.value, topic.name, broker,
                       found->queues);
  }

  void note_shared_ids(const Group& group, const std::string& path) {
    std::unordered_map<std::string_view, std::size_t> first;
    for (std::size_t m = 0; m < group.members.size(); ++m) {
      const auto [same, is_new] = first.emplace(group.members[m].id, m);
      if (is_new) continue;
      result_.remarks.push_back(fmt::format("{}: '{}' is also the id of {}", element_path(path, m),
                                            group.members[m].id, element_path(path, same->second)));
    }
  }

  std::string source_;
  GroupDocument result_;
  std::unordered_map<std::string, TopicIndex> topic_by_name_;  // of the group that is being read
  std::int64_t subscriptions_ = 0;                             // that members without topics have to all
};

}  // namespace

Result<GroupDocument> read_groups(std::string_view json, std::string_view source) {
  return Reader(source).read(json);
}

}  // namespace lanewise::allocate

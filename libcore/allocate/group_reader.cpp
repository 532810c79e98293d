// The document, its groups and their topics; members are read by member_reader.cpp.
#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "libcore/allocate/group_json.h"
#include "libcore/allocate/group_reading.h"
#include "libcore/allocate/java_hash_map.h"
#include "libcore/allocate/member_reader.h"
#include "libcore/base/json_document.h"

namespace lanewise::allocate {
namespace {

using json::element_path;
using json::member_path;
using json::Value;

class Reader {
 public:
  explicit Reader(std::string_view source) : source_(source), reading_(source) {}

  Result<GroupDocument> read(std::string_view text) {
    auto document = json::parse(text, source_, "lanewise-group(5)");
    if (!document) return document.error();
    if (!document->is_object()) {
      return reading_.wrong(
          "", *document, "a group document is a JSON object",
          R"(the smallest is {"topics":{"orders":{"partitions":8}},"members":[{"id":"c1"}]})");
    }
    if (const Value* groups = document->find("groups")) {
      if (!groups->is_object())
        return reading_.wrong(
            "groups", *groups, "groups is an object of groups by name",
            R"(as in "groups":{"points":{"topics":{"orders":8}},"audit":{"topics":{"orders":8}}})");
      reading_.carried_of(*document, "", {"groups"}, {});
      for (const auto& [name, group] : groups->members) {
        auto read = read_group(group, member_path("groups", name));
        if (!read) return read.error();
        read->name = name;
        reading_.result.groups.push_back(*std::move(read));
      }
      if (reading_.result.groups.empty())
        return reading_.wrong("groups", *groups, "groups names no group",
                              "name one, or leave groups out and describe the group alone");
    } else {
      auto read = read_group(*document, "");
      if (!read) return read.error();
      reading_.result.groups.push_back(*std::move(read));
    }
    return std::move(reading_.result);
  }

 private:
  Result<Group> read_group(const Value& json, const std::string& path) {
    if (!json.is_object())
      return reading_.wrong(path, json, "a group is an object",
                            R"(as in {"topics":{"orders":8},"members":[{"id":"c1"}]})");
    Group group;
    group.carried =
        reading_.carried_of(json, path, {"topics", "members", "name"}, {"filters", "options", "history"});
    if (const Value* name = json.find("name")) {
      if (!name->is_string())
        return reading_.wrong(member_path(path, "name"), *name, "a name is a string",
                              R"(in quotes, as in "name":"payments")");
      group.name = name->text;
    }
    const std::string topics_path = member_path(path, "topics");
    const Value* topics = json.find("topics");
    if (topics == nullptr) {
      return reading_.fault(topics_path, "is missing",
                            R"(say how many partitions there are: "topics":{"orders":{"partitions":8}})");
    }
    if (!topics->is_object())
      return reading_.wrong(topics_path, *topics, "topics is an object of topics by name",
                            R"(as in "topics":{"orders":8,"payments":4})");
    std::int64_t partitions = 0;
    for (const auto& [name, value] : topics->members) {
      auto topic = read_topic(name, value, member_path(topics_path, name));
      if (!topic) return topic.error();
      partitions += topic->partitions;
      if (partitions > kMostPartitions) {
        return reading_.too_many(topics_path,
                                 fmt::format("more than {} partitions in one group", kMostPartitions),
                                 "divide the topics among several groups");
      }
      group.topics.push_back(*std::move(topic));
    }
    auto read = MemberReader(reading_, group).read(json.find("members"), member_path(path, "members"));
    if (!read) return std::move(read).error();
    return group;
  }

  Result<std::int32_t> read_count(const Value& json, const std::string& path) const {
    const auto count = json.integer();
    if (!count || *count < 0)
      return reading_.wrong(path, json, "a number of partitions is an integer from 0 on",
                            R"(as in "orders":8)");
    if (*count > kMostPartitions)
      return reading_.wrong(path, json, fmt::format("at most {} partitions", kMostPartitions),
                            "correct the count, or divide the topic among several groups");
    return static_cast<std::int32_t>(*count);
  }

  Result<Topic> read_topic(const std::string& name, const Value& json, const std::string& path) {
    Topic topic;
    topic.name = name;
    if (name.empty()) return reading_.fault(path, "a topic has no name", "give it one");
    if (json.is_number() || json.is_string()) {
      const auto count = read_count(json, path);
      if (!count) return count.error();
      topic.partitions = *count;
      return topic;
    }
    if (!json.is_object())
      return reading_.wrong(path, json, "a topic is a number of partitions or an object",
                            R"(as in "orders":8 or "orders":{"partitions":8})");
    topic.carried = reading_.carried_of(json, path, {"partitions", "brokers", "racks"}, {"id"});
    const Value* partitions = json.find("partitions");
    const Value* brokers = json.find("brokers");
    if ((partitions == nullptr) == (brokers == nullptr)) {
      return reading_.fault(
          path, brokers == nullptr ? "neither partitions nor brokers" : "both partitions and brokers",
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
    if (!json.is_object())
      return reading_.wrong(path, json, "brokers is an object of queue counts by broker name",
                            R"(as in "brokers":{"broker-a":4,"broker-b":4})");
    std::int64_t queues = 0;
    for (const auto& [name, value] : json.members) {
      if (name.empty()) return reading_.fault(path, "a broker has no name", "give it one");
      const auto count = read_count(value, member_path(path, name));
      if (!count) return count.error();
      queues += *count;
      if (queues > kMostPartitions)
        return reading_.fault(path, fmt::format("more than {} queues", kMostPartitions),
                              "correct the counts");
      topic.brokers.push_back({name, *count});
    }
    std::sort(topic.brokers.begin(), topic.brokers.end(), [](const BrokerQueues& a, const BrokerQueues& b) {
      return java_compare(a.broker, b.broker) < 0;
    });
    topic.partitions = static_cast<std::int32_t>(queues);
    if (topic.brokers.empty()) return reading_.fault(path, "no broker", "name at least one");
    return {};
  }

  Result<void> read_racks(Topic& topic, const Value& json, const std::string& path) const {
    if (!topic.brokers.empty())
      return reading_.fault(path, "RocketMQ allocates without racks", "leave racks out");
    if (!json.is_array())
      return reading_.wrong(path, json, "racks is an array with an array of names for each partition",
                            R"(as in "racks":[["east"],["west"],[]])");
    if (json.elements.size() != static_cast<std::size_t>(topic.partitions)) {
      return reading_.fault(
          path, fmt::format("{} entries for {} partitions", json.elements.size(), topic.partitions),
          "give the racks of the replicas of every partition, [] where they are unknown");
    }
    for (std::size_t p = 0; p < json.elements.size(); ++p) {
      const std::string entry_path = element_path(path, p);
      if (!json.elements[p].is_array())
        return reading_.wrong(entry_path, json.elements[p], "the racks of a partition are an array of names",
                              R"(as in "racks":[["east"],["west"],[]])");
      std::vector<std::string> racks;
      for (std::size_t i = 0; i < json.elements[p].elements.size(); ++i) {
        if (!json.elements[p].elements[i].is_string())
          return reading_.wrong(element_path(entry_path, i), json.elements[p].elements[i],
                                "a rack is a string", R"(in quotes, as in "racks":[["east"],["west"],[]])");
        racks.push_back(json.elements[p].elements[i].text);
      }
      topic.racks.push_back(std::move(racks));
    }
    return {};
  }

  std::string source_;
  GroupReading reading_;
};

}  // namespace

Result<GroupDocument> read_groups(std::string_view json, std::string_view source) {
  return Reader(source).read(json);
}

}  // namespace lanewise::allocate

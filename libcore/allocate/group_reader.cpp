// nlohmann's ordered_json keeps the document's order.
#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "libcore/allocate/errors.h"
#include "libcore/allocate/group_json.h"
#include "libcore/allocate/java_hash_map.h"
#include "libcore/allocate/json_document.h"

namespace lanewise::allocate {
namespace {

using Json = nlohmann::ordered_json;

std::string member_path(std::string_view base, std::string_view name) {
  return base.empty() ? std::string(name) : fmt::format("{}.{}", base, name);
}
std::string element_path(std::string_view base, std::size_t index) {
  return fmt::format("{}[{}]", base, index);
}

// "the string 'x'", cut to what fits a line.
std::string shown(const Json& value) {
  constexpr std::size_t kMost = 40;
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > kMost) text = text.substr(0, kMost) + "...";
  return text;
}

// An integer, also as a string of digits.
std::optional<std::int64_t> integer_in(const Json& value) {
  if (value.is_number_unsigned()) {
    const auto number = value.get<std::uint64_t>();
    if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return std::nullopt;
    return static_cast<std::int64_t>(number);
  }
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (!value.is_string()) return std::nullopt;
  const auto& text = value.get_ref<const std::string&>();
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

class Reader {
 public:
  explicit Reader(std::string_view source) : source_(source) {}

  Result<GroupDocument> read(std::string_view text) {
    auto document = parse(text);
    if (!document) return document.error();
    if (!document->is_object()) {
      return wrong("", *document, "a group document is a JSON object",
                   R"(the smallest is {"topics":{"orders":{"partitions":8}},"members":[{"id":"c1"}]})");
    }
    if (const Json* groups = field(*document, "groups")) {
      if (!groups->is_object()) return wrong("groups", *groups, "groups is an object of groups by name");
      note_unknown(*document, "", {"groups"});
      for (const auto& [name, group] : groups->items()) {
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
  Error wrong(std::string_view path, const Json& value, std::string_view expected,
              std::string hint = {}) const {
    return bad_input(path.empty() ? fmt::format("{}, not {}", expected, shown(value))
                                  : fmt::format("{}: {}, not {}", path, expected, shown(value)),
                     {source_, 0}, std::move(hint));
  }
  Error fault(std::string_view path, std::string_view what, std::string hint = {}) const {
    return bad_input(fmt::format("{}: {}", path, what), {source_, 0}, std::move(hint));
  }

  Result<Json> parse(std::string_view text) const {
    auto checked = check_json_document(
        text, source_, {.name = "a group document", .page = "lanewise-group(5)", .levels = "six"});
    if (!checked) return std::move(checked).error();
    return Json::parse(text);
  }

  // Absent and null are the same.
  static const Json* field(const Json& object, const char* name) {
    const auto found = object.find(name);
    return found == object.end() || found->is_null() ? nullptr : &*found;
  }

  void note_unknown(const Json& object, const std::string& path,
                    std::initializer_list<std::string_view> known) {
    for (const auto& [name, value] : object.items()) {
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      result_.unknown_fields.push_back(member_path(path, name));
    }
  }

  Result<Group> read_group(const Json& json, const std::string& path) {
    if (!json.is_object()) return wrong(path, json, "a group is an object");
    // The other names are lanewise-group(5)'s too; what reads them is not an allocation.
    note_unknown(json, path, {"topics", "members", "name", "filters", "options", "history"});
    Group group;
    if (const Json* name = field(json, "name")) {
      if (!name->is_string()) return wrong(member_path(path, "name"), *name, "a name is a string");
      group.name = name->get<std::string>();
    }
    topic_by_name_.clear();
    const std::string topics_path = member_path(path, "topics");
    const Json* topics = field(json, "topics");
    if (topics == nullptr) {
      return fault(topics_path, "is missing",
                   R"(say how many partitions there are: "topics":{"orders":{"partitions":8}})");
    }
    if (!topics->is_object()) return wrong(topics_path, *topics, "topics is an object of topics by name");
    std::int64_t partitions = 0;
    for (const auto& [name, value] : topics->items()) {
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
    if (const Json* members = field(json, "members")) {
      if (!members->is_array()) return wrong(members_path, *members, "members is an array");
      const std::size_t declared = group.topics.size();
      for (std::size_t i = 0; i < members->size(); ++i) {
        if (auto read = read_member(group, (*members)[i], element_path(members_path, i), declared); !read) {
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

  Result<std::int32_t> read_count(const Json& json, const std::string& path) const {
    const auto count = integer_in(json);
    if (!count || *count < 0) return wrong(path, json, "a number of partitions is an integer from 0 on");
    if (*count > kMostPartitions)
      return wrong(path, json, fmt::format("at most {} partitions", kMostPartitions));
    return static_cast<std::int32_t>(*count);
  }

  Result<Topic> read_topic(const std::string& name, const Json& json, const std::string& path) {
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
    note_unknown(json, path, {"partitions", "brokers", "racks", "id"});
    const Json* partitions = field(json, "partitions");
    const Json* brokers = field(json, "brokers");
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
    if (const Json* racks = field(json, "racks")) {
      if (auto read = read_racks(topic, *racks, member_path(path, "racks")); !read) return read.error();
    }
    return topic;
  }

  Result<void> read_brokers(Topic& topic, const Json& json, const std::string& path) const {
    if (!json.is_object()) return wrong(path, json, "brokers is an object of queue counts by broker name");
    std::int64_t queues = 0;
    for (const auto& [name, value] : json.items()) {
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

  Result<void> read_racks(Topic& topic, const Json& json, const std::string& path) const {
    if (!topic.brokers.empty()) return fault(path, "RocketMQ allocates without racks", "leave racks out");
    if (!json.is_array())
      return wrong(path, json, "racks is an array with an array of names for each partition");
    if (json.size() != static_cast<std::size_t>(topic.partitions)) {
      return fault(path, fmt::format("{} entries for {} partitions", json.size(), topic.partitions),
                   "give the racks of the replicas of every partition, [] where they are unknown");
    }
    for (std::size_t p = 0; p < json.size(); ++p) {
      const std::string entry_path = element_path(path, p);
      if (!json[p].is_array())
        return wrong(entry_path, json[p], "the racks of a partition are an array of names");
      std::vector<std::string> racks;
      for (std::size_t i = 0; i < json[p].size(); ++i) {
        if (!json[p][i].is_string())
          return wrong(element_path(entry_path, i), json[p][i], "a rack is a string");
        racks.push_back(json[p][i].get<std::string>());
      }
      topic.racks.push_back(std::move(racks));
    }
    return {};
  }

  Result<void> read_member(Group& group, const Json& json, const std::string& path,
                           std::size_t declared_topics) {
    if (!json.is_object()) return wrong(path, json, R"(a member is an object, at least {"id":"c1"})");
    note_unknown(json, path,
                 {"id", "topics", "owned", "generation", "instance", "rack", "weight", "listed", "filters",
                  "capabilities", "priority", "queues"});
    Member member;
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
    if (const Json* generation = field(json, "generation")) {
      const auto number = integer_in(*generation);
      if (!number || *number < -1 || *number > std::numeric_limits<std::int32_t>::max()) {
        return wrong(member_path(path, "generation"), *generation,
                     "a generation is an integer from -1 (none) to 2^31-1");
      }
      if (*number >= 0) member.generation = Generation(static_cast<std::int32_t>(*number));
    }
    if (const Json* weight = field(json, "weight")) {
      const auto number = integer_in(*weight);
      if (!number || *number < 1) {
        return wrong(member_path(path, "weight"), *weight, "a weight is an integer from 1 on",
                     "scale all weights so that the smallest is a whole number");
      }
      member.weight = *number;
    }
    if (const Json* listed = field(json, "listed")) {
      if (!listed->is_boolean())
        return wrong(member_path(path, "listed"), *listed, "listed is true or false");
      member.listed = listed->get<bool>();
    }
    if (auto read = read_topics(group, member, json, path, declared_topics); !read) return read.error();
    if (auto read = read_owned(group, member, json, path); !read) return read.error();
    group.members.push_back(std::move(member));
    return {};
  }

  Result<std::optional<std::string>> read_text(const Json& json, const char* name,
                                               const std::string& path) const {
    const Json* value = field(json, name);
    if (value == nullptr) return std::optional<std::string>();
    if (!value->is_string())
      return wrong(member_path(path, name), *value, fmt::format("{} is a string", name));
    return std::optional(value->get<std::string>());
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

  Result<void> read_topics(Group& group, Member& member, const Json& json, const std::string& path,
                           std::size_t declared_topics) {
    const std::string topics_path = member_path(path, "topics");
    const Json* topics = field(json, "topics");
    if (topics == nullptr) {
      for (std::size_t t = 0; t < declared_topics; ++t)
        member.topics.emplace_back(static_cast<std::int32_t>(t));
      return {};
    }
    if (!topics->is_array()) return wrong(topics_path, *topics, "topics is an array of names");
    std::set<TopicIndex> seen;
    for (std::size_t i = 0; i < topics->size(); ++i) {
      const Json& name = (*topics)[i];
      if (!name.is_string()) return wrong(element_path(topics_path, i), name, "a topic is a string");
      const TopicIndex topic = topic_named(group, name.get_ref<const std::string&>(), topics_path);
      if (!seen.insert(topic).second) {
        return fault(element_path(topics_path, i), fmt::format("{} is named twice", group.topic(topic).name),
                     "name it once");
      }
      member.topics.push_back(topic);
    }
    return {};
  }

  Result<void> read_owned(Group& group, Member& member, const Json& json, const std::string& path) {
    const Json* owned = field(json, "owned");
    if (owned == nullptr) return {};
    const std::string owned_path = member_path(path, "owned");
    if (!owned->is_object()) return wrong(owned_path, *owned, "owned is an object of partitions by topic");
    for (const auto& [name, value] : owned->items()) {
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
      for (const auto& [broker, queues] : value.items()) {
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
                            const Json& numbers, const std::string& path) const {
    const Topic& topic = group.topic(index);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const auto number = integer_in(numbers[i]);
      if (!number || *number < 0 || *number > std::numeric_limits<std::int32_t>::max()) {
        return wrong(element_path(path, i), numbers[i], "a partition is an integer from 0 on");
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
};

}  // namespace

Result<GroupDocument> read_groups(std::string_view json, std::string_view source) {
  return Reader(source).read(json);
}

}  // namespace lanewise::allocate

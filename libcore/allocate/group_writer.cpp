#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "libcore/allocate/group_json.h"

namespace lanewise::allocate {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json topics_json(const Group& group) {
  Json topics = Json::object();
  for (const Topic& topic : group.topics) {
    if (!topic.exists) continue;
    Json json = Json::object();
    if (topic.brokers.empty()) {
      json["partitions"] = topic.partitions;
    } else {
      for (const BrokerQueues& broker : topic.brokers) json["brokers"][broker.broker] = broker.queues;
    }
    if (!topic.racks.empty()) json["racks"] = topic.racks;
    topics[topic.name] = std::move(json);
  }
  return topics;
}

Json member_json(const Group& group, const Member& member) {
  Json json = {{"id", member.id}};
  if (member.instance) json["instance"] = *member.instance;
  if (member.rack) json["rack"] = *member.rack;
  if (member.weight != 1) json["weight"] = member.weight;
  if (!member.listed) json["listed"] = false;
  json["topics"] = Json::array();
  for (const TopicIndex topic : member.topics) json["topics"].push_back(group.topic(topic).name);
  json["owned"] = Json::object();
  for (const TopicPartition partition : member.owned) {
    const Topic& topic = group.topic(partition.topic);
    const QueuePlace place = place_of(topic, partition.partition);
    Json& numbers = json["owned"][topic.name];
    if (topic.brokers.empty()) {
      numbers.push_back(place.number.value);
    } else {
      numbers[std::string(place.broker)].push_back(place.number.value);
    }
  }
  if (member.generation) json["generation"] = member.generation->value;
  return json;
}

std::string group_text(const Group& group) {
  std::string text = fmt::format("{{\"topics\":{},\n\"members\":[", text_of(topics_json(group)));
  for (std::size_t m = 0; m < group.members.size(); ++m) {
    text += m == 0 ? "\n" : ",\n";
    text += text_of(member_json(group, group.members[m]));
  }
  return text + "]}";
}

}  // namespace

std::string write_groups(std::span<const Group> groups) {
  if (groups.size() == 1 && groups.front().name.empty()) return group_text(groups.front()) + "\n";
  std::string text = "{\"groups\":{";
  for (std::size_t g = 0; g < groups.size(); ++g) {
    text += g == 0 ? "\n" : ",\n";
    text += text_of(Json(groups[g].name)) + ":" + group_text(groups[g]);
  }
  return text + "}}\n";
}

}  // namespace lanewise::allocate

// The text is put together by hand, so that a member is a line and a long list of partitions costs no tree of
// values; only strings go through nlohmann, for their escapes.
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "libcore/allocate/group_json.h"

namespace lanewise::allocate {
namespace {

std::string json_string(std::string_view text) {
  using Json = nlohmann::json;
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Puts a comma before everything but the first.
class Commas {
 public:
  std::string_view next() { return std::exchange(first_, false) ? "" : ","; }

 private:
  bool first_ = true;
};

std::string topic_text(const Topic& topic) {
  if (!topic.brokers.empty()) {
    std::string text = "{\"brokers\":{";
    Commas commas;
    for (const BrokerQueues& broker : topic.brokers) {
      text += fmt::format("{}{}:{}", commas.next(), json_string(broker.broker), broker.queues);
    }
    return text + "}" + topic.carried + "}";
  }
  std::string text = fmt::format("{{\"partitions\":{}", topic.partitions);
  if (!topic.racks.empty()) {
    text += ",\"racks\":[";
    Commas commas;
    for (const std::vector<std::string>& racks : topic.racks) {
      text += commas.next();
      text += '[';
      Commas inner;
      for (const std::string& rack : racks) text += fmt::format("{}{}", inner.next(), json_string(rack));
      text += ']';
    }
    text += ']';
  }
  return text + topic.carried + "}";
}

// Requires: one topic's partitions, in order. So the queues of a broker follow each other.
std::string owned_of_topic(const Topic& topic, std::span<const TopicPartition> owned) {
  std::string text(topic.brokers.empty() ? "[" : "{");
  std::string_view broker;
  Commas commas;
  for (const TopicPartition partition : owned) {
    const QueuePlace place = place_of(topic, partition.partition);
    if (place.broker != broker) {
      text += fmt::format("{}{}:[", broker.empty() ? "" : "],", json_string(place.broker));
      broker = place.broker;
      commas = Commas();
    }
    text += fmt::format("{}{}", commas.next(), place.number.value);
  }
  if (!broker.empty()) text += ']';
  text += topic.brokers.empty() ? ']' : '}';
  return text;
}

std::string member_text(const Group& group, const Member& member) {
  std::string text = fmt::format("{{\"id\":{}", json_string(member.id));
  if (member.instance) text += fmt::format(",\"instance\":{}", json_string(*member.instance));
  if (member.rack) text += fmt::format(",\"rack\":{}", json_string(*member.rack));
  if (member.weight != 1) text += fmt::format(",\"weight\":{}", member.weight);
  if (!member.listed) text += ",\"listed\":false";
  text += ",\"topics\":[";
  Commas topics;
  for (const TopicIndex topic : member.topics) {
    text += fmt::format("{}{}", topics.next(), json_string(group.topic(topic).name));
  }
  text += "],\"owned\":{";
  Commas owned;
  const std::span<const TopicPartition> all(member.owned);
  for (std::size_t begin = 0; begin < all.size();) {
    std::size_t end = begin;
    while (end < all.size() && all[end].topic == all[begin].topic) ++end;
    const Topic& topic = group.topic(all[begin].topic);
    text += fmt::format("{}{}:{}", owned.next(), json_string(topic.name),
                        owned_of_topic(topic, all.subspan(begin, end - begin)));
    begin = end;
  }
  text += '}';
  if (member.generation) text += fmt::format(",\"generation\":{}", member.generation->value);
  return text + member.carried + "}";
}

std::string group_text(const Group& group) {
  std::string text = "{\"topics\":{";
  Commas topics;
  for (const Topic& topic : group.topics) {
    if (topic.exists)
      text += fmt::format("{}{}:{}", topics.next(), json_string(topic.name), topic_text(topic));
  }
  text += "},\n\"members\":[";
  Commas members;
  for (const Member& member : group.members) {
    text += members.next();
    text += '\n';
    text += member_text(group, member);
  }
  return text + "]" + group.carried + "}";
}

}  // namespace

std::string write_groups(std::span<const Group> groups) {
  if (groups.size() == 1 && groups.front().name.empty()) return group_text(groups.front()) + "\n";
  std::string text = "{\"groups\":{";
  Commas commas;
  for (const Group& group : groups) {
    text += fmt::format("{}\n{}:{}", commas.next(), json_string(group.name), group_text(group));
  }
  return text + "}}\n";
}

}  // namespace lanewise::allocate

#include "libcore/order/names.h"

#include <fmt/format.h>

#include "libcore/base/text.h"

namespace lanewise::order {

namespace {
constexpr std::size_t kLongestShown = 80;
}

std::uint32_t Names::add(std::string_view text) {
  const auto found = numbers_.find(text);
  if (found != numbers_.end()) return found->second;
  const auto number = static_cast<std::uint32_t>(texts_.size());
  texts_.emplace_back(text);
  numbers_.emplace(texts_.back(), number);
  return number;
}

std::uint32_t Places::add(std::string_view topic, std::string_view broker,
                          std::optional<std::int64_t> partition) {
  const std::uint32_t topic_number = topic.data() == nullptr ? kFirstTopic : topics_.add(topic);
  const std::uint32_t broker_number = broker.data() == nullptr ? 0 : brokers_.add(broker);
  const auto next = static_cast<std::uint32_t>(places_.size());
  const auto [at, is_new] = numbers_.try_emplace({topic_number, broker_number, partition.value_or(-1)}, next);
  if (is_new) places_.push_back({topic_number, broker_number, partition});
  return at->second;
}

std::optional<std::string_view> Places::topic(std::uint32_t place) const {
  const std::uint32_t number = places_[place].topic;
  return number == 0 || number > topics_.size() ? std::nullopt
                                                : std::optional<std::string_view>(topics_.text(number));
}

std::optional<std::string_view> Places::broker(std::uint32_t place) const {
  const std::uint32_t number = places_[place].broker;
  return number == 0 ? std::nullopt : std::optional<std::string_view>(brokers_.text(number));
}

std::string Places::text(std::uint32_t place) const {
  std::string out;
  const auto in_topic = topic(place);
  const auto on_broker = broker(place);
  if (in_topic) out += printable(*in_topic, kLongestShown);
  if (on_broker) out += (out.empty() ? "" : " ") + printable(*on_broker, kLongestShown);
  if (const auto number = partition(place)) {
    out += out.empty() ? fmt::format("partition {}", *number) : fmt::format("/{}", *number);
  }
  return out;
}

}  // namespace lanewise::order

// Texts and places as small numbers, so that the judge compares and stores four bytes. 0 is what is not
// known.
//
// Thread safety: none; the consumer of the batches owns them.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace lanewise::order {

class Names {
 public:
  // The number of a text, from 1. O(1) expected.
  std::uint32_t add(std::string_view text);
  [[nodiscard]] const std::string& text(std::uint32_t number) const { return texts_[number]; }
  // How many there are, without the unknown.
  [[nodiscard]] std::size_t size() const { return texts_.size() - 1; }

 private:
  std::deque<std::string> texts_ = {""};
  std::unordered_map<std::string_view, std::uint32_t> numbers_;  // views into texts_
};

// A partition: topic, broker where one is part of the place (RocketMQ's queue ids repeat across brokers), and
// number. A topic that is not named is taken for the first one that is: log lines often say it only here and
// there.
struct PlaceName {
  std::uint32_t topic = 0;  // into `topics`
  std::uint32_t broker = 0;
  std::optional<std::int64_t> partition;
};

class Places {
 public:
  std::uint32_t add(std::string_view topic, std::string_view broker, std::optional<std::int64_t> partition);
  [[nodiscard]] std::size_t size() const { return places_.size() - 1; }

  // Which topic, as far as keys are concerned: those of two topics have nothing to do with each other.
  [[nodiscard]] std::uint32_t topic_of(std::uint32_t place) const {
    return place == 0 ? kFirstTopic : places_[place].topic;
  }
  [[nodiscard]] std::optional<std::string_view> topic(std::uint32_t place) const;
  [[nodiscard]] std::optional<std::string_view> broker(std::uint32_t place) const;
  [[nodiscard]] std::optional<std::int64_t> partition(std::uint32_t place) const {
    return places_[place].partition;
  }
  [[nodiscard]] bool has_brokers() const { return brokers_.size() > 0; }
  // "orders/7", "broker-a/0", "orders broker-a/0", "partition 7"; "" where nothing is known.
  [[nodiscard]] std::string text(std::uint32_t place) const;

 private:
  // The first topic that is named, and every one that is not.
  static constexpr std::uint32_t kFirstTopic = 1;

  Names topics_;
  Names brokers_;
  std::vector<PlaceName> places_ = {PlaceName{}};
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::int64_t>, std::uint32_t> numbers_;
};

}  // namespace lanewise::order

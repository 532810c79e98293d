// What a Java client's result depends on besides the algorithm: String.hashCode, String.compareTo, and the
// order in which java.util.HashMap and HashSet are iterated.
//
// Guarantee: the order of OpenJDK's HashMap since version 8, apart from buckets that turn into trees (eight
// keys in one bucket of a table of at least 64): their order is that of insertion here. Ids would have to
// collide on purpose. Strings are UTF-8 and compared as the UTF-16 that Java holds. Thread safety: functions
// of their arguments; JavaHashSet is a value. Cost: orders in O(n log n), set operations O(1).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace lanewise::allocate {

// h = 31 h + c over UTF-16 code units, wrapping at 32 bits.
std::int32_t java_string_hash(std::string_view utf8);

// TopicPartition.hashCode.
std::int32_t java_topic_partition_hash(std::int32_t topic_name_hash, std::int32_t partition);

// Below, equal or above zero, as String.compareTo. Differs from a comparison of bytes only where a character
// beyond U+FFFF meets one of U+E000..U+FFFF.
int java_compare(std::string_view a, std::string_view b);

// The indexes of distinct keys, put in the order given into a HashMap with the default capacity, as its
// iterator delivers them.
std::vector<std::size_t> java_hash_map_order(std::span<const std::int32_t> key_hashes);

// HashMap spreads the high bits of a hash into the low ones, which choose the bucket.
inline std::uint32_t java_spread(std::int32_t hash) {
  const auto bits = static_cast<std::uint32_t>(hash);
  return bits ^ (bits >> 16U);
}

// A java.util.HashSet with default capacity whose elements bring their hash along.
template <class T>
class JavaHashSet {
 public:
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }

  // Requires: the value is not in the set.
  void insert(T value, std::int32_t hash) {
    bucket(java_spread(hash)).push_back({std::move(value), java_spread(hash)});
    ++size_;
    if (size_ * 4 > buckets_.size() * 3) grow();
  }

  void erase(const T& value, std::int32_t hash) {
    std::vector<Entry>& entries = bucket(java_spread(hash));
    const auto found = std::find_if(entries.begin(), entries.end(),
                                    [&](const Entry& entry) { return entry.value == value; });
    if (found == entries.end()) return;
    entries.erase(found);
    --size_;
  }

  // Requires: !empty().
  [[nodiscard]] const T& first() const {
    std::size_t i = 0;
    while (buckets_[i].empty()) ++i;
    return buckets_[i].front().value;
  }

 private:
  struct Entry {
    T value;
    std::uint32_t spread;
  };

  std::vector<Entry>& bucket(std::uint32_t spread) { return buckets_[spread & (buckets_.size() - 1)]; }

  void grow() {
    std::vector<std::vector<Entry>> old(buckets_.size() * 2);
    old.swap(buckets_);
    for (std::vector<Entry>& entries : old) {
      for (Entry& entry : entries) bucket(entry.spread).push_back(std::move(entry));
    }
  }

  std::vector<std::vector<Entry>> buckets_ = std::vector<std::vector<Entry>>(16);
  std::size_t size_ = 0;
};

}  // namespace lanewise::allocate

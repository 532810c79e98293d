// The keys of a generated topic: text, partition, and how many records each has so far. Keys are numbers
// here, from 0; key n is written as the prefix and n+1. Keys of a composite-keys fault ("order-10001:pay")
// are added behind them.
//
// 8 bytes a key and a bit. The partitioner is asked once for each key. Not thread safe.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "libcore/base/result.h"
#include "libcore/record/text_out.h"
#include "libcore/route/partitioner.h"

namespace lanewise::sim {

class KeyTable {
 public:
  static Result<KeyTable> create(std::string_view prefix, std::uint32_t keys, std::uint32_t partitions,
                                 const route::Partitioner& partitioner);

  [[nodiscard]] std::uint32_t size() const { return keys_; }  // without the added ones
  [[nodiscard]] std::uint32_t with_added() const { return static_cast<std::uint32_t>(partition_.size()); }
  [[nodiscard]] std::int32_t partition(std::uint32_t key) const { return partition_[key]; }
  [[nodiscard]] std::uint32_t written(std::uint32_t key) const { return written_[key]; }
  std::uint32_t next_seq(std::uint32_t key) { return ++written_[key]; }
  void set_written(std::uint32_t key, std::uint32_t count) { written_[key] = count; }

  // A key that a fault has had is left alone by all others.
  [[nodiscard]] bool touched(std::uint32_t key) const { return touched_[key]; }
  void touch(std::uint32_t key) { touched_[key] = true; }

  // Valid until the next call.
  std::string_view text(std::uint32_t key) {
    return key < keys_ ? number_text(key, text_) : std::string_view(added_[key - keys_].text);
  }
  // The thing that the key stands for: the key itself, or what an added key was made of.
  std::string_view entity(std::uint32_t key) {
    return key < keys_ ? number_text(key, entity_) : std::string_view(added_[key - keys_].entity);
  }

  // A new entity with a key for each suffix, to be taken later.
  Result<void> add_entity(std::span<const std::string_view> suffixes);
  // An added entity's first key; the others follow it. Requires: more were added than taken.
  std::uint32_t take_entity() { return entities_[taken_++]; }

 private:
  struct Added {
    std::string text;
    std::string entity;
  };

  KeyTable(std::string_view prefix, std::uint32_t keys, std::uint32_t partitions,
           const route::Partitioner& partitioner);
  std::string_view number_text(std::uint32_t key, std::string& buffer) const {
    char* const digits = buffer.data() + prefix_size_;
    const char* const end = record::put_number(digits, std::int64_t{key} + 1);
    return {buffer.data(), static_cast<std::size_t>(end - buffer.data())};
  }

  std::uint32_t keys_;
  std::uint32_t partitions_;
  const route::Partitioner* partitioner_;
  std::size_t prefix_size_;
  std::string text_;    // the prefix, and room for digits
  std::string entity_;  // likewise
  std::vector<std::int32_t> partition_;
  std::vector<std::uint32_t> written_;
  std::vector<bool> touched_;
  std::vector<Added> added_;
  std::vector<std::uint32_t> entities_;  // the first key of each
  std::size_t taken_ = 0;
};

}  // namespace lanewise::sim

// A partitioner made of parts at compile time: hash x reduction x what becomes of a null key x what becomes
// of an empty one. Nearly every client is one such combination, and nearly every mismatch between two is one
// part.
//
// The batch loop is instantiated for each combination, so that hash and reduction are inlined into it: no
// call, no branch on the kind of partitioner, for any key.
//
// Thread safety: stateless values. Cost: assign() is O(bytes of the keys).
#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <string>

#include "libcore/route/explain.h"
#include "libcore/route/partitioner.h"

namespace lanewise::route {

// How the share of moved keys follows from the old and the new partition count.
enum class ResizeLaw : std::uint8_t {
  residue,  // partition = hash modulo count, in one of the ways of reductions.h
  unknown,
};

template <class Hash, class Reduction, KeyRule kNullRule, KeyRule kEmptyRule = KeyRule::hashed>
class Composed final : public Partitioner {
 public:
  static_assert(kNullRule != KeyRule::hashed, "a null key has no bytes to hash");
  static_assert(kEmptyRule != KeyRule::as_empty, "the empty key is hashed, left open or refused");
  static constexpr KeyRule kNull = kNullRule;
  static constexpr KeyRule kEmpty = kEmptyRule;
  static constexpr ResizeLaw kResizeLaw = ResizeLaw::residue;

  void assign(std::span<const KeyView> keys, std::uint32_t partition_count,
              std::span<Choice> out) const override {
    assert(keys.size() == out.size());
    const Reduction reduce(partition_count);
    const Choice for_null = kNullRule == KeyRule::as_empty ? choose(reduce, {}) : Choice();
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const KeyView& key = keys[i];
      if (key.state != KeyState::present) [[unlikely]] {
        out[i] = key.state == KeyState::null ? for_null : Choice();
        continue;
      }
      if constexpr (kEmptyRule != KeyRule::hashed) {
        if (key.bytes.empty()) {
          out[i] = Choice();
          continue;
        }
      }
      out[i] = choose(reduce, key.bytes);
    }
  }

  [[nodiscard]] Explanation explain(KeyView key, std::uint32_t partition_count) const override {
    Explanation result;
    result.method = std::string(Hash::kMethod).append(", ").append(Reduction::kName);
    result.steps.push_back(bytes_step(key));

    const bool is_null = key.state == KeyState::null;
    const KeyRule rule = is_null ? kNullRule : key.bytes.empty() ? kEmptyRule : KeyRule::hashed;
    if (key.state == KeyState::absent || rule == KeyRule::open || rule == KeyRule::refused) {
      result.steps.push_back(open_step(key, rule));
      return result;
    }
    if (is_null) result.steps.back().note += ", hashed as the empty key";
    const Reduction reduce(partition_count);
    const auto hash = Hash::of(key.bytes);
    Hash::prelude(key.bytes, result.steps);
    result.steps.push_back(number_step(Hash::kStep, hash));
    reduce.steps(hash, result.steps);
    result.choice = choose(reduce, key.bytes);
    return result;
  }

 private:
  static Choice choose(const Reduction& reduce, std::string_view bytes) {
    return Choice(Partition(reduce(Hash::of(bytes))));
  }
};

// Ignores keys: every record goes to a random, sticky or next partition.
class KeyBlind final : public Partitioner {
 public:
  static constexpr KeyRule kNull = KeyRule::open;
  static constexpr KeyRule kEmpty = KeyRule::open;
  static constexpr ResizeLaw kResizeLaw = ResizeLaw::unknown;

  void assign(std::span<const KeyView> keys, std::uint32_t partition_count,
              std::span<Choice> out) const override;
  [[nodiscard]] Explanation explain(KeyView key, std::uint32_t partition_count) const override;
};

}  // namespace lanewise::route

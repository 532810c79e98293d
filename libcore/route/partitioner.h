// Key -> partition, the way one client does it.
//
// A partitioner is a value: no state, safe from any thread. It takes keys by the batch, so that a run of
// millions costs one virtual call per batch and none per key. What it cannot determine (a null key that the
// client sends to a random, sticky or next partition) it says so; it never guesses.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "libcore/base/ids.h"
#include "libcore/base/key.h"

namespace lanewise::route {

// What a partitioner says of one key: a partition, or that the client does not determine it. Four bytes,
// because columns of it are written millions at a time. A few historical clients answer with a negative index
// (and fail on it); those are kept as they are.
class Choice {
 public:
  constexpr Choice() = default;  // not determined
  constexpr explicit Choice(Partition partition) : raw_(partition.value) {}

  [[nodiscard]] constexpr bool determined() const { return raw_ != kUndetermined; }
  [[nodiscard]] constexpr std::optional<Partition> partition() const {
    return determined() ? std::optional(Partition(raw_)) : std::nullopt;
  }
  friend constexpr bool operator==(Choice, Choice) = default;

 private:
  static constexpr std::int32_t kUndetermined = std::numeric_limits<std::int32_t>::min();
  std::int32_t raw_ = kUndetermined;
};

// How a partition came about, step by step, for a reader: "murmur2", "0xaa07cf36", "2852638518".
struct Step {
  std::string name;
  std::string value;
  std::string note;
};
struct Explanation {
  std::string method;  // "murmur2, seed 0x9747b28c, mask"
  std::vector<Step> steps;
  Choice choice;
};

class Partitioner {
 public:
  Partitioner() = default;
  Partitioner(const Partitioner&) = delete;
  Partitioner& operator=(const Partitioner&) = delete;
  virtual ~Partitioner() = default;

  // Writes out[i] for keys[i]. A key that is absent (not known) is never determined.
  // Requires: out.size() == keys.size() and 1 <= partition_count <= 2^31 - 1. O(total bytes of the keys).
  virtual void assign(std::span<const KeyView> keys, std::uint32_t partition_count,
                      std::span<Choice> out) const = 0;

  [[nodiscard]] virtual Explanation explain(KeyView key, std::uint32_t partition_count) const = 0;
};

}  // namespace lanewise::route

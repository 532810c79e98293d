// A partitioner for tests: FNV-1a over the bytes, modulo. Determines every key that is present.
#pragma once

#include <cstdint>
#include <span>

#include "libcore/route/partitioner.h"

namespace lanewise::test {

class FakePartitioner : public route::Partitioner {
 public:
  void assign(std::span<const KeyView> keys, std::uint32_t partition_count,
              std::span<route::Choice> out) const override {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      std::uint32_t hash = 2166136261U;
      for (const char c : keys[i].bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
      out[i] = route::Choice(Partition(static_cast<std::int32_t>(hash % partition_count)));
    }
  }
  [[nodiscard]] route::Explanation explain(KeyView, std::uint32_t) const override { return {}; }
};

}  // namespace lanewise::test

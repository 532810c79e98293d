// Every partitioner lanewise knows, in one table: help, completions and manual pages are generated from it,
// and names given on a command line are looked up in it.
//
// A row is one behaviour, not one library: clients that agree on every key, null and empty ones included,
// share a row and have an alias. Names and aliases are unique, lower case, with hyphens; a lookup takes any
// case and `_` for `-`.
//
// Thread safety: the table is immutable. Cost: a lookup is O(rows).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "libcore/base/result.h"
#include "libcore/route/composed.h"
#include "libcore/route/explain.h"
#include "libcore/route/partitioner.h"

namespace lanewise::route {

enum class Family : std::uint8_t { kafka, librdkafka, sarama, rocketmq, murmur3 };
[[nodiscard]] std::string_view describe(Family family);

struct PartitionerInfo {
  std::string_view name;
  std::vector<std::string_view> aliases;
  std::string_view summary;     // one line: what it computes, and who else does
  std::string_view default_of;  // "the Java client"; empty where it must be asked for
  std::string_view
      since;  // the version or month from which the client behaves so; empty: always, or not known
  Family family;
  bool common;  // shown by a short list
  KeyRule null_key;
  KeyRule empty_key;
  ResizeLaw resize_law;
  const Partitioner* partitioner;  // never null, lives for ever
};

// All rows, the default first, families together.
[[nodiscard]] std::span<const PartitionerInfo> all_partitioners();

// A name that is no row's is an error whose hint names near ones, or the readings where it has several.
[[nodiscard]] Result<const PartitionerInfo*> find_partitioner(std::string_view name);

// "kafka,librdkafka": names with commas between, for a comparison. An empty or a repeated name is an error.
[[nodiscard]] Result<std::vector<const PartitionerInfo*>> find_partitioners(std::string_view names);

// "kafka (default of the Java client)", or the name alone.
[[nodiscard]] std::string title(const PartitionerInfo& info);

}  // namespace lanewise::route

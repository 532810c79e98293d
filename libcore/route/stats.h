// How keys and records lie over partitions: counts for each, the fullest against the mean, whether a fair
// hash would do likewise, which partitions get nothing, which keys weigh most.
//
// KeyStats is fed keys with the choices made for them, wherever those come from. Records are exact always.
// Distinct keys, and what is counted over them, are exact while they fit in memory; then they are estimates
// over a uniform sample, with their standard error, and the top keys' records may be too high by a stated
// number.
//
// Thread safety: none; one thread adds. Cost: O(bytes of the keys). Memory: StatsOptions::max_bytes for keys,
// sixteen bytes a partition, and what TopKeys says.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "libcore/base/key.h"
#include "libcore/base/result.h"
#include "libcore/route/key_table.h"
#include "libcore/route/partitioner.h"
#include "libcore/route/spread.h"
#include "libcore/route/top_keys.h"

namespace lanewise::route {

struct StatsOptions {
  std::size_t max_bytes = kDefaultKeyTableBytes;
  std::size_t top = 10;
};

struct PartitionLoad {
  std::int64_t keys = 0;  // distinct; an estimate if StatsReport::keys is one
  std::int64_t records = 0;
  friend bool operator==(const PartitionLoad&, const PartitionLoad&) = default;
};

struct StatsReport {
  KeyCount keys;                          // distinct keys that have a partition
  std::int64_t records = 0;               // records that have one
  std::int64_t undetermined_records = 0;  // no key, key not known, or the client leaves it open
  std::int64_t misplaced_records = 0;     // a partition below 0 or beyond the count
  std::vector<PartitionLoad> partitions;
  Fullest fullest_by_keys;
  Fullest fullest_by_records;
  std::optional<ChiSquare> evenness;  // over distinct keys; over those of the sample, if keys are estimated
  std::int64_t empty_partitions = 0;  // without a record
  std::vector<TopKey> top;
};

class KeyStats {
 public:
  [[nodiscard]] static Result<KeyStats> create(std::uint32_t partition_count, StatsOptions options = {});

  // Requires: choices.size() == keys.size(). A key's partition is that of its first record.
  void add(std::span<const KeyView> keys, std::span<const Choice> choices);

  [[nodiscard]] StatsReport report() const;

 private:
  struct Seen {
    std::int64_t records = 0;
    std::int32_t partition = 0;
  };

  KeyStats(std::uint32_t partition_count, StatsOptions options);
  void add_key(std::uint64_t fingerprint, std::string_view key, Choice choice);

  std::vector<std::int64_t> records_of_;
  std::int64_t undetermined_records_ = 0;
  std::int64_t misplaced_records_ = 0;
  KeyTable<Seen> table_;
  TopKeys top_;
};

}  // namespace lanewise::route

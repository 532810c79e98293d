// Several partitioners over the same keys: on which keys do they disagree?
//
// A key differs when the partitioners do not all put it on one and the same partition. What one of them
// leaves open counts as different, even where all leave it open: nobody can promise that such a key keeps its
// partition. Only a key that is not known (absent) is not compared.
//
// `keys` are distinct, the null key being one of them; `records` are all. Records are always exact; keys are
// while they fit in memory, and then estimates over a uniform sample that say so. Whether anything differs is
// always exact.
//
// Thread safety: none; one thread adds. Cost: O(bytes of the keys x partitioners). Memory:
// CompareOptions::max_bytes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "libcore/base/key.h"
#include "libcore/base/result.h"
#include "libcore/route/key_table.h"
#include "libcore/route/registry.h"

namespace lanewise::route {

struct CompareOptions {
  std::size_t max_bytes = kDefaultKeyTableBytes;
};

// One partitioner's part in a comparison.
struct ComparedPartitioner {
  const PartitionerInfo* info = nullptr;
  KeyCount undetermined;        // distinct keys it leaves open
  KeyCount differs_from_first;  // distinct keys it does not put where the first one does; 0 for the first
  bool empty_key_open = false;  // the empty key was among those it leaves open
  bool null_key_open = false;   // the null key was
};

struct CompareReport {
  std::uint32_t partition_count = 0;
  KeyCount keys;
  KeyCount differing_keys;
  std::int64_t records = 0;
  std::int64_t differing_records = 0;
  std::int64_t unknown_records = 0;  // absent keys: not compared
  std::vector<ComparedPartitioner> partitioners;
};

class Comparison {
 public:
  // One bit a partitioner is kept for each key.
  static constexpr std::size_t kMaxPartitioners = 64;

  // The infos must outlive the comparison, as rows of the registry do. Two at least, 1 <= partition_count <
  // 2^31.
  [[nodiscard]] static Result<Comparison> create(std::vector<const PartitionerInfo*> partitioners,
                                                 std::uint32_t partition_count, CompareOptions options = {});

  // One batch, key by key; valid until the next add().
  struct Batch {
    std::span<const std::vector<Choice>> choices;  // choices[partitioner][key]
    std::span<const std::uint8_t> differs;         // 1 where the key differs
    // 1 where the key was not seen before. Once keys no longer fit in memory, a key that comes again may be 1
    // again.
    std::span<const std::uint8_t> first;
  };
  Batch add(std::span<const KeyView> keys);

  [[nodiscard]] CompareReport report() const;

 private:
  // Bit p for partitioner p.
  struct Verdicts {
    std::uint64_t open = 0;
    std::uint64_t unlike_first = 0;
  };

  Comparison(std::vector<const PartitionerInfo*> partitioners, std::uint32_t partition_count,
             std::size_t max_bytes);
  [[nodiscard]] Verdicts judge(std::size_t key) const;

  std::vector<const PartitionerInfo*> partitioners_;
  std::uint32_t partition_count_;
  KeyTable<Verdicts> table_;
  std::int64_t records_ = 0;
  std::int64_t differing_records_ = 0;
  std::int64_t unknown_records_ = 0;
  std::uint64_t empty_open_ = 0;
  std::uint64_t null_open_ = 0;
  std::vector<std::vector<Choice>> choices_;
  std::vector<std::uint8_t> differs_;
  std::vector<std::uint8_t> first_;
};

}  // namespace lanewise::route

// What changing the partition count does: which keys would move, how evenly they lie before and after, what
// arithmetic says must move, and which nearby counts would move fewer.
//
// ResizeStudy is fed keys by the batch and counts distinct ones; a null key has no order to lose and is left
// out. While the keys fit in memory every number is exact; beyond, they are estimates over a uniform sample
// and say so.
//
// Thread safety: none; one thread adds. Cost: O(bytes of the keys), each hashed once a partition count that
// is looked at (two to four). Memory: ResizeOptions::max_bytes, and eight bytes a partition for the report.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "libcore/base/key.h"
#include "libcore/base/result.h"
#include "libcore/route/key_table.h"
#include "libcore/route/registry.h"
#include "libcore/route/spread.h"

namespace lanewise::route {

// Of `of` keys of a fair hash, `kept` stay: min / lcm for every way of taking a remainder.
struct ExpectedMoves {
  std::uint64_t kept = 0;
  std::uint64_t of = 1;
  [[nodiscard]] double moved_share() const { return 1 - static_cast<double>(kept) / static_cast<double>(of); }
  friend bool operator==(ExpectedMoves, ExpectedMoves) = default;
};
// None where the law is not known. Requires: both counts >= 1.
[[nodiscard]] std::optional<ExpectedMoves> expected_moves(ResizeLaw law, std::uint32_t from,
                                                          std::uint32_t to);

// Counts near `to` that split whole partitions of `from`, or join them, and so move fewer keys: when growing,
// the multiples of `from` on either side of `to`; when shrinking, the divisors. At most two, ascending, never
// `from` or `to`.
[[nodiscard]] std::vector<std::uint32_t> cheaper_counts(std::uint32_t from, std::uint32_t to);

struct ResizeOptions {
  std::size_t max_bytes = kDefaultKeyTableBytes;
};

struct ResizeAlternative {
  std::uint32_t count = 0;
  KeyCount moved;
  double moved_share = 0;
  std::optional<ExpectedMoves> expected;
};

struct ResizeReport {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  KeyCount keys;  // distinct keys that have a partition before and after
  KeyCount moved;
  KeyCount kept;
  double moved_share = 0;        // moved / keys; 0 when there are none
  double moved_share_error = 0;  // one standard error in shares of 1; 0 if exact
  Fullest before;                // over distinct keys
  Fullest after;
  std::int64_t negative_keys =
      0;  // distinct keys (in the sample) for which a client computes a negative partition
  std::int64_t undetermined_records = 0;  // null, absent or empty keys that have no partition
  std::optional<ExpectedMoves> expected;
  std::vector<ResizeAlternative> cheaper;  // as cheaper_counts, measured over the same keys
};

class ResizeStudy {
 public:
  // `partitioner` must outlive the study, as a row of the registry does.
  [[nodiscard]] static Result<ResizeStudy> create(const PartitionerInfo& partitioner, std::uint32_t from,
                                                  std::uint32_t to, ResizeOptions options = {});

  // One batch, key by key; valid until the next add().
  struct Batch {
    std::span<const Choice> before;
    std::span<const Choice> after;
    // 1 where the key is determined and was not seen before. Once the keys no longer fit in memory, a key
    // that comes again may be 1 again: a list made by it misses nothing and may repeat.
    std::span<const std::uint8_t> first;

    [[nodiscard]] bool moves(std::size_t i) const { return !(before[i] == after[i]); }
  };
  Batch add(std::span<const KeyView> keys);

  [[nodiscard]] ResizeReport report() const;

 private:
  static constexpr std::size_t kMaxCounts = 4;  // from, to, and two cheaper ones

  ResizeStudy(const PartitionerInfo& partitioner, std::vector<std::uint32_t> counts, std::size_t max_bytes);

  const PartitionerInfo* partitioner_;
  std::vector<std::uint32_t> counts_;
  KeyTable<std::array<Choice, kMaxCounts>> table_;
  std::int64_t undetermined_records_ = 0;
  std::array<std::vector<Choice>, kMaxCounts> choices_;
  std::vector<std::uint8_t> first_;
};

}  // namespace lanewise::route

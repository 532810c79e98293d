// One line of the history on its way to the judge: a record of the vocabulary with its texts as numbers. The
// workers fill entries from batches, with numbers that hold within the batch (rows.h); the consumer puts in
// those that hold for the whole run (history.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "libcore/base/key.h"
#include "libcore/record/field.h"

namespace lanewise::order {

// Seqs beyond this are no numbers that anybody counts with; they are not ranked. Offsets are from 0.
inline constexpr std::int64_t kMostSeq = std::int64_t{1} << 61;

struct Entry {
  // Which members are known.
  using Known = std::uint16_t;
  static constexpr Known kSeq = 1;
  static constexpr Known kOffset = 2;
  static constexpr Known kTs = 4;
  static constexpr Known kStart = 8;
  static constexpr Known kEnd = 16;
  static constexpr Known kGeneration = 32;
  static constexpr Known kAttempt = 64;

  std::uint64_t fingerprint = 0;  // the key's hash; then of the key in its history
  KeyView key;                    // lives as long as its batch
  record::EventKind event = record::EventKind::none;
  std::uint16_t known = 0;
  std::uint16_t attempt = 0;
  std::int32_t generation = 0;
  std::int64_t seq = 0;
  std::int64_t offset = 0;
  std::int64_t ts = 0;  // times in ns
  std::int64_t start = 0;
  std::int64_t end = 0;
  std::int64_t line = 0;  // its number; then a LineRef
  std::uint32_t place = 0;
  std::uint32_t group = 0;  // then the scope
  std::uint32_t member = 0;
  std::uint32_t thread = 0;
  std::uint32_t number = 0;  // of the key in KeyTable, once it is known

  [[nodiscard]] bool has(Known what) const { return (known & what) != 0; }
  // The moment it tells of.
  [[nodiscard]] std::optional<std::int64_t> time() const {
    return has(kEnd)     ? std::optional(end)
           : has(kTs)    ? std::optional(ts)
           : has(kStart) ? std::optional(start)
                         : std::nullopt;
  }
};

}  // namespace lanewise::order

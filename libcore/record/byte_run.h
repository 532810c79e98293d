// How far a run of bytes of one class goes, as \S+ or [^,]+ take it: sixteen at once. The bytes that end most
// classes lie in a few ranges (what \S leaves out in three, \d in two, \w in five), and whether a byte lies
// in a range is two vector instructions; so the end is found without a branch a byte, whose last one no
// processor foresees. Other classes go byte by byte.
//
// Thread safety: const members from any. O(length of the run).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace lanewise::record {

class ByteRun {
 public:
  explicit ByteRun(const std::array<bool, 256>& bytes);

  // The first byte in [at, end) that is not of the class, or end. Reads nothing beyond.
  [[nodiscard]] const char* end_of(const char* at, const char* end) const;

 private:
  static constexpr std::size_t kMostRanges = 5;
  struct Range {
    std::uint8_t first = 0;
    std::uint8_t width = 0;  // its last byte less the first
  };

  std::array<bool, 256> bytes_;
  std::array<Range, kMostRanges> stops_;  // the ranges outside the class
  std::size_t ranges_ = 0;                // 0: more than fit, or none
};

}  // namespace lanewise::record

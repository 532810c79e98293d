// Patterns that are literals with simple runs between, matched by one scan instead of RE2: three to five
// times as fast, and most patterns that people write for a log are of this kind:
//
//     key=(?P<key>\S+) seq=(?P<seq>\d+)        ^(?P<ts>\S+ \S+) done key=(?P<key>[^,]*), .*?seq=(?P<seq>\d+)$
//
// Of what RE2 takes it knows: literal bytes; \d \D \w \W \s \S . and classes, once, {n} times, + or *;
// groups, named or not, without a quantifier; ^ in front and $ at the end; and the lazy gap .*? before a
// literal. A run must be followed by something that is not of its class, and a gap must not follow a run, so
// that each element has one way to match and nothing is ever tried again at another length. Then where an
// element ends never falls when where it begins rises, and so, of the segments between gaps, the first match
// of each after the one before is RE2's leftmost match with its groups. A pattern that begins with a run and
// is not anchored is left to RE2.
//
// Immutable; shared by threads. O(line) for almost all lines; where many beginnings share one long run, it
// gives up after O(line) and RE2, which is linear whatever comes, is asked. tests/fuzz/pattern_scan.cpp holds
// the two together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "libcore/record/byte_run.h"

namespace lanewise::record {

class PatternScan {
 public:
  static constexpr std::size_t kMostGroups = 64;  // numbers from 1 to one less

  enum class Outcome : std::uint8_t { match, no_match, undecided };

  // Of a regex that RE2 takes, in Latin-1. nullopt: not one of the patterns above.
  static std::optional<PatternScan> compile(std::string_view regex);

  // The groups that nobody asks for cost nothing any more. Keeps those numbered in `wanted`.
  void keep_groups(std::span<const int> wanted);

  // On a match, what group i took lies in groups[i]; others are left as they are. Requires: `groups` is as
  // long as the largest number kept, plus one.
  [[nodiscard]] Outcome match(std::string_view line, std::span<std::string_view> groups) const;

 private:
  friend class PatternParser;

  enum class Kind : std::uint8_t { literal, one, run, open, close, gap, end };
  struct Step {
    Kind kind;
    std::uint16_t index;  // of the literal, the class, the group
    std::uint16_t least;  // of a run
  };
  using Class = std::array<bool, 256>;

  // Where a group begins or ends.
  static void mark(const Step& step, const char* at, std::span<const char*> begins,
                   std::span<std::string_view> groups);
  // Runs the steps of a segment from `step` on; true if they match, `at` and `step` are then behind them.
  bool run_segment(std::size_t& step, const char*& at, const char* end, std::size_t& budget,
                   std::span<const char*> begins, std::span<std::string_view> groups) const;

  bool is_anchored_ = false;
  std::vector<Step> steps_;
  std::vector<std::string> literals_;
  std::vector<Class> classes_;
  std::vector<ByteRun> runs_;  // the same, for runs of them
};

// Where `literal` stands first in [begin, end), or `end`. Requires: it is not empty.
const char* find_literal(const char* begin, const char* end, std::string_view literal);

}  // namespace lanewise::record

// One line by a pattern, in the two ways that must agree: "0 'a' 1 'b'" for the groups that took part, "-"
// for no match, nullopt where the scan leaves it to RE2.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <re2/re2.h>

#include "libcore/record/pattern_scan.h"

namespace lanewise::test {

using Groups = std::array<std::string_view, record::PatternScan::kMostGroups>;

inline std::string render_groups(std::string_view line, const Groups& groups) {
  std::string out;
  for (std::size_t i = 1; i < groups.size(); ++i) {
    if (groups[i].data() != nullptr)
      out += fmt::format("{}: {}+{} ", i, groups[i].data() - line.data(), groups[i].size());
  }
  return out;
}

inline std::optional<std::string> match_by_scan(std::string_view regex, std::string_view line) {
  const auto scan = record::PatternScan::compile(regex);
  if (!scan) return std::nullopt;
  Groups groups{};
  switch (scan->match(line, groups)) {
    case record::PatternScan::Outcome::match: return render_groups(line, groups);
    case record::PatternScan::Outcome::no_match: return "-";
    case record::PatternScan::Outcome::undecided: break;
  }
  return std::nullopt;
}

// Requires: RE2 takes the regex, and it has fewer groups than PatternScan knows.
inline std::string match_by_re2(std::string_view regex, std::string_view line) {
  const RE2 compiled(re2::StringPiece(regex.data(), regex.size()), RE2::Latin1);
  std::array<re2::StringPiece, record::PatternScan::kMostGroups> pieces;
  const re2::StringPiece text(line.data(), line.size());
  const int captures = std::min<int>(compiled.NumberOfCapturingGroups() + 1, static_cast<int>(pieces.size()));
  if (!compiled.Match(text, 0, text.size(), RE2::UNANCHORED, pieces.data(), captures)) return "-";
  Groups groups{};
  for (std::size_t i = 0; i < pieces.size(); ++i) groups[i] = {pieces[i].data(), pieces[i].size()};
  return render_groups(line, groups);
}

}  // namespace lanewise::test

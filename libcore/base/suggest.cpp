#include "libcore/base/suggest.h"

#include <algorithm>
#include <vector>

namespace lanewise {

namespace {

// Optimal string alignment: Levenshtein's table with the extra step for two neighbours exchanged.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> rows(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) rows[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      rows[i][j] = std::min({rows[i - 1][j] + 1, rows[i][j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        rows[i][j] = std::min(rows[i][j], rows[i - 2][j - 2] + 1);
      }
    }
  }
  return rows[a.size()][b.size()];
}

}  // namespace

std::optional<std::string> nearest(std::string_view wanted, std::span<const std::string> candidates) {
  constexpr std::size_t kLongest = 64;  // nobody mistypes a name of that length into one of ours
  if (wanted.empty() || wanted.size() > kLongest) return std::nullopt;
  std::optional<std::string> best;
  std::size_t best_distance = std::max<std::size_t>(2, wanted.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const bool is_beginning = wanted.size() >= 3 && candidate.starts_with(wanted);
    const std::size_t d = is_beginning ? 1 : distance(wanted, candidate);
    if (d < best_distance && d < std::max(wanted.size(), candidate.size())) {
      best_distance = d;
      best = candidate;
    }
  }
  return best;
}

}  // namespace lanewise

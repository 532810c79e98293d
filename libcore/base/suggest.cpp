#include "libcore/base/suggest.h"

#include <algorithm>
#include <utility>
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

std::vector<std::string> near_names(std::string_view wanted, std::span<const std::string> candidates,
                                    std::size_t most) {
  constexpr std::size_t kLongest = 64;  // nobody mistypes a name of that length into one of ours
  if (wanted.empty() || wanted.size() > kLongest) return {};
  const std::size_t reach = std::max<std::size_t>(1, wanted.size() / 3);
  std::vector<std::pair<std::size_t, std::size_t>> near;  // how far, which
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::string_view candidate = candidates[i];
    const bool continues =
        wanted.size() >= 3 && (candidate.starts_with(wanted) || wanted.starts_with(candidate));
    const std::size_t far = continues ? 1 : distance(wanted, candidate);
    // A distance as long as the name itself means that nothing is alike.
    if (far <= reach && far < std::max(wanted.size(), candidate.size())) near.emplace_back(far, i);
  }
  std::sort(near.begin(), near.end());
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(most, near.size()); ++i) names.push_back(candidates[near[i].second]);
  return names;
}

std::optional<std::string> nearest(std::string_view wanted, std::span<const std::string> candidates) {
  std::vector<std::string> names = near_names(wanted, candidates, 1);
  if (names.empty()) return std::nullopt;
  return std::move(names.front());
}

}  // namespace lanewise

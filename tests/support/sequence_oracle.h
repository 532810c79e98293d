// What is wrong with the order of one key's numbers, computed from the definitions, all pairs against all
// pairs: RFC 4737's reordered records and their extents, displacements, inversions, the longest increasing
// subsequence by comparing every element with every one before it, and the runs of numbers that never came.
// Nothing of it is shared with the judge. Numbers are distinct; seqs are dense unless said.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace lanewise::test {

struct SequenceTruth {
  std::int64_t late = 0;          // records that something passed and that count as overtaken
  std::int64_t early = 0;         // records that passed several, each of which nothing else passed
  std::int64_t extent = 0;        // the most
  std::int64_t displacement = 0;  // the most
  std::int64_t inversions = 0;
  std::int64_t moves = 0;  // records minus the longest increasing run of them
  std::vector<std::pair<std::int64_t, std::int64_t>> missing;  // runs between the least and the greatest
  std::size_t first_late = 0;                                  // places in the arrivals, if late + early > 0
  std::size_t first_newer = 0;
};

inline SequenceTruth judge_sequence(const std::vector<std::int64_t>& arrivals) {
  SequenceTruth truth;
  std::map<std::size_t, std::vector<std::pair<std::size_t, std::int64_t>>>
      passed_by;  // earliest larger -> late, larger
  for (std::size_t i = 0; i < arrivals.size(); ++i) {
    std::int64_t larger = 0;
    std::int64_t most = arrivals[i];
    std::size_t earliest = i;
    for (std::size_t j = i; j-- > 0;) {
      most = std::max(most, arrivals[j]);
      if (arrivals[j] < arrivals[i]) continue;
      ++larger;
      earliest = j;
    }
    if (larger == 0) continue;
    truth.inversions += larger;
    truth.extent = std::max(truth.extent, static_cast<std::int64_t>(i - earliest));
    truth.displacement = std::max(truth.displacement, most - arrivals[i]);
    passed_by[earliest].emplace_back(i, larger);
  }
  truth.first_late = arrivals.size();
  for (const auto& [newer, late] : passed_by) {
    const bool once_each =
        std::all_of(late.begin(), late.end(), [](const auto& one) { return one.second == 1; });
    if (late.size() > 1 && once_each) {
      ++truth.early;
    } else {
      truth.late += static_cast<std::int64_t>(late.size());
    }
  }
  std::vector<std::int64_t> longest(arrivals.size(), 1);
  std::int64_t best = 0;
  for (std::size_t i = 0; i < arrivals.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (arrivals[j] < arrivals[i]) longest[i] = std::max(longest[i], longest[j] + 1);
    }
    best = std::max(best, longest[i]);
  }
  truth.moves = static_cast<std::int64_t>(arrivals.size()) - best;
  const std::set<std::int64_t> seen(arrivals.begin(), arrivals.end());
  std::int64_t before = seen.empty() ? 0 : *seen.begin();
  for (const std::int64_t number : seen) {
    if (number > before + 1) truth.missing.emplace_back(before + 1, number - 1);
    before = number;
  }
  return truth;
}

}  // namespace lanewise::test

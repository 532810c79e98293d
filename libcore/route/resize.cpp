// How many keys must move. With a partition that is h modulo the count, a key stays when h mod a == h mod b.
// Both are then the same c below min(a, b), and by the Chinese remainder theorem exactly one residue modulo
// lcm(a, b) has h mod a = c and h mod b = c, namely c itself. So min(a, b) of lcm(a, b) residues stay: 12 ->
// 16 keeps 12 of 48, and a multiple k * a keeps 1 in k, which no other count near it does. The ways of
// reductions.h differ in which residue a hash has, not in this; that 2^31 and 2^32 are no multiple of the lcm
// shifts the share by less than lcm / 2^31.
#include "libcore/route/resize.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lanewise::route {

std::optional<ExpectedMoves> expected_moves(ResizeLaw law, std::uint32_t from, std::uint32_t to) {
  if (law != ResizeLaw::residue) return std::nullopt;
  return ExpectedMoves{.kept = std::min(from, to), .of = std::lcm(std::uint64_t{from}, std::uint64_t{to})};
}

std::vector<std::uint32_t> cheaper_counts(std::uint32_t from, std::uint32_t to) {
  std::vector<std::uint32_t> counts;
  if (to > from) {
    if (to % from == 0) return counts;
    const std::uint32_t below = to / from * from;
    if (below != from) counts.push_back(below);
    if (std::uint64_t{below} + from <= kMaxCountedPartitions) counts.push_back(below + from);
  } else if (to < from) {
    if (from % to == 0) return counts;
    std::uint32_t below = to;
    while (from % below != 0) --below;
    counts.push_back(below);
    std::uint32_t above = to;
    while (from % above != 0) ++above;
    if (above != from) counts.push_back(above);
  }
  // The farther of the two multiples can move as many keys as what was asked for; then it is not cheaper.
  const double asked = expected_moves(ResizeLaw::residue, from, to)->moved_share();
  std::erase_if(counts, [&](std::uint32_t count) {
    return expected_moves(ResizeLaw::residue, from, count)->moved_share() >= asked;
  });
  return counts;
}

Result<ResizeStudy> ResizeStudy::create(const PartitionerInfo& partitioner, std::uint32_t from,
                                        std::uint32_t to, ResizeOptions options) {
  for (const std::uint32_t count : {from, to}) {
    if (auto countable = check_countable(count); !countable) return std::move(countable).error();
  }
  std::vector<std::uint32_t> counts = {from, to};
  if (partitioner.resize_law == ResizeLaw::residue) {
    for (const std::uint32_t count : cheaper_counts(from, to)) counts.push_back(count);
  }
  return ResizeStudy(partitioner, std::move(counts), options.max_bytes);
}

ResizeStudy::ResizeStudy(const PartitionerInfo& partitioner, std::vector<std::uint32_t> counts,
                         std::size_t max_bytes)
    : partitioner_(&partitioner), counts_(std::move(counts)), table_(max_bytes) {}

ResizeStudy::Batch ResizeStudy::add(std::span<const KeyView> keys) {
  for (std::size_t c = 0; c < counts_.size(); ++c) {
    choices_[c].resize(keys.size());
    partitioner_->partitioner->assign(keys, counts_[c], choices_[c]);
  }
  first_.assign(keys.size(), 0);
  const auto fingerprint_at = [&](std::size_t i) { return fingerprint_of(keys[i]); };
  visit_ahead(table_, keys.size(), fingerprint_at, [&](std::size_t i, std::uint64_t fingerprint) {
    if (keys[i].state != KeyState::present || !choices_[0][i].determined()) {
      ++undetermined_records_;
      return;
    }
    const auto found = table_.find_or_add(fingerprint);
    first_[i] = found.first ? 1 : 0;
    if (!found.first || found.payload == nullptr) return;
    for (std::size_t c = 0; c < counts_.size(); ++c) (*found.payload)[c] = choices_[c][i];
  });
  return {.before = choices_[0], .after = choices_[1], .first = first_};
}

ResizeReport ResizeStudy::report() const {
  std::vector<std::int64_t> before(counts_[0]);
  std::vector<std::int64_t> after(counts_[1]);
  std::array<std::size_t, kMaxCounts> moved{};
  ResizeReport report;
  report.from = counts_[0];
  report.to = counts_[1];
  const auto count_in = [](std::vector<std::int64_t>& counts, Choice choice) {
    const std::int32_t partition = choice.partition()->value;
    if (partition >= 0) ++counts[static_cast<std::size_t>(partition)];
    return partition >= 0;
  };
  table_.for_each([&](std::uint64_t, const std::array<Choice, kMaxCounts>& choices) {
    const bool good_before = count_in(before, choices[0]);
    const bool good_after = count_in(after, choices[1]);
    if (!good_before || !good_after) ++report.negative_keys;
    for (std::size_t c = 1; c < counts_.size(); ++c) moved[c] += choices[c] == choices[0] ? 0U : 1U;
  });

  const std::size_t kept_in_table = table_.size();
  const auto share = [&](std::size_t part) {
    return kept_in_table == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(kept_in_table);
  };
  report.keys = table_.count();
  report.moved = table_.scaled(moved[1]);
  report.kept = table_.scaled(kept_in_table - moved[1]);
  report.moved_share = share(moved[1]);
  if (!table_.exact()) {
    const double p = report.moved_share;
    report.moved_share_error = std::sqrt(p * (1 - p) / static_cast<double>(kept_in_table));
  }
  const auto whole = [&](std::vector<std::int64_t>& counts) {
    for (std::int64_t& count : counts) count = table_.scaled(static_cast<std::size_t>(count)).keys;
    return fullest(counts);
  };
  report.before = whole(before);
  report.after = whole(after);
  report.undetermined_records = undetermined_records_;
  report.expected = expected_moves(partitioner_->resize_law, report.from, report.to);
  for (std::size_t c = 2; c < counts_.size(); ++c) {
    report.cheaper.push_back({.count = counts_[c],
                              .moved = table_.scaled(moved[c]),
                              .moved_share = share(moved[c]),
                              .expected = expected_moves(partitioner_->resize_law, report.from, counts_[c])});
  }
  return report;
}

}  // namespace lanewise::route

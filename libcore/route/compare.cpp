#include "libcore/route/compare.h"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace lanewise::route {

Result<Comparison> Comparison::create(std::vector<const PartitionerInfo*> partitioners,
                                      std::uint32_t partition_count, CompareOptions options) {
  if (partitioners.size() < 2) {
    return usage_error("a comparison needs two partitioners",
                       "write names with commas between: kafka,librdkafka");
  }
  if (partitioners.size() > kMaxPartitioners) {
    return usage_error(fmt::format("cannot compare {} partitioners at once; {} are possible",
                                   partitioners.size(), kMaxPartitioners));
  }
  if (partition_count < 1 || partition_count > 0x7fffffffU) {
    return usage_error(fmt::format("{} is no partition count", partition_count),
                       "1 to 2147483647 are possible");
  }
  return Comparison(std::move(partitioners), partition_count, options.max_bytes);
}

Comparison::Comparison(std::vector<const PartitionerInfo*> partitioners, std::uint32_t partition_count,
                       std::size_t max_bytes)
    : partitioners_(std::move(partitioners)),
      partition_count_(partition_count),
      table_(max_bytes),
      choices_(partitioners_.size()) {}

Comparison::Verdicts Comparison::judge(std::size_t key) const {
  Verdicts verdicts;
  const Choice first = choices_[0][key];
  for (std::size_t p = 0; p < choices_.size(); ++p) {
    const Choice choice = choices_[p][key];
    const std::uint64_t bit = std::uint64_t{1} << p;
    if (!choice.determined()) verdicts.open |= bit;
    if (p != 0 && (!choice.determined() || !(choice == first))) verdicts.unlike_first |= bit;
  }
  return verdicts;
}

Comparison::Batch Comparison::add(std::span<const KeyView> keys) {
  for (std::size_t p = 0; p < partitioners_.size(); ++p) {
    choices_[p].resize(keys.size());
    partitioners_[p]->partitioner->assign(keys, partition_count_, choices_[p]);
  }
  differs_.assign(keys.size(), 0);
  first_.assign(keys.size(), 0);
  const auto fingerprint_at = [&](std::size_t i) { return fingerprint_of(keys[i]); };
  visit_ahead(table_, keys.size(), fingerprint_at, [&](std::size_t i, std::uint64_t its_fingerprint) {
    if (keys[i].state == KeyState::absent) {
      ++unknown_records_;
      return;
    }
    const Verdicts verdicts = judge(i);
    ++records_;
    // Whatever is open for the first partitioner differs from it for every other.
    if (verdicts.unlike_first != 0) {
      differs_[i] = 1;
      ++differing_records_;
    }
    if (keys[i].state == KeyState::null) {
      null_open_ |= verdicts.open;
    } else if (keys[i].bytes.empty()) {
      empty_open_ |= verdicts.open;
    }
    const auto found = table_.find_or_add(its_fingerprint);
    first_[i] = found.first ? 1 : 0;
    if (found.first && found.payload != nullptr) *found.payload = verdicts;
  });
  return {.choices = choices_, .differs = differs_, .first = first_};
}

CompareReport Comparison::report() const {
  std::size_t differing = 0;
  std::array<std::size_t, kMaxPartitioners> open{};
  std::array<std::size_t, kMaxPartitioners> unlike_first{};
  table_.for_each([&](std::uint64_t, const Verdicts& verdicts) {
    differing += verdicts.unlike_first != 0 ? 1U : 0U;
    for (std::size_t p = 0; p < partitioners_.size(); ++p) {
      open[p] += (verdicts.open >> p) & 1;
      unlike_first[p] += (verdicts.unlike_first >> p) & 1;
    }
  });
  CompareReport report{.partition_count = partition_count_,
                       .keys = table_.count(),
                       .differing_keys = table_.scaled(differing),
                       .records = records_,
                       .differing_records = differing_records_,
                       .unknown_records = unknown_records_,
                       .partitioners = {}};
  for (std::size_t p = 0; p < partitioners_.size(); ++p) {
    report.partitioners.push_back({.info = partitioners_[p],
                                   .undetermined = table_.scaled(open[p]),
                                   .differs_from_first = table_.scaled(unlike_first[p]),
                                   .empty_key_open = ((empty_open_ >> p) & 1) != 0,
                                   .null_key_open = ((null_open_ >> p) & 1) != 0});
  }
  return report;
}

}  // namespace lanewise::route

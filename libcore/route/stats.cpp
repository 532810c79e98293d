#include "libcore/route/stats.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace lanewise::route {

Result<KeyStats> KeyStats::create(std::uint32_t partition_count, StatsOptions options) {
  if (auto countable = check_countable(partition_count); !countable) return std::move(countable).error();
  return KeyStats(partition_count, options);
}

KeyStats::KeyStats(std::uint32_t partition_count, StatsOptions options)
    : records_of_(partition_count), table_(options.max_bytes), top_(options.top) {}

void KeyStats::add(std::span<const KeyView> keys, std::span<const Choice> choices) {
  assert(keys.size() == choices.size());
  const auto fingerprint_at = [&](std::size_t i) { return fingerprint_of(keys[i]); };
  visit_ahead(table_, keys.size(), fingerprint_at, [&](std::size_t i, std::uint64_t fingerprint) {
    const auto partition = choices[i].partition();
    if (!partition) {
      ++undetermined_records_;
      return;
    }
    if (partition->value < 0 || static_cast<std::size_t>(partition->value) >= records_of_.size()) {
      ++misplaced_records_;
      return;
    }
    ++records_of_[static_cast<std::size_t>(partition->value)];
    // A null key that its client hashes has a partition, but is no key to count.
    if (keys[i].state == KeyState::present) add_key(fingerprint, keys[i].bytes, choices[i]);
  });
}

void KeyStats::add_key(std::uint64_t fingerprint, std::string_view key, Choice choice) {
  if (top_.estimating()) {
    top_.count(fingerprint, key, choice);
    const auto found = table_.find_or_add(fingerprint);
    if (found.payload == nullptr) return;
    if (found.first) found.payload->partition = choice.partition()->value;
    ++found.payload->records;
    return;
  }
  // Counts of all keys are needed at the very moment the table gives up on keeping them all.
  if (table_.full()) {
    std::vector<TopKeys::Known> counts;
    counts.reserve(table_.size());
    table_.for_each([&](std::uint64_t known, const Seen& seen) { counts.push_back({known, seen.records}); });
    top_.start_estimating(std::move(counts));
    add_key(fingerprint, key, choice);
    return;
  }
  const auto found = table_.find_or_add(fingerprint);
  if (found.first) found.payload->partition = choice.partition()->value;
  top_.seen(fingerprint, ++found.payload->records, key, choice);
}

StatsReport KeyStats::report() const {
  std::vector<std::int64_t> keys_of(records_of_.size());
  table_.for_each(
      [&](std::uint64_t, const Seen& seen) { ++keys_of[static_cast<std::size_t>(seen.partition)]; });

  StatsReport report;
  report.evenness = chi_square(keys_of);
  for (std::int64_t& keys : keys_of) keys = table_.scaled(static_cast<std::size_t>(keys)).keys;
  report.keys = table_.count();
  report.records = std::accumulate(records_of_.begin(), records_of_.end(), std::int64_t{0});
  report.undetermined_records = undetermined_records_;
  report.misplaced_records = misplaced_records_;
  for (std::size_t i = 0; i < records_of_.size(); ++i) {
    report.partitions.push_back({.keys = keys_of[i], .records = records_of_[i]});
  }
  report.fullest_by_keys = fullest(keys_of);
  report.fullest_by_records = fullest(records_of_);
  report.empty_partitions = std::count(records_of_.begin(), records_of_.end(), 0);
  report.top = top_.report();
  return report;
}

}  // namespace lanewise::route

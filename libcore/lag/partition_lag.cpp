#include "libcore/lag/partition_lag.h"

#include <algorithm>
#include <limits>

namespace lanewise::lag {

namespace {

constexpr std::string_view kRetry = "%RETRY%";
constexpr std::string_view kDeadLetters = "%DLQ%";

constexpr std::array<std::string_view, kFindings> kFindingNames{
    "no_commit",   "end_unknown",     "committed_beyond_end", "stale_subscription", "lag_disagrees",
    "window_full", "name_may_be_cut", "twice_in_table",       "one_record",         "no_consumer"};

}  // namespace

std::string_view name_of(System system) { return system == System::kafka ? "kafka" : "rocketmq"; }
std::string_view name_of(Finding finding) { return kFindingNames[static_cast<std::size_t>(finding)]; }

std::int64_t saturating_difference(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (!__builtin_sub_overflow(a, b, &result)) return result;
  return a < b ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
}

std::int64_t saturating_sum(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (!__builtin_add_overflow(a, b, &result)) return result;
  return a < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
}

std::optional<std::int64_t> fetchable(const PartitionLag& row) {
  if (!row.end || !row.committed || !row.log_start) return std::nullopt;
  return std::max<std::int64_t>(0, saturating_difference(*row.end, std::max(*row.committed, *row.log_start)));
}

std::optional<std::int64_t> lost(const PartitionLag& row) {
  if (!row.committed || !row.log_start) return std::nullopt;
  return std::max<std::int64_t>(0, saturating_difference(*row.log_start, *row.committed));
}

std::optional<std::int64_t> window(const PartitionLag& row) {
  if (!row.committed || !row.fetched) return std::nullopt;
  return saturating_difference(*row.fetched, *row.committed);
}

LagBounds lag_bounds(const PartitionLag& row) {
  if (row.lag) {
    const std::int64_t lag = std::max<std::int64_t>(0, *row.lag);
    return {lag, lag};
  }
  if (!row.end) return {0, std::nullopt};
  return {0, std::max<std::int64_t>(0, saturating_difference(*row.end, row.log_start.value_or(0)))};
}

bool is_retry_topic(std::string_view topic) { return topic.starts_with(kRetry); }
bool is_dead_letter_topic(std::string_view topic) { return topic.starts_with(kDeadLetters); }

}  // namespace lanewise::lag

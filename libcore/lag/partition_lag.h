// One partition of one group as an input shows it, whatever printed it.
//
// Unknown is empty and never 0: a commit that does not exist is not a commit at 0, and a lag that cannot be
// computed is not "no lag". `lag` is signed, as seen: below 0 where the group has committed beyond the end
// (the topic was recreated or truncated, or offsets were mirrored ahead of the data).
//
// Four numbers are told apart, because one hides the others:
//   lag        end - committed: what is not committed
//   fetchable  end - max(committed, log_start): what of it can still be read
//   lost       log_start - committed where positive: what was deleted before it was read
//   window     fetched - committed: what the client has taken and not committed
//
// Plain data. Names are views into a Names that outlives it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "libcore/lag/names.h"

namespace lanewise::lag {

enum class System : std::uint8_t { kafka, rocketmq };
std::string_view name_of(System system);

// Where a lag comes from: the tool printed it, or its end and commit give it.
enum class LagSource : std::uint8_t { none, printed, computed };

// What one snapshot shows to be odd. A row may have several.
enum class Finding : std::uint8_t {
  no_commit,             // the group has no commit there: its lag is anything from 0 to the whole log
  end_unknown,           // the broker did not say where the log ends
  committed_beyond_end,  // recreated, truncated, or mirrored ahead of the data
  stale_subscription,    // committed, and no member owns it while the group has members
  lag_disagrees,         // the printed lag is not end - committed
  window_full,           // as much is fetched and not committed as the client allows
  name_may_be_cut,       // the tool cuts names at this length
  twice_in_table,        // the same place stands in one table twice: names were cut, or pastes run together
  one_record,            // a lag of 1: a transaction's marker takes an offset and is never delivered
  no_consumer,           // records wait and nobody is online
};
inline constexpr std::size_t kFindings = static_cast<std::size_t>(Finding::no_consumer) + 1;
std::string_view name_of(Finding finding);

class FindingSet {
 public:
  void add(Finding finding) { bits_ |= 1U << static_cast<unsigned>(finding); }
  [[nodiscard]] bool has(Finding finding) const {
    return (bits_ >> static_cast<unsigned>(finding) & 1U) != 0;
  }
  [[nodiscard]] bool empty() const { return bits_ == 0; }

 private:
  std::uint32_t bits_ = 0;
};

struct PartitionLag {
  System system = System::kafka;
  std::string_view group;                 // null: the text does not name it
  std::string_view topic;                 // null: the row is of the group as a whole
  std::string_view broker;                // RocketMQ: a queue is a topic, a broker and a number
  std::optional<std::int64_t> partition;  // empty: the row is of the group as a whole

  std::optional<std::int64_t> committed;  // the next offset the group handles after a restart
  std::optional<std::int64_t> end;        // the next offset to be written
  std::optional<std::int64_t> log_start;  // the first offset that is still there
  std::optional<std::int64_t> fetched;    // the next offset the client takes
  std::optional<std::int64_t> lag;
  LagSource lag_source = LagSource::none;

  std::string_view member;
  std::string_view client;
  std::string_view host;

  std::string_view last_time;           // RocketMQ: when the last consumed record was stored, as printed
  std::optional<std::int64_t> last_ns;  // the same, in nanoseconds, in the zone that the reader was told

  FindingSet findings;
  std::size_t input = 0;  // where it stands: index of the input, line from 1
  std::int64_t line = 0;

  [[nodiscard]] bool has_member() const { return is_known(member) || is_known(client) || is_known(host); }
};

// What makes two rows of different snapshots the same partition. -1: the group as a whole.
struct Place {
  std::string_view group;
  std::string_view topic;
  std::string_view broker;
  std::int64_t partition = -1;
  bool operator==(const Place&) const = default;
};
inline Place place_of(const PartitionLag& row) {
  return {row.group, row.topic, row.broker, row.partition.value_or(-1)};
}
struct PlaceHash {
  std::size_t operator()(const Place& place) const noexcept {
    const std::hash<std::string_view> hash;
    return hash(place.group) ^ hash(place.topic) * 3 ^ hash(place.broker) * 5 ^
           static_cast<std::size_t>(place.partition) * 0x9e3779b97f4a7c15U;
  }
};

std::optional<std::int64_t> fetchable(const PartitionLag& row);
std::optional<std::int64_t> lost(const PartitionLag& row);
std::optional<std::int64_t> window(const PartitionLag& row);

// The least and the most the lag can be; `most` empty: no bound is known. A negative lag counts as 0.
struct LagBounds {
  std::int64_t least = 0;
  std::optional<std::int64_t> most;
};
LagBounds lag_bounds(const PartitionLag& row);

// RocketMQ's topics for records that failed (%RETRY%group), and for those given up (%DLQ%group).
bool is_retry_topic(std::string_view topic);
bool is_dead_letter_topic(std::string_view topic);

// a - b, and the bound of int64 where it does not fit: offsets come from text, and text may say anything.
std::int64_t saturating_difference(std::int64_t a, std::int64_t b);
std::int64_t saturating_sum(std::int64_t a, std::int64_t b);

}  // namespace lanewise::lag

// What verify-order can find: one table of codes. A code belongs to a check (what --require asks for) and
// carries the advice that a person gets; verdict and stage in the table are the usual ones, a finding bears
// its own, because evidence decides them. Reports and pages are made from the table, and a new code is a row.
//
// A finding stands for all that happened to one key (or one stretch of a partition) in one way: `count` says
// how often, `late` and `newer` are its first example.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "libcore/order/handling.h"
#include "libcore/order/replay.h"

namespace lanewise::order {

enum class Code : std::uint8_t {
  overtake,
  early,
  retry_overtaken,
  overlap,
  double_dispatch,
  zombie,
  stale_prefetch,
  duplicate,
  redelivery,
  replay,
  partial_replay,
  gap,
  skip,
  loss,
  hole_in_offsets,
  split_key,
  moved_key,
  write_reorder,
  write_duplicate,
  thread_hop,
  two_owners,
  unowned_record,
  commit_ahead,
  commit_regression,
  inconsistent_offsets,
  times_back,
};
inline constexpr std::size_t kCodes = static_cast<std::size_t>(Code::times_back) + 1;

// real: the promise was broken. benign: what at-least-once delivery allows. info: legal, worth knowing.
// undecided: the log does not hold what would tell.
enum class Verdict : std::uint8_t { real, benign, info, undecided };

// Which pair of orders disagrees: written, log, handled.
enum class Stage : std::uint8_t { write, route, log, delivery, execute, rebalance, commit, undecided };

enum class Check : std::uint8_t {
  overlap,
  overtake,
  duplicate,
  write_reorder,
  write_duplicate,
  split_key,
  gap,
  loss,
  generation,
};
inline constexpr std::size_t kChecks = static_cast<std::size_t>(Check::generation) + 1;

struct CodeInfo {
  Code code;
  std::string_view name;
  Check check;
  Verdict verdict;
  Stage stage;
  std::string_view meaning;
  std::string_view advice;
};
// In the order of Code.
std::span<const CodeInfo> codes();
const CodeInfo& info(Code code);

std::string_view name_of(Verdict verdict);
std::string_view name_of(Stage stage);

struct CheckInfo {
  Check check;
  std::string_view name;   // as --require takes it and JSON Lines print it
  std::string_view title;  // as a text report calls it
};
// In the order of Check.
std::span<const CheckInfo> checks();
const CheckInfo& info(Check check);
std::optional<Check> find_check(std::string_view name);

// What a zombie's finding knows beside its two records.
struct ZombieDetail {
  std::int64_t records_inside = 0;               // handled by others while it went on
  std::int64_t busy_inside_ns = 0;               // their durations together
  std::optional<std::int64_t> revoked_ns = {};   // when the partition was taken from it
  std::optional<std::int64_t> went_on_ns = {};   // from then to its end
  std::optional<std::int64_t> too_late_ns = {};  // from the newer record's end to its own
};

struct Finding {
  Code code = Code::overtake;
  Verdict verdict = Verdict::real;
  Stage stage = Stage::undecided;
  std::uint32_t scope = 0;             // whose history: see Names::scope
  std::optional<std::uint32_t> key;    // into KeyTable
  std::optional<std::uint32_t> place;  // into Places
  std::int64_t count = 0;              // records, except for `early`: times
  std::optional<Handling> late;
  std::optional<Handling> newer;
  // Of the first copies in the key's sequence; the most, or the sum, over all of them.
  std::optional<std::int64_t> extent;
  std::optional<std::int64_t> displacement;
  std::optional<std::int64_t> inversions;
  std::optional<std::int64_t> moves;
  std::optional<std::int64_t> late_ns;  // the longest a reorder buffer would have had to wait
  std::optional<std::int64_t> first_ns;
  std::optional<std::int64_t> last_ns;
  std::optional<bool> after_rebalance;
  // Numbers that never came: offsets of `place`, or seqs of `key`.
  std::optional<std::int64_t> first_offset;
  std::optional<std::int64_t> last_offset;
  std::optional<std::int64_t> first_seq;
  std::optional<std::int64_t> last_seq;
  std::optional<std::int64_t> committed;  // at the restart, or at the end
  std::optional<ZombieDetail> zombie;
  ReplayFault replay_fault = ReplayFault::none;  // of a partial replay
  std::int64_t line = 0;                         // its place in the report: the earlier of its two records
};

}  // namespace lanewise::order

// What a new owner handles again. It has to begin at the committed offset, and to leave out nothing of what
// had been handled from there on, each key in its order; then it is what at-least-once delivery allows.
//
// Thread safety: none. Memory: a bit for each offset handled again, in pages that vanish when they are full.
#pragma once

#include <cstdint>
#include <optional>

#include "libcore/order/handling.h"
#include "libcore/order/seen_offsets.h"

namespace lanewise::order {

// Where the log stood when a partition changed hands.
struct Restart {
  std::optional<Handling> high;           // the handling with the highest offset before it
  std::optional<std::int64_t> committed;  // where the new owner had to begin, as far as it is known
  std::optional<std::int64_t> committed_by_lines;
  std::optional<std::int64_t> revoked_ns;
  std::uint32_t revoked_from = 0;  // a member
  std::optional<std::int64_t> resumed_ns;
  std::optional<std::int64_t> fetched;  // the highest offset fetched before it
  bool is_told = false;                 // by lines of its own or by another owner, not by a generation alone
};

struct ReplayRun {
  std::int64_t count = 0;
  std::optional<Handling> lowest;  // the repeated record with the lowest offset
  std::int64_t highest = 0;        // offset of what had ended before and was repeated; if count of those > 0
  std::int64_t ended_before = 0;   // of count: those that had ended, not only begun
  Restart restart;                 // after which it happened
  std::uint32_t epoch = 0;         // and in which
  std::optional<std::int64_t> first_ns;
  std::optional<std::int64_t> last_ns;
  // A repeated record that came after a later one of its key, in the same run.
  std::optional<Handling> passed;
  std::optional<Handling> passed_by;

  static constexpr std::size_t kFewPages = 256;
  // Since the restart: what of the offsets up to its highest has begun or was handled.
  SeenOffsets taken_up{kFewPages};

  void add(const Handling& x, bool had_ended);
  // No run yet.
  void clear();
};

// Why a run is none that a restart explains.
enum class ReplayFault : std::uint8_t { none, below_commit, above_commit, left_out, disordered };

struct ReplayVerdict {
  ReplayFault fault = ReplayFault::none;
  // Offsets handled before and not again, though later ones were: the first run of them.
  std::optional<std::int64_t> first_left_out;
  std::optional<std::int64_t> last_left_out;
  // The owner after this one begins there or before: perhaps this one had not come to it yet.
  bool is_cut_short = false;
};

// Judges a run that is over. `seen`: all offsets handled in the partition; `went_on`: something above the
// restart's highest offset was handled since. `next_from`: where the owner after this one begins, once there
// is one. O(holes of the run).
ReplayVerdict judge_replay(const ReplayRun& run, const SeenOffsets& seen, bool went_on,
                           std::optional<std::int64_t> next_from);

}  // namespace lanewise::order

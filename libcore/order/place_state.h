// What is known of one partition in one history: which offsets were seen, who owns it, when it changed hands,
// what was committed.
//
// Ownership is told by lines (assign, resume, revoke, lost), else by a generation that rises, else it follows
// the members that handle. What was told stands until it is told otherwise: a member of which lines tell, and
// that handles a partition which lines gave to another, does not own it. A change of hands opens a new
// *epoch* with the next handling: what is handled again in it from the committed offset is a replay, and what
// the owner before it still brings to an end is stale.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "libcore/order/handling.h"
#include "libcore/order/replay.h"
#include "libcore/order/seen_offsets.h"

namespace lanewise::order {

// How it is known whose the partition is.
enum class Told : std::uint8_t { nothing, handling, generation, line };

// Somebody who had the partition.
struct Tenure {
  std::uint32_t member = 0;
  std::optional<std::int32_t> generation;
};

// Whose it is and was, and where its owners had to begin: what lines about a group tell of.
struct Ownership {
  std::uint32_t owner = 0;  // a member; 0: not known
  Told told = Told::nothing;
  bool is_revoked = false;  // the owner lost it, and nobody has it since
  std::optional<std::int64_t> owned_since_ns;
  std::vector<Tenure> former;  // each member once a generation; the first hundred
  std::int64_t returns = 0;    // to a member that had it before, where no line and no generation told so
  std::optional<std::int32_t> generation;
  std::uint32_t epoch = 1;
  bool restart_due = false;
  std::int64_t revoked_at = 0;  // ordinal of the last line that took it from its owner

  std::optional<std::int64_t> committed;         // the last commit
  std::uint32_t committed_by = 0;                // a member; 0: not known
  bool commits_name_no_group = false;            // some of them, so that they may be another group's
  std::optional<std::int64_t> most_committed;    // the highest
  std::optional<std::int64_t> lowest_at_commit;  // the lowest offset handled by then
  std::optional<std::int64_t> resume;            // since the last change of hands
  std::optional<std::int64_t> expected_from;     // where the first owner resumed
  std::optional<std::int64_t> fetched;           // the highest offset fetched
  Restart next;                                  // what is told of the restart that is due
  Restart restart;                               // the last one

  static constexpr std::size_t kMostFormer = 100;
};

struct PlaceState : Ownership {
  SeenOffsets seen;
  SeenOffsets known{kFewPages};  // records of which a fetch line tells, handled or not
  std::optional<Handling> high;  // the one with the highest offset so far
  std::optional<Handling> last;
  std::int64_t records = 0;    // lines of records in it
  std::int64_t handlings = 0;  // of known offset
  std::int64_t since_restart = 0;
  bool has_seqs = false;      // its records bear seqs
  bool has_starts = false;    // handlings have start lines of their own
  bool many_threads = false;  // they ran on several
  bool in_order = true;       // each handling began after the one before had ended, at a higher offset
  bool is_unsorted = false;   // of the log: its lines do not come in the order of their offsets
  ReplayRun replay;
  std::vector<std::int64_t> boundaries;  // the highest offset at each change of hands; the first thousand

  static constexpr std::size_t kMostBoundaries = 1000;
  static constexpr std::size_t kFewPages = 256;
};

// Whose handling begins, or was under way unseen.
struct Claim {
  std::uint32_t member = 0;
  std::optional<std::int32_t> generation;
  std::optional<std::int64_t> began_ns;
  bool has_begun_now = false;  // a start line: it begins here
  bool lines_tell = false;     // lines tell which partitions that member is given
};

// owner: the partition is its own. stale: it belongs to another. shared: to another as well, in the same
// generation.
enum class Hold : std::uint8_t { owner, stale, shared };

// Judges the claim; a new owner's first handling opens a new epoch.
Hold take_hold(PlaceState& place, const Claim& claim);
// A line says that `member` (0: not known) has the partition from now on.
void assign_to(PlaceState& place, std::uint32_t member, std::optional<std::int32_t> generation,
               std::optional<std::int64_t> at_ns);
// A line, the ordinal-th, says that `member` has it no longer.
void revoke_from(PlaceState& place, std::uint32_t member, std::optional<std::int64_t> at_ns,
                 std::int64_t ordinal);
// Whether a line of that member and generation is one of an owner before.
bool is_outdated(const PlaceState& place, std::uint32_t member, std::optional<std::int32_t> generation);

}  // namespace lanewise::order

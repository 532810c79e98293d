// What is known of one partition in one history: which offsets were seen, who owns it, when it changed hands,
// what was committed.
//
// Ownership is told by assign, resume, revoke and lost lines, else by a generation that rises, else by the
// members that handle. A change of hands opens a new *epoch* with the next handling: what is handled again in
// it from the committed offset is a replay, and what the owner before it still brings to an end is stale.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "libcore/order/handling.h"
#include "libcore/order/seen_offsets.h"

namespace lanewise::order {

// Where the log stood when a partition changed hands.
struct Restart {
  std::optional<Handling> high;           // the handling with the highest offset before it
  std::optional<std::int64_t> committed;  // where the new owner had to begin, as far as it is known
  std::optional<std::int64_t> revoked_ns;
  std::uint32_t revoked_from = 0;  // a member
  std::optional<std::int64_t> resumed_ns;
  std::optional<std::int64_t> fetched;  // the highest offset fetched before it
  bool is_told = false;                 // by lines of its own or by another owner, not by a generation alone
};

struct ReplayRun {
  std::int64_t count = 0;
  std::optional<Handling> lowest;  // the repeated record with the lowest offset
  Restart restart;                 // after which it happened
  std::uint32_t epoch = 0;         // and in which
  std::optional<std::int64_t> first_ns;
  std::optional<std::int64_t> last_ns;
};

struct PlaceState {
  SeenOffsets seen;
  std::optional<Handling> high;  // the one with the highest offset so far
  std::int64_t records = 0;      // lines of records in it
  std::int64_t handlings = 0;    // of known offset
  std::int64_t since_restart = 0;
  bool has_seqs = false;  // its records bear seqs
  bool in_order = true;   // each handling began after the one before had ended, at a higher offset
  std::optional<Handling> last;

  std::uint32_t owner = 0;  // a member; 0: not known
  std::uint32_t owner_before = 0;
  std::optional<std::int64_t> owned_since_ns;
  bool owner_told = false;  // by a line of its own
  std::optional<std::int32_t> generation;
  std::uint32_t epoch = 1;
  bool restart_due = false;

  std::optional<std::int64_t> committed;       // the last commit
  std::optional<std::int64_t> most_committed;  // the highest
  std::optional<std::int64_t> resume;          // since the last change of hands
  std::optional<std::int64_t> fetched;         // the highest offset fetched
  Restart restart;                             // the last one
  Restart next;                                // what is told of the one that is due
  ReplayRun replay;
  std::vector<std::int64_t> boundaries;  // the highest offset at each change of hands; the first thousand

  static constexpr std::size_t kMostBoundaries = 1000;
};

// Whose handling it is that begins, or that was under way unseen: a new owner's first one opens a new epoch.
// Returns whether it is one of somebody who is not the owner any more.
bool take_hold(PlaceState& place, std::uint32_t member, std::optional<std::int32_t> generation,
               std::optional<std::int64_t> began_ns);
// A line says that `member` (0: not known) has the partition from now on.
void assign_to(PlaceState& place, std::uint32_t member, std::optional<std::int32_t> generation,
               std::optional<std::int64_t> at_ns);
// A line says that `member` has it no longer.
void revoke_from(PlaceState& place, std::uint32_t member, std::optional<std::int64_t> at_ns);
// Whether a line of that member and generation is one of the owner before.
bool is_outdated(const PlaceState& place, std::uint32_t member, std::optional<std::int32_t> generation);

}  // namespace lanewise::order

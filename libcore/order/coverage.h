// What a history held, so that a report can say what was checked, what was not, and how close it was.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libcore/order/finding.h"

namespace lanewise::order {

// What kinds of lines and fields there were.
struct Coverage {
  bool stored = false;
  bool handled = false;
  bool sent = false;
  bool keys = false;
  bool stored_seqs = false;
  bool handled_seqs = false;
  bool handled_offsets = false;
  bool intervals = false;
  bool commits = false;
  bool assignments = false;
  bool generations = false;
  bool brokers = false;
};

struct CheckState {
  Check check;
  bool applies = false;  // there is something that it could be about
  bool possible = false;
  std::string why_not = {};  // "no commits"
  std::string lacking = {};  // "no commit events", of the input
  std::string remedy = {};   // "add the commit lines"
};

// Two neighbouring handlings of a key.
struct ClosestPair {
  std::int64_t gap_ns = 0;
  std::uint32_t key = 0;
  std::optional<std::int64_t> first;  // their numbers in the key's order
  std::optional<std::int64_t> second;
};

struct Totals {
  std::int64_t handlings = 0;
  std::int64_t stored = 0;
  std::int64_t sent = 0;
  std::int64_t commits = 0;
  std::int64_t null_keys = 0;
  std::int64_t unfinished = 0;         // starts without an end
  std::int64_t waiting = 0;            // fetched, and not handled when the log ends
  std::int64_t not_followed = 0;       // records of keys beyond max_keys
  std::int64_t not_judged = 0;         // records that came too late for what is remembered
  std::int64_t unnamed = 0;            // records with neither a key nor a partition
  std::int64_t unranked = 0;           // handlings of a key with neither a seq nor an offset
  std::int64_t ends_before_start = 0;  // handlings whose times say so, and are not believed
  std::int64_t findings_left_out = 0;

  std::int64_t pairs = 0;        // neighbouring handlings of a key
  std::int64_t timed_pairs = 0;  // whose times are known
  std::int64_t sequential_pairs = 0;
  // By definition, whatever finding names them: handlings of a record that had been handled, or begun by a
  // member that crashed, before; records first handled after a later one of their key had been.
  std::int64_t repeated = 0;
  std::int64_t out_of_order = 0;
  std::int64_t thread_hops = 0;
  std::optional<ClosestPair> closest;
  // The smallest shift of one member's clock against another's that would change what is told.
  std::optional<std::int64_t> skew_ns;

  std::int64_t retried = 0;         // records that were tried again after a failure
  std::int64_t retries_passed = 0;  // and that something of their partition passed meanwhile
  std::optional<std::int64_t> longest_stand_ns;
  std::optional<Handling> retry;  // the first of them
  std::optional<std::uint32_t> retry_key;

  std::optional<std::int64_t> first_ns;
  std::optional<std::int64_t> last_ns;
};

// One partition in one history, for the certificate.
struct PlaceSummary {
  std::uint32_t scope = 0;
  std::uint32_t place = 0;
  std::int64_t records = 0;
  std::int64_t first_offset = 0;
  std::int64_t last_offset = 0;
  bool in_order = false;
};

struct Conclusion {
  std::vector<Finding> findings;
  std::array<CheckState, kChecks> checks;
  Coverage coverage;
  Totals totals;
  std::int64_t keys = 0;  // distinct ones
  std::int64_t keys_broken = 0;
  std::int64_t keys_ended_old = 0;         // whose last handling was of an older record than their newest
  std::optional<std::uint32_t> ended_old;  // the first of them
  std::int64_t partitions = 0;
  // Where records have no key, partitions are judged instead.
  std::int64_t partitions_judged = 0;
  std::int64_t partitions_broken = 0;
  std::vector<PlaceSummary> places;          // of handlings
  std::optional<std::size_t> inputs_back;    // the first input that lies wholly before the one before it
  bool complete = true;                      // every record was followed
  std::array<std::int64_t, 4> by_verdict{};  // findings, also those that were left out

  [[nodiscard]] std::int64_t count(Verdict verdict) const {
    return by_verdict[static_cast<std::size_t>(verdict)];
  }
};

// Which checks the history allowed.
std::array<CheckState, kChecks> possible_checks(const Coverage& seen, std::size_t members,
                                                std::size_t partitions, bool dense_seqs);

// What was found was looked for: a log that allows a check in part only, as a loss below a restart shows
// without a commit, does not list it as not made.
void count_as_made(std::array<CheckState, kChecks>& states, const std::vector<Finding>& findings);

}  // namespace lanewise::order

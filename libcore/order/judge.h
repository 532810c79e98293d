// The judge: takes the lines of a history one after the other and says what went wrong with the order of its
// keys, where, and what could not be told.
//
// Three orders are compared. *Written*: the seqs that the writer gave within a key. *Log*: the offsets within
// a partition. *Handled*: the order of the lines, or of start and end where they are known. The pair that
// disagrees names the stage. Two grains: the order within a key, the completeness within a partition.
//
// The history must come in its own order (TimeMerge puts interleaved sources into it). Each consumer group is
// a history of its own, and so is the log, where records are stored rather than handled; a finding of the
// write side that shows in several is given once.
//
// A handling is judged when it ends: a start line only opens it. Each record's first handling moves its key
// on; a second one is judged as a repeat by what lies between: a new owner and the committed offset (replay),
// a try more (redelivery), another worker at the same time (double-dispatch), an old owner that went on
// (zombie), or nothing (duplicate).
//
// Source of codes, order of decisions and metrics: RFC 4737 (reordered, extent), RFC 5236 (displacement) and
// the public checkers that are compared in lanewise-verify-order(1).
//
// Thread safety: none. Cost: some 100 ns a record that is in order; O(holes of its key) for one that is not.
// Memory: 250 to 300 bytes a key, 8 MB of recent handlings, a bit an offset in pages that have holes; bounded
// by JudgeOptions.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "libcore/order/coverage.h"
#include "libcore/order/disorder.h"
#include "libcore/order/entry.h"
#include "libcore/order/finding.h"
#include "libcore/order/key_table.h"
#include "libcore/order/names.h"
#include "libcore/order/place_table.h"
#include "libcore/order/recent.h"

namespace lanewise::order {

struct JudgeOptions {
  std::size_t max_keys = std::size_t{1} << 30;
  std::size_t max_holes = std::size_t{1} << 20;     // in the sequences of all keys together
  std::size_t max_findings = std::size_t{1} << 20;  // more are counted only
  std::size_t max_open = std::size_t{1} << 20;      // handlings that have begun and not ended
  std::size_t max_places = std::size_t{1} << 17;    // partitions of groups
  std::size_t max_pages = std::size_t{1} << 17;  // of 4096 offsets, some of them missing, in all partitions
  bool dense_seqs = true;                        // a seq that is missing is a gap
  bool merged = false;                           // the inputs were merged by time
};

// The names behind the numbers of entries and findings.
struct Vocabulary {
  Names groups;  // a scope is 1 + a group's number; scope 0 is the log, scope 1 the group that is not named
  Names members;
  Names threads;
  Places places;

  static constexpr std::uint32_t kLog = 0;
  static constexpr std::uint32_t kUnnamed = 1;
  static std::uint32_t scope_of(std::uint32_t group) { return group + 1; }
};

class Judge {
 public:
  Judge(const JudgeOptions& options, Vocabulary& vocabulary);
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  // Whose order an entry is about; its number is what take() wants in Entry::number. kNone for a record that
  // belongs to no sequence (a null key) or to a key beyond max_keys.
  [[gnu::always_inline]] void announce(const Entry& entry) const { keys_.prefetch_slot(entry.fingerprint); }
  [[gnu::always_inline]] void announce_again(const Entry& entry) const {
    keys_.prefetch_state(entry.fingerprint);
  }
  std::uint32_t number_of(const Entry& entry);

  // Lines of several sources come in the order of their times.
  void note_merge() { is_merged_ = true; }
  // The next line of the history. Requires: scope, place and names are the run's, and `number` is set.
  void take(const Entry& entry);

  // No more lines: everything that is known now, findings in the order of their first line.
  Conclusion conclude();

  [[nodiscard]] const KeyTable& keys() const { return keys_; }
  [[nodiscard]] const Vocabulary& names() const { return names_; }

 private:
  struct Open {
    Handling begun;
    std::uint32_t next = 0;
  };
  struct Times {
    std::optional<std::int64_t> first_ns;
    std::optional<std::int64_t> last_ns;
  };
  static constexpr std::uint32_t kUnnamed = Vocabulary::kUnnamed;

  // judge_entry.cpp
  Handling handling_of(const Entry& entry) const;
  void start(const Entry& entry);
  void finish(const Entry& entry);
  std::optional<Handling> take_open(KeyHistory& key, const Handling& ended);
  bool take_cut_off(KeyHistory& key, const Handling& again);
  [[nodiscard]] bool was_cut_off(const Handling& begun) const;
  [[nodiscard]] bool is_given_up(const Handling& begun, std::uint32_t scope) const;
  Hold claim(PlaceState& place, const Entry& entry, Handling& x, bool has_begun_now);
  void note_outcome(std::uint32_t number, const Handling& x);

  // judge.cpp
  PlaceState* place_of(std::uint32_t scope, std::uint32_t place);
  void handled(std::uint32_t number, Handling& x, PlaceState* place);
  void judge_slowly(std::uint32_t number, Handling& x, PlaceState* place, SeenOffsets::Answer seen);
  bool judge_fresh(std::uint32_t number, Handling& x, PlaceState* place, bool ranked);
  bool check_times_and_overlap(std::uint32_t number, const Handling& x, PlaceState* place);
  void note_pair(const KeyHistory& key, std::uint32_t number, const Handling& x);
  void remember(KeyHistory& key, Handling& x);
  void note_place(PlaceState& place, const Handling& x);
  bool in_sequence(const KeyHistory& key, const Handling& x) const;
  bool is_next(const KeyHistory& key, const Handling& x) const;

  // judge_group.cpp
  void group_event(const Entry& entry);
  void apply(PlaceState& place, std::uint32_t scope, const Entry& entry);
  void commit(PlaceState& place, std::uint32_t scope, const Entry& entry);
  void commit_was_ahead(std::uint32_t scope, const Handling& x, const PlaceState& place);

  // judge_replay.cpp
  void replayed(PlaceState& place, const Handling& x, bool had_ended, const KeyHistory* key);
  static void take_up(PlaceState& place, std::int64_t offset);
  void flush_replay(std::uint32_t scope, std::uint32_t number, PlaceState& place,
                    std::optional<std::int64_t> next_from);

  // judge_sequence.cpp
  Disorder& disorder_of(KeyHistory& key);
  void settle(KeyHistory& key, std::uint32_t number);
  void advance(KeyHistory& key, const Handling& x, PlaceState* place);
  // These say whether x was found to be out of order.
  bool come_late(KeyHistory& key, std::uint32_t number, Handling& x, PlaceState* place);
  bool come_late_sparsely(KeyHistory& key, Disorder& disorder, const Handling& x);
  bool pass(KeyHistory& key, Disorder& disorder, const Handling& x, const Hole& hole,
            std::int64_t inversions);
  void close_window(KeyHistory& key, std::uint32_t number, Disorder& disorder);
  void check_place(KeyHistory& key, std::uint32_t number, const Handling& x);
  void report(KeyHistory& key, std::uint32_t number, const Passed& passed, std::optional<std::int64_t> moves);
  // Empty: it may have been forgotten.
  [[nodiscard]] std::optional<bool> has_seen(KeyHistory& key, std::int64_t rank);

  // judge_log.cpp
  void store(const Entry& entry);
  void store_again(std::uint32_t number, const Handling& x);
  void check_unsorted(std::uint32_t number, const Handling& x);

  // judge_repeat.cpp
  void repeat(std::uint32_t number, Handling& x, PlaceState* place);
  void repeat_by_old_owner(std::uint32_t number, const Handling& x, const std::optional<Handling>& copy,
                           PlaceState* place);
  void retried(std::uint32_t number, const Handling& x, const Handling& copy, PlaceState* place);
  Finding& tell_repeat(Code code, std::uint32_t number, const Handling& x,
                       const std::optional<Handling>& copy);
  const Handling* find_copy(const KeyHistory& key, const Handling& x) const;

  // judge_overlap.cpp: these say whether they found something.
  const Handling* find_beside(KeyHistory& key, const Handling& x);
  bool check_overlap(std::uint32_t number, const Handling& x, PlaceState* place);
  bool zombie(std::uint32_t number, const Handling& old, const PlaceState* place);
  void check_times(std::uint32_t number, const Handling& x);
  void note_end(KeyHistory& key, Handling& x);

  // conclude.cpp
  struct Span {
    std::int64_t first;
    std::int64_t last;
  };
  // Offsets among which the missing records of a key lie, as a finding about it tells; by scope and place.
  struct Claimed : Span {
    std::int64_t missing = 0;
  };
  using Claims = std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Claimed>>;
  void close_open(std::uint32_t number);
  void conclude_key(std::uint32_t number, Claims& claims);
  void conclude_hole(std::uint32_t number, const Hole& hole, Claims& claims);
  void conclude_failed();
  void conclude_places(Conclusion& conclusion, Claims& claims);
  void conclude_checks(Conclusion& conclusion);
  void gather(std::vector<Finding>& findings);
  [[nodiscard]] bool is_shown_drained(const Finding& split) const;

  // conclude_place.cpp
  void conclude_place(std::uint32_t scope, std::uint32_t number, PlaceState& place,
                      std::vector<Claimed>& claimed);
  void conclude_claimed(std::uint32_t scope, std::uint32_t number, const PlaceState& place,
                        const PlaceState* log, const Claimed& claimed);
  void conclude_unhandled(const PlaceEntry& entry);
  void conclude_log(std::uint32_t number, const PlaceState& place);
  void conclude_known(std::uint32_t scope, std::uint32_t number, const PlaceState& place, Span run);
  void conclude_unknown(std::uint32_t scope, std::uint32_t number, const PlaceState& place, Span run,
                        Finding& holes, Finding& unclear);
  void tell_missing(std::uint32_t scope, std::uint32_t number, const PlaceState& place, Span part,
                    Verdict verdict);
  // The parts of `run` at which there may be a record; the second argument is whether there is. Within what a
  // dump holds, only what it has.
  template <class Visit>
  static void for_each_possible(const PlaceState* log, Span run, Visit&& visit) {
    if (log == nullptr || !log->seen.lowest()) return visit(run, false);
    const std::int64_t lowest = *log->seen.lowest();
    const std::int64_t highest = *log->seen.highest();
    if (run.first < lowest) visit(Span{run.first, std::min(run.last, lowest - 1)}, false);
    log->seen.for_each_seen(std::max(run.first, lowest), std::min(run.last, highest),
                            [&](std::int64_t first, std::int64_t last) { visit(Span{first, last}, true); });
    if (run.last > highest) visit(Span{std::max(run.first, highest + 1), run.last}, false);
  }

  [[nodiscard]] bool ended_old(const KeyHistory& key);
  void count_keys(Conclusion& conclusion);
  [[nodiscard]] std::vector<Finding> without_echoes() const;
  [[nodiscard]] bool is_order_unknown(const Finding& finding) const;
  [[nodiscard]] bool is_commit_unclear(const Finding& finding) const;

  // The finding of that code about a key, or a partition; made if it is not there. What lines of two inputs
  // show is a finding of its own, since it may turn out that nobody knows their order.
  Finding& finding(Code code, std::uint32_t number, std::int64_t line = 0, std::int64_t other_line = 0);
  Finding& finding_at(Code code, std::uint32_t scope, std::uint32_t place);
  Finding& new_finding(Code code, std::uint32_t scope);
  void span(Finding& finding, std::optional<std::int64_t> first_ns,
            std::optional<std::int64_t> last_ns) const;
  [[nodiscard]] std::optional<bool> after_rebalance(std::uint32_t scope, bool yes) const;
  void narrow_skew(std::uint32_t a_member, std::uint32_t b_member, std::int64_t margin_ns);

  JudgeOptions options_;
  Vocabulary& names_;
  KeyTable keys_;
  Recent recent_;
  Disorders disorders_;
  PlaceTable places_;
  std::vector<Open> opens_ = std::vector<Open>(1);
  std::vector<std::uint32_t> free_opens_;
  // By member: the ordinal of its last crash, of its last crash or leave, of the last line that gave it
  // something.
  std::vector<std::int64_t> crashed_at_;
  std::vector<std::int64_t> gone_at_;
  std::vector<std::int64_t> assigned_at_;
  std::deque<Finding> findings_;                               // never moves what was handed out
  std::unordered_map<std::uint64_t, std::size_t> finding_of_;  // code, inputs and key
  std::map<std::tuple<Code, std::uint32_t, std::uint32_t>, std::size_t> finding_at_;
  std::map<std::pair<std::size_t, std::size_t>, std::uint64_t> input_pairs_;  // numbered from 1
  std::map<std::pair<std::uint32_t, std::int64_t>, Handling>
      failed_;                                    // by key and offset or seq: not yet done
  std::unordered_set<std::int64_t> early_lines_;  // of records that came ahead of their turn
  Finding overflow_;
  std::array<std::int64_t, 4> left_out_{};  // findings beyond max_findings, by verdict
  bool has_unclear_holes_ = false;          // below a commit, and nobody knows what they are
  bool is_merged_ = false;
  std::size_t pages_left_;
  std::size_t holes_ = 0;
  std::size_t looks_left_ = std::size_t{1} << 27;  // back through recent handlings in search of an overlap
  std::int64_t ordinal_ = 0;
  Coverage seen_;
  Totals totals_;
  std::vector<Times> times_;  // of each input
};

}  // namespace lanewise::order

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

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
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
#include "libcore/order/place_state.h"
#include "libcore/order/recent.h"

namespace lanewise::order {

struct JudgeOptions {
  std::size_t max_keys = std::size_t{1} << 30;
  std::size_t max_holes = std::size_t{1} << 20;     // in the sequences of all keys together
  std::size_t max_findings = std::size_t{1} << 20;  // more are counted only
  bool dense_seqs = true;                           // a seq that is missing is a gap
  bool merged = false;                              // the inputs were merged by time
};

// The names behind the numbers of entries and findings.
struct Vocabulary {
  Names groups;  // a scope is 1 + a group's number; scope 0 is the log, scope 1 the group that is not named
  Names members;
  Names threads;
  Places places;

  static constexpr std::uint32_t kLog = 0;
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
  using Places = std::vector<std::unique_ptr<PlaceState>>;

  // judge_entry.cpp
  Handling handling_of(const Entry& entry) const;
  void start(const Entry& entry);
  void finish(const Entry& entry);
  void store(const Entry& entry);
  std::optional<Handling> take_open(KeyHistory& key, const Handling& ended);
  bool take_cut_off(KeyHistory& key, const Handling& again);
  [[nodiscard]] bool was_cut_off(const Handling& begun) const;

  // judge.cpp
  PlaceState* place_of(std::uint32_t scope, std::uint32_t place);
  void handled(std::uint32_t number, Handling& x, PlaceState* place);
  void judge_slowly(std::uint32_t number, Handling& x, PlaceState* place, SeenOffsets::Answer seen);
  void note_pair(const KeyHistory& key, std::uint32_t number, const Handling& x);
  void remember(KeyHistory& key, Handling& x);
  void note_place(PlaceState& place, const Handling& x);
  bool in_sequence(const KeyHistory& key, const Handling& x) const;
  bool is_next(const KeyHistory& key, const Handling& x) const;

  // judge_group.cpp
  void group_event(const Entry& entry);
  void flush_replay(std::uint32_t scope, std::uint32_t number, PlaceState& place);

  // judge_sequence.cpp
  Disorder& disorder_of(KeyHistory& key);
  void settle(KeyHistory& key, std::uint32_t number);
  void advance(KeyHistory& key, const Handling& x, PlaceState* place);
  void come_late(KeyHistory& key, std::uint32_t number, Handling& x, PlaceState* place);
  void come_late_sparsely(KeyHistory& key, Disorder& disorder, const Handling& x);
  void pass(KeyHistory& key, Disorder& disorder, const Handling& x, const Hole& hole,
            std::int64_t inversions);
  void close_window(KeyHistory& key, std::uint32_t number, Disorder& disorder);
  void check_place(KeyHistory& key, std::uint32_t number, const Handling& x);
  void report(KeyHistory& key, std::uint32_t number, const Passed& passed, std::optional<std::int64_t> moves);
  [[nodiscard]] bool has_seen(KeyHistory& key, std::int64_t rank);

  // judge_repeat.cpp
  void repeat(std::uint32_t number, Handling& x, PlaceState* place);
  const Handling* find_beside(KeyHistory& key, const Handling& x);
  void check_overlap(std::uint32_t number, const Handling& x, PlaceState* place);
  void zombie(std::uint32_t number, const Handling& old, const PlaceState* place);
  void replayed(PlaceState& place, const Handling& x);
  const Handling* find_copy(const KeyHistory& key, const Handling& x) const;

  // conclude.cpp
  struct Span {
    std::int64_t first;
    std::int64_t last;
  };
  // Offsets that a finding about a key has explained, by scope and place.
  using Claims = std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Span>>;
  void close_open(std::uint32_t number);
  void conclude_key(std::uint32_t number, Claims& claims);
  void conclude_hole(std::uint32_t number, const Hole& hole, Claims& claims);
  void conclude_place(std::uint32_t scope, std::uint32_t number, PlaceState& place,
                      std::vector<Span>& claimed);
  void conclude_log(std::uint32_t number, const PlaceState& place);
  void conclude_run(std::uint32_t scope, std::uint32_t number, const PlaceState& place, Span run,
                    Finding& holes, Finding& unclear);
  [[nodiscard]] const PlaceState* find_place(std::uint32_t scope, std::uint32_t number) const;
  [[nodiscard]] bool ended_old(const KeyHistory& key);
  void count_keys(Conclusion& conclusion);
  [[nodiscard]] std::vector<Finding> without_echoes() const;
  [[nodiscard]] bool inputs_overlap(const Finding& finding) const;

  // The finding of that code about a key, or about one stretch of a partition; made if it is not there.
  Finding& finding(Code code, std::uint32_t number);
  Finding& new_finding(Code code, std::uint32_t scope);
  void count_left_out();
  void span(Finding& finding, std::optional<std::int64_t> first_ns,
            std::optional<std::int64_t> last_ns) const;
  [[nodiscard]] std::optional<bool> after_rebalance(std::uint32_t scope, bool yes) const;
  void narrow_skew(std::uint32_t a_member, std::uint32_t b_member, std::int64_t margin_ns);

  JudgeOptions options_;
  Vocabulary& names_;
  KeyTable keys_;
  Recent recent_;
  Disorders disorders_;
  std::vector<Places> places_;  // by scope, then place
  std::vector<Open> opens_ = std::vector<Open>(1);
  std::vector<std::uint32_t> free_opens_;
  std::vector<std::int64_t> crashed_at_;                       // by member: the ordinal of its last crash
  std::deque<Finding> findings_;                               // never moves what was handed out
  std::unordered_map<std::uint64_t, std::size_t> finding_of_;  // code and key
  std::unordered_set<std::int64_t> early_lines_;               // of records that came ahead of their turn
  Finding overflow_;
  bool is_overflowing_ = false;             // overflow_ is handed out and not counted yet
  std::array<std::int64_t, 4> left_out_{};  // by verdict
  std::size_t holes_ = 0;
  std::int64_t ordinal_ = 0;
  Coverage seen_;
  Totals totals_;
  std::vector<Times> times_;  // of each input
};

}  // namespace lanewise::order

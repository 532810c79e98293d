// What happened to the records of each key, counted while they are handled. Like a checker that reads a log,
// it judges a handling when it ends. The definitions are the report's:
//
//   duplicate   a handling that ends when another of its record has ended, or was cut off by a crash, before
//   reorder     a record whose first handling ends when that of a later record of its key has ended
//   overlap     a handling during which another of its key has ended: of two at once the later end is counted
//   zombie      an overlap whose handling is a former owner's
//   stale       a handling that ends after one of a later record of its key has ended
//   lost        a record below the committed offset of which no handling has ended when the time is up
//
// m1 m2 m1 m2 m3 has two duplicates, no reorder, and one stale end: the second m1 ends after m2.
//
// Thread safety: one run, one thread. O(1) an event; memory per key and per record, see Record.
#pragma once

#include <cstdint>
#include <vector>

namespace lanewise::sim::rebalance {

// A record in a partition's log, and what has become of it.
struct Record {
  std::int64_t written_us = 0;
  std::uint32_t key = 0;
  std::uint32_t seq = 0;  // within the key, from 1
  std::int64_t service_us = 0;
  bool done = false;
  bool cut_off = false;    // a handling of it was
  bool under_way = false;  // at the end: somebody handles it, or has it before him
};

struct TallyFigures {
  std::int64_t records = 0;
  std::int64_t handlings = 0;  // that started
  std::int64_t handled = 0;    // records whose handling has ended at least once
  std::int64_t duplicates = 0;
  std::int64_t reorders = 0;
  std::int64_t overlaps = 0;
  std::int64_t zombies = 0;
  std::int64_t stale = 0;
  std::int64_t cut_off = 0;  // handlings that a crash ended
  std::int64_t lost = 0;
  std::int64_t lost_under_way = 0;  // of those: under way at the end
  std::int64_t commits_refused = 0;
  std::int64_t commits_back = 0;  // that lowered the committed offset
  std::int64_t backlog_peak = 0;  // records written and not handled yet
  std::int64_t backlog_peak_us = 0;
  std::int64_t backlog_normal = 0;  // the peak before the first event
  std::int64_t backlog_end = 0;
  std::int64_t oldest_left_us = 0;    // how long the oldest of the backlog at the end has waited
  std::int64_t normal_again_us = -1;  // when the backlog was at or below normal after its peak; -1: never

  // Whether more is left at the end than there was before the first event: the group has not caught up.
  [[nodiscard]] bool is_behind() const { return backlog_end > backlog_normal; }
};

class Tally {
 public:
  Tally(std::uint32_t keys, std::int64_t first_event_us) : keys_(keys), first_event_us_(first_event_us) {}

  void written(std::int64_t now_us);
  // What a handling keeps from its start to its end: handlings of its key that had ended then.
  using Begun = std::uint32_t;
  Begun started(const Record& record);
  // `by_owner`: whoever ends it owns the partition.
  void done(Record& record, Begun begun, bool by_owner, std::int64_t now_us);
  void cut_off(Record& record) {
    record.cut_off = true;
    ++figures.cut_off;
  }
  // When the time is up, each record of the logs: those not handled are lost or left.
  void left(const Record& record, bool is_committed, std::int64_t now_us);
  // The last call.
  void close();

  TallyFigures figures;
  // From written to first handled, by when they were; if the group is behind at the end, also how old the
  // records are that are left.
  std::vector<std::int64_t> latencies_us;

 private:
  struct Key {
    std::uint32_t done = 0;  // largest seq of which a handling has ended
    std::uint32_t ends = 0;  // handlings that have ended
  };
  std::vector<Key> keys_;
  std::vector<std::int64_t> ages_us_;  // of the records that are left
  std::int64_t first_event_us_;
  std::int64_t backlog_ = 0;
};

}  // namespace lanewise::sim::rebalance

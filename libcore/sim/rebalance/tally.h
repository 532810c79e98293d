// What happened to the records of each key, counted while they are handled. The definitions are the report's:
//
//   duplicate   a handling of a record whose handling has started before
//   reorder     a record whose first handling has ended, and started after that of a later record of its key
//   had
//               started, or ended after that of a later one had ended
//   overlap     a handling at whose end another of its key has ended since it began: of two at once the later
//               end is counted
//   zombie      an overlap whose handling is a former owner's
//   stale       a handling that ends after one of a later record of its key has ended
//   lost        a record below the committed offset that nobody has handled, and nobody is about to (known at
//               the end)
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
  std::uint32_t service_us = 0;
  bool started = false;
  bool done = false;
  bool reordered = false;
  bool cut_off = false;  // the latest handling was
  bool waits = false;    // at the end, with somebody who will handle it
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
  std::int64_t commits_refused = 0;
  std::int64_t commits_back = 0;  // that lowered the committed offset
  std::int64_t backlog_peak = 0;  // records written and not handled yet
  std::int64_t backlog_peak_us = 0;
  std::int64_t backlog_normal = 0;  // the peak before the first event
  std::int64_t backlog_end = 0;
  std::int64_t normal_again_us = -1;  // when the backlog was at or below normal after its peak; -1: never
};

class Tally {
 public:
  Tally(std::uint32_t keys, std::int64_t first_event_us) : keys_(keys), first_event_us_(first_event_us) {}

  void written(std::int64_t now_us);
  // What a handling keeps from its start to its end.
  struct Begun {
    bool first = false;      // of its record
    std::uint32_t ends = 0;  // handlings of its key that had ended then
  };
  Begun started(Record& record);
  // `by_owner`: whoever ends it owns the partition.
  void done(Record& record, Begun begun, bool by_owner, std::int64_t now_us);
  void cut_off(Record& record) {
    record.cut_off = true;
    ++figures.cut_off;
  }
  // The last call.
  void close() { figures.backlog_end = backlog_; }

  TallyFigures figures;
  std::vector<std::int64_t> latencies_us;  // from written to first handled, by when they were

 private:
  struct Key {
    std::uint32_t first_started = 0;  // largest seq whose first handling started
    std::uint32_t first_done = 0;     // or ended
    std::uint32_t done = 0;           // largest seq that any handling has ended of
    std::uint32_t ends = 0;           // handlings that have ended
  };
  std::vector<Key> keys_;
  std::int64_t first_event_us_;
  std::int64_t backlog_ = 0;
};

}  // namespace lanewise::sim::rebalance

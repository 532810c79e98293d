// What members do with the partitions that the protocol gives them: fetch, handle in order within a key,
// commit, and, when a partition is taken away, drain and let go.
//
// A member's hold on a partition is a *tenure*. It begins with the assignment; `fetch_first` later the member
// reads the committed offset and fetches from there. Records go to the workers of the member, a key always to
// the same one, so that each worker's queue keeps the order of its keys. Every `commit_every`, and at the end
// of the tenure, the member commits.
//
// When partitions are revoked, the callback stops fetching, finishes what runs and what lies before it in the
// log, gives back what only waits behind, commits, and then gives them up; it takes `drain` at least. So what
// is committed is all that was begun, and the next owner repeats nothing. Without *drain* it commits and
// returns at once, and the workers go on with what they have. Without *stop-fetch* it does so too, and
// fetches on for `overstay`. Without *resume-at-commit* the next owner begins where the last one had fetched
// to. Without *fencing* commits of a tenure that is over still count.
//
// Invariant: a partition has one tenure that is current, or none. One run, one thread. O(1) amortised a
// record; O(log p) a partition that is assigned or given up, p being those of its member; memory for the
// records and for the tenures that are not over.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "libcore/route/partitioner.h"
#include "libcore/sim/rebalance/arrivals.h"
#include "libcore/sim/rebalance/stage.h"
#include "libcore/sim/rebalance/tenure.h"

namespace lanewise::sim::rebalance {

class Consumption {
 public:
  // `released` is called when a revoke callback is through. Requires: the stage outlives it.
  Consumption(Stage& stage, const route::Partitioner& partitioner,
              std::function<void(std::int32_t member)> released);

  // A member has come to be; its id is Stage::members' last.
  void came(std::int32_t member);
  // From now on it owns them too; at rest: it has owned them for long, and fetches already.
  void assign(std::int32_t member, std::span<const std::int32_t> partitions, std::int32_t generation,
              bool at_rest = false);
  // Begins the callback, or adds to the one that is under way. A partition that the member does not own is
  // passed over.
  void revoke(std::int32_t member, std::span<const std::int32_t> partitions);
  // The member has learned that it is out of the group: it drops what waits and commits nothing.
  void lose(std::int32_t member, std::span<const std::int32_t> partitions);
  // It is gone, with all that it was doing.
  void crash(std::int32_t member);

  [[nodiscard]] std::int64_t next_arrival_us() const;
  void arrive();
  void happen(const Appointment& appointment);
  // The last call: what was committed and never handled is lost.
  void close();

  [[nodiscard]] std::int64_t committed(std::int32_t partition) const {
    return logs_[static_cast<std::size_t>(partition)].committed;
  }

 private:
  struct Work {
    TenureId tenure;
    std::int64_t offset = 0;
  };
  struct Worker {
    std::deque<Work> queue;
    std::optional<Work> running;
    Tally::Begun begun;  // of what runs
    std::uint64_t turn = 0;
  };
  struct Log {
    std::vector<Record> records;
    std::int64_t committed = 0;
    std::int64_t fetched = 0;           // how far the last owner got
    std::optional<TenureId> tenure;     // the current one
    std::vector<TenureId> overstaying;  // fetch on, though it is not theirs
  };
  struct Release {
    bool active = false;
    std::int64_t earliest_us = 0;
    std::vector<TenureId> tenures;
    std::size_t through = 0;  // so many of them, from the first on, have nothing to do any more
    std::uint64_t turn = 0;
  };
  struct Side {  // of a member
    bool alive = true;
    // That are not over, by partition, and of one partition in the order in which they were assigned.
    std::map<std::pair<std::int32_t, std::uint64_t>, TenureId> tenures;
    std::vector<Worker> workers;
    Release release;
  };
  enum Kind : std::int32_t { fetch_is_due, handling_ends, commit_is_due, release_is_due, overstay_ends };

  Side& side(std::int32_t member) { return sides_[static_cast<std::size_t>(member)]; }
  Log& log(std::int32_t partition) { return logs_[static_cast<std::size_t>(partition)]; }
  // Requires: it is not over.
  Tenure& tenure(TenureId id) { return *tenures_.find(id); }
  Record& record(const Tenure& tenure, std::int64_t offset) {
    return log(tenure.partition).records[static_cast<std::size_t>(offset)];
  }
  [[nodiscard]] bool drains() const {
    return stage_.scenario.protections.drain && stage_.scenario.protections.stop_fetch;
  }

  // Of a member, those of one partition.
  std::vector<TenureId> tenures_of(std::int32_t member, std::int32_t partition);
  void count_waiting(std::int32_t member, std::span<const TenureId> recounted);
  void begin(TenureId id);
  void fetch(TenureId id);
  void start_next(std::int32_t member, std::size_t worker);
  void done(std::int32_t member, std::size_t worker);
  void commit(Tenure& tenure);
  void check_release(std::int32_t member);
  void let_go(TenureId id, record::EventKind kind);
  void end_if_idle(TenureId id);
  void end(TenureId id);

  Stage& stage_;
  std::function<void(std::int32_t)> released_;
  std::optional<Arrivals> arrivals_;
  std::vector<Log> logs_;
  std::vector<Side> sides_;
  Tenures tenures_;
};

}  // namespace lanewise::sim::rebalance

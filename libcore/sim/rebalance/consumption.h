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
// record.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "libcore/route/partitioner.h"
#include "libcore/sim/offset_progress.h"
#include "libcore/sim/rebalance/arrivals.h"
#include "libcore/sim/rebalance/stage.h"

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
  struct Tenure {
    std::int32_t member = 0;
    std::int32_t partition = 0;
    std::int32_t generation = 0;
    std::int64_t base = 0;       // the offset it began with
    std::int64_t position = 0;   // the next to fetch
    std::int64_t committed = 0;  // the last it tried to
    OffsetProgress progress;     // from base
    std::uint32_t running = 0;
    std::uint32_t waiting = 0;
    bool begun = false;  // has fetched first
    bool fetching = false;
    std::int64_t started = -1;  // the highest offset whose handling has begun
    std::int64_t keeps_below =
        std::numeric_limits<std::int64_t>::max();  // what waits from here on is given back
    bool current = true;
    bool releasing = false;
    bool over = false;
  };
  struct Work {
    std::size_t tenure = 0;
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
    std::int64_t fetched = 0;              // how far the last owner got
    std::optional<std::size_t> tenure;     // the current one
    std::vector<std::size_t> overstaying;  // fetch on, though it is not theirs
  };
  struct Release {
    bool active = false;
    std::int64_t earliest_us = 0;
    std::vector<std::size_t> tenures;
    std::uint64_t turn = 0;
  };
  struct Side {  // of a member
    bool alive = true;
    std::vector<std::size_t> tenures;  // that are not over
    std::vector<Worker> workers;
    Release release;
  };
  enum Kind : std::int32_t { fetch_is_due, handling_ends, commit_is_due, release_is_due, overstay_ends };

  Side& side(std::int32_t member) { return sides_[static_cast<std::size_t>(member)]; }
  Log& log(std::int32_t partition) { return logs_[static_cast<std::size_t>(partition)]; }
  Tenure& tenure(std::size_t index) { return tenures_[index]; }
  Record& record(const Work& work) {
    return log(tenure(work.tenure).partition).records[static_cast<std::size_t>(work.offset)];
  }
  [[nodiscard]] bool drains() const {
    return stage_.scenario.protections.drain && stage_.scenario.protections.stop_fetch;
  }

  void give_back(std::size_t index, std::int64_t from);
  void begin(std::size_t index);
  void fetch(std::size_t index);
  void start_next(std::int32_t member, std::size_t worker);
  void done(std::int32_t member, std::size_t worker);
  void commit(Tenure& tenure);
  void check_release(std::int32_t member);
  void let_go(std::size_t index, record::EventKind kind);
  void end_if_idle(std::size_t index);
  void end(std::size_t index);

  Stage& stage_;
  std::function<void(std::int32_t)> released_;
  std::optional<Arrivals> arrivals_;
  std::vector<Log> logs_;
  std::vector<Side> sides_;
  std::vector<Tenure> tenures_;
};

}  // namespace lanewise::sim::rebalance

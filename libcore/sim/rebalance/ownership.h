// Who had each partition when, and what follows from it: moves, interruptions, double ownership.
//
// A partition is *owned* from the moment at which a member learns that it has it to the end of that member's
// revoke callback; within, it is *paused* before the first fetch and while the callback drains. Without an
// owner it is *unowned*. It is *double* while somebody who owns it no longer still works on it beside the
// owner. Times before the first event count for nothing.
//
// Thread safety: one run, one thread. O(1) a change; memory one segment a change.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace lanewise::sim::rebalance {

enum class Held : std::uint8_t { unowned, paused, owned, both };

struct Segment {
  std::int64_t from_us = 0;
  std::int64_t to_us = 0;
  Held state = Held::unowned;
  std::int32_t member = -1;  // the owner; -1: nobody
  std::int32_t other = -1;   // both: who works on it beside the owner
};

struct OwnershipFigures {
  std::int64_t moves = 0;  // times that a partition came to another pod than the one that had it last
  std::int32_t moved_partitions = 0;    // that moved at least once
  std::int32_t interrupted = 0;         // partitions that were unowned for longer than no time
  std::int64_t unowned_us = 0;          // sum over partitions
  std::int64_t longest_unowned_us = 0;  // of one partition, at a stretch
  std::int64_t paused_us = 0;           // sum over partitions
  std::int64_t double_us = 0;           // sum over partitions
  std::int64_t stopped_us = 0;          // while no partition at all had an owner
  std::int32_t unowned_at_end = 0;
  std::optional<std::int64_t>
      last_assigned_us;  // when a partition last got an owner; none after the first event
};

class Ownership {
 public:
  // Counts from `since_us` on.
  Ownership(std::size_t partitions, std::int64_t since_us) : tracks_(partitions), since_us_(since_us) {}

  // `member` is a start of `pod`.
  void assigned(std::int32_t partition, std::int32_t member, std::int32_t pod, std::int64_t now_us);
  void fetching(std::int32_t partition, std::int64_t now_us) { change(partition, now_us).fetches = true; }
  void draining(std::int32_t partition, std::int64_t now_us) { change(partition, now_us).fetches = false; }
  void given_up(std::int32_t partition, std::int64_t now_us);
  // Somebody who owns it no longer works on it, and works on it no longer.
  void lingers(std::int32_t partition, std::int32_t member, std::int64_t now_us);
  void lingers_no_more(std::int32_t partition, std::int32_t member, std::int64_t now_us);
  // The last call.
  void close(std::int64_t now_us);

  [[nodiscard]] const OwnershipFigures& figures() const { return figures_; }
  // Of one partition, without gaps from 0 to the end, neighbours different.
  [[nodiscard]] const std::vector<Segment>& segments(std::int32_t partition) const {
    return tracks_[static_cast<std::size_t>(partition)].segments;
  }
  [[nodiscard]] bool moved(std::int32_t partition) const {
    return tracks_[static_cast<std::size_t>(partition)].moves > 0;
  }

 private:
  struct Track {
    std::int64_t since_us = 0;  // of the state below
    std::int32_t owner = -1;
    std::int32_t last_pod = -1;
    bool fetches = false;
    std::vector<std::int32_t> lingering;
    std::int64_t moves = 0;
    std::int64_t unowned_from_us = 0;
    bool was_unowned = false;
    std::vector<Segment> segments;
  };

  // Books what the partition was until now; what it is from now on is changed by the caller.
  Track& change(std::int32_t partition, std::int64_t now_us);
  void count_stopped(std::int64_t now_us);

  std::vector<Track> tracks_;
  std::int64_t since_us_;
  std::size_t owned_now_ = 0;
  std::int64_t stopped_from_us_ = 0;
  OwnershipFigures figures_;
};

}  // namespace lanewise::sim::rebalance

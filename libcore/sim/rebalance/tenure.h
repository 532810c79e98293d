// A member's hold on a partition, from its assignment until its last work on it has ended, and where such
// holds are kept.
//
// A hold that is over gives its slot to a later one. What is planned for it (an appointment, a record in a
// worker's queue) names it by slot and turn, so that it finds nothing then instead of somebody else. Memory
// is bounded by the holds that there are at one time, however often a group rebalances. O(1) each; not thread
// safe.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "libcore/sim/offset_progress.h"

namespace lanewise::sim::rebalance {

struct TenureId {
  std::uint32_t slot = 0;
  std::uint32_t turn = 0;

  // As an appointment carries it.
  [[nodiscard]] std::uint64_t token() const { return std::uint64_t{turn} << 32U | slot; }
  static TenureId of(std::uint64_t token) {
    return {.slot = static_cast<std::uint32_t>(token), .turn = static_cast<std::uint32_t>(token >> 32U)};
  }
  friend bool operator==(TenureId, TenureId) = default;
};

struct Tenure {
  std::int32_t member = 0;
  std::int32_t partition = 0;
  std::int32_t generation = 0;
  std::uint64_t serial = 0;    // in the order of assignments
  std::int64_t base = 0;       // the offset it began with
  std::int64_t position = 0;   // the next to fetch
  std::int64_t committed = 0;  // the last it tried to
  OffsetProgress progress;     // from base
  std::uint32_t running = 0;
  std::uint32_t waiting = 0;
  bool begun = false;  // has fetched first
  bool fetching = false;
  std::int64_t started = -1;  // the highest offset whose handling has begun
  // What waits from here on is given back.
  std::int64_t keeps_below = std::numeric_limits<std::int64_t>::max();
  bool current = true;
  bool releasing = false;
  bool recounted = false;  // its waiting records are being counted again

  [[nodiscard]] bool is_idle() const { return running == 0 && waiting == 0; }
};

class Tenures {
 public:
  TenureId add(Tenure tenure) {
    if (free_.empty()) {
      slots_.emplace_back();
      free_.push_back(static_cast<std::uint32_t>(slots_.size() - 1));
    }
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    slots_[slot].tenure = std::move(tenure);
    slots_[slot].tenure.serial = added_++;
    return {.slot = slot, .turn = slots_[slot].turn};
  }

  // Null if it is over. Good until the next add().
  Tenure* find(TenureId id) {
    Slot& slot = slots_[id.slot];
    return slot.turn == id.turn ? &slot.tenure : nullptr;
  }

  void end(TenureId id) {
    ++slots_[id.slot].turn;
    free_.push_back(id.slot);
  }

 private:
  struct Slot {
    Tenure tenure;
    std::uint32_t turn = 0;
  };
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
  std::uint64_t added_ = 0;
};

}  // namespace lanewise::sim::rebalance

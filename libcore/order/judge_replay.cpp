// What a new owner handles again: gathered while its epoch lasts, judged when the next one begins.
#include <algorithm>

#include "libcore/order/judge.h"

namespace lanewise::order {

namespace {

// So many handlings later, what was left out is not on its way any more.
constexpr std::int64_t kFarBehind = 64;

}  // namespace

// x is handled again after a restart. `had_ended`: it had been handled before, and not only begun. `key`: its
// key, if x is its next handling.
void Judge::replayed(PlaceState& place, const Handling& x, bool had_ended, const KeyHistory* key) {
  ReplayRun& run = place.replay;
  if (run.count == 0) {
    run.restart = place.restart;
    run.epoch = place.epoch;
  }
  run.add(x, had_ended);
  if (key == nullptr || run.passed) return;
  const Handling& last = key->last;
  const bool follows = key->has(KeyHistory::kHasLast) && last.epoch == x.epoch && last.place == x.place &&
                       !last.has(Handling::kStale) && !last.has(Handling::kFirstAfterRestart);
  if (follows && last.has(Handling::kRank) && x.has(Handling::kRank) && x.rank < last.rank &&
      last.has(Handling::kSeq) == x.has(Handling::kSeq)) {
    run.passed = x;
    run.passed_by = last;
  }
}

// The epoch has gone on to x.offset: what a replay has to leave nothing out of.
void Judge::take_up(PlaceState& place, std::int64_t offset) {
  if (!place.restart.high || offset > place.restart.high->offset) return;
  place.replay.epoch = place.epoch;
  place.replay.taken_up.add(offset);
}

void Judge::flush_replay(std::uint32_t scope, std::uint32_t number, PlaceState& place,
                         std::optional<std::int64_t> next_from) {
  ReplayRun& run = place.replay;
  if (run.epoch == 0 || run.epoch == place.epoch) return;
  if (run.count == 0) {
    run.clear();
    return;
  }
  const Restart& restart = run.restart;
  const bool went_on = restart.high && place.high && place.high->epoch == run.epoch &&
                       place.high->offset > restart.high->offset;
  const ReplayVerdict verdict = judge_replay(run, place.seen, went_on, next_from);
  // What was fetched waited in a queue of its own while others went on.
  const bool was_waiting = verdict.is_cut_short && place.known.has(*verdict.first_left_out);
  const bool is_faulty = verdict.fault != ReplayFault::none && !was_waiting;
  Finding& told = new_finding(is_faulty ? Code::partial_replay : Code::replay, scope);
  told.place = number;
  told.count = run.count;
  told.replay_fault = is_faulty ? verdict.fault : ReplayFault::none;
  told.late = run.lowest;
  if (restart.high && restart.high->offset >= run.lowest->offset) told.newer = restart.high;
  told.committed = restart.committed_by_lines ? restart.committed_by_lines : restart.committed;
  told.first_ns = run.first_ns;
  told.last_ns = run.last_ns;
  told.after_rebalance = true;
  if (verdict.fault == ReplayFault::disordered) {
    told.late = run.passed;
    told.newer = run.passed_by;
  }
  if (is_faulty && verdict.first_left_out) {
    told.first_offset = verdict.first_left_out;
    told.last_offset = verdict.last_left_out;
    // Other threads may have had it in hand when the log ends, or when the partition went to somebody else.
    if (verdict.is_cut_short || (place.many_threads && !place.has_starts && place.since_restart < kFarBehind))
      told.verdict = Verdict::undecided;
  }
  // A start that goes back shows where the log had been committed.
  if (!restart.committed && (!place.most_committed || run.lowest->offset > *place.most_committed)) {
    place.most_committed = run.lowest->offset;
  }
  run.clear();
}

}  // namespace lanewise::order

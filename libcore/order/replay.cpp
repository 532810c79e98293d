#include "libcore/order/replay.h"

#include <algorithm>
#include <utility>

namespace lanewise::order {

void ReplayRun::add(const Handling& x, bool had_ended) {
  ++count;
  if (!lowest || x.offset < lowest->offset) lowest = x;
  if (had_ended) {
    highest = ended_before == 0 ? x.offset : std::max(highest, x.offset);
    ++ended_before;
  }
  if (const auto time = x.time_ns()) {
    if (!first_ns || *time < *first_ns) first_ns = time;
    if (!last_ns || *time > *last_ns) last_ns = time;
  }
}

void ReplayRun::clear() {
  taken_up.clear();
  SeenOffsets kept = std::move(taken_up);
  *this = {};
  taken_up = std::move(kept);
}

ReplayVerdict judge_replay(const ReplayRun& run, const SeenOffsets& seen, bool went_on,
                           std::optional<std::int64_t> next_from) {
  ReplayVerdict verdict;
  if (run.count == 0) return verdict;
  // What the log's own commits say counts more than where the owner says that it begins.
  const auto committed =
      run.restart.committed_by_lines ? run.restart.committed_by_lines : run.restart.committed;
  if (committed && run.lowest->offset < *committed) {
    verdict.fault = ReplayFault::below_commit;
    return verdict;
  }
  if (run.ended_before > 0) {
    const std::int64_t from = committed.value_or(run.lowest->offset);
    const std::int64_t to =
        went_on && run.restart.high ? std::max(run.highest, run.restart.high->offset) : run.highest;
    seen.for_each_seen(from, to, [&](std::int64_t first, std::int64_t last) {
      if (verdict.first_left_out) return;
      run.taken_up.for_each_unseen(first, last, [&](std::int64_t left, std::int64_t until) {
        if (verdict.first_left_out) return;
        verdict.first_left_out = left;
        verdict.last_left_out = until;
      });
    });
    if (verdict.first_left_out) {
      verdict.fault =
          *verdict.first_left_out < run.lowest->offset ? ReplayFault::above_commit : ReplayFault::left_out;
      verdict.is_cut_short =
          verdict.fault == ReplayFault::left_out && next_from && *verdict.first_left_out >= *next_from;
      return verdict;
    }
  }
  if (run.passed) verdict.fault = ReplayFault::disordered;
  return verdict;
}

}  // namespace lanewise::order

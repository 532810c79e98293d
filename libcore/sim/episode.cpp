#include "libcore/sim/episode.h"

#include <algorithm>
#include <cassert>

#include "libcore/sim/log_run.h"

namespace lanewise::sim {

std::unique_ptr<Episode> make_episode(LogRun& run, FaultKind kind) {
  std::unique_ptr<Episode> episode = make_write_episode(run, kind);
  if (!episode) episode = make_execute_episode(run, kind);
  if (!episode) episode = make_group_episode(run, kind);
  assert(episode && episode->still_needed() == records_of(kind, run.life()));
  return episode;
}

Script::Script(LogRun& run, FaultKind kind, std::uint32_t key)
    : run_(run),
      kind_(kind),
      group_(info(kind).handled ? static_cast<std::uint16_t>(run.fault_random().below(run.group_count()))
                                : 0),
      key_(key),
      base_(run.keys().written(key)),
      opened_at_line_(run.lines().count() + 1) {}

Wanted Script::ordinary(std::uint32_t position) const {
  return {.key = key_,
          .seq = std::int64_t{base_} + position + 1,
          .label = static_cast<std::int16_t>(run_.life() == 0 ? -1 : static_cast<int>(position))};
}

void Script::add(const Wanted& wanted, bool gated) { steps_.push_back({.wanted = wanted, .gated = gated}); }

void Script::add_after_first(const Wanted& wanted, std::int64_t ns) {
  steps_.push_back({.wanted = wanted, .after_first_ns = ns});
}

void Script::add_rest(std::uint32_t from) {
  for (std::uint32_t position = from; position < run_.life(); ++position) add(ordinary(position), true);
}

void Script::tell(std::optional<std::size_t> late, std::optional<std::size_t> newer) {
  told_ = steps_.size();
  late_ = late;
  newer_ = newer;
}

std::optional<Wanted> Script::wish() {
  if (next_ == steps_.size()) return std::nullopt;
  const Step& step = steps_[next_];
  if (step.gated && outstanding_ > 0) return std::nullopt;
  if (step.after_first_ns > 0 && run_.now() < seen_.front().record.written_ns + step.after_first_ns) {
    return std::nullopt;
  }
  return ready() ? std::optional(step.wanted) : std::nullopt;
}

void Script::wrote(const Record& record, std::uint64_t line) {
  seen_.push_back({.record = record, .stored_line = line, .handlings = {}, .lines = {}});
  outstanding_ += run_.group_count();
  ++next_;
  if (next_ < steps_.size() && steps_[next_].after_first_ns > 0) {
    run_.wake_at(seen_.front().record.written_ns + steps_[next_].after_first_ns);
  }
}

bool Script::takes(std::uint16_t group, const Record& record, std::uint16_t watch) {
  return watch != 0 && concerns(group) && handle(record, watch);
}

void Script::ended(const Handling& handling, std::uint64_t line) {
  if (handling.watch == 0) return;
  --outstanding_;
  if (!concerns(handling.group)) return;
  Seen& seen = seen_[handling.watch - 1U];
  seen.handlings.push_back(handling);
  seen.lines.push_back(line);
  handled(handling);
}

Evidence Script::evidence(std::size_t step, bool last) const {
  const Seen& seen = seen_[step];
  const bool in_log = !info(kind_).handled && seen.stored_line != 0;
  std::uint64_t line = seen.stored_line;
  if (!in_log && !seen.lines.empty()) line = last ? seen.lines.back() : seen.lines.front();
  return {
      .partition = seen.record.partition, .offset = seen.record.offset, .seq = seen.record.seq, .line = line};
}

Planted Script::truth() const {
  Planted planted;
  planted.kind = kind_;
  planted.partition = run_.keys().partition(key_);
  planted.key = std::string(run_.keys().text(key_));
  if (info(kind_).handled) planted.group = run_.group(group_).name;
  if (late_) planted.late = evidence(*late_, true);
  if (newer_) planted.newer = evidence(*newer_, false);
  planted.line = opened_at_line_;
  const std::uint64_t late_line = late_ ? planted.late->line : 0;
  const std::uint64_t newer_line = newer_ ? planted.newer->line : 0;
  if (late_line != 0 || newer_line != 0) {
    planted.line =
        std::min(late_line == 0 ? newer_line : late_line, newer_line == 0 ? late_line : newer_line);
  }
  planted.records = told_;
  planted.first_ns = kNever;
  planted.last_ns = std::numeric_limits<std::int64_t>::min();
  const auto spans = [&](std::int64_t from, std::int64_t to) {
    planted.first_ns = std::min(planted.first_ns, from);
    planted.last_ns = std::max(planted.last_ns, to);
  };
  for (std::size_t step = 0; step < told_; ++step) {
    const Seen& seen = seen_[step];
    if (!info(kind_).handled && seen.stored_line != 0) {
      const std::int64_t created = run_.lines().producer_time(seen.record.key, seen.record.created_ns);
      spans(created, created);
      continue;
    }
    for (const Handling& handling : seen.handlings) {
      spans(run_.lines().member_time(handling.group, handling.member, handling.start_ns),
            run_.lines().member_time(handling.group, handling.member, handling.end_ns));
    }
  }
  return planted;
}

}  // namespace lanewise::sim

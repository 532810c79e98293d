// Faults of a group's members: what a crash, a handover or a change of the pool does to the records in
// between.
//
// They begin by holding back deliveries until what is under way has ended, so that nothing but the fault
// itself is in a state worth a finding: one partition has something to repeat, one record is still in the old
// owner's hands.
#include <algorithm>
#include <utility>
#include <vector>

#include "libcore/sim/episode.h"
#include "libcore/sim/log_run.h"

namespace lanewise::sim {

namespace {

using record::EventKind;

class HoldingScript : public Script {
 public:
  using Script::Script;

  bool takes(std::uint16_t group, const Record& record, std::uint16_t watch) override {
    if (concerns(group) && holds(record)) {
      parked_.emplace_back(record, watch);
      return true;
    }
    return Script::takes(group, record, watch);
  }

  [[nodiscard]] std::size_t parked() const override { return parked_.size(); }

 protected:
  [[nodiscard]] virtual bool holds(const Record& record) const = 0;

  void release() {
    for (const auto& [record, watch] : std::exchange(parked_, {})) {
      run_.schedule(group_, record, run_.arrival(record), watch);
    }
  }
  [[nodiscard]] ConsumerGroup& group() const { return run_.group(group_); }
  [[nodiscard]] std::size_t place() const { return static_cast<std::size_t>(run_.keys().partition(key_)); }
  [[nodiscard]] std::int32_t partition() const { return run_.keys().partition(key_); }

 private:
  std::vector<std::pair<Record, std::uint16_t>> parked_;
};

// The member drains, commits, handles some records of one partition that it does not commit, drains and
// commits all others, and crashes. It comes back under a new generation and resumes at the committed offsets:
// that partition's uncommitted records are handled once more.
class Replay : public HoldingScript {
 public:
  explicit Replay(LogRun& run)
      : HoldingScript(run, FaultKind::replay, run.pick_key()), member_(group().owner[place()]) {
    const std::uint32_t count = run.life() == 2 ? 2 : 3;
    for (std::uint32_t position = 0; position < count; ++position) add(ordinary(position));
    tell(0, count - 1);
    add_rest(count);
  }

  bool takes(std::uint16_t group_index, const Record& record, std::uint16_t watch) override {
    if (concerns(group_index) && record.partition == partition() && phase_ <= Phase::running) {
      uncommitted_.emplace_back(record, watch);
    }
    return HoldingScript::takes(group_index, record, watch);
  }

  void ended(const Handling& handling, std::uint64_t line) override {
    Script::ended(handling, line);
    if (!concerns(handling.group) || handling.record.partition != partition()) return;
    const Record& record = handling.record;
    const bool again = phase_ == Phase::replaying;
    if (again && repeats_left_ > 0 && record.offset <= highest_.offset) {
      --repeats_left_;
      if (record.offset == uncommitted_.front().first.offset) repeated_ = evidence_of(record, line);
      note(handling);
    } else if (!again && record.offset >= uncommitted_offset()) {
      if (!highest_.offset || record.offset >= highest_.offset) highest_ = evidence_of(record, line);
      note(handling);
    }
  }

  void poll() override {
    ConsumerGroup& members = group();
    if (phase_ == Phase::draining && members.in_flight[place()] == 0) {
      run_.commit(group_, member_, partition());
      phase_ = Phase::running;
      release();
    }
    if (phase_ == Phase::running && written() == told() && all_handled()) phase_ = Phase::stopping;
    if (phase_ == Phase::stopping && members.drained(member_)) {
      for (const std::int32_t owned : members.owned[member_]) {
        if (owned != partition()) run_.commit(group_, member_, owned);
      }
      run_.lines().group_event(EventKind::crash, group_, member_, run_.now(), std::nullopt, std::nullopt);
      back_ns_ = run_.now() + run_.beat() * run_.fault_random().between(20, 80);
      run_.wake_at(back_ns_);
      phase_ = Phase::down;
    }
    if (phase_ == Phase::down && run_.now() >= back_ns_) come_back();
  }

  [[nodiscard]] bool bars_commit(std::uint16_t group_index, std::int32_t other) const override {
    if (!concerns(group_index)) return false;
    if (phase_ == Phase::down) return group().owner[static_cast<std::size_t>(other)] == member_;
    return (phase_ == Phase::running || phase_ == Phase::stopping) && other == partition();
  }

  [[nodiscard]] bool closed() const override { return Script::closed() && repeated(); }

  [[nodiscard]] Planted truth() const override {
    Planted planted = Script::truth();
    planted.key.reset();
    planted.member = group().members[member_];
    planted.late = repeated_;
    planted.newer = highest_;
    planted.line = std::min(repeated_.line, highest_.line);
    planted.records = uncommitted_.size();
    planted.first_ns = first_ns_;
    planted.last_ns = last_ns_;
    return planted;
  }

 protected:
  bool ready() override { return written() < told() ? phase_ == Phase::running : repeated(); }

  [[nodiscard]] bool holds(const Record& record) const override {
    if (phase_ == Phase::draining) return record.partition == partition();
    return (phase_ == Phase::stopping || phase_ == Phase::down) &&
           group().owner[static_cast<std::size_t>(record.partition)] == member_;
  }

 private:
  enum class Phase : std::uint8_t { draining, running, stopping, down, replaying };

  [[nodiscard]] bool repeated() const { return phase_ == Phase::replaying && repeats_left_ == 0; }
  [[nodiscard]] std::int64_t uncommitted_offset() const {
    return uncommitted_.empty() ? kNever : uncommitted_.front().first.offset;
  }
  static Evidence evidence_of(const Record& record, std::uint64_t line) {
    return {.partition = record.partition, .offset = record.offset, .seq = record.seq, .line = line};
  }
  void note(const Handling& handling) {
    first_ns_ = std::min(first_ns_, run_.lines().member_time(group_, member_, handling.start_ns));
    last_ns_ = std::max(last_ns_, run_.lines().member_time(group_, member_, handling.end_ns));
  }

  void come_back() {
    ConsumerGroup& members = group();
    members.begin_generation(run_.now());
    members.progress[place()].rewind_to_committed();
    for (const std::int32_t owned : members.owned[member_]) {
      run_.lines().group_event(EventKind::assign, group_, member_, run_.now(), owned, std::nullopt);
      run_.lines().group_event(EventKind::resume, group_, member_, run_.now(), owned,
                               members.progress[static_cast<std::size_t>(owned)].committed());
    }
    phase_ = Phase::replaying;
    repeats_left_ = uncommitted_.size();
    for (const auto& [record, watch] : uncommitted_) {
      if (watch != 0) expect_one_more();
      run_.schedule(group_, record, run_.now() + run_.beat(), watch);
    }
    release();
  }

  const std::uint16_t member_;
  Phase phase_ = Phase::draining;
  std::vector<std::pair<Record, std::uint16_t>>
      uncommitted_;  // of the partition, in the order of their offsets
  std::size_t repeats_left_ = 0;
  std::int64_t back_ns_ = 0;
  Evidence repeated_;  // the first record that is repeated
  Evidence highest_;   // the last one handled before the crash
  std::int64_t first_ns_ = kNever;
  std::int64_t last_ns_ = 0;
};

// The old owner holds one record when its partition is taken away. The new owner resumes at the committed
// offset, handles that record and the key's next, and then the old owner ends.
class Zombie : public HoldingScript {
 public:
  explicit Zombie(LogRun& run)
      : HoldingScript(run, FaultKind::zombie, run.pick_key()), from_(group().owner[place()]) {
    const auto others = static_cast<std::int64_t>(group().members.size()) - 1;
    to_ = static_cast<std::uint16_t>((from_ + run.fault_random().between(1, others)) % (others + 1));
    add(ordinary(0));
    add(ordinary(1));
    tell(0, 1);
    add_rest(2);
  }

  bool handle(const Record& record, std::uint16_t watch) override {
    if (watch == 1) {
      first_ = record;
      return true;
    }
    if (watch != 2) return false;
    hand_over(record);
    return true;
  }

  bool takes(std::uint16_t group_index, const Record& record, std::uint16_t watch) override {
    // Its own two are dealt with although the partition is held.
    // NOLINTNEXTLINE(bugprone-parent-virtual-call): past HoldingScript, on purpose
    if (watch == 1 || watch == 2) return Script::takes(group_index, record, watch);
    return HoldingScript::takes(group_index, record, watch);
  }

  void poll() override {
    if (phase_ == Phase::draining && group().in_flight[place()] == 0) {
      run_.commit(group_, from_, partition());
      phase_ = Phase::running;
    }
    if (phase_ == Phase::leaving && run_.now() >= revoked_ns_) {
      run_.lines().group_event(EventKind::revoke, group_, from_, run_.now(), partition(), std::nullopt);
      phase_ = Phase::revoked;
    }
    if (phase_ == Phase::revoked && run_.now() >= assigned_ns_) {
      group().move(partition(), to_);
      run_.lines().group_event(EventKind::assign, group_, to_, run_.now(), partition(), std::nullopt);
      run_.lines().group_event(EventKind::resume, group_, to_, run_.now(), partition(),
                               group().progress[place()].committed());
      phase_ = Phase::moved;
      release();
    }
  }

  [[nodiscard]] Planted truth() const override {
    Planted planted = Script::truth();
    planted.member = group().members[from_];
    return planted;
  }

 protected:
  bool ready() override { return written() < told() ? phase_ == Phase::running : phase_ == Phase::moved; }
  [[nodiscard]] bool holds(const Record& record) const override {
    return phase_ != Phase::moved && record.partition == partition();
  }

 private:
  enum class Phase : std::uint8_t { draining, running, leaving, revoked, moved };

  // All that will happen to the two records is settled at once, from when the threads concerned are free.
  void hand_over(const Record& second) {
    ConsumerGroup& members = group();
    Handling old{
        .record = first_, .group = group_, .member = from_, .watch = 1, .finishes = false, .owned = false};
    old.thread = members.thread_of(key_, from_);
    old.start_ns = std::max(run_.arrival(first_), members.thread_free(from_, old.thread));
    revoked_ns_ = old.start_ns + run_.beat();
    assigned_ns_ = revoked_ns_ + run_.beat();
    members.begin_generation(assigned_ns_);

    Handling again{.record = first_, .group = group_, .member = to_, .watch = 1};
    again.thread = members.thread_of(key_, to_);
    again.start_ns =
        std::max({assigned_ns_ + run_.beat(), members.thread_free(to_, again.thread), run_.arrival(second)});
    again.end_ns = again.start_ns + run_.draw_service();
    Handling next{.record = second, .group = group_, .member = to_, .thread = again.thread, .watch = 2};
    next.start_ns = again.end_ns;
    next.end_ns = next.start_ns + run_.draw_service();
    old.end_ns = next.end_ns + run_.beat();
    members.thread_free(from_, old.thread) = old.end_ns;
    members.thread_free(to_, again.thread) = next.end_ns;
    expect_one_more();
    run_.add(old);
    run_.add(again);
    run_.add(next);
    run_.wake_at(revoked_ns_);
    run_.wake_at(assigned_ns_);
    phase_ = Phase::leaving;
  }

  const std::uint16_t from_;
  std::uint16_t to_ = 0;
  Phase phase_ = Phase::draining;
  Record first_;
  std::int64_t revoked_ns_ = 0;
  std::int64_t assigned_ns_ = 0;
};

// A member's pool gets another mapping of keys to threads, with nothing under way. The key has a record on
// either side.
class PoolResize : public HoldingScript {
 public:
  explicit PoolResize(LogRun& run)
      : HoldingScript(run, FaultKind::pool_resize, run.pick_key()), member_(group().owner[place()]) {
    add(ordinary(0));
    add(ordinary(1));
    tell(0, 1);
    add_rest(2);
  }

  void poll() override {
    if (phase_ == Phase::before && written() == 1 && all_handled()) phase_ = Phase::draining;
    if (phase_ == Phase::draining && group().drained(member_)) {
      std::uint32_t& turn = group().turn[member_];
      turn = (turn + 1) % group().threads;
      phase_ = Phase::after;
      release();
    }
  }

  [[nodiscard]] Planted truth() const override {
    Planted planted = Script::truth();
    planted.key.reset();
    planted.partition.reset();
    planted.member = group().members[member_];
    return planted;
  }

 protected:
  bool ready() override { return written() == 0 || phase_ == Phase::after; }
  [[nodiscard]] bool holds(const Record& record) const override {
    return phase_ == Phase::draining && group().owner[static_cast<std::size_t>(record.partition)] == member_;
  }

 private:
  enum class Phase : std::uint8_t { before, draining, after };
  const std::uint16_t member_;
  Phase phase_ = Phase::before;
};

}  // namespace

std::unique_ptr<Episode> make_group_episode(LogRun& run, FaultKind kind) {
  switch (kind) {
    case FaultKind::replay: return std::make_unique<Replay>(run);
    case FaultKind::zombie: return std::make_unique<Zombie>(run);
    case FaultKind::pool_resize: return std::make_unique<PoolResize>(run);
    default: return nullptr;
  }
}

}  // namespace lanewise::sim

// Faults of one group's execution: records of a key that one member's threads handle otherwise than in turn.
#include <algorithm>
#include <vector>

#include "libcore/sim/episode.h"
#include "libcore/sim/log_run.h"

namespace lanewise::sim {

namespace {

// The last of a run of records is handled first: with two, the other was overtaken; with more, that one was
// early.
class PassedOver : public Script {
 public:
  PassedOver(LogRun& run, FaultKind kind)
      : Script(run, kind, run.pick_key()), count_(kind == FaultKind::overtake ? 2U : early_run(run.life())) {
    for (std::uint32_t position = 0; position < count_; ++position) add(ordinary(position));
    tell(0, count_ - 1);
    add_rest(count_);
  }

  bool handle(const Record& record, std::uint16_t /*watch*/) override {
    if (held_.size() + 1 >= count_ || released_) return false;
    held_.push_back(record);
    return true;
  }

  void handled(const Handling& handling) override {
    if (released_) return;
    released_ = true;
    for (std::size_t i = 0; i < held_.size(); ++i) {
      run_.schedule(group_, held_[i], handling.end_ns + run_.beat(), static_cast<std::uint16_t>(i + 1));
    }
  }

 private:
  const std::uint32_t count_;
  std::vector<Record> held_;
  bool released_ = false;
};

// A record is dropped, between two that are handled where a life has room for three: what comes before the
// first record seen is no hole to those who do not know where a key begins. A loss counts as finished, so
// that the commit passes it; a skip holds the commit back.
class Unhandled : public Script {
 public:
  Unhandled(LogRun& run, FaultKind kind)
      : Script(run, kind, run.pick_key()), dropped_(run.life() == 2 ? 0 : 1) {
    for (std::uint32_t position = 0; position < dropped_ + 2U; ++position) add(ordinary(position));
    tell(dropped_, dropped_ + 1U);
    add_rest(dropped_ + 2U);
  }

  bool handle(const Record& record, std::uint16_t watch) override {
    if (watch != dropped_ + 1U) return false;
    if (kind_ == FaultKind::loss) {
      run_.group(group_).progress[static_cast<std::size_t>(record.partition)].finish(record.offset);
    }
    spare_one();
    return true;
  }

 private:
  const std::uint16_t dropped_;
};

class Redelivery : public Script {
 public:
  explicit Redelivery(LogRun& run) : Script(run, FaultKind::redelivery, run.pick_key()) {
    add(ordinary(0));
    tell(0, 0);
    add_rest(1);
  }

  bool handle(const Record& record, std::uint16_t watch) override {
    if (watch != 1) return false;
    expect_one_more();
    run_.schedule(group_, record, run_.arrival(record), watch, 0, false);
    return true;
  }

  void handled(const Handling& handling) override {
    if (handling.watch != 1 || handling.attempt > 0) return;
    run_.schedule(group_, handling.record, handling.end_ns + run_.beat(), handling.watch, 1);
  }
};

// Two handlings on two threads of the key's member: the first begins and ends first, and both last a beat at
// least while the other is under way.
void run_together(LogRun& run, std::uint16_t group_index, const Record& first, std::uint16_t first_watch,
                  const Record& second, std::uint16_t second_watch, bool second_finishes) {
  ConsumerGroup& group = run.group(group_index);
  const std::uint16_t member = group.owner[static_cast<std::size_t>(first.partition)];
  const std::uint16_t own = group.thread_of(first.key, member);
  const std::uint16_t other = group.other_thread(member, own);
  Handling a{.record = first, .group = group_index, .member = member, .thread = own, .watch = first_watch};
  Handling b{.record = second,
             .group = group_index,
             .member = member,
             .thread = other,
             .watch = second_watch,
             .finishes = second_finishes};
  a.start_ns = std::max(run.arrival(first), group.thread_free(member, own));
  b.start_ns = std::max({run.arrival(second), group.thread_free(member, other), a.start_ns + run.beat()});
  a.end_ns = std::max(a.start_ns + run.draw_service(), b.start_ns + run.beat());
  b.end_ns = std::max(b.start_ns + run.draw_service(), a.end_ns + run.beat());
  group.thread_free(member, own) = a.end_ns;
  group.thread_free(member, other) = b.end_ns;
  run.add(a);
  run.add(b);
}

class DoubleDispatch : public Script {
 public:
  explicit DoubleDispatch(LogRun& run) : Script(run, FaultKind::double_dispatch, run.pick_key()) {
    add(ordinary(0));
    tell(0, 0);
    add_rest(1);
  }

  bool handle(const Record& record, std::uint16_t watch) override {
    if (watch != 1) return false;
    expect_one_more();
    run_together(run_, group_, record, watch, record, watch, false);
    return true;
  }
};

class Overlap : public Script {
 public:
  explicit Overlap(LogRun& run) : Script(run, FaultKind::overlap, run.pick_key()) {
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
    run_together(run_, group_, first_, 1, record, 2, true);
    return true;
  }

 private:
  Record first_;
};

}  // namespace

std::unique_ptr<Episode> make_execute_episode(LogRun& run, FaultKind kind) {
  switch (kind) {
    case FaultKind::overtake:
    case FaultKind::early: return std::make_unique<PassedOver>(run, kind);
    case FaultKind::skip:
    case FaultKind::loss: return std::make_unique<Unhandled>(run, kind);
    case FaultKind::redelivery: return std::make_unique<Redelivery>(run);
    case FaultKind::double_dispatch: return std::make_unique<DoubleDispatch>(run);
    case FaultKind::overlap: return std::make_unique<Overlap>(run);
    default: return nullptr;
  }
}

}  // namespace lanewise::sim

// Faults of the write side: what was written, where it was put. Every group handles such records as it
// finds them.
#include <array>
#include <utility>
#include <vector>

#include "libcore/sim/episode.h"
#include "libcore/sim/log_run.h"

namespace lanewise::sim {

namespace {

class Duplicate : public Script {
 public:
  explicit Duplicate(LogRun& run) : Script(run, FaultKind::duplicate, run.pick_key()) {
    add(ordinary(0));
    add(ordinary(0));
    tell(1, 0);
    add_rest(1);
  }
};

class WriteReorder : public Script {
 public:
  explicit WriteReorder(LogRun& run) : Script(run, FaultKind::write_reorder, run.pick_key()) {
    add(ordinary(1));
    Wanted late = ordinary(0);
    late.created_before_ns = run.beat();
    add(late);
    tell(1, 0);
    add_rest(2);
  }
};

// Each record is handled before the next is written: the key's order survives by luck, so that the one
// finding is that the key has two partitions.
class SplitKey : public Script {
 public:
  explicit SplitKey(LogRun& run) : Script(run, FaultKind::split_key, run.pick_key()) {
    const auto partitions = static_cast<std::int64_t>(run.config().partitions);
    const std::int64_t own = run.keys().partition(key_);
    const auto wrong =
        static_cast<std::int32_t>((own + run.fault_random().between(1, partitions - 1)) % partitions);
    const std::uint32_t count = run.life() == 3 ? 3 : 4;
    for (std::uint32_t position = 0; position < count; ++position) {
      Wanted wanted = ordinary(position);
      if (position % 2 == 1) wanted.partition = wrong;
      add(wanted, true);
    }
    tell(1, 2);
    add_rest(count);
  }
};

class CompositeKeys : public Script {
 public:
  explicit CompositeKeys(LogRun& run) : Script(run, FaultKind::composite_keys, run.keys().take_entity()) {
    const std::uint32_t rounds = run.life() == 0 ? 2 : run.life();
    for (std::uint32_t position = 0; position < rounds; ++position) {
      for (std::uint32_t other = 0; other < 2; ++other) {
        Wanted wanted = ordinary(position);
        wanted.key = key_ + other;
        add(wanted, true);
      }
    }
    tell(0, 1);
  }

  [[nodiscard]] std::optional<std::uint32_t> key() const override { return std::nullopt; }

  [[nodiscard]] Planted truth() const override {
    Planted planted = Script::truth();
    planted.key.reset();
    planted.partition.reset();
    planted.entity = std::string(run_.keys().entity(key_));
    for (std::uint32_t other = 0; other < 2; ++other)
      planted.keys.emplace_back(run_.keys().text(key_ + other));
    return planted;
  }
};

// A life whose states or steps are not the right ones.
class OddLife : public Script {
 public:
  OddLife(LogRun& run, FaultKind kind) : Script(run, kind, run.pick_key()) {
    const std::uint32_t life = run.life();
    std::vector<std::uint32_t> labels;
    for (std::uint32_t label = 0; label < life; ++label) labels.push_back(label);
    std::optional<std::size_t> late;
    std::size_t newer = 0;
    switch (kind) {
      case FaultKind::state_rollback: {
        // From a state that is neither the first nor the last back by one, and on from there.
        const auto from = static_cast<std::uint32_t>(run.fault_random().between(1, life - 2));
        labels.insert(labels.begin() + from + 1, {from - 1, from});
        late = from + 1;
        newer = from;
        break;
      }
      case FaultKind::step_missing:
        labels.erase(labels.begin() + run.fault_random().between(0, life - 1));
        newer = labels.size() - 1;
        break;
      case FaultKind::step_twice: {
        const auto twice = static_cast<std::uint32_t>(run.fault_random().between(0, life - 1));
        labels.insert(labels.begin() + twice, twice);
        late = twice + 1;
        newer = twice;
        break;
      }
      default: late = life - 1; newer = life - 2;
    }
    for (std::uint32_t position = 0; position < labels.size(); ++position) {
      Wanted wanted = ordinary(position);
      wanted.label = static_cast<std::int16_t>(labels[position]);
      if (kind == FaultKind::step_late && position + 1 == labels.size()) {
        const std::int64_t within = run.config().step_within.count();
        add_after_first(wanted, within + within / 4);
      } else {
        add(wanted);
      }
    }
    tell(late, newer);
  }
};

}  // namespace

std::unique_ptr<Episode> make_write_episode(LogRun& run, FaultKind kind) {
  switch (kind) {
    case FaultKind::duplicate: return std::make_unique<Duplicate>(run);
    case FaultKind::write_reorder: return std::make_unique<WriteReorder>(run);
    case FaultKind::split_key: return std::make_unique<SplitKey>(run);
    case FaultKind::composite_keys: return std::make_unique<CompositeKeys>(run);
    case FaultKind::state_rollback:
    case FaultKind::step_missing:
    case FaultKind::step_twice:
    case FaultKind::step_late: return std::make_unique<OddLife>(run, kind);
    default: return nullptr;
  }
}

}  // namespace lanewise::sim

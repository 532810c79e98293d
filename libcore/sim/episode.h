// A planted fault while it happens. An episode has the log's attention to itself: it says which records it
// wants written, and may handle them, in the group it concerns, otherwise than the model would.
//
// `Script` is what all of them have in common: a list of records of one key (or one entity's keys), written
// one after the other, each perhaps only when all before it are handled; what became of them; and the line of
// truth. Internal to the event generator.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "libcore/sim/fault.h"
#include "libcore/sim/log_parts.h"
#include "libcore/sim/truth.h"

namespace lanewise::sim {

class LogRun;

// A record that an episode wants written.
struct Wanted {
  std::uint32_t key = 0;
  std::int64_t seq = 0;
  std::optional<std::int32_t> partition = {};  // another than the key's own
  std::int64_t created_before_ns = 0;          // sent so much before it was appended
  std::int16_t label = -1;
};

class Episode {
 public:
  Episode() = default;
  Episode(const Episode&) = delete;
  Episode& operator=(const Episode&) = delete;
  virtual ~Episode() = default;

  // The record it wants written at this moment, and the watch its handlings bear.
  virtual std::optional<Wanted> wish() = 0;
  [[nodiscard]] virtual std::uint16_t watch() const = 0;
  // How many it will want from now on.
  [[nodiscard]] virtual std::uint64_t still_needed() const = 0;
  // Its wish was written.
  virtual void wrote(const Record& record, std::uint64_t line) = 0;
  // Whether it takes the delivery of a record to a group upon itself.
  virtual bool takes(std::uint16_t group, const Record& record, std::uint16_t watch) = 0;
  virtual void ended(const Handling& handling, std::uint64_t line) = 0;
  // Something has happened: perhaps what it waits for.
  virtual void poll() {}
  [[nodiscard]] virtual bool bars_commit(std::uint16_t /*group*/, std::int32_t /*partition*/) const {
    return false;
  }
  // Deliveries that it holds back.
  [[nodiscard]] virtual std::size_t parked() const { return 0; }
  [[nodiscard]] virtual bool closed() const = 0;
  // The key that only the episode writes while it is open.
  [[nodiscard]] virtual std::optional<std::uint32_t> key() const = 0;
  // The line of truth. Requires: closed().
  [[nodiscard]] virtual Planted truth() const = 0;
};

// Requires: the fault is one of the plan's. One file a stage: episode_write.cpp, episode_execute.cpp,
// episode_group.cpp.
std::unique_ptr<Episode> make_episode(LogRun& run, FaultKind kind);
std::unique_ptr<Episode> make_write_episode(LogRun& run, FaultKind kind);
std::unique_ptr<Episode> make_execute_episode(LogRun& run, FaultKind kind);
std::unique_ptr<Episode> make_group_episode(LogRun& run, FaultKind kind);

// What a script has seen of one of its records.
struct Seen {
  Record record;
  std::uint64_t stored_line = 0;
  std::vector<Handling> handlings;  // in the group it concerns, as they ended
  std::vector<std::uint64_t> lines;
};

class Script : public Episode {
 public:
  // Concerns one group, drawn, or the first for a fault of the write side.
  Script(LogRun& run, FaultKind kind, std::uint32_t key);

  std::optional<Wanted> wish() override;
  [[nodiscard]] std::uint16_t watch() const override { return static_cast<std::uint16_t>(next_ + 1); }
  [[nodiscard]] std::uint64_t still_needed() const override { return steps_.size() - next_; }
  void wrote(const Record& record, std::uint64_t line) override;
  bool takes(std::uint16_t group, const Record& record, std::uint16_t watch) override;
  void ended(const Handling& handling, std::uint64_t line) override;
  [[nodiscard]] bool closed() const override { return next_ == steps_.size() && outstanding_ == 0; }
  [[nodiscard]] std::optional<std::uint32_t> key() const override { return key_; }
  [[nodiscard]] Planted truth() const override;

 protected:
  struct Step {
    Wanted wanted;
    bool gated = false;               // only when all before it are handled
    std::int64_t after_first_ns = 0;  // not before this long after the first record
  };

  // The key's position-th record of the script, from 0, as it would be written without a fault.
  [[nodiscard]] Wanted ordinary(std::uint32_t position) const;
  void add(const Wanted& wanted, bool gated = false);
  void add_after_first(const Wanted& wanted, std::int64_t ns);
  // Adds ordinary records at the positions from .. life-1, one after the other, so that the key's life is
  // complete.
  void add_rest(std::uint32_t from);
  // The truth is told of the records added so far, these two among them.
  void tell(std::optional<std::size_t> late, std::optional<std::size_t> newer);

  // Whether the next step may be written, beyond what the steps themselves say.
  virtual bool ready() { return true; }
  // One of the script's records comes to the group it concerns; true if it is dealt with.
  virtual bool handle(const Record& /*record*/, std::uint16_t /*watch*/) { return false; }
  // A handling of one of its records, in the group it concerns, has ended.
  virtual void handled(const Handling& /*handling*/) {}
  // One of its records will not be handled, or once more than the model has it.
  void spare_one() { --outstanding_; }
  void expect_one_more() { ++outstanding_; }

  [[nodiscard]] bool concerns(std::uint16_t group) const { return group == group_; }
  [[nodiscard]] std::size_t told() const { return told_; }
  [[nodiscard]] std::size_t written() const { return next_; }
  [[nodiscard]] bool all_handled() const { return outstanding_ == 0; }
  // The record as evidence, told by the first line that shows it, or by the last.
  [[nodiscard]] Evidence evidence(std::size_t step, bool last) const;

  LogRun& run_;
  const FaultKind kind_;
  const std::uint16_t group_;
  const std::uint32_t key_;

 private:
  const std::uint32_t base_;  // how many records the key had before
  std::vector<Step> steps_;
  std::vector<Seen> seen_;
  std::size_t next_ = 0;
  std::size_t told_ = 0;           // how many steps the truth is about
  std::uint64_t outstanding_ = 0;  // handlings of its records that are still to end
  std::uint64_t opened_at_line_;
  std::optional<std::size_t> late_;
  std::optional<std::size_t> newer_;
};

}  // namespace lanewise::sim

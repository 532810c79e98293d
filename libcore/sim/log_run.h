// A generated log in the making: one moment after the other, from the producers' next record and the earliest
// pending thing. Internal to the event generator.
//
// The order of things: what is pending at or before the next record's moment happens first. While an episode
// (a planted fault) is open it is asked before every record whether it wants to write one of its own, and may
// take over the delivery of records to a group. When an episode needs what is still to happen, or a stretch
// of the log has just as many records left as its episode wants, the writers wait, and go on at their rate
// from then.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "libcore/sim/episode.h"
#include "libcore/sim/event_generator.h"
#include "libcore/sim/key_activity.h"
#include "libcore/sim/key_table.h"
#include "libcore/sim/log_lines.h"
#include "libcore/sim/log_parts.h"
#include "libcore/sim/log_plan.h"
#include "libcore/sim/pending_queue.h"
#include "libcore/sim/truth.h"
#include "libcore/stats/exponential.h"
#include "libcore/stats/random.h"

namespace lanewise::sim {

class LogRun {
 public:
  LogRun(GeneratorConfig config, LogPlan plan, KeyTable keys);
  LogRun(const LogRun&) = delete;
  LogRun& operator=(const LogRun&) = delete;

  bool fill(std::string& out, std::size_t bytes);
  [[nodiscard]] std::uint64_t written() const { return written_; }
  [[nodiscard]] const GeneratorSummary& summary() const { return summary_; }
  void write_truth(std::string& out) const { sim::write_truth(config_, summary_, planted_, out); }

  // For episodes.
  [[nodiscard]] const GeneratorConfig& config() const { return config_; }
  [[nodiscard]] std::int64_t now() const { return now_ns_; }
  [[nodiscard]] std::uint32_t life() const { return plan_.life; }
  // The span by which a fault's times are apart: enough to show in milliseconds.
  [[nodiscard]] std::int64_t beat() const { return beat_ns_; }
  [[nodiscard]] std::uint16_t group_count() const { return static_cast<std::uint16_t>(groups_.size()); }
  ConsumerGroup& group(std::uint16_t index) { return groups_[index]; }
  KeyTable& keys() { return keys_; }
  LogLines& lines() { return lines_; }
  stats::Random& fault_random() { return fault_random_; }
  std::int64_t draw_service() {
    return 1 + static_cast<std::int64_t>((service_ns_ / 2) +
                                         (service_ns_ / 2 * service_table_.draw(service_random_) >>
                                          stats::ExponentialTable::kPlaces));
  }
  // A key that no fault has had, with its whole life before it where keys have one.
  std::uint32_t pick_key();
  // Queues the record with its owner's thread for that key.
  void schedule(std::uint16_t group, const Record& record, std::int64_t arrival_ns, std::uint16_t watch,
                std::uint8_t attempt = 0, bool finishes = true);
  // When a record reaches the groups.
  [[nodiscard]] std::int64_t arrival(const Record& record) const {
    return std::max(now_ns_, record.written_ns + config_.fetch_delay.count());
  }
  // A handling whose times and thread are given.
  void add(const Handling& handling);
  // Lets the moment come, so that the episode is polled then.
  void wake_at(std::int64_t ns) { queue_.push(ns, PendingQueue::What::wake, 0); }
  void commit(std::uint16_t group, std::uint16_t member, std::int32_t partition);
  void plant(Planted planted) { planted_.push_back(std::move(planted)); }

 private:
  bool advance();
  void happen(const PendingQueue::Entry& entry);
  void write_next(std::int64_t arrival_ns);
  void write(const Wanted& wanted, std::uint16_t watch);
  void deliver(const Record& record, std::uint16_t watch);
  void commit_member(std::uint16_t group, std::uint16_t member);
  void open_episode();
  void settle_episode();
  void wait() { waiting_ = true; }
  void step_clock();
  void finish();
  [[nodiscard]] bool all_written() const { return written_ == total_; }
  std::optional<std::uint32_t> draw_key();
  [[nodiscard]] std::uint64_t choose_service() const;

  const GeneratorConfig config_;
  const LogPlan plan_;
  KeyTable keys_;
  std::vector<ConsumerGroup> groups_;
  LogLines lines_;
  stats::Random jitter_random_;
  stats::Random service_random_;
  stats::Random fault_random_;
  stats::ExponentialTable service_table_;
  std::optional<KeyActivity> activity_;
  std::optional<KeyLives> lives_;

  // The write side.
  std::uint64_t total_;
  std::uint64_t written_ = 0;
  std::vector<std::int64_t> next_offset_;  // by partition
  std::int64_t due_ns_ = 0;                // the next record's moment
  std::int64_t grid_ns_ = 0;               // the beginning of the next record's interval
  std::uint64_t grid_part_ = 0;            // and its fraction, in 1/rate_milli ns
  bool waiting_ = false;                   // until something has happened
  std::uint64_t service_ns_ = 0;
  std::int64_t beat_ns_ = 0;

  // What is pending.
  PendingQueue queue_;
  std::vector<Handling> handlings_;  // by slot
  std::vector<std::uint32_t> free_slots_;
  std::uint32_t outstanding_ = 0;  // handlings that are queued or begun
  std::int64_t now_ns_ = 0;

  // Faults.
  std::unique_ptr<Episode> episode_;
  std::optional<std::uint32_t> barred_;  // the key that only the episode writes
  std::size_t next_fault_ = 0;
  std::uint64_t next_fault_at_ = 0;  // the record before which it opens; the log's end if there is none
  std::uint64_t reserved_ = 0;       // records that the faults to come will write
  std::vector<Planted> planted_;

  GeneratorSummary summary_;
  bool begun_ = false;
  bool finished_ = false;
};

}  // namespace lanewise::sim

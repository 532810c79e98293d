// Parallel work on a sequence, with results in the sequence's order.
//
//     produce (serial)  ->  work (parallel)  ->  next() (serial, in the order of produce)
//
// A fixed ring of items is filled in turn. A worker that finds the turn free produces the next item itself,
// passes the turn on, and works on what it has: reading has no thread of its own, so two threads on two cores
// are two workers. The consumer takes items in order and gives each back by asking for the next; a slow
// consumer stops the workers after a ring's worth of items. With one thread there is no thread at all: next()
// produces and works.
//
// The order, and so everything computed by the consumer, is the same for any number of threads.
//
// An exception in produce or work takes the place of its item: what precedes it is delivered, then next()
// rethrows it, and again whenever it is asked. Destroying the pipeline early stops it; produce must then
// return soon (see io::Interrupt).
//
// Memory is a ring of threads + 2 items. Where single items may be huge, `is_alone` keeps the ring from
// filling with them: behind such an item nothing is produced until the consumer has given it back.
//
// Thread safety: next() and ready() from one thread. Cost: two locks an item.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace lanewise {

template <class Item>
class OrderedPipeline {
 public:
  using Produce = std::function<bool(Item&)>;  // fills the next item; false: there is none
  using Work = std::function<void(Item&)>;
  using IsAlone = std::function<bool(const Item&)>;
  using StartThread =
      std::function<std::thread(const std::function<void()>&)>;  // may throw; tests put theirs here

  OrderedPipeline(
      unsigned threads, Produce produce, Work work, IsAlone is_alone = {},
      const StartThread& start_thread = [](const std::function<void()>& run) { return std::thread(run); })
      : produce_(std::move(produce)),
        work_(std::move(work)),
        is_alone_(std::move(is_alone)),
        slots_(threads <= 1 ? 1 : threads + kSlotsAhead) {
    if (threads <= 1) return;
    workers_.reserve(threads);
    try {
      while (workers_.size() < threads) workers_.push_back(start_thread([this] { run_worker(); }));
    } catch (...) {  // NOLINT(bugprone-empty-catch)
      // The system gives no more threads, or no memory for one: those that there are, or none, do the same.
      // An exception that left here would destroy running threads.
    }
  }
  OrderedPipeline(const OrderedPipeline&) = delete;
  OrderedPipeline& operator=(const OrderedPipeline&) = delete;
  ~OrderedPipeline() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    slot_free_.notify_all();
    for (auto& worker : workers_) worker.join();
  }

  // The next item in order, or null at the end. The item returned before is taken back.
  Item* next() {
    if (workers_.empty()) return next_inline();
    std::unique_lock lock(mutex_);
    if (holding_) {
      slot(taken_).done = false;
      ++taken_;
      holding_ = false;
      slot_free_.notify_one();
    }
    item_done_.wait(lock, [this] { return is_decided(taken_); });
    if (has_failed(taken_)) std::rethrow_exception(failure_);
    if (!slot(taken_).done) return nullptr;
    holding_ = true;
    return &slot(taken_).item;
  }

  // Whether next() would return at once. With one thread never: flush before you ask.
  [[nodiscard]] bool ready() {
    if (workers_.empty()) return false;
    const std::lock_guard lock(mutex_);
    return is_decided(taken_ + (holding_ ? 1 : 0));
  }

 private:
  // Two items more than workers: one is with the consumer, one waits for it.
  static constexpr unsigned kSlotsAhead = 2;

  struct Slot {
    Item item;
    bool done = false;
  };

  Slot& slot(std::uint64_t number) { return slots_[number % slots_.size()]; }

  Item* next_inline() {
    if (failure_) std::rethrow_exception(failure_);
    Item& item = slots_.front().item;
    try {
      at_end_ = at_end_ || !produce_(item);
      if (at_end_) return nullptr;
      work_(item);
    } catch (...) {
      failure_ = std::current_exception();
      throw;
    }
    return &item;
  }

  // Below the caller holds mutex_.
  [[nodiscard]] bool has_failed(std::uint64_t number) const { return failure_ && failed_number_ <= number; }
  bool is_decided(std::uint64_t number) {
    return slot(number).done || has_failed(number) || (at_end_ && number == produced_);
  }
  [[nodiscard]] bool must_stop() const { return stopping_ || at_end_ || failure_; }
  [[nodiscard]] bool may_produce() const {
    return produced_ - taken_ < slots_.size() && taken_ >= alone_until_;
  }

  void run_worker() {
    std::uint64_t number = 0;
    try {
      for (;;) {
        Item* item = nullptr;
        {
          const std::lock_guard turn(turn_);
          {
            std::unique_lock lock(mutex_);
            slot_free_.wait(lock, [this] { return must_stop() || may_produce(); });
            if (must_stop()) return;
            number = produced_;
            item = &slot(number).item;
          }
          const bool filled = produce_(*item);
          const bool alone = filled && is_alone_ && is_alone_(*item);
          const std::lock_guard lock(mutex_);
          if (!filled) {
            at_end_ = true;
            item_done_.notify_all();
            return;
          }
          ++produced_;
          if (alone) alone_until_ = produced_;
        }
        work_(*item);
        const std::lock_guard lock(mutex_);
        slot(number).done = true;
        if (number == taken_ + (holding_ ? 1 : 0)) item_done_.notify_all();
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_ || number < failed_number_) {
        failure_ = std::current_exception();
        failed_number_ = number;
      }
      item_done_.notify_all();
      slot_free_.notify_all();
    }
  }

  Produce produce_;
  Work work_;
  IsAlone is_alone_;
  std::vector<Slot> slots_;

  std::mutex turn_;   // who holds it may call produce_; taken before mutex_
  std::mutex mutex_;  // guards all below
  std::condition_variable slot_free_;
  std::condition_variable item_done_;
  std::uint64_t produced_ = 0;  // items filled so far
  std::uint64_t taken_ = 0;     // items given back by the consumer
  bool holding_ = false;        // the consumer has item number taken_
  bool at_end_ = false;
  bool stopping_ = false;
  std::uint64_t alone_until_ = 0;    // nothing is produced before so many items have been given back
  std::uint64_t failed_number_ = 0;  // the item whose place failure_ takes
  std::exception_ptr failure_;
  std::vector<std::thread> workers_;
};

}  // namespace lanewise

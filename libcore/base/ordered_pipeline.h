// Parallel work on a sequence, with results in the sequence's order.
//
//     produce (serial)  ->  work (parallel)  ->  next() (serial, in the order of produce)
//
// A fixed ring of items is filled in turn. Whoever has a moment does what is next: a worker produces, a
// little ahead of the work, or works on the oldest item that nobody works on; so does the consumer, instead
// of waiting for its item. Nobody has a thread for one thing alone, so two threads on two cores, the
// consumer's among them, are both busy whatever share of the time each stage takes. The consumer never
// produces: that may wait for input, while an item that is to be delivered becomes done. It takes items in
// order and gives each back by asking for the next; a slow consumer stops the workers after a ring's worth of
// items. With one thread there is no other thread at all: next() produces and works.
//
// The order, and so everything computed by the consumer, is the same for any number of threads.
//
// An exception in produce or work takes the place of its item: what precedes it is delivered, then next()
// rethrows it, and again whenever it is asked. Destroying the pipeline early stops it; produce must then
// return soon (see io::Interrupt).
//
// Memory is a ring of threads + kSlotsAhead items. Where single items may be huge, `is_alone` keeps the ring
// from filling with them: behind such an item nothing is produced until the consumer has given it back.
//
// Thread safety: next() and ready() from one thread. Cost: three locks an item.
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
    workers_.reserve(threads - 1);
    try {
      while (workers_.size() + 1 < threads) workers_.push_back(start_thread([this] { run_worker(); }));
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
    for_workers_.notify_all();
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
      for_workers_.notify_one();
    }
    while (!is_decided(taken_)) {
      if (begun_ == produced_) {
        for_consumer_.wait(lock);
      } else {
        work_on_oldest(lock);
      }
    }
    if (has_failed(taken_)) std::rethrow_exception(failure_);
    if (!slot(taken_).done) return nullptr;
    holding_ = true;
    return &slot(taken_).item;
  }

  // Whether next() would return without waiting for input. With one thread never: flush before you ask.
  [[nodiscard]] bool ready() {
    if (workers_.empty()) return false;
    const std::lock_guard lock(mutex_);
    const std::uint64_t next = taken_ + (holding_ ? 1 : 0);
    return next < produced_ || is_decided(next);
  }

 private:
  // More items than threads: what is produced and waits for somebody, and what is done and waits for the
  // consumer.
  static constexpr unsigned kSlotsAhead = 4;

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
  [[nodiscard]] bool may_produce() const {
    return !producing_ && !at_end_ && produced_ - taken_ < slots_.size() && taken_ >= alone_until_;
  }
  // One for each thread: then nobody who comes for work goes without.
  [[nodiscard]] bool is_short_of_work() const { return produced_ - begun_ < slots_.size() - kSlotsAhead; }

  void fail(std::uint64_t number) {
    if (!failure_ || number < failed_number_) {
      failure_ = std::current_exception();
      failed_number_ = number;
    }
    for_consumer_.notify_one();
    for_workers_.notify_all();
  }

  // These two give the lock back while they run the caller's code.
  void produce_one(std::unique_lock<std::mutex>& lock) {
    producing_ = true;
    const std::uint64_t number = produced_;
    Item& item = slot(number).item;
    lock.unlock();
    bool filled = false;
    bool alone = false;
    try {
      filled = produce_(item);
      alone = filled && is_alone_ && is_alone_(item);
    } catch (...) {
      lock.lock();
      producing_ = false;
      fail(number);
      return;
    }
    lock.lock();
    producing_ = false;
    if (filled) {
      ++produced_;
      if (alone) alone_until_ = produced_;
      for_workers_.notify_one();
    } else {
      at_end_ = true;
      for_workers_.notify_all();
    }
    for_consumer_.notify_one();
  }

  void work_on_oldest(std::unique_lock<std::mutex>& lock) {
    const std::uint64_t number = begun_++;
    lock.unlock();
    try {
      work_(slot(number).item);
    } catch (...) {
      lock.lock();
      fail(number);
      return;
    }
    lock.lock();
    slot(number).done = true;
    if (number == taken_ + (holding_ ? 1 : 0)) for_consumer_.notify_one();
  }

  void run_worker() {
    std::unique_lock lock(mutex_);
    while (!stopping_ && !failure_) {
      if (may_produce() && is_short_of_work()) {
        produce_one(lock);
      } else if (begun_ != produced_) {
        work_on_oldest(lock);
      } else if (at_end_) {
        return;
      } else {
        for_workers_.wait(lock);
      }
    }
  }

  Produce produce_;
  Work work_;
  IsAlone is_alone_;
  std::vector<Slot> slots_;

  std::mutex mutex_;  // guards all below
  std::condition_variable for_workers_;
  std::condition_variable for_consumer_;
  bool producing_ = false;      // somebody runs produce_
  std::uint64_t produced_ = 0;  // items filled so far
  std::uint64_t begun_ = 0;     // items that somebody works or has worked on
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

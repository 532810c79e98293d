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
// An exception in produce or work is rethrown by next(). Destroying the pipeline early stops it; produce must
// then return soon (see io::Interrupt).
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace lanewise {

template <class Item>
class OrderedPipeline {
 public:
  using Produce = std::function<bool(Item&)>;  // fills the next item; false: there is none
  using Work = std::function<void(Item&)>;

  OrderedPipeline(unsigned threads, Produce produce, Work work)
      : produce_(std::move(produce)),
        work_(std::move(work)),
        slots_(threads <= 1 ? 1 : threads + kSlotsAhead) {
    if (threads <= 1) return;
    workers_.reserve(threads);
    for (unsigned i = 0; i < threads; ++i) workers_.emplace_back([this] { run_worker(); });
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
      slots_[taken_ % slots_.size()].done = false;
      ++taken_;
      holding_ = false;
      slot_free_.notify_one();
    }
    item_done_.wait(lock, [this] { return is_next_decided(); });
    if (failure_) std::rethrow_exception(failure_);
    Slot& slot = slots_[taken_ % slots_.size()];
    if (!slot.done) return nullptr;
    holding_ = true;
    return &slot.item;
  }

  // Whether next() would return at once. With one thread never: flush before you ask.
  [[nodiscard]] bool ready() {
    if (workers_.empty()) return false;
    const std::lock_guard lock(mutex_);
    const std::uint64_t wanted = taken_ + (holding_ ? 1 : 0);
    return slots_[wanted % slots_.size()].done && wanted < produced_;
  }

 private:
  // Two items more than workers: one is with the consumer, one waits for it.
  static constexpr unsigned kSlotsAhead = 2;

  struct Slot {
    Item item;
    bool done = false;
  };

  Item* next_inline() {
    Slot& slot = slots_.front();
    if (at_end_ || !produce_(slot.item)) {
      at_end_ = true;
      return nullptr;
    }
    work_(slot.item);
    return &slot.item;
  }

  bool is_next_decided() const {
    return failure_ || slots_[taken_ % slots_.size()].done || (at_end_ && taken_ == produced_);
  }

  void run_worker() {
    try {
      for (;;) {
        Item* item = nullptr;
        std::uint64_t number = 0;
        {
          const std::lock_guard turn(turn_);
          {
            std::unique_lock lock(mutex_);
            slot_free_.wait(lock, [this] {
              return stopping_ || at_end_ || failure_ || produced_ - taken_ < slots_.size();
            });
            if (stopping_ || at_end_ || failure_) return;
            number = produced_;
            item = &slots_[number % slots_.size()].item;
          }
          const bool filled = produce_(*item);
          const std::lock_guard lock(mutex_);
          if (!filled) {
            at_end_ = true;
            item_done_.notify_all();
            slot_free_.notify_all();
            return;
          }
          ++produced_;
        }
        work_(*item);
        const std::lock_guard lock(mutex_);
        slots_[number % slots_.size()].done = true;
        if (number == taken_ + (holding_ ? 1 : 0)) item_done_.notify_all();
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      item_done_.notify_all();
      slot_free_.notify_all();
    }
  }

  Produce produce_;
  Work work_;
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
  std::exception_ptr failure_;
  std::vector<std::thread> workers_;
};

}  // namespace lanewise

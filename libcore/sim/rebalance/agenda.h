// What is still to happen in a simulation, earliest first.
//
// What falls on one moment happens by class first, in the order of Class, and within a class in the order in
// which it was put in. That is the whole rule for ties: a run depends on nothing else, and two machines agree
// on it. Times are whole microseconds, so that they are exact in every report and in the doubles of other
// people's JSON readers.
//
// A heap with four children a node: shallower than a binary one, and the children share a cache line. O(log
// n) a push or pop; not thread safe.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanewise::sim::rebalance {

// In the order in which things of one moment happen.
enum class Class : std::uint8_t {
  work,      // a handling ends, a partition is fetched first, a commit is due
  scenario,  // what the scenario says
  deadline,  // a timeout of the coordinator
  message,   // everything that members and coordinator say to each other
};

struct Appointment {
  std::int64_t at_us = 0;
  std::uint64_t order = 0;  // class, then order of arrival
  std::int32_t kind = 0;    // its owner knows what it means
  std::int32_t subject = 0;
  std::uint64_t token = 0;

  [[nodiscard]] Class part() const { return static_cast<Class>(order >> kOrderBits); }

  static constexpr unsigned kOrderBits = 56;
};

class Agenda {
 public:
  [[nodiscard]] bool empty() const { return heap_.empty(); }
  [[nodiscard]] const Appointment& next() const { return heap_.front(); }

  void add(std::int64_t at_us, Class part, std::int32_t kind, std::int32_t subject, std::uint64_t token = 0) {
    const Appointment entry{
        .at_us = at_us,
        .order = std::uint64_t{static_cast<std::uint8_t>(part)} << Appointment::kOrderBits | arrived_++,
        .kind = kind,
        .subject = subject,
        .token = token};
    std::size_t at = heap_.size();
    heap_.push_back(entry);
    while (at > 0) {
      const std::size_t parent = (at - 1) / 4;
      if (!before(entry, heap_[parent])) break;
      heap_[at] = heap_[parent];
      at = parent;
    }
    heap_[at] = entry;
  }

  // Requires: not empty().
  Appointment take() {
    assert(!heap_.empty());
    const Appointment result = heap_.front();
    const Appointment last = heap_.back();
    heap_.pop_back();
    const std::size_t size = heap_.size();
    if (size == 0) return result;
    std::size_t at = 0;
    for (std::size_t child = 1; child < size; child = 4 * at + 1) {
      std::size_t least = child;
      const std::size_t end = child + 4 < size ? child + 4 : size;
      for (std::size_t other = child + 1; other < end; ++other) {
        if (before(heap_[other], heap_[least])) least = other;
      }
      if (!before(heap_[least], last)) break;
      heap_[at] = heap_[least];
      at = least;
    }
    heap_[at] = last;
    return result;
  }

 private:
  static bool before(const Appointment& a, const Appointment& b) {
    return a.at_us != b.at_us ? a.at_us < b.at_us : a.order < b.order;
  }
  std::vector<Appointment> heap_;
  std::uint64_t arrived_ = 0;
};

}  // namespace lanewise::sim::rebalance

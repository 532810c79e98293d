// What only a few keys need: the holes in their sequence, who passed whom, and where else they lie. Kept out
// of KeyHistory, so that a key in order costs nothing more.
//
// A hole is a run of numbers that have not come, opened by the record that passed them; it is closed bit by
// bit as they come late. From the first open hole to the moment when none is left is a *window*: what came
// before it is complete and smaller than all that follows, so that the longest increasing subsequence and the
// inversions add up over windows. Where ranks are offsets, sparse within a key, no hole can be seen; there a
// window begins with the earliest record that a late one was passed by, found in the ring of recent
// handlings.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "libcore/order/handling.h"
#include "libcore/order/tails.h"

namespace lanewise::order {

struct Hole {
  std::int64_t first = 0;
  std::int64_t last = 0;
  Handling opener;           // the earliest record with a larger number
  std::int64_t arrival = 0;  // which first copy of the key the opener was, from 0
  Handling previous = {};    // the record before it in the sequence; kRank unset if there is none
  bool past_resume = false;  // the opener was the first after a restart, beyond where that had to begin
};

enum class Passing : std::uint8_t { write, route, retry, execute };

// The records that one record passed, of one kind.
struct Passed {
  Passing how = Passing::execute;
  Handling newer;
  Handling late;  // the first of them
  std::int64_t count = 0;
  bool once_each = true;  // nothing else passed any of them
  bool after_rebalance = false;
  bool past_resume = false;
  std::int64_t extent = 0;
  std::int64_t displacement = 0;
  std::int64_t inversions = 0;
  std::optional<std::int64_t> late_ns = {};
  std::optional<std::int64_t> first_ns = {};
  std::optional<std::int64_t> last_ns = {};
};

struct Disorder {
  std::vector<Hole> holes;  // by number, apart from each other
  bool window = false;
  Tails tails;
  std::int64_t window_arrivals = 0;
  std::int64_t below = 0;  // the numbers up to here came before the window, all of them
  bool whole = false;      // they were taken into it, because one came that is below them
  bool moves_known = true;
  std::optional<Handling> earliest;  // the key's first record, once something came that is below it
  std::vector<std::int64_t> sparse;  // the window's numbers where ranks are offsets
  std::vector<Passed> passed;
  std::optional<Handling> longest;       // ends after the key's last one
  std::vector<std::uint32_t> elsewhere;  // partitions that it was in before, each once
  std::optional<Handling> left;          // the last one in the latest of them

  static constexpr std::size_t kMostHoles = 4096;  // of one key: each late record looks at them
  static constexpr std::size_t kMostPassed = 1000;
  static constexpr std::size_t kMostSparse = 4096;
  static constexpr std::size_t kMostElsewhere = 256;

  [[nodiscard]] bool is_calm() const {
    return holes.empty() && !window && passed.empty() && !longest && elsewhere.empty();
  }
  // How many numbers above `number` are missing.
  [[nodiscard]] std::int64_t missing_above(std::int64_t number) const;
  // The hole that holds the number, or null.
  Hole* find_hole(std::int64_t number);
  // The number has come. Requires: find_hole(number).
  void fill(std::int64_t number);
};

// The disorders of all keys, by the numbers that KeyHistory::disorder holds.
class Disorders {
 public:
  std::uint32_t add();
  void remove(std::uint32_t number);
  Disorder& operator[](std::uint32_t number) { return disorders_[number - 1]; }
  [[nodiscard]] std::size_t in_use() const { return disorders_.size() - free_.size(); }

 private:
  std::deque<Disorder> disorders_;
  std::vector<std::uint32_t> free_;
};

}  // namespace lanewise::order

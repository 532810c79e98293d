// Puts lines of several sources into the order of their times, because a log that was collected source after
// source says nothing by the order of its lines.
//
// Within a source the order of the lines is kept: a line is never put before an earlier one of its own, even
// if its time is (layouts print milliseconds, threads finish as they like). A line without a time goes with
// the one before it.
//
// Bounded: when more than `most` lines wait, the older half of them is given out; a line that belongs before
// what was given out then comes too late, and is counted.
//
// Thread safety: none. Cost: O(log n) a line.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <unordered_map>
#include <vector>

#include "libcore/order/entry.h"

namespace lanewise::order {

class TimeMerge {
 public:
  using Give = std::function<void(const Entry&)>;

  TimeMerge(std::size_t most, Give give) : most_(most), give_(std::move(give)) {}

  void add(const Entry& entry, std::uint64_t source);
  // Gives out all that is left.
  // After that lines may come of any time.
  void finish() {
    give_out(waiting_.size());
    given_until_ = kBeginning;
    latest_.clear();
  }

  [[nodiscard]] std::int64_t too_late() const { return too_late_; }
  // Lines of sources that had named no time yet, where there are several sources.
  [[nodiscard]] std::int64_t untimed() const { return most_sources_ > 1 ? untimed_ : 0; }

 private:
  static constexpr std::int64_t kBeginning = std::numeric_limits<std::int64_t>::min();
  struct Waiting {
    std::int64_t time_ns;
    Entry entry;
  };
  void give_out(std::size_t count);

  std::size_t most_;
  Give give_;
  std::vector<Waiting> waiting_;
  std::unordered_map<std::uint64_t, std::int64_t> latest_;  // of each source
  std::int64_t given_until_ = kBeginning;
  std::int64_t too_late_ = 0;
  std::int64_t untimed_ = 0;
  std::size_t most_sources_ = 0;  // at once
};

}  // namespace lanewise::order

// Puts the lines of several sources into the order of their times: kubectl logs --prefix prints pod after
// pod, and who takes its lines as they stand sees a partition's old owner after its new one.
//
// Within a source the order of the lines is kept. A line without a time goes with the one before it of its
// source. Bounded: when more than `most` lines wait, the older half is given out; what belongs before it then
// comes too late, and is counted.
//
// Not thread safe. O(log n) a line; some 200 bytes for each that waits.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "libcore/lag/open_records.h"

namespace lanewise::lag_tool {

class EventMerge {
 public:
  using Give = std::function<void(const lag::LogEvent&)>;

  EventMerge(std::size_t most, Give give) : most_(most), give_(std::move(give)) {}

  // The event's views need to live for this call only.
  void add(const lag::LogEvent& event, std::string_view source);
  // Gives out all that is left. After that lines may come of any time.
  void finish() {
    give_out(waiting_.size());
    given_until_ = kBeginning;
  }

  [[nodiscard]] std::size_t sources() const { return latest_.size(); }
  // Lines that could not be put in their place: too late, or of a source that had told no time yet.
  [[nodiscard]] std::int64_t misplaced() const { return misplaced_; }

 private:
  static constexpr std::int64_t kBeginning = std::numeric_limits<std::int64_t>::min();
  struct Waiting {
    std::int64_t time_ns;
    lag::LogEvent event;  // its texts are in names_, its key in `key`
    std::string key;
  };
  void give_out(std::size_t count);
  std::string_view keep(std::string_view name);

  std::size_t most_;
  Give give_;
  std::vector<Waiting> waiting_;
  std::unordered_set<std::string> names_;
  std::unordered_map<std::string, std::int64_t> latest_;  // of each source
  std::int64_t given_until_ = kBeginning;
  std::int64_t misplaced_ = 0;
};

}  // namespace lanewise::lag_tool

#include "libcore/order/time_merge.h"

#include <algorithm>

namespace lanewise::order {

void TimeMerge::add(const Entry& entry, std::uint64_t source) {
  std::int64_t& latest = latest_.try_emplace(source, kBeginning).first->second;
  if (const auto time = entry.time()) latest = std::max(latest, *time);
  if (latest == kBeginning) ++untimed_;
  most_sources_ = std::max(most_sources_, latest_.size());
  if (latest < given_until_) ++too_late_;
  waiting_.push_back({.time_ns = latest, .entry = entry});
  if (waiting_.size() >= most_) give_out(waiting_.size() / 2);
}

void TimeMerge::give_out(std::size_t count) {
  std::stable_sort(waiting_.begin(), waiting_.end(),
                   [](const Waiting& a, const Waiting& b) { return a.time_ns < b.time_ns; });
  for (std::size_t i = 0; i < count; ++i) {
    give_(waiting_[i].entry);
    given_until_ = std::max(given_until_, waiting_[i].time_ns);
  }
  waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(count));
}

}  // namespace lanewise::order

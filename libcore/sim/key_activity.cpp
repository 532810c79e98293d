#include "libcore/sim/key_activity.h"

#include <cassert>
#include <numeric>
#include <span>

namespace lanewise::sim {

KeyActivity::KeyActivity(std::uint32_t keys, std::uint32_t active, std::uint32_t zipf_milli,
                         std::int64_t active_for_ns, std::int64_t start_ns, stats::Random random)
    : random_(random), zipf_(active, zipf_milli), active_for_ns_(active_for_ns), alive_(keys) {
  assert(active >= 1 && active <= keys);
  std::iota(alive_.begin(), alive_.end(), 0U);
  random_.shuffle(std::span(alive_));
  quiet_.assign(alive_.begin() + active, alive_.end());
  alive_.resize(active);
  alive_.shrink_to_fit();
  if (quiet_.empty()) return;
  // The log begins in the middle of things: some keys are about to leave.
  for (std::uint32_t rank = 0; rank < active; ++rank) {
    leaving_.push({.time_ns = start_ns + random_.between(1, active_for_ns), .rank = rank});
  }
}

void KeyActivity::replace() {
  const Leaving leaving = leaving_.top();
  leaving_.pop();
  std::swap(alive_[leaving.rank], quiet_[random_.below(quiet_.size())]);
  const std::int64_t half = active_for_ns_ / 2;
  leaving_.push(
      {.time_ns = leaving.time_ns + half + random_.between(1, active_for_ns_), .rank = leaving.rank});
}

std::optional<std::uint32_t> KeyActivity::draw_another(std::uint32_t barred) {
  if (alive_.size() == 1) return std::nullopt;
  constexpr int kTries = 64;
  std::uint32_t rank = 0;
  for (int i = 0; i < kTries; ++i) {
    rank = zipf_.draw(random_);
    if (alive_[rank] != barred) return alive_[rank];
  }
  // A key that has nearly all of the traffic: its neighbour stands in.
  return alive_[(rank + 1) % alive_.size()];
}

KeyLives::KeyLives(std::uint32_t keys, std::uint32_t ranks, std::uint32_t zipf_milli, std::uint32_t life,
                   std::int64_t hurry_after_ns, stats::Random random)
    : random_(random),
      zipf_(ranks, zipf_milli),
      keys_(keys),
      life_(life),
      hurry_after_ns_(hurry_after_ns),
      ranks_(ranks) {}

std::optional<std::uint32_t> KeyLives::draw(std::int64_t now_ns, std::uint64_t spare) {
  while (!by_age_.empty() && !open(by_age_.front())) by_age_.pop_front();
  std::uint32_t rank = zipf_.draw(random_);
  if (!by_age_.empty() && now_ns - by_age_.front().since_ns > hurry_after_ns_) rank = by_age_.front().rank;
  if (ranks_[rank].left == 0) {
    if (fresh_ < keys_ && owed_ + life_ <= spare) {
      ranks_[rank] = {.key = fresh_++, .left = life_};
      owed_ += life_;
      by_age_.push_back({.rank = rank, .key = ranks_[rank].key, .since_ns = now_ns});
    } else if (!by_age_.empty()) {
      rank = by_age_.front().rank;
    } else {
      return std::nullopt;
    }
  }
  --ranks_[rank].left;
  --owed_;
  return ranks_[rank].key;
}

std::uint32_t KeyLives::take_fresh() {
  assert(fresh_ < keys_);
  return fresh_++;
}

}  // namespace lanewise::sim

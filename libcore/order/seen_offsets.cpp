#include "libcore/order/seen_offsets.h"

#include <algorithm>
#include <bit>

namespace lanewise::order {

SeenOffsets::Page* SeenOffsets::find_or_open(std::int64_t number) {
  const auto found = pages_.find(number);
  if (found != pages_.end()) return hot_ = found->second.get();
  if (is_full(number) || (forgotten_below_ && number * kPageOffsets < *forgotten_below_)) return nullptr;
  if (pages_.size() >= max_pages_ || (pages_left_ != nullptr && *pages_left_ == 0)) {
    const std::int64_t lowest = pages_.empty() ? number : std::min(number, pages_.begin()->first);
    forgotten_below_ = (lowest + 1) * kPageOffsets;
    if (lowest == number) return nullptr;
    if (hot_ == pages_.begin()->second.get()) hot_ = nullptr;
    pages_.erase(pages_.begin());
    give_page();
  }
  take_page();
  auto page = std::make_unique<Page>();
  page->number = number;
  return hot_ = pages_.emplace(number, std::move(page)).first->second.get();
}

void SeenOffsets::clear() {
  if (pages_left_ != nullptr) *pages_left_ += pages_.size();
  pages_.clear();
  full_.clear();
  hot_ = nullptr;
  lowest_.reset();
  highest_.reset();
  forgotten_below_.reset();
}

bool SeenOffsets::is_full(std::int64_t number) const {
  const auto after = full_.upper_bound(number);
  return after != full_.begin() && std::prev(after)->second >= number;
}

SeenOffsets::Answer SeenOffsets::answer_without_page(std::int64_t offset) const {
  return is_full(offset >> 12) ? Answer::repeated : Answer::forgotten;
}

void SeenOffsets::close(const Page* page) {
  const std::int64_t number = page->number;
  if (hot_ == page) hot_ = nullptr;
  pages_.erase(number);
  give_page();
  auto run = full_.upper_bound(number);
  const bool joins_next = run != full_.end() && run->first == number + 1;
  const std::int64_t last = joins_next ? run->second : number;
  if (joins_next) run = full_.erase(run);
  if (run != full_.begin() && std::prev(run)->second == number - 1) {
    std::prev(run)->second = last;
  } else {
    full_.emplace(number, last);
  }
}

bool SeenOffsets::has(std::int64_t offset) const {
  if (forgotten_below_ && offset < *forgotten_below_) return true;
  return next_unseen(offset) != offset;
}

std::int64_t SeenOffsets::next_unseen(std::int64_t at) const {
  if (forgotten_below_) at = std::max(at, *forgotten_below_);
  for (;;) {
    const auto after = full_.upper_bound(at >> 12);
    if (after != full_.begin() && std::prev(after)->second >= at >> 12) {
      at = (std::prev(after)->second + 1) * kPageOffsets;
      continue;
    }
    const auto page = pages_.find(at >> 12);
    if (page == pages_.end()) return at;
    for (auto bit = static_cast<std::size_t>(at & (kPageOffsets - 1)); bit < kPageOffsets;
         bit = (bit / 64 + 1) * 64) {
      const std::uint64_t unseen = ~page->second->bits[bit / 64] >> bit % 64;
      if (unseen != 0) {
        return (at & -kPageOffsets) + static_cast<std::int64_t>(bit) + std::countr_zero(unseen);
      }
    }
    at = ((at >> 12) + 1) * kPageOffsets;
  }
}

std::int64_t SeenOffsets::next_seen(std::int64_t at, std::int64_t end) const {
  while (at <= end) {
    const std::int64_t number = at >> 12;
    if (is_full(number)) return at;
    const auto page = pages_.lower_bound(number);
    const auto full = full_.lower_bound(number);
    const std::int64_t next_page = page == pages_.end() ? end / kPageOffsets + 2 : page->first;
    const std::int64_t next_full = full == full_.end() ? end / kPageOffsets + 2 : full->first;
    if (next_page != number) {
      at = std::min({std::min(next_page, next_full) * kPageOffsets, end + 1});
      if (std::min(next_page, next_full) > end >> 12) return end + 1;
      continue;
    }
    for (auto bit = static_cast<std::size_t>(at & (kPageOffsets - 1)); bit < kPageOffsets;
         bit = (bit / 64 + 1) * 64) {
      const std::uint64_t seen = page->second->bits[bit / 64] >> bit % 64;
      if (seen != 0) {
        return std::min(end + 1,
                        (at & -kPageOffsets) + static_cast<std::int64_t>(bit) + std::countr_zero(seen));
      }
    }
    at = (number + 1) * kPageOffsets;
  }
  return end + 1;
}

}  // namespace lanewise::order

// Which offsets of one partition have been seen, whatever their order: one bit an offset, in pages that are
// dropped as soon as they are full. A partition that is handled nearly in order costs one or two pages.
//
// Bounded: no more than `max_pages` that are not full, nor more than the room that several share. Beyond that
// the page with the lowest offsets is forgotten, and what is asked of it later is answered with `forgotten`.
//
// Requires: offsets from 0 to kMostOffset, so that a page's end is a number too.
//
// Thread safety: none. Cost: O(1) for an offset on the page used last, else O(log pages).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <type_traits>

namespace lanewise::order {

class SeenOffsets {
 public:
  static constexpr std::int64_t kMostOffset = std::int64_t{1} << 62;
  enum class Answer : std::uint8_t { fresh, repeated, forgotten };

  SeenOffsets() = default;
  explicit SeenOffsets(std::size_t max_pages) : max_pages_(max_pages) {}
  // `pages_left` counts down for all that share it. Requires: nothing was added yet.
  void share(std::size_t& pages_left) { pages_left_ = &pages_left; }
  // As new, with the same bounds.
  void clear();

  Answer add(std::int64_t offset) {
    Page* const page = page_of(offset);
    if (page == nullptr) return answer_without_page(offset);
    const auto bit = static_cast<std::size_t>(offset & (kPageOffsets - 1));
    std::uint64_t& word = page->bits[bit / 64];
    const std::uint64_t mask = std::uint64_t{1} << bit % 64;
    if ((word & mask) != 0) return Answer::repeated;
    word |= mask;
    if (!lowest_ || offset < *lowest_) lowest_ = offset;
    if (!highest_ || offset > *highest_) highest_ = offset;
    if (++page->count == kPageOffsets) close(page);
    return Answer::fresh;
  }

  // True for what was forgotten: nobody can say that it is missing.
  [[nodiscard]] bool has(std::int64_t offset) const;
  [[nodiscard]] std::optional<std::int64_t> lowest() const { return lowest_; }
  [[nodiscard]] std::optional<std::int64_t> highest() const { return highest_; }
  [[nodiscard]] bool forgot() const { return forgotten_below_.has_value(); }
  // The first offset above the lowest that has not been seen; all between are.
  [[nodiscard]] std::optional<std::int64_t> contiguous_until() const {
    return lowest_ ? std::optional(next_unseen(*lowest_)) : std::nullopt;
  }

  // Calls visit(first, last) for each run of unseen (seen) offsets within first..last, in order, until it
  // returns false, if it returns anything. What was forgotten counts as seen.
  template <class Visit>
  void for_each_unseen(std::int64_t first, std::int64_t last, Visit&& visit) const {
    while (first <= last) {
      const std::int64_t from = next_unseen(first);
      if (from > last) return;
      first = next_seen(from, last);
      if constexpr (std::is_same_v<decltype(visit(from, first)), bool>) {
        if (!visit(from, first - 1)) return;
      } else {
        visit(from, first - 1);
      }
    }
  }
  template <class Visit>
  void for_each_seen(std::int64_t first, std::int64_t last, Visit&& visit) const {
    while (first <= last) {
      const std::int64_t from = next_seen(first, last);
      if (from > last) return;
      first = next_unseen(from) < last ? next_unseen(from) : last + 1;
      visit(from, first - 1);
    }
  }

 private:
  static constexpr std::int64_t kPageOffsets = 4096;
  struct Page {
    std::int64_t number = 0;
    std::int64_t count = 0;
    std::array<std::uint64_t, kPageOffsets / 64> bits{};
  };

  Page* page_of(std::int64_t offset) {
    const std::int64_t number = offset >> 12;
    if (hot_ != nullptr && hot_->number == number) return hot_;
    return find_or_open(number);
  }
  Page* find_or_open(std::int64_t number);
  [[nodiscard]] Answer answer_without_page(std::int64_t offset) const;
  [[nodiscard]] bool is_full(std::int64_t number) const;
  void close(const Page* page);
  // The first offset from `at` on that has not been seen; the first from `at` on that has, at most end + 1.
  [[nodiscard]] std::int64_t next_unseen(std::int64_t at) const;
  [[nodiscard]] std::int64_t next_seen(std::int64_t at, std::int64_t end) const;

  void take_page() {
    if (pages_left_ != nullptr) --*pages_left_;
  }
  void give_page() {
    if (pages_left_ != nullptr) ++*pages_left_;
  }

  std::size_t max_pages_ = std::size_t{1} << 14;
  std::size_t* pages_left_ = nullptr;
  std::map<std::int64_t, std::unique_ptr<Page>> pages_;  // by number
  std::map<std::int64_t, std::int64_t> full_;            // runs of full pages: first -> last
  Page* hot_ = nullptr;
  std::optional<std::int64_t> lowest_;
  std::optional<std::int64_t> highest_;
  std::optional<std::int64_t> forgotten_below_;
};

}  // namespace lanewise::order

// The keys with the most records: exact as long as somebody else counts every key, and from then on by the
// space-saving sketch, whose answers carry how much they may be too high.
//
// Idea: while every key's count is known, a key that belongs to the top is seen at the moment it gets there,
// so only the list itself must hold key bytes. When not every key can be counted any more, the highest counts
// become the counters of the sketch: a key without a counter takes over the lowest one and its count. Then a
// key's true count is at most its counter and at least the counter less what was taken over, and a key
// without a counter has at most the lowest one.
// Source: Metwally, Agrawal, El Abbadi, "Efficient computation of frequent and top-k elements in data
// streams" (2005).
// Rejected: a count-min sketch, which bounds errors only with a probability and needs the list besides.
//
// Thread safety: none; one thread adds. Cost: O(1) a record while exact, O(log counters) after. Memory: the
// bytes of `wanted` keys while exact, of kCounters keys after.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "libcore/route/partitioner.h"

namespace lanewise::route {

struct TopKey {
  std::string key = {};
  Choice choice = {};
  std::int64_t records = 0;   // never less than the truth
  std::int64_t too_high = 0;  // by at most this; 0 means exact
  friend bool operator==(const TopKey&, const TopKey&) = default;
};

class TopKeys {
 public:
  static constexpr std::size_t kCounters = 8192;

  explicit TopKeys(std::size_t wanted) : wanted_(wanted) {}

  // While every key is counted: `records` is the key's count up to now, this record included.
  void seen(std::uint64_t fingerprint, std::int64_t records, std::string_view key, Choice choice);

  // From now on nobody counts every key. `counts` are those of all keys up to now.
  struct Known {
    std::uint64_t fingerprint = 0;
    std::int64_t records = 0;
  };
  void start_estimating(std::vector<Known> counts);
  [[nodiscard]] bool estimating() const { return estimating_; }

  // One more record of a key. Requires: estimating().
  void count(std::uint64_t fingerprint, std::string_view key, Choice choice);

  // The top keys, most records first, then by the keys' bytes.
  [[nodiscard]] std::vector<TopKey> report() const;

 private:
  struct Counter {
    std::uint64_t fingerprint = 0;
    TopKey top = {};
    bool named =
        false;  // whether top.key is known: a counter that came without its key waits for its next record
  };

  static bool before(const TopKey& a, std::int64_t records, std::string_view key);
  // Requires: there is one.
  std::vector<Counter>::iterator last_counter();

  // counters_ is a heap by records, lowest first, while estimating.
  void sink(std::size_t at);
  void swap_counters(std::size_t a, std::size_t b);

  std::size_t wanted_;
  bool estimating_ = false;
  std::int64_t entry_ = 0;  // while exact and full: with fewer records no key gets into the list
  std::vector<Counter> counters_;
  std::unordered_map<std::uint64_t, std::size_t>
      place_;  // while estimating: fingerprint -> place in counters_
};

}  // namespace lanewise::route

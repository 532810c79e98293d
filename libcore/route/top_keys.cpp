#include "libcore/route/top_keys.h"

#include <algorithm>
#include <utility>

namespace lanewise::route {

// Whether `a` stands before `b`: more records, or as many and the lesser bytes. Since only the key that was
// just seen rises, the first `wanted` of all keys so far are those of before, or these without their last and
// with it.
bool TopKeys::before(const TopKey& a, std::int64_t records, std::string_view key) {
  return a.records != records ? a.records > records : a.key < key;
}

void TopKeys::seen(std::uint64_t fingerprint, std::int64_t records, std::string_view key, Choice choice) {
  if (records < entry_ || wanted_ == 0) return;
  auto counter = std::find_if(counters_.begin(), counters_.end(),
                              [&](const Counter& c) { return c.fingerprint == fingerprint; });
  if (counter == counters_.end()) {
    if (counters_.size() < wanted_) {
      counters_.emplace_back();
      counter = counters_.end() - 1;
    } else {
      counter = last_counter();
      if (before(counter->top, records, key)) return;
    }
    *counter = {
        .fingerprint = fingerprint, .top = {.key = std::string(key), .choice = choice}, .named = true};
  }
  counter->top.records = records;
  if (counters_.size() == wanted_) entry_ = last_counter()->top.records;
}

std::vector<TopKeys::Counter>::iterator TopKeys::last_counter() {
  return std::max_element(counters_.begin(), counters_.end(), [](const Counter& a, const Counter& b) {
    return before(a.top, b.top.records, b.top.key);
  });
}

void TopKeys::start_estimating(std::vector<Known> counts) {
  const auto higher = [](const Known& a, const Known& b) {
    return std::pair(b.records, a.fingerprint) < std::pair(a.records, b.fingerprint);
  };
  if (counts.size() > kCounters) {
    std::nth_element(counts.begin(), counts.begin() + kCounters, counts.end(), higher);
    counts.resize(kCounters);
  }
  // Ascending order is a heap already.
  std::sort(counts.begin(), counts.end(), [&](const Known& a, const Known& b) { return higher(b, a); });
  std::vector<Counter> heap;
  heap.reserve(kCounters);
  for (const Known& known : counts) {
    place_.emplace(known.fingerprint, heap.size());
    heap.push_back({.fingerprint = known.fingerprint, .top = {.records = known.records}});
  }
  for (Counter& listed : counters_) {
    const auto place = place_.find(listed.fingerprint);
    if (place == place_.end()) continue;
    heap[place->second] = std::move(listed);
  }
  counters_ = std::move(heap);
  estimating_ = true;
}

void TopKeys::count(std::uint64_t fingerprint, std::string_view key, Choice choice) {
  auto place = place_.find(fingerprint);
  if (place == place_.end()) {
    if (counters_.size() < kCounters) {
      // Fewer keys than counters so far: the new one starts from nothing, at the top of the heap.
      counters_.push_back({.fingerprint = fingerprint, .top = {}});
      place = place_.emplace(fingerprint, counters_.size() - 1).first;
      for (std::size_t at = place->second; at != 0; at = (at - 1) / 2) swap_counters(at, (at - 1) / 2);
    } else {
      Counter& lowest = counters_.front();
      place_.erase(lowest.fingerprint);
      const std::int64_t taken_over = lowest.top.records;
      lowest = {.fingerprint = fingerprint, .top = {.records = taken_over, .too_high = taken_over}};
      place = place_.emplace(fingerprint, 0).first;
    }
  }
  Counter& counter = counters_[place->second];
  ++counter.top.records;
  if (!counter.named) {
    counter.top.key.assign(key);
    counter.top.choice = choice;
    counter.named = true;
  }
  sink(place->second);
}

std::vector<TopKey> TopKeys::report() const {
  std::vector<TopKey> keys;
  for (const Counter& counter : counters_) {
    if (counter.named) keys.push_back(counter.top);
  }
  std::sort(keys.begin(), keys.end(),
            [](const TopKey& a, const TopKey& b) { return before(a, b.records, b.key); });
  if (keys.size() > wanted_) keys.resize(wanted_);
  return keys;
}

void TopKeys::sink(std::size_t at) {
  for (;;) {
    std::size_t lowest = at;
    for (const std::size_t child : {2 * at + 1, 2 * at + 2}) {
      if (child < counters_.size() && counters_[child].top.records < counters_[lowest].top.records)
        lowest = child;
    }
    if (lowest == at) return;
    swap_counters(at, lowest);
    at = lowest;
  }
}

void TopKeys::swap_counters(std::size_t a, std::size_t b) {
  std::swap(counters_[a], counters_[b]);
  place_[counters_[a].fingerprint] = a;
  place_[counters_[b].fingerprint] = b;
}

}  // namespace lanewise::route

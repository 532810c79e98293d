// The distinct keys of a stream, each with a payload, in bounded memory: all of them while they fit, and from
// then on a uniform sample whose share is known, so that every count made over it can still be given, as an
// estimate with its standard error.
//
// Idea (adaptive sampling): a key stands for its 64-bit fingerprint. When the table is full, only
// fingerprints whose first bit is zero stay and are admitted; then whose first two; and so on. A key is in or
// out by its fingerprint alone, not by when it came or how often, so what is left after k such steps is a
// fair sample of 1 in 2^k of the distinct keys.
// Source: Wegman's method, analysed by Flajolet, "On adaptive sampling" (1990).
// Rejected: HyperLogLog, which counts distinct keys in far less memory but keeps none, so that moved keys or
// keys per partition could not be counted over them; Bloom filters, which err without saying how far.
//
// Keys may be chosen by somebody who means ill. So a fingerprint is SipHash's, of which nobody can make two
// equal but by trying billions, and where it lies in the table depends on a seed of the run, which nobody
// knows. The sample depends on the fingerprint alone: it, and so what is printed, is the same at each run.
//
// Invariants: level() == 0 means that every key was kept. A kept fingerprint has its level() high bits zero.
// At most three quarters of the slots are used.
// "Exact" is up to two keys sharing a 64-bit fingerprint: among three million keys that happens once in four
// million runs.
//
// Thread safety: none; one thread adds. Cost: O(1) amortized a key. Memory: at most max_bytes (but 1024 slots
// always), the copy made while growing included.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "libcore/base/key.h"
#include "libcore/hash/fast.h"
#include "libcore/hash/process_seed.h"
#include "libcore/hash/siphash.h"

namespace lanewise::route {

// What a key is counted by. The null key is one key, and not the empty one.
inline std::uint64_t fingerprint_of(KeyView key) {
  constexpr hash::SipKey kOfKeys{0x6c616e6577697365, 0x6b65792d7461626c};  // "lanewise", "key-tabl"
  constexpr hash::SipKey kOfNull{0x6c616e6577697365, 0x6e756c6c2d6b6579};  // "lanewise", "null-key"
  return hash::siphash24(key.bytes, key.state == KeyState::null ? kOfNull : kOfKeys);
}

// How many distinct keys: counted, or estimated from a sample.
struct KeyCount {
  std::int64_t keys = 0;
  bool exact = true;
  // One standard error of `keys`, as a share of it; 0 if exact. Three of them bound all but 0.3 % of cases.
  double relative_error = 0;

  friend bool operator==(const KeyCount&, const KeyCount&) = default;
};

inline constexpr std::size_t kDefaultKeyTableBytes = std::size_t{256} << 20;

template <class Payload>
class KeyTable {
 public:
  explicit KeyTable(std::size_t max_bytes = kDefaultKeyTableBytes)
      : max_slots_(std::bit_floor(std::max(kMinSlots, max_bytes / 2 / sizeof(Slot)))), slots_(kMinSlots) {}

  // What the table knows of a key. The payload may be changed until the next call; it is null for a key that
  // is outside of the sample, of which nobody can tell whether it was seen.
  struct Found {
    Payload* payload = nullptr;
    bool first = false;  // not seen before; true as well for a key outside of the sample
  };

  Found find_or_add(std::uint64_t fingerprint) {
    if (fingerprint == kEmpty) fingerprint = 1;
    if (!sampled(fingerprint)) return {.payload = nullptr, .first = true};
    Slot* slot = &slots_[place_of(fingerprint)];
    if (slot->fingerprint == fingerprint) return {.payload = &slot->payload, .first = false};
    if (crowded()) {
      make_room();
      if (!sampled(fingerprint)) return {.payload = nullptr, .first = true};
      slot = &slots_[place_of(fingerprint)];
    }
    slot->fingerprint = fingerprint;
    slot->payload = Payload();
    ++size_;
    return {.payload = &slot->payload, .first = true};
  }

  // Says that the key is coming. In a table larger than the cache a look-up is one wait for memory; the waits
  // of a batch overlap when each is announced kPrefetchDistance keys ahead.
  static constexpr std::size_t kPrefetchDistance = 16;
  void prefetch(std::uint64_t fingerprint) const { __builtin_prefetch(&slots_[home_of(fingerprint)]); }

  // Calls visit(fingerprint, payload) for each kept key, in no particular order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const Slot& slot : slots_) {
      if (slot.fingerprint != kEmpty) visit(slot.fingerprint, slot.payload);
    }
  }

  [[nodiscard]] std::size_t size() const { return size_; }  // kept keys
  [[nodiscard]] int level() const { return level_; }        // each kept key stands for 2^level
  [[nodiscard]] bool exact() const { return level_ == 0; }
  // Whether the next new key makes the sample smaller.
  [[nodiscard]] bool full() const { return slots_.size() == max_slots_ && crowded(); }

  // Distinct keys, given that `kept` of the kept ones are meant.
  [[nodiscard]] KeyCount scaled(std::size_t kept) const {
    KeyCount count{.keys = static_cast<std::int64_t>(kept << level_), .exact = exact(), .relative_error = 0};
    if (!exact() && kept != 0) {
      const double share = std::ldexp(1.0, -level_);
      count.relative_error = std::sqrt((1 - share) / static_cast<double>(kept));
    }
    return count;
  }
  [[nodiscard]] KeyCount count() const { return scaled(size_); }

 private:
  struct Slot {
    std::uint64_t fingerprint = kEmpty;
    Payload payload = {};
  };
  static constexpr std::uint64_t kEmpty = 0;
  static constexpr std::size_t kMinSlots = 1024;

  [[nodiscard]] bool crowded() const { return 4 * (size_ + 1) > 3 * slots_.size(); }

  [[nodiscard]] bool sampled(std::uint64_t fingerprint) const {
    return level_ == 0 || (fingerprint >> (64 - level_)) == 0;
  }

  [[nodiscard]] std::size_t home_of(std::uint64_t fingerprint) const {
    return static_cast<std::size_t>(hash::fast_hash(fingerprint, seed_)) & (slots_.size() - 1);
  }
  // Where the fingerprint is, or where it would go.
  [[nodiscard]] std::size_t place_of(std::uint64_t fingerprint) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = home_of(fingerprint);
    while (slots_[at].fingerprint != kEmpty && slots_[at].fingerprint != fingerprint) at = (at + 1) & mask;
    return at;
  }

  void make_room() {
    if (slots_.size() < max_slots_) {
      rebuild(slots_.size() * 2);
      return;
    }
    // Each step halves the sample; one that happened to drop nothing is followed by another.
    for (const std::size_t before = size_; size_ == before;) {
      ++level_;
      rebuild(slots_.size());
    }
  }

  void rebuild(std::size_t slot_count) {
    std::vector<Slot> old(slot_count);
    old.swap(slots_);
    size_ = 0;
    for (const Slot& slot : old) {
      if (slot.fingerprint == kEmpty || !sampled(slot.fingerprint)) continue;
      slots_[place_of(slot.fingerprint)] = slot;
      ++size_;
    }
  }

  std::uint64_t seed_ = hash::process_seed();
  std::size_t max_slots_;
  std::size_t size_ = 0;
  int level_ = 0;
  std::vector<Slot> slots_;
};

// The fingerprints of a batch, and the look-ups announced ahead: visit(i, fingerprint) for each i below
// count, in order. fingerprint_at(i) is called once for each i, ahead of its visit.
template <class Payload, class FingerprintAt, class Visit>
void visit_ahead(const KeyTable<Payload>& table, std::size_t count, FingerprintAt&& fingerprint_at,
                 Visit&& visit) {
  constexpr std::size_t kAhead = KeyTable<Payload>::kPrefetchDistance;
  std::array<std::uint64_t, kAhead> ring{};
  for (std::size_t i = 0; i < count + kAhead; ++i) {
    std::uint64_t& place = ring[i % kAhead];
    if (i >= kAhead) visit(i - kAhead, place);
    if (i < count) {
      place = fingerprint_at(i);
      table.prefetch(place);
    }
  }
}

}  // namespace lanewise::route

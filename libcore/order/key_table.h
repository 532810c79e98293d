// The keys of a history, each with what the judge knows of it: a slot of eight bytes in an open-addressed
// table, and a state of three cache lines that never moves and holds the key itself where it is short. One
// key has a state for each history it is in: the log's, and that of every consumer group.
//
// A key is found by its 64-bit fingerprint and told by its bytes.
//
// Thread safety: none. Cost: O(1) a look-up; when each is announced ahead (prefetch_slot, then
// prefetch_state), some 20 ns in a table larger than the cache. Memory: some 210 bytes a key, and its text
// where that is longer than kNear.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "libcore/base/key.h"
#include "libcore/hash/fast.h"
#include "libcore/order/handling.h"
#include "libcore/record/same_bytes.h"

namespace lanewise::order {

// What is known of a key in one history. Ranks are its records' numbers: seqs, or offsets where there are no
// seqs. Invariants: first <= every rank seen <= max, and `last` is the handling that ended last in the
// history.
struct alignas(64) KeyHistory {
  static constexpr std::size_t kNear = 40;

  using Flag = std::uint16_t;
  static constexpr Flag kRanked = 1;     // first and max are set
  static constexpr Flag kBySeq = 2;      // ranks are seqs
  static constexpr Flag kPartition = 4;  // stands for a partition whose records have no key
  static constexpr Flag kBroken = 8;     // has a real finding
  static constexpr Flag kLoose = 16;     // too many holes to follow: what is behind max is not judged
  static constexpr Flag kHasLast = 32;
  static constexpr Flag kSplit = 64;           // was found in several partitions
  static constexpr Flag kWasDisordered = 128;  // some of its records would have to move
  static constexpr Flag kUnranked = 256;       // some of its records had no seq
  static constexpr Flag kFailing = 512;        // one of its records failed

  std::uint64_t fingerprint = 0;
  const char* text = nullptr;
  std::uint32_t text_size = 0;
  std::uint32_t scope = 0;
  std::int64_t first = 0;
  std::int64_t max = 0;
  std::int64_t arrivals = 0;   // first copies
  std::uint32_t recent = 0;    // its latest entry in the ring; 0: none
  std::uint32_t disorder = 0;  // into the judge's store of what only few keys need; 0: none
  std::uint32_t open = 0;      // its handlings that have begun and not ended; 0: none
  std::uint16_t flags = 0;
  std::array<char, kNear> near{};  // a short key's text; else nothing
  Handling last;

  [[nodiscard]] bool has(Flag flag) const { return (flags & flag) != 0; }
  [[nodiscard]] std::string_view name() const { return {text, text_size}; }
};

static_assert(sizeof(KeyHistory) == 192);

class KeyTable {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  explicit KeyTable(std::size_t max_keys) : max_keys_(max_keys), slots_(kFewestSlots) {}

  static std::uint64_t fingerprint(std::uint64_t key_hash, std::uint32_t scope, std::uint32_t topic) {
    return name(key_hash, topic) ^ scope * 0x9e3779b97f4a7c15U;
  }
  // The same in all histories.
  static std::uint64_t name(std::uint64_t key_hash, std::uint32_t topic) {
    return key_hash ^ topic * 0xd6e8feb86659fd93U;
  }
  static std::uint64_t name_of(const KeyHistory& key) {
    return key.fingerprint ^ key.scope * 0x9e3779b97f4a7c15U;
  }

  // Always inlined: gcc 12 takes a function that only announces for one without effect, and drops its calls.
  [[gnu::always_inline]] void prefetch_slot(std::uint64_t fingerprint) const {
    __builtin_prefetch(&slots_[place_of(fingerprint)]);
  }
  [[gnu::always_inline]] void prefetch_state(std::uint64_t fingerprint) const {
    // By its tag, since a slot that many keys wanted is another's.
    const auto tag = static_cast<std::uint32_t>(fingerprint >> 32);
    std::size_t at = place_of(fingerprint);
    while (slots_[at].index != 0 && slots_[at].tag != tag) at = (at + 1) & (slots_.size() - 1);
    if (slots_[at].index == 0) return;
    const char* const state = reinterpret_cast<const char*>(&(*this)[slots_[at].index - 1]);
    __builtin_prefetch(state, 1);
    __builtin_prefetch(state + 64, 1);
    __builtin_prefetch(state + 128, 1);
  }

  // The key's number; kNone if the table is full and the key is not in it.
  std::uint32_t find_or_add(std::uint64_t fingerprint, std::uint32_t scope, std::string_view text) {
    const auto tag = static_cast<std::uint32_t>(fingerprint >> 32);
    for (std::size_t at = place_of(fingerprint);; at = (at + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[at];
      if (slot.index == 0) return add(fingerprint, scope, text);
      if (slot.tag == tag && is(slot.index - 1, fingerprint, scope, text)) return slot.index - 1;
    }
  }

  // The same key's number in another history; kNone if it is not in it. O(1).
  [[nodiscard]] std::uint32_t find(const KeyHistory& key, std::uint32_t scope) const {
    const std::uint64_t fingerprint = name_of(key) ^ scope * 0x9e3779b97f4a7c15U;
    const auto tag = static_cast<std::uint32_t>(fingerprint >> 32);
    for (std::size_t at = place_of(fingerprint); slots_[at].index != 0; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at].tag == tag && is(slots_[at].index - 1, fingerprint, scope, key.name()))
        return slots_[at].index - 1;
    }
    return kNone;
  }

  KeyHistory& operator[](std::uint32_t number) { return chunks_[number / kChunk][number % kChunk]; }
  const KeyHistory& operator[](std::uint32_t number) const {
    return chunks_[number / kChunk][number % kChunk];
  }
  [[nodiscard]] std::uint32_t size() const { return size_; }
  // Look-ups that were refused because the table is full.
  [[nodiscard]] std::int64_t refused() const { return refused_; }

 private:
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t index = 0;  // 1 + the key's number; 0: empty
  };
  static constexpr std::size_t kFewestSlots = 1024;
  static constexpr std::uint32_t kChunk = 2048;
  static constexpr std::size_t kTextChunk = std::size_t{64} << 10;

  [[nodiscard]] bool is(std::uint32_t number, std::uint64_t fingerprint, std::uint32_t scope,
                        std::string_view text) const {
    const KeyHistory& key = (*this)[number];
    return key.fingerprint == fingerprint && key.scope == scope && key.text_size == text.size() &&
           record::same_bytes(key.text, text.data(), text.size());
  }
  [[nodiscard]] std::size_t place_of(std::uint64_t fingerprint) const {
    return static_cast<std::size_t>(fingerprint) & (slots_.size() - 1);
  }
  std::uint32_t add(std::uint64_t fingerprint, std::uint32_t scope, std::string_view text);
  void insert(std::uint64_t fingerprint, std::uint32_t number);
  void grow();
  const char* keep(KeyHistory& key, std::string_view text);

  std::size_t max_keys_;
  std::uint32_t size_ = 0;
  std::int64_t refused_ = 0;
  std::vector<Slot> slots_;
  std::vector<std::unique_ptr<KeyHistory[]>> chunks_;
  std::vector<std::unique_ptr<char[]>> texts_;
  std::size_t text_used_ = kTextChunk;
};

}  // namespace lanewise::order

// One thing that happened to a record, as the judge remembers it: a handling (a start and a done line, or one
// line for both), or a record as it lies in the log. Plain data of fixed size, copied into the ring of recent
// ones, into the state of its key, and into findings as evidence.
#pragma once

#include <cstdint>
#include <optional>

namespace lanewise::order {

// A line of the inputs: which input, and its number there from 1.
struct LineRef {
  static constexpr unsigned kLineBits = 44;
  static constexpr std::int64_t of(std::size_t input, std::int64_t line) {
    return static_cast<std::int64_t>(input) << kLineBits | line;
  }
  static constexpr std::size_t input(std::int64_t ref) { return static_cast<std::size_t>(ref >> kLineBits); }
  static constexpr std::int64_t line(std::int64_t ref) { return ref & ((std::int64_t{1} << kLineBits) - 1); }
};

struct Handling {
  // Which members are known. An unknown one holds 0, and nobody may look.
  using Flag = std::uint16_t;
  static constexpr Flag kRank = 1;  // rank is known
  static constexpr Flag kSeq = 2;   // and is the record's seq, not its offset
  static constexpr Flag kOffset = 4;
  static constexpr Flag kStart = 8;  // start_ns
  static constexpr Flag kEnd = 16;   // end_ns
  static constexpr Flag kGeneration = 32;
  static constexpr Flag kAttempt = 64;
  static constexpr Flag kBegun = 128;  // begin_at is of a start line of its own
  static constexpr Flag kFailed = 256;
  static constexpr Flag kStale = 512;  // its partition belonged to somebody else when it ended
  static constexpr Flag kFirstAfterRestart = 1024;
  static constexpr Flag kStored = 2048;    // lies in the log; not a handling
  static constexpr Flag kRepeated = 4096;  // its record had been handled before
  static constexpr Flag kLatestEnd =
      8192;  // start and end are known, as of all before it, and none of them ends later
  static constexpr Flag kUnowned = 16384;  // stale, and it began only when the partition was another's

  std::int64_t line = 0;  // LineRef of the line that ended it
  std::int64_t rank = 0;  // its number in the key's order
  std::int64_t offset = 0;
  std::int64_t start_ns = 0;
  std::int64_t end_ns = 0;
  std::int64_t begin_at = 0;  // ordinals in the history: of the start line, and of `line`
  std::int64_t end_at = 0;
  std::uint32_t place = 0;
  std::uint32_t member = 0;
  std::uint32_t thread = 0;
  std::int32_t generation = 0;
  std::uint32_t epoch = 0;   // of its place when it began: how often the partition had changed hands
  std::uint32_t before = 0;  // the key's handling before it, in the ring; 0: none
  std::uint16_t attempt = 0;
  std::uint16_t flags = 0;

  [[nodiscard]] bool has(Flag flag) const { return (flags & flag) != 0; }
  void set(Flag flag) { flags = static_cast<std::uint16_t>(flags | flag); }
  void take(const Handling& other, int which) {
    flags = static_cast<std::uint16_t>(flags | (other.flags & which));
  }
  [[nodiscard]] std::optional<std::int64_t> seq() const {
    return has(kSeq) ? std::optional(rank) : std::nullopt;
  }
  [[nodiscard]] std::optional<std::int64_t> offset_if() const {
    return has(kOffset) ? std::optional(offset) : std::nullopt;
  }
  // When it ended, as far as that is known.
  [[nodiscard]] std::optional<std::int64_t> time_ns() const {
    return has(kEnd) ? std::optional(end_ns) : has(kStart) ? std::optional(start_ns) : std::nullopt;
  }
};

// Whether two handlings of a key ran at the same time. Lines of their own for start and end tell by their
// order, and times must agree where one clock gave both; one line for both tells by its times alone. [t, t)
// is empty and overlaps nothing.
inline bool overlap(const Handling& a, const Handling& b) {
  constexpr Handling::Flag kTimes = Handling::kStart | Handling::kEnd;
  const bool timed = (a.flags & b.flags & kTimes) == kTimes;
  const bool by_time = timed && a.start_ns < b.end_ns && b.start_ns < a.end_ns && a.start_ns < a.end_ns &&
                       b.start_ns < b.end_ns;
  if (!a.has(Handling::kBegun) || !b.has(Handling::kBegun)) return by_time;
  const bool by_line = a.begin_at < b.end_at && b.begin_at < a.end_at;
  return by_line && (!timed || a.member != b.member || by_time);
}

}  // namespace lanewise::order

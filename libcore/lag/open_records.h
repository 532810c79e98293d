// What of an event log is open: fetched or started and not done, partition by partition, against the commit.
//
//     OpenRecords open;
//     while (…) open.add(event);
//     for (const PartitionWindow& window : open.windows()) …
//
// The window of a partition is what lies between its commit and the next offset to be fetched. In it a record
// is done, open (it runs, or waits to), or was not seen. The open record with the lowest offset is what the
// commit waits for: whatever was done above it is not committed before it is done.
//
//   fetch           the client has it
//   start           a thread has it; of a record that was done already it runs once more
//   fail, retry     it stays open
//   done, skip      it is done; so is a record that stands for a whole handling (no event, or start and end)
//   commit          the next offset to be handled: what lies below is settled, seen or not
//   resume          the same, and a new owner begins: what was open is open no more until it is fetched again
//   revoke, lost    whoever had the open records of this partition has it no more; so leave and crash of a
//   member
//
// Bounds: at most kMostOpen open records are kept, those beyond are counted as untracked; of what is done in
// a window the offsets are kept as runs, and of at most kMostDetails the key and the time. Not thread safe.
// O(log open) an event.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "libcore/base/key.h"
#include "libcore/lag/names.h"
#include "libcore/lag/offset_set.h"
#include "libcore/lag/partition_lag.h"
#include "libcore/record/field.h"

namespace lanewise::lag {

// One line of the log. Unknown texts have no data.
struct LogEvent {
  record::EventKind kind = record::EventKind::none;
  std::string_view group;
  std::string_view topic;
  std::string_view broker;
  std::optional<std::int64_t> partition;
  std::optional<std::int64_t> offset;
  KeyView key;
  std::optional<std::int64_t> seq;
  std::optional<std::int64_t> ts_ns;
  std::optional<std::int64_t> start_ns;
  std::optional<std::int64_t> end_ns;
  std::string_view thread;
  std::string_view member;
};

struct StoredKey {
  std::string bytes;
  KeyState state = KeyState::absent;

  [[nodiscard]] KeyView view() const { return {bytes, state}; }
};

struct OpenRecord {
  StoredKey key;
  std::optional<std::int64_t> seq;
  std::optional<std::int64_t> fetched_ns;
  std::optional<std::int64_t> started_ns;  // a thread has it
  bool is_running = false;                 // started, whether or not its time is known
  bool has_failed = false;
  bool owner_is_gone = false;
  std::string_view thread;
  std::string_view member;

  // Since when it is with whoever has it.
  [[nodiscard]] std::optional<std::int64_t> since_ns() const { return is_running ? started_ns : fetched_ns; }
};

struct DoneRecord {
  StoredKey key;
  std::optional<std::int64_t> took_ns;
};

struct PartitionWindow {
  Place place;
  std::optional<std::int64_t> committed;
  std::optional<std::int64_t> next;  // the next offset to be fetched, as far as was seen
  std::map<std::int64_t, OpenRecord> open;
  OffsetSet done;                              // at or above the commit
  std::map<std::int64_t, DoneRecord> details;  // of some of them

  // next - committed.
  [[nodiscard]] std::optional<std::int64_t> span() const;
  // Of the window; empty if it is not known.
  [[nodiscard]] std::optional<std::int64_t> not_seen() const;
  [[nodiscard]] std::int64_t running() const;
};

class OpenRecords {
 public:
  static constexpr std::size_t kMostOpen = 1'000'000;
  static constexpr std::size_t kMostDetails = 200'000;

  void add(const LogEvent& event);

  [[nodiscard]] const std::vector<PartitionWindow>& windows() const { return windows_; }
  // The latest time of any event; whether the last event bears it.
  [[nodiscard]] std::optional<std::int64_t> now_ns() const { return now_ns_; }
  [[nodiscard]] bool ends_now() const { return ends_now_; }
  [[nodiscard]] std::optional<std::int64_t> begin_ns() const { return begin_ns_; }

  [[nodiscard]] std::int64_t handled() const { return handled_; }
  // The mean time of a handling, where any is known.
  [[nodiscard]] std::optional<std::int64_t> usual_ns() const;
  [[nodiscard]] std::int64_t unplaced() const { return unplaced_; }    // without partition or offset
  [[nodiscard]] std::int64_t untracked() const { return untracked_; }  // open ones beyond kMostOpen
  [[nodiscard]] bool has_all_details() const { return has_all_details_; }

 private:
  PartitionWindow& window_of(const LogEvent& event);
  OpenRecord* open(PartitionWindow& window, const LogEvent& event);
  void finish(PartitionWindow& window, const LogEvent& event);
  void commit(PartitionWindow& window, std::int64_t offset);
  void resume(PartitionWindow& window, std::int64_t offset);
  void forget_member(std::string_view member);
  void see_time(const std::optional<std::int64_t>& ns);

  Names names_;
  std::vector<PartitionWindow> windows_;
  std::unordered_map<Place, std::size_t, PlaceHash> index_;
  std::size_t last_ = 0;  // most lines are of the partition that the line before was of
  std::size_t open_count_ = 0;
  std::size_t details_ = 0;
  std::optional<std::int64_t> now_ns_;
  std::optional<std::int64_t> begin_ns_;
  bool ends_now_ = false;
  std::int64_t handled_ = 0;
  std::int64_t timed_ = 0;
  double took_ns_ = 0;
  std::int64_t unplaced_ = 0;
  std::int64_t untracked_ = 0;
  bool has_all_details_ = true;
};

// Whether a record that has been open for `age_ns` holds its partition up: a second at least, and ten times
// as long as handlings take; ten seconds where that is not known.
bool holds_up(std::int64_t age_ns, const std::optional<std::int64_t>& usual_ns);

}  // namespace lanewise::lag

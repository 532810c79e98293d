// Documents as a sequence of snapshots: what was the same moment, and when that was.
//
// Documents of one moment are put together (two groups in two files), and pastes of one file are taken apart.
// A table begins a new snapshot where a line above it tells another time, or where a row of it lies at a
// place that the snapshot has already; the first such table of an input does it for the whole input.
//
// The time of a snapshot is its own (a line that is a time), else --interval says how far apart they are,
// else the file's time of change; the same source serves all of them. Of their own times the order follows
// the time; else it is that of the inputs.
//
// Not thread safe. Memory: the rows of all snapshots, and the places of the last.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "libcore/lag/document.h"
#include "libcore/lag/partition_lag.h"

namespace lanewise::lag {

enum class TimeSource : std::uint8_t {
  none,      // nothing says when they were taken
  text,      // a line of their own
  interval,  // the distance was given
  file,      // when the files were last changed
};

struct Snapshot {
  std::optional<std::int64_t> time_ns;  // of TimeSource::interval counted from the first
  std::vector<PartitionLag> rows;
  std::vector<GroupFacts> groups;
};

struct SnapshotSequence {
  std::vector<Snapshot> snapshots;
  TimeSource source = TimeSource::none;
  bool was_reordered = false;
  bool is_full = false;  // more rows than are kept
};

class SnapshotBuilder {
 public:
  // Takes the document's rows. `file_time_ns`: when the input was last changed, if it is a file.
  void add(Document& document, std::optional<std::int64_t> file_time_ns);
  [[nodiscard]] SnapshotSequence finish(std::optional<std::int64_t> interval_ns) &&;

 private:
  struct Taken {
    Snapshot snapshot;
    std::optional<std::int64_t> own_time_ns;
    std::optional<std::int64_t> file_time_ns;
  };
  [[nodiscard]] bool repeats(const Document& document, const DocumentTable& table) const;
  void take_rows(Document& document, const DocumentTable& table);
  void begin(std::optional<std::int64_t> own_time_ns, std::optional<std::int64_t> file_time_ns);

  std::vector<Taken> taken_;
  std::unordered_set<Place, PlaceHash> places_;  // of the last one
  std::size_t rows_ = 0;
  bool is_full_ = false;
};

}  // namespace lanewise::lag

#include "libcore/lag/snapshots.h"

#include <algorithm>
#include <utility>

namespace lanewise::lag {

bool SnapshotBuilder::repeats(const Document& document, const DocumentTable& table) const {
  if (table.first_row == table.end_row) return false;
  return std::any_of(document.rows.begin() + static_cast<std::ptrdiff_t>(table.first_row),
                     document.rows.begin() + static_cast<std::ptrdiff_t>(table.end_row),
                     [&](const PartitionLag& row) { return places_.contains(place_of(row)); });
}

void SnapshotBuilder::begin(std::optional<std::int64_t> own_time_ns,
                            std::optional<std::int64_t> file_time_ns) {
  taken_.push_back({{}, own_time_ns, file_time_ns});
  places_.clear();
}

void SnapshotBuilder::add(Document& document, std::optional<std::int64_t> file_time_ns) {
  const bool is_new =
      taken_.empty() || std::any_of(document.tables.begin(), document.tables.end(),
                                    [&](const DocumentTable& table) { return repeats(document, table); });
  std::size_t next_group = 0;
  const auto take_groups = [&](std::size_t before_table) {
    while (next_group < document.groups.size() && document.groups[next_group].before_table <= before_table) {
      taken_.back().snapshot.groups.push_back(document.groups[next_group++]);
    }
  };
  for (std::size_t t = 0; t < document.tables.size(); ++t) {
    const DocumentTable& table = document.tables[t];
    const bool other_time = !taken_.empty() && table.time_ns && taken_.back().own_time_ns &&
                            *table.time_ns != *taken_.back().own_time_ns;
    const bool starts = taken_.empty() || (t == 0 && is_new) || other_time || repeats(document, table);
    if (starts) begin(table.time_ns, file_time_ns);
    take_groups(t);
    take_rows(document, table);
  }
  document.rows = {};
  if (taken_.empty() && !document.groups.empty()) begin(std::nullopt, file_time_ns);
  if (!taken_.empty()) take_groups(document.tables.size());
  is_full_ = is_full_ || document.is_full;
}

void SnapshotBuilder::take_rows(Document& document, const DocumentTable& table) {
  if (table.first_row == table.end_row) return;  // the rows of others may be gone already
  const auto begin = document.rows.begin() + static_cast<std::ptrdiff_t>(table.first_row);
  const auto end = document.rows.begin() + static_cast<std::ptrdiff_t>(table.end_row);
  std::vector<PartitionLag>& rows = taken_.back().snapshot.rows;
  rows_ += table.end_row - table.first_row;
  if (rows_ > kMostRows) {
    is_full_ = true;
    return;
  }
  for (auto row = begin; row != end; ++row) places_.insert(place_of(*row));
  // The usual document is one large table.
  if (rows.empty() && table.first_row == 0 && table.end_row == document.rows.size()) {
    rows.swap(document.rows);
  } else {
    rows.insert(rows.end(), begin, end);
  }
}

SnapshotSequence SnapshotBuilder::finish(std::optional<std::int64_t> interval_ns) && {
  SnapshotSequence sequence;
  sequence.is_full = is_full_;
  places_ = {};
  const auto all = [&](auto has) { return std::all_of(taken_.begin(), taken_.end(), has); };
  if (!taken_.empty() && all([](const Taken& taken) { return taken.own_time_ns.has_value(); })) {
    sequence.source = TimeSource::text;
    const auto earlier = [](const Taken& a, const Taken& b) { return *a.own_time_ns < *b.own_time_ns; };
    sequence.was_reordered = !std::is_sorted(taken_.begin(), taken_.end(), earlier);
    std::stable_sort(taken_.begin(), taken_.end(), earlier);
  } else if (interval_ns) {
    sequence.source = TimeSource::interval;
  } else if (all([](const Taken& taken) { return taken.file_time_ns.has_value(); })) {
    // A copy or a checkout gives all files one time, and an editor any: then they say nothing.
    const bool ascend = std::adjacent_find(taken_.begin(), taken_.end(), [](const Taken& a, const Taken& b) {
                          return *a.file_time_ns >= *b.file_time_ns;
                        }) == taken_.end();
    if (ascend) sequence.source = TimeSource::file;
  }
  std::int64_t number = 0;
  for (Taken& taken : taken_) {
    switch (sequence.source) {
      case TimeSource::none: break;
      case TimeSource::text: taken.snapshot.time_ns = taken.own_time_ns; break;
      case TimeSource::file: taken.snapshot.time_ns = taken.file_time_ns; break;
      case TimeSource::interval:
        std::int64_t time = 0;
        if (__builtin_mul_overflow(number++, *interval_ns, &time)) time = INT64_MAX;
        taken.snapshot.time_ns = time;
        break;
    }
    sequence.snapshots.push_back(std::move(taken.snapshot));
  }
  return sequence;
}

}  // namespace lanewise::lag

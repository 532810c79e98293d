// What an event log shows to be open, as text, as JSON Lines and as a table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libcore/lag/open_records.h"
#include "libcore/record/batch_reader.h"
#include "libcore/report/key_text.h"
#include "libcore/report/table.h"

namespace lanewise::lag_tool {

// One partition with something open in it, or at least known.
struct WindowReport {
  const lag::PartitionWindow* window = nullptr;
  const lag::OpenRecord* oldest = nullptr;  // the open one with the lowest offset
  std::int64_t oldest_offset = 0;
  std::optional<std::int64_t> age_ns;  // of it, at the log's end
  bool is_held_up = false;

  // Of the oldest one's key: what waits behind it.
  std::int64_t behind = 0;
  std::optional<std::int64_t> behind_age_ns;  // of the first of those
};

// A key whose records were done while the oldest one stood.
struct PassedKey {
  const lag::StoredKey* key = nullptr;
  std::int64_t done = 0;
  std::int64_t timed = 0;
  std::int64_t took_ns = 0;  // together
  bool all_alike = true;     // each took as long
};

class EventsReport {
 public:
  // `open` must outlive the report. `misplaced`: lines of several sources that could not be put into the
  // order of their times.
  EventsReport(const lag::OpenRecords& open, bool hash_keys, std::int64_t misplaced);

  [[nodiscard]] bool is_held_up() const;
  [[nodiscard]] std::string text(const std::string& reading, bool verbose) const;
  [[nodiscard]] std::string jsonl(const std::vector<record::InputReport>& inputs, bool is_complete,
                                  int status) const;
  [[nodiscard]] report::Table table() const;

 private:
  [[nodiscard]] std::string verdict() const;
  [[nodiscard]] std::string place(const lag::Place& place) const;
  [[nodiscard]] std::string record_at(const WindowReport& report) const;
  [[nodiscard]] std::string behind_line(const WindowReport& report) const;
  [[nodiscard]] static std::string restart_line(const WindowReport& report);
  [[nodiscard]] std::string end_line() const;
  [[nodiscard]] report::Table windows_table(std::size_t most) const;
  [[nodiscard]] std::vector<PassedKey> passed(const WindowReport& report) const;

  const lag::OpenRecords& open_;
  report::KeyText keys_;
  std::int64_t misplaced_;
  std::vector<WindowReport> windows_;  // held up first, then by age
};

}  // namespace lanewise::lag_tool

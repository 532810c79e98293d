#include "libcore/lag/kafka_groups.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "libcore/base/text.h"
#include "libcore/lag/text_line.h"

namespace lanewise::lag {

namespace {

constexpr std::size_t kFewestNumbers = 3;  // of a line that is taken for a damaged row
constexpr std::size_t kShownText = 80;

bool is_missing(std::string_view cell) { return cell == "-" || cell == "unknown" || cell == "none"; }

// A cell that holds a number or says that there is none.
bool number_or_missing(std::string_view cell, std::optional<std::int64_t>& value) {
  value = whole_number(cell);
  return value.has_value() || is_missing(cell);
}

// "/10.9.0.11" and "broker.test/10.9.0.11" as Java prints addresses.
std::string_view host_of(std::string_view cell) { return cell.starts_with('/') ? cell.substr(1) : cell; }

class RowCells {
 public:
  RowCells(const Header& header, std::span<const std::string_view> cells) : header_(header), cells_(cells) {}

  [[nodiscard]] std::string_view operator[](Role role) const {
    const auto found = std::find(header_.roles.begin(), header_.roles.end(), role);
    return found == header_.roles.end() ? std::string_view()
                                        : cells_[static_cast<std::size_t>(found - header_.roles.begin())];
  }

 private:
  const Header& header_;
  std::span<const std::string_view> cells_;
};

void set_owner(std::string_view owner, RowReading& reading) {
  // The client of 0.10 prints "client-id_/10.9.2.2"; Zookeeper's consumers have an id and no address.
  const std::size_t split = owner.rfind("_/");
  if (split == std::string_view::npos) {
    reading.row.member = reading.names.intern(owner);
    return;
  }
  reading.row.client = reading.names.intern(owner.substr(0, split));
  reading.row.host = reading.names.intern(owner.substr(split + 2));
}

void set_lag(std::optional<std::int64_t> printed, PartitionLag& row) {
  std::optional<std::int64_t> computed;
  if (row.committed && row.end) computed = saturating_difference(*row.end, *row.committed);
  row.lag = printed ? printed : computed;
  row.lag_source = printed ? LagSource::printed : computed ? LagSource::computed : LagSource::none;
  if (printed && computed && *printed != *computed) row.findings.add(Finding::lag_disagrees);
  if (!row.committed) row.findings.add(Finding::no_commit);
  if (!row.end) row.findings.add(Finding::end_unknown);
  if (row.lag && *row.lag < 0) row.findings.add(Finding::committed_beyond_end);
  if (row.lag && *row.lag == 1) row.findings.add(Finding::one_record);
}

// Fills the row from its cells. False if a number stands where none can.
bool fill(const Header& header, std::span<const std::string_view> cells, RowReading& reading) {
  const RowCells cell(header, cells);
  PartitionLag row;
  row.system = System::kafka;
  std::optional<std::int64_t> printed_lag;
  if (!number_or_missing(cell[Role::partition], row.partition)) return false;
  if (!number_or_missing(cell[Role::committed], row.committed)) return false;
  if (!number_or_missing(cell[Role::end], row.end)) return false;
  if (!number_or_missing(cell[Role::lag], printed_lag)) return false;
  if (row.partition ? *row.partition < 0 : cell[Role::topic] != "-") return false;
  if (const std::string_view group = cell[Role::group]; is_known(group)) {
    row.group = reading.names.intern(group);
  }
  row.topic = reading.names.intern(cell[Role::topic]);
  reading.row = row;
  const auto name = [&](Role role) -> std::string_view {
    const std::string_view text = cell[role];
    if (text.empty() || is_missing(text)) return {};
    return reading.names.intern(role == Role::host ? host_of(text) : text);
  };
  if (const std::string_view owner = cell[Role::owner]; !owner.empty() && !is_missing(owner)) {
    set_owner(owner, reading);
  } else {
    reading.row.member = name(Role::member);
    reading.row.host = name(Role::host);
    reading.row.client = name(Role::client);
  }
  set_lag(printed_lag, reading.row);
  return true;
}

// An id of 50 characters and more and the address behind it, printed by 0.10.2 to 1.0 as one word. A host
// holds no slash, so its own is the last.
bool part_run_on_member(const Header& header, std::vector<std::string_view>& words) {
  const auto at = std::find(header.roles.begin(), header.roles.end(), Role::member);
  const auto next = std::find(header.roles.begin(), header.roles.end(), Role::host);
  if (at == header.roles.end() || next != at + 1 || words.size() + 1 != header.roles.size()) return false;
  const auto index = static_cast<std::size_t>(at - header.roles.begin());
  const std::string_view word = words[index];
  const std::size_t slash = word.rfind('/');
  if (slash == std::string_view::npos || slash == 0) return false;
  words[index] = word.substr(0, slash);
  words.insert(words.begin() + static_cast<std::ptrdiff_t>(index) + 1, word.substr(slash));
  return true;
}

// Group ids and client ids may hold blanks. From 1.1 on the columns of one table align, so that a row can be
// cut where the titles begin.
bool cut_at_titles(const Header& header, std::string_view line, std::vector<std::string_view>& cells) {
  cells.clear();
  for (std::size_t i = 0; i < header.starts.size(); ++i) {
    const std::size_t begin = header.starts[i];
    const std::size_t end = i + 1 < header.starts.size() ? header.starts[i + 1] : line.size();
    if (begin >= line.size() || begin > end) return false;
    if (begin > 0 && line[begin - 1] != ' ') return false;
    cells.push_back(trimmed(line.substr(begin, end - begin)));
    if (cells.back().empty()) return false;
  }
  return true;
}

// Of a line that reads as no row: was it meant as one?
bool looks_like_row(const Header& header, std::span<const std::string_view> words) {
  const auto numbers =
      static_cast<std::size_t>(std::count_if(words.begin(), words.end(), [](std::string_view word) {
        return word == "-" || whole_number(word).has_value();
      }));
  return numbers >= kFewestNumbers && words.size() <= header.roles.size() + 2;
}

RowKind kind_of(const PartitionLag& row) {
  return row.topic == "-" && !row.partition ? RowKind::idle_member : RowKind::row;
}

}  // namespace

RowKind read_kafka_row(const Header& header, std::string_view line, RowReading& reading) {
  std::vector<std::string_view>& words = reading.words;
  const std::size_t columns = header.roles.size();
  if (header.layout->cells == Cells::commas) {
    split_at(line, ',', words);
    if (words.size() == columns && fill(header, words, reading)) return kind_of(reading.row);
    split_blanks(line, words);
  } else {
    split_blanks(line, words);
    const bool fits = words.size() == columns || part_run_on_member(header, words);
    if (fits && fill(header, words, reading)) return kind_of(reading.row);
    std::vector<std::string_view> cells;
    if (cut_at_titles(header, line, cells) && fill(header, cells, reading)) return kind_of(reading.row);
  }
  if (!looks_like_row(header, words)) return RowKind::other;
  reading.what = fmt::format("not a row of {} columns: '{}'", columns, printable(trimmed(line), kShownText));
  return RowKind::unreadable;
}

KafkaStatement read_kafka_statement(std::string_view line) {
  // Each is a text around a group's name in quotes.
  struct Form {
    std::string_view before;
    std::string_view after;
    std::string_view state;
  };
  constexpr std::array kForms{
      Form{"Consumer group '", "' has no active members.", "Empty"},
      Form{"Warning: Consumer group '", "' is rebalancing.", "Rebalancing"},
      Form{"Error: Consumer group '", "' does not exist.", "Missing"},
      Form{"Error: The consumer group '", "' does not exist.", "Missing"},
  };
  line = trimmed(line);
  for (const Form& form : kForms) {
    if (line.size() > form.before.size() + form.after.size() && line.starts_with(form.before) &&
        line.ends_with(form.after)) {
      return {KafkaRemark::state,
              line.substr(form.before.size(), line.size() - form.before.size() - form.after.size()),
              form.state};
    }
  }
  if (line.starts_with("Error: ")) return {KafkaRemark::failure, {}, {}};
  return {};
}

}  // namespace lanewise::lag

#include "libcore/lag/document_reader.h"

#include <span>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "libcore/base/text.h"
#include "libcore/lag/kafka_groups.h"
#include "libcore/lag/rocketmq_progress.h"
#include "libcore/lag/text_line.h"

namespace lanewise::lag {

namespace {

constexpr std::size_t kLongestTime = 40;  // bytes of a line that is a time
constexpr std::size_t kShownText = 80;
constexpr std::size_t kShortestTime = std::string_view("2026-11-27T02:51").size();

void keep(std::vector<TextLine>& lines, std::int64_t number, std::string_view text, std::string what) {
  if (lines.size() < kKeptLines)
    lines.push_back({number, std::string(text.substr(0, kKeptText)), std::move(what)});
}

std::string_view first_word(std::string_view line) {
  line = trimmed(line);
  return line.substr(0, line.find_first_of(" \t,"));
}

// `date -Is` and its like. Digits alone are more likely anything else.
std::optional<std::int64_t> time_of_line(std::string_view line, const record::TimeZone& zone) {
  line = trimmed(line);
  if (line.size() > kLongestTime || line.size() < kShortestTime) return std::nullopt;
  if (line.find(':') == std::string_view::npos) return std::nullopt;
  return record::parse_time(line, zone);
}

// A group that its table does not name: RocketMQ's retry topic bears its name. Whether that was so.
bool name_group_by_retry_topic(std::span<PartitionLag> rows, Names& names) {
  std::string_view group;
  for (const PartitionLag& row : rows) {
    if (is_known(row.group)) return false;
    if (!is_known(group)) group = group_of_retry_topic(row.topic);
  }
  if (!is_known(group)) return false;
  group = names.intern(group);
  for (PartitionLag& row : rows) row.group = group;
  return true;
}

// Rows of one table that lie at the same place: only their number tells them apart.
void mark_repeated_places(std::span<PartitionLag> rows) {
  std::unordered_set<Place, PlaceHash> seen;
  for (PartitionLag& row : rows)
    if (!seen.insert(place_of(row)).second) row.findings.add(Finding::twice_in_table);
}

// Committed, and nobody reads it, while the group has members. Kafka alone prints who reads what.
// In a rebalance nobody has anything for a moment.
void mark_stale(std::span<PartitionLag> rows, const std::unordered_set<std::string_view>& rebalancing) {
  std::unordered_set<std::string_view> served;
  for (const PartitionLag& row : rows)
    if (row.has_member()) served.insert(row.group);
  for (PartitionLag& row : rows) {
    if (row.system == System::kafka && !row.has_member() && row.committed && served.contains(row.group) &&
        !rebalancing.contains(row.group))
      row.findings.add(Finding::stale_subscription);
  }
}

void add_up(std::span<const PartitionLag> rows, DocumentTable& table) {
  for (const PartitionLag& row : rows) {
    table.rows_lag = saturating_sum(table.rows_lag, row.lag.value_or(0));
    table.rows_window = saturating_sum(table.rows_window, window(row).value_or(0));
  }
}

}  // namespace

DocumentReader::DocumentReader(Names& names, record::TimeZone zone, std::size_t input)
    : names_(names),
      zone_(std::move(zone)),
      input_(input),
      reading_{.names = names_, .zone = zone_, .words = {}, .row = {}, .facts = {}, .what = {}} {}

void DocumentReader::add(std::string_view line) {
  ++document_.lines;
  take(without_escapes(line, scratch_));
}

void DocumentReader::add_too_long(std::string what) {
  ++document_.lines;
  count_unreadable({}, std::move(what));
}

void DocumentReader::take(std::string_view line) {
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
  Header header;
  if (recognise_header(line, header)) {
    end_table();
    header_ = std::move(header);
    begin_table(line);
    return;
  }
  if (take_remark(line)) return;
  if (is_rocketmq_failure(line)) {
    keep(document_.failures, document_.lines, trimmed(line), {});
    return;
  }
  if (const auto time = time_of_line(line, zone_)) {
    end_table();
    time_ns_ = time;
    return;
  }
  if (in_refused_table_) return;
  if (in_table_) {
    take_row(line);
  } else {
    count_other(line);
  }
}

void DocumentReader::begin_table(std::string_view line) {
  const Layout& layout = *header_.layout;
  in_table_ = layout.tells_lag();
  in_refused_table_ = !in_table_;
  if (in_refused_table_) {
    keep(document_.refused, document_.lines, line, std::string(layout.refused));
    return;
  }
  first_word_.clear();
  DocumentTable table;
  table.layout = &layout;
  table.line = document_.lines;
  table.time_ns = time_ns_;
  table.first_row = table.end_row = document_.rows.size();
  document_.tables.push_back(table);
}

void DocumentReader::end_table() {
  if (in_table_) {
    DocumentTable& table = document_.tables.back();
    table.end_row = document_.rows.size();
    const auto rows = std::span(document_.rows).subspan(table.first_row, table.end_row - table.first_row);
    table.named_by_retry_topic = name_group_by_retry_topic(rows, names_);
    mark_repeated_places(rows);
    std::unordered_set<std::string_view> rebalancing;
    for (const GroupFacts& facts : document_.groups)
      if (facts.state == "Rebalancing" && facts.before_table + 1 == document_.tables.size())
        rebalancing.insert(facts.group);
    mark_stale(rows, rebalancing);
    add_up(rows, table);
  }
  in_table_ = in_refused_table_ = false;
}

bool DocumentReader::take_remark(std::string_view line) {
  const KafkaStatement statement = read_kafka_statement(line);
  switch (statement.remark) {
    case KafkaRemark::none: break;
    case KafkaRemark::failure: keep(document_.failures, document_.lines, trimmed(line), {}); return true;
    case KafkaRemark::state: {
      GroupFacts facts;
      facts.group = names_.intern(statement.group);
      facts.before_table = document_.tables.size();
      facts.state = names_.intern(statement.state);
      document_.groups.push_back(facts);
      last_named_group_ = facts.group;
      return true;
    }
  }
  return in_table_ && header_.layout->system == System::rocketmq &&
         read_rocketmq_footer(line, document_.tables.back());
}

void DocumentReader::take_row(std::string_view line) {
  switch (header_.layout->read_row(header_, line, reading_)) {
    case RowKind::other:
      if (!first_word_.empty() && first_word(line) == first_word_) {
        count_unreadable(line, fmt::format("the row is cut off: '{}'", printable(trimmed(line), kShownText)));
      } else {
        count_other(line);
      }
      return;
    case RowKind::unreadable: count_unreadable(line, std::move(reading_.what)); return;
    case RowKind::idle_member: {
      GroupFacts facts;
      facts.group = is_known(reading_.row.group) ? reading_.row.group : last_named_group_;
      facts.before_table = document_.tables.size() - 1;
      facts.idle_members = 1;
      document_.groups.push_back(facts);
      return;
    }
    case RowKind::group:
      reading_.facts.before_table = document_.tables.size() - 1;
      document_.groups.push_back(reading_.facts);
      break;
    case RowKind::row: break;
  }
  if (document_.rows.size() == kMostRows) {
    document_.is_full = true;
    return;
  }
  first_word_ = first_word(line);
  PartitionLag& row = document_.rows.emplace_back(reading_.row);
  if (!is_known(row.group) && row.system == System::kafka) row.group = last_named_group_;
  row.input = input_;
  row.line = document_.lines;
}

void DocumentReader::count_other(std::string_view line) {
  ++document_.other;
  keep(document_.other_lines, document_.lines, line, {});
}

void DocumentReader::count_unreadable(std::string_view line, std::string what) {
  ++document_.unreadable;
  keep(document_.unreadable_lines, document_.lines, line, std::move(what));
}

Document DocumentReader::finish() && {
  end_table();
  return std::move(document_);
}

bool tells_of_lag(std::string_view line) {
  std::string scratch;
  line = without_escapes(line, scratch);
  Header header;
  return recognise_header(line, header) || read_kafka_statement(line).remark != KafkaRemark::none;
}

}  // namespace lanewise::lag

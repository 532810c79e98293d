#include "libcore/lag/rocketmq_progress.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "libcore/base/text.h"
#include "libcore/lag/text_line.h"

namespace lanewise::lag {

namespace {

constexpr std::string_view kRetry = "%RETRY%";
constexpr std::size_t kDateLength = std::string_view("2026-11-27").size();
constexpr std::array<std::size_t, 2> kCuts{32, 64};  // where names are cut
constexpr std::size_t kFewestNumbers = 3;            // of a line that is taken for a damaged row
constexpr std::size_t kShownText = 80;

bool is_missing(std::string_view word) { return word == "N/A" || word == "NA" || word == "-"; }

std::optional<double> number(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stopped != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

bool may_be_cut(std::string_view name) {
  return std::find(kCuts.begin(), kCuts.end(), name.size()) != kCuts.end();
}

// How many words of the end are #LastTime: two, one for N/A, none where it could not be formatted.
std::size_t time_words(std::span<const std::string_view> words) {
  if (words.empty()) return 0;
  if (is_missing(words.back())) return 1;
  if (words.size() < 2) return 0;
  const std::string_view date = words[words.size() - 2];
  const std::string_view time = words.back();
  return date.size() == kDateLength && date[4] == '-' && date[7] == '-' &&
                 time.find(':') != std::string_view::npos
             ? 2
             : 0;
}

RowKind refuse(std::string_view line, std::span<const std::string_view> words, RowReading& reading) {
  const auto numbers = std::count_if(words.begin(), words.end(),
                                     [](std::string_view word) { return number(word).has_value(); });
  if (static_cast<std::size_t>(numbers) < kFewestNumbers) return RowKind::other;
  reading.what = fmt::format("not a row of consumerProgress: '{}'", printable(trimmed(line), kShownText));
  return RowKind::unreadable;
}

void set_last_time(std::span<const std::string_view> words, RowReading& reading) {
  if (words.size() != 2) return;
  const std::string text = fmt::format("{} {}", words[0], words[1]);
  // The epoch in the zone of the machine: nothing consumed, or the record is no longer stored.
  if (text.starts_with("1970-01-01") || text.starts_with("1969-12-31")) return;
  const auto ns = record::parse_time(text, reading.zone);
  if (!ns) return;
  reading.row.last_time = reading.names.intern(text);
  reading.row.last_ns = ns;
}

}  // namespace

RowKind read_rocketmq_queue(const Header& header, std::string_view line, RowReading& reading) {
  std::vector<std::string_view>& words = reading.words;
  split_blanks(line, words);
  const std::size_t of_time = time_words(words);
  const std::size_t cells = words.size() - of_time;
  if (cells + 1 != header.roles.size()) return refuse(line, words, reading);

  PartitionLag row;
  row.system = System::rocketmq;
  std::optional<std::int64_t> inflight;
  for (std::size_t i = 0; i < cells; ++i) {
    const std::string_view word = words[i];
    bool sound = true;
    switch (header.roles[i]) {
      case Role::topic: row.topic = reading.names.intern(word); break;
      case Role::broker: row.broker = reading.names.intern(word); break;
      case Role::partition: sound = (row.partition = whole_number(word)).has_value(); break;
      case Role::end: sound = (row.end = whole_number(word)).has_value(); break;
      case Role::committed: sound = (row.committed = whole_number(word)).has_value(); break;
      case Role::lag: sound = (row.lag = whole_number(word)).has_value(); break;
      case Role::window: sound = (inflight = whole_number(word)).has_value(); break;
      case Role::host:
        if (!is_missing(word)) row.host = reading.names.intern(word);
        break;
      default: break;
    }
    if (!sound || (row.partition && *row.partition < 0)) return refuse(line, words, reading);
  }
  row.lag_source = LagSource::printed;
  if (inflight) row.fetched = saturating_sum(*row.committed, *inflight);
  if (*row.lag != saturating_difference(*row.end, *row.committed)) row.findings.add(Finding::lag_disagrees);
  if (*row.lag < 0) row.findings.add(Finding::committed_beyond_end);
  if (inflight && *inflight >= kFullWindow) row.findings.add(Finding::window_full);
  if (may_be_cut(row.topic) || may_be_cut(row.broker)) row.findings.add(Finding::name_may_be_cut);
  reading.row = row;
  set_last_time(std::span(words).last(of_time), reading);
  return RowKind::row;
}

RowKind read_rocketmq_group(const Header&, std::string_view line, RowReading& reading) {
  std::vector<std::string_view>& words = reading.words;
  split_blanks(line, words);
  constexpr std::size_t kLeft = 3;   // group, count, version
  constexpr std::size_t kRight = 2;  // TPS, diff total
  if (words.size() < kLeft + kRight || words.size() > kLeft + 2 + kRight) return refuse(line, words, reading);
  const auto count = whole_number(words[1]);
  const auto per_s = number(words[words.size() - 2]);
  const auto lag = whole_number(words.back());
  if (!count || *count < 0 || !per_s || !lag) return refuse(line, words, reading);

  reading.facts = {};
  reading.facts.group = reading.names.intern(words[0]);
  reading.facts.members = count;
  reading.facts.version = reading.names.intern(words[2]);
  if (words.size() > kLeft + kRight) reading.facts.type = reading.names.intern(words[3]);
  if (words.size() > kLeft + kRight + 1) reading.facts.model = reading.names.intern(words[4]);
  reading.facts.consumed_per_s = per_s;

  reading.row = {};
  reading.row.system = System::rocketmq;
  reading.row.group = reading.facts.group;
  // Of a group whose statistics could not be had the tool logs a warning and prints zeros.
  const bool says_nothing = *count == 0 && *per_s == 0 && *lag == 0;
  if (!says_nothing) {
    reading.row.lag = lag;
    reading.row.lag_source = LagSource::printed;
  }
  if (*lag < 0) reading.row.findings.add(Finding::committed_beyond_end);
  if (*count == 0 && *lag > 0) reading.row.findings.add(Finding::no_consumer);
  if (may_be_cut(words[0])) reading.row.findings.add(Finding::name_may_be_cut);
  return RowKind::group;
}

bool read_rocketmq_footer(std::string_view line, DocumentTable& table) {
  line = trimmed(line);
  if (line.starts_with("Consume ")) line.remove_prefix(std::string_view("Consume ").size());
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return false;
  const std::string_view name = line.substr(0, colon);
  const std::string_view value = trimmed(line.substr(colon + 1));
  if (name == "TPS") {
    table.footer_per_s = number(value);
    return table.footer_per_s.has_value();
  }
  if (name == "Diff Total") {
    table.footer_lag = whole_number(value);
    return table.footer_lag.has_value();
  }
  if (name == "Inflight Total") {
    table.footer_window = whole_number(value);
    return table.footer_window.has_value();
  }
  return false;
}

bool is_rocketmq_failure(std::string_view line) {
  return trimmed(line).starts_with("org.apache.rocketmq.tools.command.SubCommandException");
}

std::string_view group_of_retry_topic(std::string_view topic) {
  return topic.starts_with(kRetry) && topic.size() > kRetry.size() ? topic.substr(kRetry.size())
                                                                   : std::string_view();
}

}  // namespace lanewise::lag

#include "tools/lag-report/events_report.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "libcore/base/text.h"
#include "libcore/record/timestamp.h"
#include "libcore/report/duration_text.h"
#include "libcore/report/json_line.h"
#include "tools/lag-report/wording.h"

namespace lanewise::lag_tool {

namespace {

using lag::OpenRecord;
using lag::PartitionWindow;
using report::Align;
using report::JsonLine;

constexpr std::size_t kShownWindows = 20;
constexpr std::size_t kShownKeys = 3;
constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::size_t kDateLength = std::string_view("2026-11-27").size();

bool has_same_key(const lag::StoredKey& a, const lag::StoredKey& b) {
  return a.state == KeyState::present && a.view() == b.view();
}

std::string number_or_unknown(const std::optional<std::int64_t>& value) {
  return value ? fmt::format("{}", *value) : "?";
}

std::optional<std::int64_t> age(const std::optional<std::int64_t>& now,
                                const std::optional<std::int64_t>& since) {
  if (!now || !since) return std::nullopt;
  return lag::saturating_difference(*now, *since);
}

WindowReport report_on(const PartitionWindow& window, const lag::OpenRecords& open) {
  WindowReport report;
  report.window = &window;
  if (window.open.empty()) return report;
  const auto& [offset, oldest] = *window.open.begin();
  report.oldest = &oldest;
  report.oldest_offset = offset;
  report.age_ns = age(open.now_ns(), oldest.since_ns());
  report.is_held_up = report.age_ns && lag::holds_up(*report.age_ns, open.usual_ns());
  for (auto next = std::next(window.open.begin()); next != window.open.end(); ++next) {
    if (!has_same_key(next->second.key, oldest.key)) continue;
    if (report.behind++ == 0) report.behind_age_ns = age(open.now_ns(), next->second.since_ns());
  }
  return report;
}

// The thread, else the member.
std::string who_has(const OpenRecord& record) {
  if (lag::is_known(record.thread)) return printable(record.thread, 120);
  return lag::is_known(record.member) ? printable(record.member, 120) : "";
}

}  // namespace

EventsReport::EventsReport(const lag::OpenRecords& open, bool hash_keys, std::int64_t misplaced)
    : open_(open), keys_(hash_keys), misplaced_(misplaced) {
  for (const PartitionWindow& window : open.windows()) windows_.push_back(report_on(window, open));
  std::stable_sort(windows_.begin(), windows_.end(), [](const WindowReport& a, const WindowReport& b) {
    const auto rank = [](const WindowReport& report) {
      return std::tuple(!report.is_held_up, report.oldest == nullptr,
                        lag::saturating_difference(0, report.age_ns.value_or(-1)));
    };
    const auto place = [](const WindowReport& report) {
      const lag::Place& at = report.window->place;
      return std::tie(at.group, at.topic, at.broker, at.partition);
    };
    return rank(a) != rank(b) ? rank(a) < rank(b) : place(a) < place(b);
  });
}

bool EventsReport::is_held_up() const { return !windows_.empty() && windows_.front().is_held_up; }

// "partition 2", "orders/2"; with the group where there are several.
std::string EventsReport::place(const lag::Place& place) const {
  if (!lag::is_known(place.topic) && !lag::is_known(place.broker))
    return fmt::format("partition {}", place.partition);
  if (lag::is_known(place.topic)) return place_text(place);
  return fmt::format("{}/{}", printable(place.broker, 120), place.partition);
}

// "p2@3 acct-1 seq 4".
std::string EventsReport::record_at(const WindowReport& report) const {
  const lag::Place& at = report.window->place;
  std::string text = lag::is_known(at.topic) || lag::is_known(at.broker)
                         ? fmt::format("{}@{}", place(at), report.oldest_offset)
                         : fmt::format("p{}@{}", at.partition, report.oldest_offset);
  if (report.oldest->key.state != KeyState::absent) text += " " + keys_.shown(report.oldest->key.view());
  if (report.oldest->seq) text += fmt::format(" seq {}", *report.oldest->seq);
  return text;
}

std::string EventsReport::verdict() const {
  const WindowReport& worst = windows_.front();
  if (worst.oldest == nullptr) return "nothing is open: every record that was begun is done";
  const OpenRecord& oldest = *worst.oldest;
  const std::string since = worst.age_ns ? report::age_text(*worst.age_ns) : "an unknown time";
  if (!worst.is_held_up) {
    return fmt::format("nothing is held up: the oldest open record is {}, {}", record_at(worst), since);
  }
  const auto held = std::count_if(windows_.begin(), windows_.end(),
                                  [](const WindowReport& report) { return report.is_held_up; });
  const std::string at = record_at(worst);
  const std::size_t blank = at.find(' ');
  const std::string what =
      blank == std::string::npos ? at : fmt::format("{} ({})", at.substr(blank + 1), at.substr(0, blank));
  const std::string who = who_has(oldest);
  std::string state;
  if (oldest.owner_is_gone) {
    const std::string owner = lag::is_known(oldest.member) ? printable(oldest.member, 120) : who;
    state = fmt::format("its owner{} is gone, it was {} {} ago", owner.empty() ? "" : " " + owner,
                        oldest.is_running ? "begun" : "fetched", since);
  } else if (oldest.is_running) {
    state = fmt::format("{} has had it for {}{}", who.empty() ? "a thread" : who, since,
                        oldest.has_failed ? ", and it failed" : "");
  } else {
    state =
        fmt::format("fetched {} ago, and nobody has begun it{}", since, oldest.has_failed ? " again" : "");
  }
  return fmt::format("{}{} waits for {}: {}",
                     held > 1 ? fmt::format("{} of {} partitions are held up; ", held, windows_.size()) : "",
                     place(worst.window->place), what, state);
}

report::Table EventsReport::windows_table(std::size_t most) const {
  const auto any = [&](auto has) { return std::any_of(windows_.begin(), windows_.end(), has); };
  const bool has_group = any([](const WindowReport& r) { return lag::is_known(r.window->place.group); });
  const bool has_topic = any([](const WindowReport& r) {
    return lag::is_known(r.window->place.topic) || lag::is_known(r.window->place.broker);
  });
  const bool has_unseen = any([](const WindowReport& r) { return r.window->not_seen().value_or(0) > 0; });
  std::vector<report::Column> columns;
  if (has_group) columns.push_back({"GROUP"});
  columns.push_back({"PARTITION", has_topic ? Align::left : Align::right});
  for (const char* const title : {"COMMITTED", "WINDOW", "DONE IN IT", "OPEN"})
    columns.push_back({title, Align::right});
  if (has_unseen) columns.push_back({"NOT SEEN", Align::right});
  columns.push_back({"OLDEST OPEN"});
  report::Table table(std::move(columns));
  for (std::size_t i = 0; i < std::min(most, windows_.size()); ++i) {
    const WindowReport& report = windows_[i];
    const PartitionWindow& window = *report.window;
    std::vector<std::string> cells;
    if (has_group) cells.push_back(group_text(window.place.group));
    cells.push_back(has_topic ? place(window.place) : fmt::format("{}", window.place.partition));
    cells.push_back(number_or_unknown(window.committed));
    cells.push_back(number_or_unknown(window.span()));
    cells.push_back(fmt::format("{}", window.done.size()));
    cells.push_back(fmt::format("{}", window.open.size()));
    if (has_unseen) cells.push_back(number_or_unknown(window.not_seen()));
    cells.push_back(report.oldest == nullptr
                        ? ""
                        : record_at(report) +
                              (report.age_ns ? ", " + report::age_text(*report.age_ns) : ", age not known"));
    table.add_row(std::move(cells));
  }
  return table;
}

std::vector<PassedKey> EventsReport::passed(const WindowReport& report) const {
  std::map<std::string_view, PassedKey> by_key;
  for (const auto& [offset, done] : report.window->details) {
    if (done.key.state != KeyState::present) continue;
    if (report.oldest != nullptr && has_same_key(done.key, report.oldest->key)) continue;
    PassedKey& passed = by_key[done.key.bytes];
    passed.key = &done.key;
    ++passed.done;
    if (!done.took_ns) continue;
    passed.all_alike =
        passed.all_alike && (passed.timed == 0 || passed.took_ns == passed.timed * *done.took_ns);
    ++passed.timed;
    passed.took_ns = lag::saturating_sum(passed.took_ns, *done.took_ns);
  }
  std::vector<PassedKey> keys;
  for (const auto& [bytes, passed] : by_key) keys.push_back(passed);
  std::stable_sort(keys.begin(), keys.end(),
                   [](const PassedKey& a, const PassedKey& b) { return a.done > b.done; });
  return keys;
}

std::string EventsReport::behind_line(const WindowReport& report) const {
  std::string text;
  if (report.behind > 0) {
    text = fmt::format("behind it  {}: {}, the first waiting {}.", keys_.shown(report.oldest->key.view()),
                       counted(report.behind, "record"),
                       report.behind_age_ns ? report::age_text(*report.behind_age_ns) : "an unknown time");
  }
  const std::vector<PassedKey> keys = passed(report);
  if (!keys.empty()) {
    text += text.empty() ? "not held up: " : "    not held up: ";
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < std::min(keys.size(), kShownKeys); ++i) {
      const PassedKey& key = keys[i];
      std::string part = fmt::format("{}, {} done", keys_.shown(key.key->view()), key.done);
      if (key.timed > 0) {
        part += fmt::format(", {}{} each", key.all_alike ? "" : "about ",
                            report::age_text(key.took_ns / key.timed));
      }
      parts.push_back(std::move(part));
    }
    if (keys.size() > kShownKeys)
      parts.push_back(counted(static_cast<std::int64_t>(keys.size() - kShownKeys), "more key"));
    text += joined(parts, "; ");
  }
  return text.empty() ? "" : text + '\n';
}

std::string EventsReport::restart_line(const WindowReport& report) {
  const PartitionWindow& window = *report.window;
  const std::int64_t running = window.running();
  const auto runs = static_cast<std::int64_t>(window.open.size());
  std::string text =
      fmt::format("if it restarts now: {} {}", counted(runs, "record"), runs == 1 ? "runs" : "run");
  if (running == 1) {
    const auto first = std::find_if(window.open.begin(), window.open.end(),
                                    [](const auto& entry) { return entry.second.is_running; });
    const lag::Place& at = window.place;
    text += fmt::format(", one of them ({}@{}) again",
                        lag::is_known(at.topic) ? place_text(at) : fmt::format("p{}", at.partition),
                        first->first);
  } else if (running > 1) {
    text += fmt::format(", {} of them again", running);
  }
  const std::int64_t done = window.done.size();
  if (done == 0) return text + '\n';
  text += fmt::format("; {} {} remembered as done", done, done == 1 ? "is" : "are");
  const std::int64_t all = runs + done;
  return text + fmt::format(" (a client that keeps only the commit runs {}, {} of them again)\n", all,
                            running + done);
}

std::string EventsReport::end_line() const {
  if (!open_.now_ns()) return "not       how old anything is: no event bears a time\n";
  std::string end = record::format_time(*open_.now_ns());
  const std::string begin = record::format_time(*open_.begin_ns());
  if (begin.starts_with(end.substr(0, kDateLength))) end = end.substr(kDateLength + 1);
  return fmt::format("ends at {}, {}\n", end, open_.ends_now() ? "the last line" : "the latest time in it");
}

std::string EventsReport::text(const std::string& reading, bool verbose) const {
  std::string text = verdict() + '\n';
  const std::size_t most = verbose ? windows_.size() : kShownWindows;
  text += windows_table(most).render(report::TableStyle::text);
  if (windows_.size() > most) text += fmt::format("{} more partitions: -v\n", windows_.size() - most);
  const WindowReport& worst = windows_.front();
  if (worst.oldest != nullptr) text += behind_line(worst) + restart_line(worst);
  text += end_line();
  std::string not_known = "lag (these events do not tell where the logs end)";
  if (std::any_of(windows_.begin(), windows_.end(),
                  [](const WindowReport& r) { return !r.window->committed; }))
    not_known += ", windows where no commit was seen";
  if (misplaced_ > 0)
    not_known +=
        fmt::format(", the order of {} across sources (no time, or too late)", counted(misplaced_, "line"));
  if (open_.untracked() > 0)
    not_known += fmt::format(", {} more open records than are kept", open_.untracked());
  if (open_.unplaced() > 0)
    not_known += fmt::format(", {} without a place", counted(open_.unplaced(), "event"));
  text += fmt::format("{:<9} {}\n", "not", not_known);
  return text + fmt::format("{:<9} {}\n", "read", reading);
}

report::Table EventsReport::table() const { return windows_table(windows_.size()); }

std::string EventsReport::jsonl(const std::vector<record::InputReport>& inputs, bool is_complete,
                                int status) const {
  const auto ms = [](JsonLine& line, std::string_view name, const std::optional<std::int64_t>& ns) {
    line.number_or_null(name, ns ? std::optional(*ns / kMillisecond) : std::nullopt);
  };
  const auto known = [](std::string_view name) {
    return lag::is_known(name) ? std::optional(name) : std::nullopt;
  };
  std::string out;
  std::int64_t held = 0;
  std::int64_t open = 0;
  for (const WindowReport& report : windows_) {
    const PartitionWindow& window = *report.window;
    held += report.is_held_up ? 1 : 0;
    open += static_cast<std::int64_t>(window.open.size());
    JsonLine line("window");
    line.text_or_null("group", known(window.place.group)).text_or_null("topic", known(window.place.topic));
    if (lag::is_known(window.place.broker)) line.text("broker", window.place.broker);
    line.number("partition", window.place.partition)
        .number_or_null("committed", window.committed)
        .number_or_null("fetched", window.next)
        .number_or_null("window", window.span())
        .number("done", window.done.size())
        .number("open", static_cast<std::int64_t>(window.open.size()))
        .number("running", window.running())
        .number_or_null("not_seen", window.not_seen())
        .boolean("held_up", report.is_held_up);
    if (report.oldest == nullptr) {
      line.null("oldest");
    } else {
      JsonLine oldest("");
      oldest.number("offset", report.oldest_offset);
      keys_.member(oldest, "key", report.oldest->key.view());
      oldest.number_or_null("seq", report.oldest->seq)
          .boolean("running", report.oldest->is_running)
          .boolean("failed", report.oldest->has_failed)
          .boolean("owner_gone", report.oldest->owner_is_gone)
          .text_or_null("thread", known(report.oldest->thread))
          .text_or_null("member", known(report.oldest->member));
      ms(oldest, "age_ms", report.age_ns);
      oldest.number("behind", report.behind);
      ms(oldest, "behind_age_ms", report.behind_age_ns);
      std::string json = oldest.line();
      json.pop_back();
      line.raw("oldest", json);
    }
    out += line.line();
  }
  record::LineCounts counts;
  for (const record::InputReport& input : inputs) counts += input.counts;
  JsonLine line("summary");
  line.number("schema", 1)
      .boolean("complete", is_complete && open_.untracked() == 0)
      .number("status", status)
      .raw("not_checked", misplaced_ > 0 ? R"(["lag","order_across_sources"])" : R"(["lag"])")
      .text("verdict", held > 0   ? "held_up"
                       : open > 0 ? "open"
                                  : "done")
      .number("partitions", static_cast<std::int64_t>(windows_.size()))
      .number("held_up", held)
      .number("open", open)
      .number("handled", open_.handled());
  ms(line, "usual_ms", open_.usual_ns());
  ms(line, "end_ts", open_.now_ns());
  return out + line.number("records", counts.records)
                   .number("lines", counts.lines)
                   .number("other_lines", counts.other)
                   .number("bad_lines", counts.unreadable)
                   .number("events_without_place", open_.unplaced())
                   .number("untracked", open_.untracked())
                   .line();
}

}  // namespace lanewise::lag_tool

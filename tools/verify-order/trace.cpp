#include "tools/verify-order/trace.h"

#include <fmt/format.h>

#include "libcore/report/table.h"
#include "tools/verify-order/run.h"

namespace lanewise::verify_order_tool {

namespace {

std::string_view event_of(const order::Entry& entry) {
  switch (entry.event) {
    case record::EventKind::none: return "handled";
    case record::EventKind::append: return "stored";
    default: return record::name_of(entry.event);
  }
}

// Empty for the log, which every group reads, and for a group that is not named.
std::string group_of(const order::Vocabulary& names, const order::Entry& entry) {
  return entry.group == order::Vocabulary::kLog ? std::string() : names.groups.text(entry.group - 1);
}

void print_table(const std::vector<order::Entry>& entries, const Verdict& verdict, cli::Session& session) {
  const order::Vocabulary& names = verdict.names();
  const bool has_groups = names.groups.size() > 0;
  std::vector<report::Column> columns{
      {"AT"}, {"TIME"}, {"EVENT"}, {"PLACE"}, {"SEQ", report::Align::right}, {"MEMBER"}, {"THREAD"}};
  if (has_groups) columns.insert(columns.begin() + 5, {"GROUP"});
  report::Table table(std::move(columns));
  for (const order::Entry& entry : entries) {
    const auto time = entry.time();
    std::string place = names.places.text(entry.place);
    if (entry.has(order::Entry::kOffset)) place += fmt::format("@{}", entry.offset);
    std::string shown_time = time ? verdict.clock.time(*time) : "";
    if (entry.has(order::Entry::kStart) && time) shown_time = verdict.clock.span(entry.start, *time, false);
    std::vector<std::string> row{verdict.at(entry.line),
                                 shown_time,
                                 std::string(event_of(entry)),
                                 place,
                                 entry.has(order::Entry::kSeq) ? fmt::format("{}", entry.seq) : "",
                                 names.members.text(entry.member),
                                 names.threads.text(entry.thread)};
    if (has_groups) row.insert(row.begin() + 5, group_of(names, entry));
    table.add_row(std::move(row));
  }
  session.out().write(table.render(report::TableStyle::text));
}

void print_lines(const std::vector<order::Entry>& entries, const Verdict& verdict, cli::Session& session) {
  const order::Vocabulary& names = verdict.names();
  const auto text = [](const std::string& name) {
    return name.empty() ? std::nullopt : std::optional<std::string_view>(name);
  };
  for (const order::Entry& entry : entries) {
    report::JsonLine line("trace");
    line.text("at", verdict.at(entry.line)).text("event", event_of(entry));
    if (const std::string group = group_of(names, entry); !group.empty()) line.text("group", group);
    line.text_or_null("topic", names.places.topic(entry.place))
        .text_or_null("broker", names.places.broker(entry.place));
    line.number_or_null("partition", names.places.partition(entry.place));
    line.number_or_null("offset",
                        entry.has(order::Entry::kOffset) ? std::optional(entry.offset) : std::nullopt);
    line.number_or_null("seq", entry.has(order::Entry::kSeq) ? std::optional(entry.seq) : std::nullopt);
    const auto time = entry.time();
    line.number_or_null(
        "start_ts", entry.has(order::Entry::kStart) ? std::optional(exact_unit(entry.start)) : std::nullopt);
    line.number_or_null("ts", time ? std::optional(exact_unit(*time)) : std::nullopt);
    line.text_or_null("member", text(names.members.text(entry.member)));
    line.text_or_null("thread", text(names.threads.text(entry.thread)));
    session.out().write(line.line());
  }
}

}  // namespace

order::History::Watch Trace::watch() {
  if (!options_.trace_key) return {};
  return [this](const order::Entry& entry) {
    if (entry.number == order::KeyTable::kNone) return;
    const order::KeyHistory& key = judge_.keys()[entry.number];
    if (key.has(order::KeyHistory::kPartition) || key.name() != *options_.trace_key) return;
    entries_.push_back(entry);
  };
}

void Trace::print(const Verdict& verdict, cli::Session& session) const {
  if (entries_.empty()) {
    session.trouble(
        {.code = ErrorCode::not_found,
         .what = fmt::format("no line is about key {}", verdict.keys.shown(KeyView::of(*options_.trace_key))),
         .place = {},
         .hint = "the broken keys are listed by -l"});
  }
  if (options_.output == Format::text) {
    if (!entries_.empty()) print_table(entries_, verdict, session);
    return;
  }
  print_lines(entries_, verdict, session);
  session.out().write(report::JsonLine("summary")
                          .number("schema", 1)
                          .boolean("complete", verdict.complete)
                          .number("status", session.has_trouble() ? cli::kExitTrouble : verdict.status)
                          .raw("not_checked", verdict.not_checked())
                          .number("lines", static_cast<std::int64_t>(entries_.size()))
                          .line());
}

}  // namespace lanewise::verify_order_tool

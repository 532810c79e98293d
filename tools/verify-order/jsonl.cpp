// The report as JSON Lines: a line a finding, and the summary.
#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/base/text.h"
#include "libcore/report/json_line.h"
#include "tools/verify-order/run.h"

namespace lanewise::verify_order_tool {

namespace {

std::optional<std::int64_t> as_ts(std::optional<std::int64_t> ns) {
  return ns ? std::optional(exact_unit(*ns)) : std::nullopt;
}

// An object without a kind, and without its line end.
std::string object(report::JsonLine& line) {
  std::string text = line.line();
  text.pop_back();
  return text;
}

std::string evidence(const Verdict& verdict, const order::Handling& record) {
  report::JsonLine line("");
  line.text("at", verdict.at(record.line))
      .number_or_null("offset", record.offset_if())
      .number_or_null("seq", record.seq())
      .number_or_null("ts", as_ts(record.time_ns()));
  const std::string& member = verdict.names().members.text(record.member);
  const std::string& thread = verdict.names().threads.text(record.thread);
  if (!member.empty()) line.text("member", member);
  if (!thread.empty()) line.text("thread", thread);
  return object(line);
}

// A record of which no line tells: only what is known of it.
std::string missing_record(const order::Finding& finding) {
  report::JsonLine line("");
  line.null("at")
      .number_or_null("offset", finding.first_offset)
      .number_or_null("seq", finding.first_seq)
      .null("ts");
  return object(line);
}

void print_finding(const Verdict& verdict, const order::Finding& finding, cli::Session& session) {
  const order::Vocabulary& names = verdict.names();
  report::JsonLine line("finding");
  line.text("code", order::info(finding.code).name)
      .text("verdict", order::name_of(finding.verdict))
      .text("stage", order::name_of(finding.stage));
  if (finding.scope > 1) line.text("group", names.groups.text(finding.scope - 1));
  const std::uint32_t place = finding.place.value_or(0);
  line.text_or_null("topic", names.places.topic(place));
  if (const auto broker = names.places.broker(place)) line.text("broker", *broker);
  line.number_or_null("partition", names.places.partition(place));
  if (finding.key && !verdict.judge.keys()[*finding.key].has(order::KeyHistory::kPartition)) {
    verdict.keys.member(line, "key", verdict.key_of(*finding.key));
  } else {
    line.null("key");
  }
  line.number("count", finding.count);
  const bool is_missing = !finding.late && (finding.first_offset || finding.first_seq);
  if (finding.late) {
    line.raw("late", evidence(verdict, *finding.late));
  } else if (is_missing) {
    line.raw("late", missing_record(finding));
  } else {
    line.null("late");
  }
  if (finding.newer) {
    line.raw("newer", evidence(verdict, *finding.newer));
  } else {
    line.null("newer");
  }
  line.number_or_null("extent", finding.extent)
      .number_or_null("displacement", finding.displacement)
      .number_or_null("inversions", finding.inversions)
      .number_or_null("moves", finding.moves);
  if (finding.late_ns) {
    line.real("late_ms", static_cast<double>(*finding.late_ns) / 1e6, 6);
  } else {
    line.null("late_ms");
  }
  line.number_or_null("first_ts", as_ts(finding.first_ns)).number_or_null("last_ts", as_ts(finding.last_ns));
  if (finding.after_rebalance) {
    line.boolean("after_rebalance", *finding.after_rebalance);
  } else {
    line.null("after_rebalance");
  }
  if (finding.first_offset)
    line.number("first_offset", *finding.first_offset).number("last_offset", *finding.last_offset);
  if (finding.first_seq) line.number("first_seq", *finding.first_seq).number("last_seq", *finding.last_seq);
  if (finding.committed) line.number("committed", *finding.committed);
  if (finding.zombie) {
    line.number("records_inside", finding.zombie->records_inside)
        .number_or_null("revoked_ts", as_ts(finding.zombie->revoked_ns));
  }
  session.out().write(line.line());
}

}  // namespace

void print_jsonl(const Verdict& verdict, cli::Session& session) {
  const order::Conclusion& conclusion = verdict.conclusion;
  for (const order::Finding& finding : conclusion.findings) print_finding(verdict, finding, session);
  record::LineCounts counts;
  for (const record::InputReport& report : verdict.reports) counts += report.counts;
  std::vector<std::string> checked;
  for (const order::CheckState& state : conclusion.checks) {
    if (state.possible) checked.push_back(fmt::format("\"{}\"", order::info(state.check).name));
  }
  report::JsonLine line("summary");
  line.number("schema", 1)
      .boolean("complete", verdict.complete)
      .number("status", verdict.status)
      .text("verdict", verdict.word())
      .number("records", counts.records)
      .number("lines", counts.lines)
      .number("other_lines", counts.other)
      .number("bad_lines", counts.unreadable)
      .number("keys", conclusion.keys)
      .number("keys_broken", conclusion.keys_broken)
      .number("keys_ended_old", conclusion.keys_ended_old)
      .number("partitions", conclusion.partitions)
      .number("handlings", conclusion.totals.handlings)
      .number("repeated", conclusion.totals.repeated)
      .number("out_of_order", conclusion.totals.out_of_order)
      .number("overlapping", conclusion.totals.pairs - conclusion.totals.sequential_pairs)
      .number("real", conclusion.count(order::Verdict::real))
      .number("benign", conclusion.count(order::Verdict::benign))
      .number("info", conclusion.count(order::Verdict::info))
      .number("undecided", conclusion.count(order::Verdict::undecided))
      .raw("checked", fmt::format("[{}]", fmt::join(checked, ",")))
      .raw("not_checked", verdict.not_checked());
  if (verdict.strangers.unknown_events > 0) line.number("unknown_events", verdict.strangers.unknown_events);
  if (verdict.strangers.undated_times > 0) line.number("undated_times", verdict.strangers.undated_times);
  if (verdict.merged && conclusion.totals.skew_ns) {
    line.real("skew_ms", static_cast<double>(*conclusion.totals.skew_ns) / 1e6, 6);
  }
  session.out().write(line.line());
}

namespace {

// A key as a line of its own: control characters, which would end it or move the cursor, as \xHH.
std::string as_line(const report::KeyText& keys, KeyView key) {
  const std::string raw = keys.raw(key);
  const bool is_plain = is_utf8(raw) && std::none_of(raw.begin(), raw.end(), [](char c) {
                          return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
                        });
  return is_plain ? raw : printable(raw, 4 * raw.size());
}

}  // namespace

void print_keys(const Verdict& verdict, cli::Session& session) {
  const order::KeyTable& keys = verdict.judge.keys();
  std::set<std::string_view> told;  // a key that is broken in two groups, or in two topics, is one
  for (std::uint32_t number = 0; number < keys.size(); ++number) {
    if (!keys[number].has(order::KeyHistory::kBroken) || keys[number].has(order::KeyHistory::kPartition))
      continue;
    if (!told.insert(keys[number].name()).second) continue;
    if (verdict.options.output == Format::jsonl) {
      report::JsonLine line("broken_key");
      verdict.keys.member(line, "key", verdict.key_of(number));
      session.out().write(line.line());
    } else {
      session.out().write(as_line(verdict.keys, verdict.key_of(number)) + '\n');
    }
  }
  if (verdict.conclusion.partitions_broken > 0 && told.empty() && verdict.conclusion.keys == 0)
    session.note("the log has no keys: what is broken are partitions (see the report without -l)");
  if (verdict.options.output == Format::text) return;
  session.out().write(report::JsonLine("summary")
                          .number("schema", 1)
                          .boolean("complete", verdict.complete)
                          .number("status", verdict.status)
                          .raw("not_checked", verdict.not_checked())
                          .number("keys_broken", static_cast<std::int64_t>(told.size()))
                          .line());
}

}  // namespace lanewise::verify_order_tool

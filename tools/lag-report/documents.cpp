// Pasted text: read, put into snapshots, judged, printed.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "libcore/base/text.h"
#include "libcore/cli/terminal.h"
#include "libcore/lag/layout.h"
#include "libcore/lag/snapshots.h"
#include "libcore/report/json_line.h"
#include "tools/lag-report/modes.h"
#include "tools/lag-report/printing.h"
#include "tools/lag-report/until.h"
#include "tools/lag-report/wording.h"

namespace lanewise::lag_tool {

namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// -g names the group of a text that names none.
void name_unnamed(lag::Document& document, std::string_view name) {
  for (lag::PartitionLag& row : document.rows)
    if (!lag::is_known(row.group)) row.group = name;
}

// An input that shows tables, and none that tells lag.
std::optional<Error> nothing_in(const std::string& name, const lag::Document& document) {
  if (!document.rows.empty() || !document.groups.empty()) return std::nullopt;
  if (!document.failures.empty() || document.unreadable > 0) return std::nullopt;  // told already
  if (!document.refused.empty()) {
    const lag::TextLine& refused = document.refused.front();
    return bad_input("this is " + refused.what, {name, refused.line},
                     "kafka-consumer-groups --describe --offsets, or mqadmin consumerProgress, tells lag");
  }
  if (!document.tables.empty())
    return bad_input("a header and no rows", {name, document.tables[0].line}, "paste the rows too");
  return bad_input(fmt::format("no lag in {}", counted(document.lines, "line")), {name},
                   "give what kafka-consumer-groups --describe or mqadmin consumerProgress printed, with its "
                   "header, or an event log");
}

class Selected {
 public:
  explicit Selected(const Options& options) : options_(options) {}

  [[nodiscard]] lag::Selection selection() const {
    return {.group =
                [this](std::string_view group) {
                  return options_.groups.empty() || contains(options_.groups, group);
                },
            .topic =
                [this](std::string_view topic) {
                  return options_.topics.empty() || contains(options_.topics, topic);
                }};
  }

  // What was asked for by name and is not there.
  void tell_missing(const lag::LagReport& report, cli::Session& session) const {
    for (const std::string& name : options_.groups) {
      const bool found = std::any_of(report.groups.begin(), report.groups.end(),
                                     [&](const lag::GroupReport& group) { return group.name == name; });
      if (!found) session.trouble(not_there("group", name));
    }
    for (const std::string& name : options_.topics) {
      const bool found = std::any_of(report.partitions.begin(), report.partitions.end(),
                                     [&](const lag::PartitionReport& p) { return p.row.topic == name; });
      if (!found) session.trouble(not_there("topic", name));
    }
  }

 private:
  static Error not_there(std::string_view what, const std::string& name) {
    return {.code = ErrorCode::not_found,
            .what = fmt::format("no {} '{}' in the input", what, name),
            .place = {},
            .hint = {}};
  }
  const Options& options_;
};

// What the texts cannot tell.
std::vector<std::string> not_checked(const lag::LagReport& report) {
  std::vector<std::string> names;
  const auto& partitions = report.partitions;
  if (partitions.empty()) return names;
  const auto none = [&](auto has) { return std::none_of(partitions.begin(), partitions.end(), has); };
  if (report.snapshots == 1) names.emplace_back("trend");
  if (none([](const lag::PartitionReport& p) { return p.row.log_start.has_value(); }))
    names.emplace_back("lost");
  if (none([](const lag::PartitionReport& p) { return p.row.fetched.has_value(); }))
    names.emplace_back("window");
  return names;
}

// Whether a group is in a state that --fail-on names.
bool is_in(const lag::GroupReport& group, lag::State state) {
  if (state == lag::State::unknown) return group.sums.unknown > 0 || group.state == state;
  if (state == lag::State::ahead) return group.sums.negative > 0;
  return group.count(state) > 0 || group.state == state;
}

bool needs_several(lag::State state) { return is_alarming(state); }

cli::Outcome judge_asked(const lag::LagReport& report, const Options& options, cli::Session& session) {
  auto outcome = cli::Outcome::fine;
  for (const lag::State state : options.fail_on) {
    if (needs_several(state) && report.snapshots == 1) {
      session.trouble(
          bad_input(fmt::format("--fail-on {} cannot be judged from one snapshot", word_of(state)), {},
                    "give a second one, taken later"));
      continue;
    }
    for (const lag::GroupReport& group : report.groups)
      if (is_in(group, state)) outcome = cli::Outcome::wanting;
  }
  if (!options.max_lag) return outcome;
  for (const lag::GroupReport& group : report.groups) {
    if (group.sums.lag > *options.max_lag) {
      outcome = cli::Outcome::wanting;
    } else if (!group.sums.most_lag || *group.sums.most_lag > *options.max_lag) {
      session.trouble(bad_input(fmt::format("--max-lag cannot be judged for {}: its lag is {}",
                                            group_text(group.name), lag_text(group.sums)),
                                {}, "-g and -t select what is judged"));
    }
  }
  return outcome;
}

cli::Outcome run_until(const lag::SnapshotSequence& sequence, const Options& options,
                       const lag::Selection& selection, bool is_complete, cli::Session& session) {
  const UntilAnswer answer = answer_until(sequence, options, selection);
  const auto outcome = answer.not_reached > 0 ? cli::Outcome::wanting : cli::Outcome::fine;
  if (options.output != Format::jsonl) {
    session.out().write(answer.text);
    return outcome;
  }
  session.out().write(answer.jsonl);
  session.out().write(report::JsonLine("summary")
                          .number("schema", 1)
                          .boolean("complete", is_complete)
                          .number("status", status_of(outcome, session))
                          .raw("not_checked", "[]")
                          .number("groups", answer.groups)
                          .number("not_reached", answer.not_reached)
                          .number("snapshots", static_cast<std::int64_t>(sequence.snapshots.size()))
                          .line());
  return outcome;
}

}  // namespace

Result<cli::Outcome> run_documents(const Options& options, std::vector<KnownInput> inputs,
                                   cli::Session& session) {
  lag::Names names;
  lag::SnapshotBuilder builder;
  std::vector<ReadDocument> documents;
  bool is_complete = true;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::string& path = options.input.inputs()[i].path;
    ReadDocument read{display_name(path), path != "-", {}};
    const bool could_open = !inputs[i].error;
    lag::Document document = read_document(std::move(inputs[i]), options, i, names, session, is_complete);
    if (auto error = could_open ? nothing_in(read.name, document) : std::nullopt) {
      session.trouble(*error);
      is_complete = false;
    }
    if (options.groups.size() == 1) name_unnamed(document, names.intern(options.groups.front()));
    builder.add(document, file_time_ns(path));
    read.document = std::move(document);
    documents.push_back(std::move(read));
  }
  lag::SnapshotSequence sequence = std::move(builder).finish(options.interval_ns);
  if (sequence.is_full) {
    return Error{.code = ErrorCode::limit,
                 .what = fmt::format("more than {} rows", lag::kMostRows),
                 .place = {},
                 .hint = "give fewer snapshots at a time"};
  }
  const Selected selected(options);
  const lag::LagReport report = judge(std::move(sequence), options.rules, selected.selection());
  if (report.sequence.snapshots.empty()) return cli::Outcome::fine;  // trouble was told
  selected.tell_missing(report, session);
  if (options.until) return run_until(report.sequence, options, selected.selection(), is_complete, session);
  const cli::Outcome outcome = judge_asked(report, options, session);
  const int status = status_of(outcome, session);
  const Printed printed{report, documents, options, is_complete, not_checked(report)};
  switch (options.output) {
    case Format::text: session.out().write(text_of(printed, session.options().verbose)); break;
    case Format::jsonl: session.out().write(jsonl_of(printed, status)); break;
    case Format::tsv: session.out().write(table_of(report).render(report::TableStyle::tsv)); break;
    case Format::markdown: session.out().write(table_of(report).render(report::TableStyle::markdown)); break;
  }
  return outcome;
}

}  // namespace lanewise::lag_tool

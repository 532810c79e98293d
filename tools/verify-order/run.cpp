#include "tools/verify-order/run.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/base/text.h"
#include "libcore/order/rows.h"
#include "tools/verify-order/trace.h"

namespace lanewise::verify_order_tool {

namespace {

constexpr std::size_t kBytesPerKey = 300;
constexpr std::size_t kBytesPerHole = 300;
constexpr std::size_t kBytesPerFinding = 600;
constexpr std::size_t kBytesPerWaiting = 160;
constexpr std::size_t kBytesPerOpen = 130;
constexpr std::size_t kBytesPerPlace = 2000;
constexpr std::size_t kBytesPerPage = 640;

std::string name_of(const std::string& path) { return path == "-" ? "standard input" : path; }

// Half for the keys; the rest for their disorder, findings, partitions and lines that wait to be merged.
order::JudgeOptions judge_options(const Options& options) {
  const std::size_t memory = static_cast<std::size_t>(options.max_memory);
  order::JudgeOptions judge;
  judge.max_keys = options.max_keys ? static_cast<std::size_t>(*options.max_keys) : memory / 2 / kBytesPerKey;
  judge.max_holes = memory / 8 / kBytesPerHole;
  judge.max_findings = memory / 16 / kBytesPerFinding;
  judge.max_open = memory / 16 / kBytesPerOpen;
  judge.max_places = memory / 16 / kBytesPerPlace;
  judge.max_pages = memory / 16 / kBytesPerPage;
  judge.dense_seqs = !options.sparse_seqs;
  judge.merged = options.merge;
  return judge;
}

// "a.log, b.log", or how many there are.
std::string inputs_of(const Options& options) {
  std::vector<std::string> paths;
  for (const record::Input& input : options.input.inputs()) paths.push_back(name_of(input.path));
  return paths.size() <= 3 ? fmt::format("{}", fmt::join(paths, ", "))
                           : fmt::format("{} files", paths.size());
}

void tell_what_was_given_up(const Options& options, const order::Conclusion& conclusion,
                            const order::History& history, cli::Session& session) {
  const auto told = [&](std::int64_t count, std::string_view what, std::string_view hint) {
    if (count == 0) return;
    session.trouble({.code = ErrorCode::limit,
                     .what = fmt::format("{} {}", counted(count, "record"), what),
                     .place = {},
                     .hint = std::string(hint)});
  };
  told(conclusion.totals.not_followed,
       options.max_keys ? "of keys beyond --max-keys were not judged"
                        : "of keys beyond what --max-memory holds were not judged",
       options.max_keys ? "raise --max-keys" : "raise --max-memory");
  told(conclusion.totals.not_judged,
       "came too late for what is remembered, or left too many holes, and were not judged",
       "--seq-kind sparse if seqs only rise; else raise --max-memory");
  told(conclusion.totals.findings_left_out, "more are in findings that --max-memory does not hold",
       "raise --max-memory");
  if (conclusion.coverage.handled_seqs || conclusion.coverage.handled_offsets) {
    told(conclusion.totals.unranked, "have neither a seq nor an offset, and were not judged",
         "say where they stand: --seq, --map offset=PATH");
  }
  told(conclusion.totals.ends_before_start,
       "ended before they started, by their times, which are not believed",
       "are start_ts and end_ts the right way round?");
  told(history.untimed(), fmt::format("in {} have no time by which they could be merged", inputs_of(options)),
       "log times, or give the sources one by one");
  told(history.too_late(), "could not be put in the order of their times",
       "raise --max-memory, or give one file a source");
}

std::string inputs_name(const Options& options, std::size_t input) {
  return name_of(options.input.inputs()[input].path);
}

void tell_what_is_missing(const Options& options, const order::Conclusion& conclusion,
                          cli::Session& session) {
  const std::string where = inputs_of(options);
  for (const order::Check check : options.required) {
    const order::CheckState& state = conclusion.checks[static_cast<std::size_t>(check)];
    if (state.possible) continue;
    const std::string_view name = order::info(check).name;
    std::string remedy = fmt::format("drop --require {}", name);
    if (!state.remedy.empty()) remedy += ", or " + state.remedy;
    session.trouble(bad_input(fmt::format(
        "{} could not be checked: {} in {} ({})", name,
        state.lacking.empty() ? "there is nothing to check it on" : state.lacking, where, remedy)));
  }
}

// Of what the report does not have a line for: text reports say it under `not`.
void tell_of_strangers(const Strangers& strangers, const Options& options, cli::Session& session) {
  const bool has_report =
      !options.list_keys && !options.trace_key && options.output == Format::text && !session.options().quiet;
  if (has_report) return;
  if (strangers.unknown_events > 0) session.note(strangers.about_events());
  if (strangers.undated_times > 0) session.note(strangers.about_dates());
}

}  // namespace

std::string Verdict::not_checked() const {
  std::vector<std::string> names;
  for (const order::CheckState& state : conclusion.checks) {
    if (state.applies && !state.possible)
      names.push_back(fmt::format("\"{}\"", order::info(state.check).name));
  }
  return fmt::format("[{}]", fmt::join(names, ","));
}

std::string Verdict::at(std::int64_t line) const {
  return fmt::format("{}:{}", name_of(reports[order::LineRef::input(line)].path), order::LineRef::line(line));
}

std::string_view Verdict::word() const {
  if (conclusion.count(order::Verdict::real) > 0) return "broken";
  if (conclusion.count(order::Verdict::undecided) > 0) return "undecided";
  return complete && is_checked ? "kept" : "unknown";
}

Result<cli::Outcome> run(const Options& options, cli::Session& session) {
  order::Vocabulary names;
  order::Judge judge(judge_options(options), names);
  Trace trace(options, judge);
  order::History history(
      {.merge_inputs = options.merge,
       .most_waiting = static_cast<std::size_t>(options.max_memory) / 8 / kBytesPerWaiting},
      judge, names, trace.watch());
  cli::ReadLog log(options.input, session, cli::BadInput::skip);
  record::BatchReader<order::Rows> reader(
      options.input.inputs(), order::wanted_fields(), options.input.reader_options(),
      [](const record::Batch& batch, order::Rows& rows) { rows.fill(batch); });
  while (auto* const step = reader.next()) {
    const std::size_t usable = log.observe(step->batch, reader.bytes_consumed());
    history.add(step->extra, step->batch, usable);
    if (log.stopped()) break;
  }
  history.finish();
  const order::Conclusion conclusion = judge.conclude();
  log.finish(reader.reports());
  tell_what_was_given_up(options, conclusion, history, session);
  if (conclusion.inputs_back) {
    session.note(fmt::format("{} lies wholly before {}, which was given first: give the older file first",
                             inputs_name(options, *conclusion.inputs_back),
                             inputs_name(options, *conclusion.inputs_back - 1)));
  }
  tell_what_is_missing(options, conclusion, session);

  const bool is_broken = conclusion.count(order::Verdict::real) > 0;
  const std::vector<Error> unmet =
      unmet_mappings(options.input.inputs(), reader.reports(), inputs_of(options));
  for (const Error& error : unmet) {
    // A broken order is an answer; anything else is none while a field is looked for where it is not.
    if (is_broken) {
      session.note(describe(error));
    } else {
      session.trouble(error);
    }
  }
  const Strangers strangers = find_strangers(reader.reports());
  // A log that allows no check at all was misread, or tells nothing: that is never "kept".
  const bool is_checked = std::any_of(conclusion.checks.begin(), conclusion.checks.end(),
                                      [](const order::CheckState& state) { return state.possible; });
  const bool is_strange =
      strangers.unknown_events > conclusion.totals.handlings + conclusion.totals.stored && !is_broken;
  if (is_checked && is_strange) {
    session.trouble(
        bad_input("most records tell of events that nobody knows here: " + strangers.about_events()));
  } else if (!is_strange) {
    tell_of_strangers(strangers, options, session);
  }
  if (!is_checked && !is_broken && unmet.empty() && log.complete() && conclusion.complete) {
    const bool is_dump = conclusion.coverage.stored && !conclusion.coverage.handled;
    Error error = bad_input(
        fmt::format("nothing could be checked in {}: {}", inputs_of(options),
                    is_dump ? "a dump without seqs tells no order to compare its own with"
                            : "no record tells a key with its seq, a place, or a time of handling"));
    error.hint = strangers.unknown_events > 0 ? strangers.about_events()
                 : is_dump
                     ? "name the writer's number within a key, e.g. --seq payload.seq"
                     : "say where they stand: --key, --seq, --map, --pattern, --event-names; is -f right?";
    session.trouble(error);
  }
  Verdict verdict{.options = options,
                  .judge = judge,
                  .conclusion = conclusion,
                  .reports = reader.reports(),
                  .keys = report::KeyText(options.hash_keys),
                  .clock = Clock(options.input.inputs().back().options->rules.zone),
                  .is_checked = is_checked,
                  .complete = log.complete() && conclusion.complete && history.too_late() == 0 &&
                              history.untimed() == 0 && unmet.empty() && !is_strange,
                  .merged = history.merged(),
                  .strangers = strangers};
  if (options.junit) {
    auto written = write_junit(verdict, session.has_trouble());
    if (!written) session.trouble(written.error());
  }
  verdict.status = session.has_trouble() ? cli::kExitTrouble : is_broken ? cli::kExitWanting : cli::kExitFine;
  if (options.list_keys) {
    print_keys(verdict, session);
  } else if (options.trace_key) {
    trace.print(verdict, session);
  } else if (options.output == Format::jsonl) {
    print_jsonl(verdict, session);
  } else if (!session.options().quiet) {
    print_text(verdict, session);
  }
  return is_broken ? cli::Outcome::wanting : cli::Outcome::fine;
}

}  // namespace lanewise::verify_order_tool

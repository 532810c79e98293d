// What is told of the reading, while it goes on and at its end.
#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/base/text.h"
#include "libcore/cli/input_options.h"
#include "libcore/record/json_cursor.h"

namespace lanewise::cli {

namespace {

constexpr std::int64_t kShownProblems = 3;

std::string name_of(const std::string& path) { return path == "-" ? "standard input" : path; }

}  // namespace

ReadLog::ReadLog(const InputOptions& options, Session& session, BadInput bad_input_unless_said)
    : options_(options), session_(session), bad_input_(options.on_bad_input(bad_input_unless_said)) {
  session_.progress().expect(options.total_bytes());
  if (bad_input_ != BadInput::aside) return;
  std::vector<std::string> inputs;
  for (const record::Input& input : options.inputs()) inputs.push_back(input.path);
  aside_ = std::make_unique<AsideFile>(options.aside_path(), std::move(inputs));
  auto usable = aside_->check();
  if (usable) return;
  incomplete(usable.error());
  stopped_ = true;
}

void ReadLog::incomplete(const Error& error) {
  complete_ = false;
  session_.trouble(error);
}

void ReadLog::tell(const record::Batch& batch, const record::Problem& problem) {
  if (++problems_ > kShownProblems && bad_input_ != BadInput::stop) return;
  const std::string& path = options_.inputs()[batch.input()].path;
  const std::string name = name_of(path);
  Error error = bad_input(problem.what.empty() ? "the line is unreadable" : problem.what,
                          {name, batch.line_number(problem)});
  if (problem.kind == record::ProblemKind::too_long)
    error.hint = "raise --max-line, or look whether the file has line ends";
  if (bad_input_ == BadInput::stop) {
    if (error.hint.empty()) error.hint = "--on-bad-input=skip goes on, side:FILE keeps such lines";
    session_.trouble(error);
  } else {
    session_.note(describe(error));
  }
}

// False if the run stops for it.
bool ReadLog::put_aside(const record::Problem& problem) {
  if (problem.kind == record::ProblemKind::too_long) {
    ++too_long_;
    return true;
  }
  auto written = aside_->write(problem.text);
  if (written) written = aside_->write(problem.had_carriage_return ? "\r\n" : "\n");
  if (!written) incomplete(written.error());
  return written.has_value();
}

// A line is a key, whatever it looks like; but records among keys get an answer that looks right and is not.
void ReadLog::wonder_about_keys(const record::Batch& batch) {
  const record::Input& input = options_.inputs()[batch.input()];
  if (input.options->format != record::Format::keys || batch.size() == 0) return;
  const std::string_view line = batch.line(0);
  if (!line.starts_with("{\"")) return;
  record::JsonCursor cursor;
  const auto object = cursor.locate(line, {});
  if (object && object->size() == line.size()) {
    session_.note(
        fmt::format("{}: looks like JSON Lines, and each line is taken as a key: -f jsonl reads records",
                    name_of(input.path)));
  }
}

std::size_t ReadLog::observe(const record::Batch& batch, std::uint64_t bytes_consumed) {
  session_.progress().update(bytes_consumed);
  if (stopped_) return 0;
  if (batch.is_first_of_input()) wonder_about_keys(batch);
  for (const record::Problem& problem : batch.problems()) {
    tell(batch, problem);
    complete_ = false;
    if (bad_input_ == BadInput::stop || (aside_ && !put_aside(problem))) {
      stopped_ = true;
      return problem.before_row;
    }
  }
  if (batch.input_error()) {
    Error error = *batch.input_error();
    error.place.source = name_of(error.place.source);
    incomplete(error);
  }
  return batch.size();
}

void ReadLog::close_aside() {
  if (!aside_) return;
  auto written = aside_->close();
  if (!written) incomplete(written.error());
  if (too_long_ > 0) {
    session_.note(fmt::format("{} longer than --max-line: not kept, and not in {}",
                              counted(too_long_, "line"), aside_->path()));
  }
  aside_.reset();
}

void ReadLog::judge(const record::InputReport& report) {
  const record::LineCounts& counts = report.counts;
  const std::int64_t meant = counts.matched() + counts.unreadable;
  const std::string name = name_of(report.path);
  if (counts.unreadable > 0 &&
      static_cast<double>(counts.unreadable) > options_.max_unreadable() * static_cast<double>(meant)) {
    incomplete(
        bad_input(fmt::format("{} of {} lines could not be read", counts.unreadable, meant), {name},
                  "say what they are with -f, --map or --pattern, or allow more with --max-unreadable"));
    return;
  }
  if (counts.unreadable > kShownProblems)
    session_.note(fmt::format("{}: {} of {} lines could not be read", name, counts.unreadable, meant));
  // A file without lines, or of blank ones, is what a log is before its first record.
  if (counts.records == 0 && counts.lines > counts.blank && !report.error) {
    incomplete(bad_input(fmt::format("no record in {}", counted(counts.lines, "line")), {name},
                         "see -f, --map and --pattern"));
  }
}

void ReadLog::finish(const std::vector<record::InputReport>& reports, Empty empty) {
  close_aside();
  if (stopped_) return;
  std::int64_t lines = 0;
  bool is_empty = true;
  bool are_keys = true;
  for (const record::InputReport& report : reports) {
    judge(report);
    lines += report.counts.lines;
    is_empty =
        is_empty && report.counts.lines == report.counts.blank && report.counts.records == 0 && !report.error;
    are_keys = are_keys && report.format == record::Format::keys;
  }
  if (!is_empty || empty == Empty::fine) return;
  const std::string source = reports.size() == 1 ? name_of(reports.front().path) : "";
  incomplete(bad_input(lines == 0 ? fmt::format("there is no {} to report on", are_keys ? "key" : "record")
                                  : fmt::format("no record in {}", counted(lines, "line")),
                       {source}, "is it the right input?"));
}

std::string ReadLog::describe_reading(const std::vector<record::InputReport>& reports) {
  record::LineCounts counts;
  std::vector<std::string_view> names;
  for (const record::InputReport& report : reports) {
    counts += report.counts;
    for (const std::string_view name : record::shape_names(report)) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  const std::string text =
      fmt::format("{} of {} lines ({})", counts.matched(), counts.lines, fmt::join(names, ", "));
  return counts.unreadable == 0 ? text : fmt::format("{}, {} unreadable", text, counts.unreadable);
}

}  // namespace lanewise::cli

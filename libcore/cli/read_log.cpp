// What is told of the reading, while it goes on and at its end.
#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/base/text.h"
#include "libcore/cli/input_options.h"

namespace lanewise::cli {

namespace {

constexpr std::int64_t kShownProblems = 3;

std::string name_of(const std::string& path) { return path == "-" ? "standard input" : path; }

}  // namespace

ReadLog::ReadLog(const InputOptions& options, Session& session, BadInput bad_input_unless_said)
    : options_(options), session_(session), bad_input_(options.on_bad_input(bad_input_unless_said)) {
  session_.progress().expect(options.total_bytes());
  if (bad_input_ != BadInput::aside) return;
  const int fd = ::open(options.aside_path().c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) {
    session_.trouble(system_error("cannot write bad lines aside", errno, {options.aside_path()}));
    stopped_ = true;
    return;
  }
  aside_ = std::make_unique<io::Output>(fd, options.aside_path());
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

std::size_t ReadLog::observe(const record::Batch& batch, std::uint64_t bytes_consumed) {
  session_.progress().update(bytes_consumed);
  if (stopped_) return 0;
  for (const record::Problem& problem : batch.problems()) {
    tell(batch, problem);
    complete_ = false;
    if (bad_input_ == BadInput::stop) {
      stopped_ = true;
      return problem.before_row;
    }
    if (aside_) {
      aside_->write(problem.text);
      aside_->write("\n");
    }
  }
  if (batch.input_error()) {
    complete_ = false;
    Error error = *batch.input_error();
    error.place.source = name_of(error.place.source);
    session_.trouble(error);
  }
  return batch.size();
}

void ReadLog::close_aside() {
  if (!aside_) return;
  auto written = aside_->finish();
  if (!written) session_.trouble(written.error());
  aside_.reset();
}

void ReadLog::finish(const std::vector<record::InputReport>& reports, bool wants_records) {
  close_aside();
  if (stopped_) return;
  std::int64_t records = 0;
  std::int64_t lines = 0;
  for (const record::InputReport& report : reports) {
    records += report.counts.records;
    lines += report.counts.lines;
    const std::int64_t meant = report.counts.matched() + report.counts.unreadable;
    const std::string name = name_of(report.path);
    if (report.counts.unreadable > 0 && static_cast<double>(report.counts.unreadable) >
                                            options_.max_unreadable() * static_cast<double>(meant)) {
      session_.trouble(
          bad_input(fmt::format("{} of {} lines could not be read", report.counts.unreadable, meant), {name},
                    "say what they are with -f, --map or --pattern, or allow more with --max-unreadable"));
    } else if (report.counts.unreadable > kShownProblems) {
      session_.note(
          fmt::format("{}: {} of {} lines could not be read", name, report.counts.unreadable, meant));
    }
  }
  const bool any_failed = std::any_of(reports.begin(), reports.end(), [](const record::InputReport& report) {
    return report.error.has_value();
  });
  if (wants_records && records == 0 && !any_failed) {
    const std::string source = reports.size() == 1 ? name_of(reports.front().path) : "";
    session_.trouble(bad_input(fmt::format("no record in {}", counted(lines, "line")), {source},
                               "see -f, --map and --pattern"));
  }
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

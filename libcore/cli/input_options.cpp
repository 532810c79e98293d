#include "libcore/cli/input_options.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/base/text.h"
#include "libcore/cli/units.h"

namespace lanewise::cli {

namespace {

constexpr std::int64_t kMaxThreads = 256;
constexpr std::int64_t kShownProblems = 3;

std::string name_of(const std::string& path) { return path == "-" ? "standard input" : path; }

std::int64_t default_threads() {
  return std::clamp<std::int64_t>(std::thread::hardware_concurrency(), 1, kMaxThreads);
}

std::vector<Choice> format_choices(bool with_keys) {
  std::vector<Choice> choices;
  if (with_keys) {
    const record::FormatInfo& keys = record::info(record::Format::keys);
    choices.push_back({std::string(keys.name), std::string(keys.summary)});
  }
  for (const record::FormatInfo& format : record::formats()) {
    choices.push_back({std::string(format.name), std::string(format.summary)});
  }
  return choices;
}

Result<double> parse_share(const std::string& text) {
  std::string_view digits = text;
  if (!digits.ends_with('%')) {
    return usage_error(fmt::format("'{}' is not a share", text), "write a percentage, e.g. 1%");
  }
  digits.remove_suffix(1);
  double value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stopped, error] = std::from_chars(digits.data(), end, value);
  if (error != std::errc{} || stopped != end || !(value >= 0 && value <= 100)) {
    return usage_error(fmt::format("'{}' is not a share", text), "write a percentage from 0% to 100%");
  }
  return value / 100;
}

}  // namespace

InputOptions::InputOptions(InputFeatures features) : features_(features), threads_(default_threads()) {
  current_.format = features.default_format;
}

// An option that holds for the files after it.
Parser& InputOptions::reading(Parser& parser, Option option) {
  option.apply = [this, shown = option.long_name(),
                  apply = std::move(option.apply)](const std::string& value) -> Result<void> {
    dangling_ = shown;
    return apply(value);
  };
  parser.add(std::move(option));
  return parser;
}

void InputOptions::declare(Parser& parser) {
  parser.operand(
      {.name = "FILE", .kind = ValueKind::file, .apply = [this](const std::string& path) -> Result<void> {
         add_input(path);
         return {};
       }});
  parser.group("Input (holds for the files after it)");

  const auto choices = format_choices(features_.offers_keys);
  std::vector<std::string> names;
  for (const Choice& choice : choices) names.push_back(choice.name);
  reading(parser, {.names = "-f,--format",
                   .meta = "FORMAT",
                   .kind = ValueKind::choice,
                   .help = fmt::format("{} (default {})", fmt::join(names, ", "),
                                       record::info(features_.default_format).name),
                   .apply = [this](const std::string& value) -> Result<void> {
                     if (features_.offers_keys && value == record::info(record::Format::keys).name) {
                       current_.format = record::Format::keys;
                       return {};
                     }
                     auto format = record::find_format(value);
                     if (!format) return std::move(format).error();
                     current_.format = *format;
                     return {};
                   },
                   .choices = choices});
  reading(parser, {.names = "--map",
                   .meta = "FIELD=PATH",
                   .kind = ValueKind::text,
                   .help = "where a field lies in your records, e.g. key=/order/id",
                   .apply = [this](const std::string& value) -> Result<void> {
                     auto mapping = record::parse_mapping(value);
                     if (!mapping) return std::move(mapping).error();
                     current_.mappings.push_back(*std::move(mapping));
                     return {};
                   },
                   .repeatable = true});
  reading(parser, {.names = "--key",
                   .meta = "PATH",
                   .kind = ValueKind::text,
                   .help = "the same as --map key=PATH",
                   .apply = [this](const std::string& value) -> Result<void> {
                     auto path = record::parse_path(value);
                     if (!path) return std::move(path).error();
                     current_.mappings.push_back({record::Field::key, *std::move(path)});
                     return {};
                   }});
  reading(parser, {.names = "--pattern",
                   .meta = "RE2",
                   .kind = ValueKind::text,
                   .help = "text whose named groups are fields; EVENT=RE2 for lines of one event",
                   .apply = [this](const std::string& value) -> Result<void> {
                     auto pattern = record::parse_pattern(value);
                     if (!pattern) return std::move(pattern).error();
                     current_.patterns.push_back(*std::move(pattern));
                     return {};
                   },
                   .repeatable = true});
  if (features_.offers_zone) {
    reading(parser, {.names = "--tz",
                     .meta = "ZONE",
                     .kind = ValueKind::choice,
                     .help = "what times without a zone are in: UTC, local, +08:00 (default UTC)",
                     .apply = [this](const std::string& value) -> Result<void> {
                       auto zone = record::TimeZone::parse(value);
                       if (!zone) return std::move(zone).error();
                       current_.rules.zone = *std::move(zone);
                       return {};
                     },
                     .choices = choices_of({"UTC", "local"})});
  }
  if (features_.offers_keys) {
    reading(parser, {.names = "-0,--null",
                     .meta = {},
                     .kind = ValueKind::none,
                     .help = "keys are separated by NUL and taken verbatim",
                     .apply = [this](const std::string&) -> Result<void> {
                       nul_separated_ = true;
                       current_.delimiter = '\0';
                       return {};
                     }});
    reading(parser, {.names = "--null-key",
                     .meta = "TEXT",
                     .kind = ValueKind::text,
                     .help = "the line that means no key",
                     .apply = [this](const std::string& value) -> Result<void> {
                       current_.null_key = value;
                       return {};
                     }});
  }
  parser.group("Reading");
  if (features_.offers_bad_input) {
    parser.add({.names = "--on-bad-input",
                .meta = "HOW",
                .kind = ValueKind::choice,
                .help = "stop, skip or side:FILE (default stop; a report skips and counts)",
                .apply = [this](const std::string& value) -> Result<void> {
                  if (value == "stop") {
                    bad_input_ = BadInput::stop;
                  } else if (value == "skip") {
                    bad_input_ = BadInput::skip;
                  } else if (value.starts_with("side:") && value.size() > 5) {
                    bad_input_ = BadInput::aside;
                    aside_path_ = value.substr(5);
                  } else {
                    return usage_error(fmt::format("'{}' is none of stop, skip, side:FILE", value));
                  }
                  return {};
                },
                .choices = choices_of({"stop", "skip", "side:"})});
  }
  parser.add({.names = "--max-unreadable",
              .meta = "SHARE",
              .kind = ValueKind::text,
              .help = "more unreadable lines than this are trouble (default 1%)",
              .apply = [this](const std::string& value) -> Result<void> {
                auto share = parse_share(value);
                if (!share) return std::move(share).error();
                max_unreadable_ = *share;
                return {};
              }});
  parser.size("--max-line", max_line_, "longest line (default 256MiB)");
  parser.number("--threads", "N", threads_, 1, kMaxThreads, "workers; the output is the same for any number");
}

void InputOptions::add_input(const std::string& path) {
  inputs_.push_back({path, std::make_shared<const record::ReadingOptions>(current_)});
  dangling_.reset();
}

Result<void> InputOptions::check() {
  if (dangling_ && !inputs_.empty()) {
    return usage_error(fmt::format("{} stands after the last file and holds for none", *dangling_),
                       "put it before the FILE it is meant for");
  }
  if (inputs_.empty()) {
    if (is_terminal(STDIN_FILENO)) {
      return usage_error("no input: standard input is a terminal",
                         "name a FILE, pipe into it, or say - to type");
    }
    add_input("-");
  }
  for (const record::Input& input : inputs_) {
    const record::ReadingOptions& options = *input.options;
    if (options.format == record::Format::text && options.patterns.empty()) {
      return usage_error("-f text needs --pattern", R"(e.g. --pattern 'key=(?P<key>\S+) seq=(?P<seq>\d+)')");
    }
    if (options.format == record::Format::keys && (!options.mappings.empty() || !options.patterns.empty())) {
      return usage_error(
          "--key, --map and --pattern are for records, and a line of keys is a key as it stands",
          "say what the records are: -f jsonl, -f logfmt, -f text, or -f auto");
    }
    if (options.delimiter == '\0' && options.format != record::Format::keys) {
      return usage_error("-0 is for keys, not for records", "leave out -0 or -f");
    }
  }
  if (std::count_if(inputs_.begin(), inputs_.end(),
                    [](const record::Input& input) { return input.path == "-"; }) > 1) {
    return usage_error("standard input is named twice");
  }
  return {};
}

record::ReaderOptions InputOptions::reader_options() const {
  return {.threads = static_cast<unsigned>(threads_), .max_line = static_cast<std::size_t>(max_line_)};
}

std::optional<std::uint64_t> InputOptions::total_bytes() const {
  std::uint64_t total = 0;
  for (const record::Input& input : inputs_) {
    struct stat status{};
    const bool found =
        input.path == "-" ? ::fstat(STDIN_FILENO, &status) == 0 : ::stat(input.path.c_str(), &status) == 0;
    if (!found || !S_ISREG(status.st_mode)) return std::nullopt;
    total += static_cast<std::uint64_t>(status.st_size);
  }
  return total;
}

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
    const std::int64_t meant = report.counts.records + report.counts.unreadable;
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
  std::int64_t lines = 0;
  std::int64_t records = 0;
  std::int64_t unreadable = 0;
  std::vector<std::string_view> formats;
  for (const record::InputReport& report : reports) {
    lines += report.counts.lines;
    records += report.counts.records;
    unreadable += report.counts.unreadable;
    const std::string_view name = record::info(report.format).name;
    if (std::find(formats.begin(), formats.end(), name) == formats.end()) formats.push_back(name);
  }
  const std::string text = fmt::format("{} of {} lines ({})", records, lines, fmt::join(formats, ", "));
  return unreadable == 0 ? text : fmt::format("{}, {} unreadable", text, unreadable);
}

}  // namespace lanewise::cli

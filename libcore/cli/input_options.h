// How a tool is given its records: operands, the options that say how they are read, and the tally at the
// end.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "libcore/base/result.h"
#include "libcore/cli/aside_file.h"
#include "libcore/cli/parser.h"
#include "libcore/cli/session.h"
#include "libcore/record/batch_reader.h"

namespace lanewise::cli {

// What becomes of a line that should have been a record and is none.
enum class BadInput : std::uint8_t {
  stop,   // default of tools that move data: nothing after it is touched
  skip,   // counted, the first shown
  aside,  // written to a file, as it stands
};

// Which of the options a tool offers.
struct InputFeatures {
  record::Format default_format = record::Format::automatic;
  bool offers_keys = false;       // -f keys, --null-key, -0
  bool offers_bad_input = false;  // --on-bad-input
  bool needs_key = false;         // a pattern that gives no key is a mistake
  bool reads_events = false;      // --seq, --ts, --topic, --event-names, --as, --tz: more than keys is read
  bool tells_topic = true;        // of those, --topic; a tool may have another use for it
};

class InputOptions {
 public:
  explicit InputOptions(InputFeatures features = {});

  // Declares the FILE operands and the options about reading, in a group of their own.
  void declare(Parser& parser);
  // Every combination that makes no sense. Touches no file. Call from the tool's check.
  Result<void> check();

  [[nodiscard]] const std::vector<record::Input>& inputs() const { return inputs_; }
  [[nodiscard]] record::ReaderOptions reader_options() const;
  // An option about how files are read was given, and no file after it.
  [[nodiscard]] const std::optional<std::string>& dangling() const { return dangling_; }
  [[nodiscard]] double max_unreadable() const { return max_unreadable_; }
  // As asked for; else tools that move data stop, and those that analyse skip.
  [[nodiscard]] BadInput on_bad_input(BadInput unless_said) const { return bad_input_.value_or(unless_said); }
  [[nodiscard]] const std::string& aside_path() const { return aside_path_; }
  // What the last input is read as, before `auto` decides.
  [[nodiscard]] record::Format format() const { return current_.format; }
  // The size of all inputs together, where each has one: for progress.
  [[nodiscard]] std::optional<std::uint64_t> total_bytes() const;

 private:
  void add_input(const std::string& path);
  void declare_paths(Parser& parser);
  void declare_events(Parser& parser);
  [[nodiscard]] Result<void> check_patterns(const record::ReadingOptions& options) const;
  Parser& reading(Parser& parser, Option option);

  InputFeatures features_;
  record::ReadingOptions current_;
  std::optional<std::string> dangling_;  // a reading option after the last file
  std::vector<record::Input> inputs_;
  std::int64_t threads_;
  std::uint64_t max_line_ = std::uint64_t{256} << 20;
  double max_unreadable_ = 0.01;
  bool nul_separated_ = false;
  std::optional<BadInput> bad_input_;
  std::string aside_path_;
};

// What it means that there was nothing to read. A report on nothing would be taken for a good one; who passes
// records on has none to pass on.
enum class Empty : std::uint8_t { trouble, fine };

// Watches what is read, tells of the first lines that could not be, and judges the reading at the end: an
// input that was mostly unreadable is trouble, never "clean".
class ReadLog {
 public:
  ReadLog(const InputOptions& options, Session& session, BadInput bad_input_unless_said);

  // Every batch, in order. Returns the number of rows that may be used: all of them, or those before the line
  // that stops the run.
  std::size_t observe(const record::Batch& batch, std::uint64_t bytes_consumed);
  [[nodiscard]] bool stopped() const { return stopped_; }

  // What was written aside is with the operating system, or it is told that it is not. finish() does it too;
  // on its own for a run that ended early because nobody takes its output.
  void close_aside();
  // After the last batch: trouble for an input with more than --max-unreadable, for one that has lines and no
  // record among them, and, where `empty` says so, for inputs that have no line at all together.
  void finish(const std::vector<record::InputReport>& reports, Empty empty = Empty::trouble);

  // Whether every input was read whole and every line understood.
  [[nodiscard]] bool complete() const { return complete_; }
  // "12 of 13 lines (logfmt), 1 unreadable", for a report's `read` line.
  [[nodiscard]] static std::string describe_reading(const std::vector<record::InputReport>& reports);

 private:
  void tell(const record::Batch& batch, const record::Problem& problem);
  void wonder_about_keys(const record::Batch& batch);
  bool put_aside(const record::Problem& problem);
  void judge(const record::InputReport& report);
  void incomplete(const Error& error);

  const InputOptions& options_;
  Session& session_;
  BadInput bad_input_;
  std::unique_ptr<AsideFile> aside_;
  std::int64_t problems_ = 0;
  std::int64_t too_long_ = 0;  // of these
  bool stopped_ = false;
  bool complete_ = true;
};

}  // namespace lanewise::cli

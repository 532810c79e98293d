// What a running tool has to do with the world: where it prints, how it complains, how it will exit.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "libcore/base/result.h"
#include "libcore/cli/progress.h"
#include "libcore/cli/terminal.h"
#include "libcore/io/output.h"
#include "libcore/report/table.h"

namespace lanewise::cli {

// What was judged. Trouble is not an outcome: it is told to the session, and beats both.
enum class Outcome : std::uint8_t { fine, wanting };

// What a word of a report says of its matter.
enum class Verdict : std::uint8_t { good, doubtful, bad };

inline constexpr int kExitFine = 0;
inline constexpr int kExitWanting = 1;
inline constexpr int kExitTrouble = 2;

// The options that every tool has.
struct CommonOptions {
  bool quiet = false;
  bool verbose = false;
  When color = When::automatic;
  When progress = When::automatic;
};

class Session {
 public:
  Session(std::string program, const CommonOptions& options);

  [[nodiscard]] io::Output& out() { return out_; }
  [[nodiscard]] Progress& progress() { return progress_; }
  [[nodiscard]] bool color() const { return color_; }
  // Words of a text report for standard output, coloured where it is: verdicts by what they mean, headings
  // bold.
  [[nodiscard]] std::string verdict(Verdict verdict, std::string_view word) const;
  [[nodiscard]] std::string heading(std::string_view text) const { return styled(text, Style::bold, color_); }
  // A table for people, its titles bold.
  [[nodiscard]] std::string table(const report::Table& table) const;
  [[nodiscard]] const CommonOptions& options() const { return options_; }

  // Something went wrong that is not the end: it is printed ("lanewise route: app.log:12: …", then a hint),
  // the work goes on, and the status will be 2.
  void trouble(const Error& error);
  // The same look, for what is worth knowing and changes no status. Silent with -q.
  void note(std::string_view text);
  // A line that belongs to the answer but not to standard output, as it is. Silent with -q.
  void aside(std::string_view line);

  [[nodiscard]] bool has_trouble() const { return has_trouble_; }

 private:
  std::string program_;
  CommonOptions options_;
  io::Output out_;
  Progress progress_;
  bool color_;
  bool has_trouble_ = false;
};

}  // namespace lanewise::cli

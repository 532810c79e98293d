#include "libcore/cli/session.h"

#include <unistd.h>

#include <fmt/format.h>

#include "libcore/base/text.h"

namespace lanewise::cli {

namespace {

constexpr std::size_t kLongestMessage = 4000;
constexpr std::size_t kLongestName = 500;

void put_error(std::string_view text) { (void)!::write(STDERR_FILENO, text.data(), text.size()); }

}  // namespace

Session::Session(std::string program, const CommonOptions& options)
    : program_(std::move(program)),
      options_(options),
      out_(STDOUT_FILENO, "standard output"),
      progress_(options.progress, options.quiet),
      color_(use_color(options.color, STDOUT_FILENO)) {}

void Session::trouble(const Error& error) {
  has_trouble_ = true;
  progress_.clear();
  const bool color = use_color(options_.color, STDERR_FILENO);
  // What users name and what records hold may carry line ends and escapes, and must not forge a message.
  Error told = error;
  told.place.source =
      error.place.source == "-" ? "standard input" : printable(error.place.source, kLongestName);
  told.what = printable(error.what, kLongestMessage);
  std::string text = fmt::format("{}: {}\n", styled(program_, Style::bold, color), describe(told));
  if (!error.hint.empty())
    text += fmt::format("  {}: {}\n", styled("hint", Style::yellow, color), error.hint);
  put_error(text);
}

void Session::note(std::string_view text) {
  if (options_.quiet) return;
  progress_.clear();
  put_error(fmt::format("{}: {}\n", program_, printable(text, kLongestMessage)));
}

void Session::aside(std::string_view line) {
  if (options_.quiet) return;
  progress_.clear();
  put_error(fmt::format("{}\n", line));
}

std::string Session::verdict(Verdict verdict, std::string_view word) const {
  const Style style = verdict == Verdict::good  ? Style::green
                      : verdict == Verdict::bad ? Style::red
                                                : Style::yellow;
  return styled(word, style, color_);
}

std::string Session::table(const report::Table& table) const {
  const std::string text = table.render(report::TableStyle::text);
  const std::size_t end = text.find('\n');
  return heading(std::string_view(text).substr(0, end)) + text.substr(end);
}

}  // namespace lanewise::cli

#include "libcore/cli/terminal.h"

#include <array>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

#include <fmt/format.h>

namespace lanewise::cli {

namespace {

constexpr std::size_t kDefaultWidth = 100;

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): read before threads start
  return value == nullptr ? std::string_view() : value;
}

}  // namespace

bool is_terminal(int fd) { return ::isatty(fd) == 1; }

bool use_color(When when, int fd) {
  if (when != When::automatic) return when == When::always;
  return is_terminal(fd) && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

std::size_t width_of(int fd) {
  winsize size{};
  if (::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return kDefaultWidth;
}

std::string styled(std::string_view text, Style style, bool color) {
  constexpr std::array<std::string_view, 6> kCodes{"", "1", "2", "31", "32", "33"};
  if (!color || style == Style::plain) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", kCodes[static_cast<std::size_t>(style)], text);
}

}  // namespace lanewise::cli

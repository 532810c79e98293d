// Spring Boot's default log lines (CONSOLE_LOG_PATTERN and FILE_LOG_PATTERN of its logback defaults):
//
//   2   2021-01-16 14:03:00.844 ERROR 118643 --- [ntainer#0-0-C-1] logger : message
//   3   2024-09-08T20:07:29.655+02:00  INFO 17556 --- [orders] [ntainer#0-0-C-1] [trace-span] logger :
//   message
//
// Sleuth puts [app,trace,span] behind the level. Of the brackets behind the dashes the thread's is the last,
// not counting the one of correlation ids, which is blank or hexadecimal; those before it name app and group.
// The thread's name is cut to its last 15 characters and padded on the left.
#include <algorithm>

#include "libcore/record/layout_reader.h"
#include "libcore/record/text_reader.h"
#include "libcore/record/timestamp.h"

namespace lanewise::record {

namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

void skip_blanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
}

// Takes "[…] " off the front; `inside` is what stands in it.
bool take_bracket(std::string_view& text, std::string_view& inside) {
  if (!text.starts_with('[')) return false;
  const std::size_t end = text.find("] ");
  if (end == std::string_view::npos) return false;
  inside = text.substr(1, end - 1);
  text.remove_prefix(end + 1);
  skip_blanks(text);
  return true;
}

std::string_view trimmed(std::string_view text) {
  skip_blanks(text);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

bool is_correlation(std::string_view inside) {
  const std::string_view text = trimmed(inside);
  return text.empty() ||
         (text.size() > 16 && text.find_first_not_of("0123456789abcdef-") == std::string_view::npos);
}

// The parts of a line before they are looked into.
struct Parts {
  std::string_view time;
  std::string_view thread;
  std::string_view logger;
  std::string_view message;
};

bool cut(std::string_view line, Parts& parts) {
  constexpr std::size_t kShortest = 24;  // a time and what must follow
  if (line.size() < kShortest || !is_digit(line[0]) || line[4] != '-' || line[7] != '-' ||
      (line[10] != ' ' && line[10] != 'T') || line[13] != ':')
    return false;
  const std::size_t time_end = line.find(' ', 11);
  if (time_end == std::string_view::npos) return false;
  parts.time = line.substr(0, time_end);
  line.remove_prefix(time_end);

  skip_blanks(line);
  const std::size_t level_end = line.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  if (level_end == 0 || level_end == std::string_view::npos || line[level_end] != ' ') return false;
  line.remove_prefix(level_end);
  skip_blanks(line);

  std::string_view inside;
  (void)take_bracket(line, inside);
  const std::size_t pid_end = line.find_first_not_of("0123456789");
  if (pid_end == std::string_view::npos) return false;
  line.remove_prefix(pid_end);
  skip_blanks(line);
  if (!line.starts_with("--- [")) return false;
  line.remove_prefix(4);

  bool any = false;
  while (take_bracket(line, inside)) {
    if (any && is_correlation(inside)) continue;
    parts.thread = trimmed(inside);
    any = true;
  }
  const std::size_t logger_end = line.find(' ');
  if (!any || logger_end == 0 || logger_end == std::string_view::npos) return false;
  parts.logger = line.substr(0, logger_end);
  line.remove_prefix(logger_end);
  skip_blanks(line);
  if (!line.starts_with(':')) return false;
  line.remove_prefix(1);
  parts.message = line.starts_with(' ') ? line.substr(1) : line;
  return true;
}

bool parse_spring_boot(std::string_view line, const TimeZone& zone, LayoutHead& head) {
  Parts parts;
  if (!cut(line, parts)) return false;
  const auto ns = parse_time(parts.time, zone);
  if (!ns) return false;
  if (parts.thread.empty()) parts.thread = {};  // unknown, not a thread without a name
  head = {.ts_ns = *ns, .thread = parts.thread, .logger = parts.logger, .message = parts.message};
  return true;
}

}  // namespace

bool is_spring_boot_line(std::string_view line) {
  LayoutHead ignored;
  return parse_spring_boot(line, {}, ignored);
}

std::unique_ptr<Decoder> make_spring_boot_reader(const ReadingOptions& options, const Projection& projection,
                                                 std::size_t max_line) {
  return make_layout_reader(parse_spring_boot, options, projection, max_line);
}

}  // namespace lanewise::record

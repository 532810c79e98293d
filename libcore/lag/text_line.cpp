#include "libcore/lag/text_line.h"

#include <charconv>

namespace lanewise::lag {

namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr char kEscape = '\x1b';

// Where the escape sequence ends that begins at `at`: ESC [ parameters letter, or ESC and one character.
std::size_t end_of_escape(std::string_view line, std::size_t at) {
  ++at;
  if (at == line.size()) return at;
  if (line[at] != '[') return at + 1;
  ++at;
  while (at < line.size() && (line[at] < '@' || line[at] > '~')) ++at;
  return std::min(at + 1, line.size());
}

}  // namespace

std::string_view without_escapes(std::string_view line, std::string& scratch) {
  if (line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  if (line.find(kEscape) == std::string_view::npos) return line;
  scratch.clear();
  for (std::size_t i = 0; i < line.size();) {
    if (line[i] == kEscape) {
      i = end_of_escape(line, i);
    } else {
      scratch.push_back(line[i++]);
    }
  }
  return scratch;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

void split_blanks(std::string_view line, std::vector<std::string_view>& words) {
  words.clear();
  for (std::size_t at = line.find_first_not_of(" \t\r"); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(" \t\r", end);
  }
}

void split_at(std::string_view line, char separator, std::vector<std::string_view>& cells) {
  cells.clear();
  for (;;) {
    const std::size_t end = line.find(separator);
    cells.push_back(trimmed(line.substr(0, end)));
    if (end == std::string_view::npos) return;
    line.remove_prefix(end + 1);
  }
}

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stopped != end) return std::nullopt;
  return value;
}

}  // namespace lanewise::lag

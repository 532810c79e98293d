// The longest literal of a pattern: one pass over its text, which gathers runs of plain characters outside of
// groups and classes. What it does not understand ends a run or gives up, so that it errs to less.
#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

#include "libcore/record/format.h"

namespace lanewise::record {

namespace {

constexpr std::size_t kShortestLiteral = 3;

// Where an escape that begins at `at` ends (one past it): \d \. \pN \p{Greek} \x7f \x{10ffff} \123.
std::size_t end_of_escape(std::string_view regex, std::size_t at) {
  const auto is_octal = [&](std::size_t i) { return i < regex.size() && regex[i] >= '0' && regex[i] <= '7'; };
  const std::size_t letter = at + 1;
  std::size_t end = letter + 1;
  if (letter >= regex.size()) return regex.size();
  const char c = regex[letter];
  if ((c == 'p' || c == 'P' || c == 'x') && end < regex.size() && regex[end] == '{') {
    end = std::min(regex.find('}', end), regex.size() - 1) + 1;
  } else if (c == 'p' || c == 'P') {
    ++end;
  } else if (c == 'x') {
    end += 2;
  } else if (c >= '0' && c <= '7') {
    while (end < at + 4 && is_octal(end)) ++end;
  }
  return std::min(end, regex.size());
}

// The same of a class: [a-z] [^]…] [[:alpha:]].
std::size_t end_of_class(std::string_view regex, std::size_t at) {
  std::size_t i = at + 1;
  if (i < regex.size() && regex[i] == '^') ++i;
  if (i < regex.size() && regex[i] == ']') ++i;
  while (i < regex.size() && regex[i] != ']') {
    if (regex[i] == '\\') {
      i += 2;
    } else if (regex.substr(i).starts_with("[:")) {
      i = std::min(regex.find(":]", i), regex.size() - 1) + 2;
    } else {
      ++i;
    }
  }
  return std::min(i + 1, regex.size());
}

// One past a repeat such as {2}, {2,} or {2,5}; `at` where the brace is none and stands for itself.
std::size_t end_of_repeat(std::string_view regex, std::size_t at) {
  const std::size_t close = regex.find_first_not_of("0123456789,", at + 1);
  const bool is_repeat = close != std::string_view::npos && regex[close] == '}' && regex[at + 1] != ',' &&
                         close > at + 1 && std::count(&regex[at], &regex[close], ',') <= 1;
  return is_repeat ? close + 1 : at;
}

bool ignores_case(std::string_view regex) {
  for (std::size_t at = regex.find("(?"); at != std::string_view::npos; at = regex.find("(?", at + 1)) {
    const std::string_view flags = regex.substr(at + 2);
    if (flags.substr(0, flags.find_first_not_of("imsU-")).find('i') != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

std::string longest_literal(std::string_view regex) {
  if (ignores_case(regex) || regex.find("\\Q") != std::string_view::npos) return {};
  std::string longest;
  std::string run;
  const auto flush = [&] {
    if (run.size() > longest.size()) longest = run;
    run.clear();
  };
  int depth = 0;
  for (std::size_t i = 0; i < regex.size();) {
    const char c = regex[i];
    if (c == '\\') {
      const std::size_t end = end_of_escape(regex, i);
      const char escaped = i + 1 < regex.size() ? regex[i + 1] : 'z';
      const bool is_literal = end == i + 2 && std::isalnum(static_cast<unsigned char>(escaped)) == 0;
      if (depth == 0 && is_literal) run.push_back(escaped);
      if (depth == 0 && !is_literal) flush();
      i = end;
      continue;
    }
    if (c == '[') {
      if (depth == 0) flush();
      i = end_of_class(regex, i);
      continue;
    }
    const std::size_t repeat_end = c == '{' ? end_of_repeat(regex, i) : i;
    const bool is_repeat = repeat_end > i;
    i = is_repeat ? repeat_end : i + 1;
    if (c == '(') {
      if (depth++ == 0) flush();
    } else if (c == ')') {
      --depth;
    } else if (depth > 0) {
      continue;
    } else if (c == '|') {
      return {};
    } else if (c == '*' || c == '?' || is_repeat) {
      if (!run.empty()) run.pop_back();
      flush();
    } else if (c == '+' || c == '.' || c == '^' || c == '$') {
      flush();
    } else {
      run.push_back(c);
    }
  }
  flush();
  return longest.size() >= kShortestLiteral ? longest : std::string();
}

}  // namespace lanewise::record

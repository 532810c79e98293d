// What was found, as a text that a test can compare; and lines to judge.
#pragma once

#include <string>

#include <fmt/format.h>

#include "tests/support/judged.h"

namespace lanewise::test {

// "overtake:real gap:undecided", in the order of their lines.
inline std::string codes(const Judged& judged) {
  std::string text;
  for (const order::Finding& finding : judged.conclusion.findings) {
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", order::info(finding.code).name,
                        order::name_of(finding.verdict));
  }
  return text;
}

// A handling in partition 0 of topic t, its times in ms after 2026-11-27T02:51:00Z.
inline std::string line(int offset, const char* key, int seq, int start, int end, const char* more = "") {
  constexpr std::int64_t kBase = 1'795'747'860'000;
  return fmt::format("topic=t partition=0 offset={} key={} seq={} start_ts={} end_ts={} {}\n", offset, key,
                     seq, kBase + start, kBase + end, more);
}

// The same without times.
inline std::string plain(int offset, const char* key, int seq, const char* more = "") {
  return fmt::format("topic=t partition=0 offset={} key={} seq={} {}\n", offset, key, seq, more);
}

// Something that happened to the group in that partition.
inline std::string event(const char* what, const char* more = "") {
  return fmt::format("event={} topic=t partition=0 {}\n", what, more);
}

}  // namespace lanewise::test

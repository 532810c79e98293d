// Which patterns do without RE2, and that they match as RE2 does.
#include "libcore/record/pattern_scan.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/support/catch.h"
#include "tests/support/pattern_match.h"

namespace lanewise::record {
namespace {

bool is_simple(std::string_view regex) { return PatternScan::compile(regex).has_value(); }

TEST_CASE("pattern scan: what is simple") {
  for (const std::string_view regex :
       {R"(key=(?P<key>\S+) seq=(?P<seq>\d+))", R"(^(?P<ts>\S+ \S+) done key=(?P<key>\S*) seq=(?P<seq>\d*)$)",
        R"(key=(?P<key>[^,]*), .*?seq=(?P<seq>\d+))", R"(^\[(?P<ts>\d{4}-\d\d-\d\d)\] )", R"(skip)",
        R"(Partition: (?P<partition>\d+), Offset: (?P<offset>\d+), Key: (?P<key>\S+))",
        R"(key=(.*?), seq=(\d+))", R"(^.*?x(?:y)z)", R"(a\tb\.c)", R"(a([]x]+)b)", R"(x(a)[\w.-]+$)",
        R"(id .*)"})
    CHECK(is_simple(regex));
}

TEST_CASE("pattern scan: what is RE2's") {
  for (const std::string_view regex : {R"(\S+ key)",
                                       R"([]x]+)",
                                       R"(topic=(?P<topic>\S+)-(?P<partition>\d+))",
                                       R"(a|b)",
                                       R"(ab?c)",
                                       R"(ab*)",
                                       R"((ab)+)",
                                       R"(a{2})",
                                       R"(x\d{2,3})",
                                       R"((?i)abc)",
                                       R"(\bkey)",
                                       R"(\x41)",
                                       R"(\pN)",
                                       R"(a\Qb\E)",
                                       R"(a.+?b)",
                                       R"(a.*b)",
                                       R"(k=(\S+).*?x)",
                                       R"(a[[:alpha:]]+)",
                                       R"(a$b)",
                                       R"(a^b)",
                                       R"(a.*?\d)",
                                       R"(a.*?.*?b)",
                                       R"(x\d+\w)",
                                       R"(x\d+\s*y)",
                                       R"(a.*?)",
                                       ""})
    CHECK_FALSE(is_simple(regex));
}

TEST_CASE("pattern scan: matches are RE2's, leftmost, with the same groups") {
  const std::vector<std::string> regexes{R"(key=(\S+) seq=(\d+))",
                                         R"(^(\S+ \S+) k=(\S*) s=(\d*)$)",
                                         R"(k=([^,]*), .*?s=(\d+))",
                                         R"(a(.*?)b.*?c([d]*)$)",
                                         R"(^(\d{2}):(\d\d))",
                                         R"(x(y)z)",
                                         R"((ab)c(\w+))",
                                         R"(^.*?ab([c]+))",
                                         R"(=(\D+)1)",
                                         R"(a([^]c]*)(c))"};
  const std::vector<std::string> lines{"",
                                       "key=a seq=1",
                                       "key= seq=1 key=b seq=22 key=c seq=3",
                                       "key=key=a seq=1x",
                                       "key=a seq=x key=a\tseq=1 key=\xff\xc3 seq=9",
                                       "1 2 k= s=",
                                       "1 2 k=a s=12",
                                       "1 2 k=a s=12 ",
                                       "k=a,b, s=, k=c, ss=7",
                                       "k=, xk=, s=1",
                                       "aab xb cdc cddd",
                                       "12:34",
                                       "12:3",
                                       "xyxyz",
                                       "ababcab_9-",
                                       "ababccc",
                                       "==ab1",
                                       "a]bcc a]c",
                                       "ac"};
  for (const std::string& regex : regexes) {
    INFO(regex);
    CHECK(is_simple(regex));
    for (const std::string& line : lines) {
      INFO(line);
      CHECK(test::match_by_scan(regex, line) == test::match_by_re2(regex, line));
    }
  }
}

TEST_CASE("pattern scan: many beginnings of one long run are given up, not gone through") {
  std::string line;
  for (int i = 0; i < 100'000; ++i) line += "key=";
  const auto scan = PatternScan::compile(R"(key=(\S+) seq=(\d+))");
  REQUIRE(scan);
  std::array<std::string_view, 3> groups;
  CHECK(scan->match(line, groups) == PatternScan::Outcome::undecided);
  line += " seq=7";
  CHECK(scan->match(line, groups) == PatternScan::Outcome::match);
  CHECK(groups[2] == "7");
}

TEST_CASE("find literal: at every place of texts of every length") {
  for (const std::string_view literal : {"a", "ab", "abcabd", "key=key=key=key=key="}) {
    for (std::size_t length = 0; length < 70; ++length) {
      for (std::size_t at = 0; at <= length; ++at) {
        std::string text(length, 'a');
        text.replace(at, 0, literal);
        const char* const begin = text.data();
        const char* const found = find_literal(begin, begin + text.size(), literal);
        CHECK(static_cast<std::size_t>(found - begin) == std::min(text.find(literal), text.size()));
        text.pop_back();
        const char* const cut = find_literal(text.data(), text.data() + text.size(), literal);
        CHECK(static_cast<std::size_t>(cut - text.data()) == std::min(text.find(literal), text.size()));
      }
    }
  }
}

}  // namespace
}  // namespace lanewise::record

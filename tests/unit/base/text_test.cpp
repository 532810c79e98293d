#include "libcore/base/text.h"

#include <string>
#include <string_view>

#include "tests/support/catch.h"

namespace lanewise {
namespace {

using namespace std::string_view_literals;

TEST_CASE("is_utf8: the borders of table 3-7 of the Unicode standard") {
  for (const std::string_view good :
       {""sv, "a"sv, "\x7f"sv, "\xc2\x80"sv, "\xdf\xbf"sv, "\xe0\xa0\x80"sv, "\xec\xbf\xbf"sv,
        "\xed\x9f\xbf"sv, "\xee\x80\x80"sv, "\xef\xbf\xbf"sv, "\xf0\x90\x80\x80"sv, "\xf3\xbf\xbf\xbf"sv,
        "\xf4\x8f\xbf\xbf"sv, "\0"sv}) {
    CHECK(is_utf8(good));
    CHECK(is_utf8("seven b" + std::string(good) + "after and more"));
  }
  for (const std::string_view bad :
       {"\x80"sv, "\xbf"sv, "\xc0\x80"sv, "\xc1\xbf"sv, "\xc2"sv, "\xc2\x7f"sv, "\xe0\x9f\xbf"sv,
        "\xe0\xa0"sv, "\xed\xa0\x80"sv, "\xed\xbf\xbf"sv, "\xf0\x8f\xbf\xbf"sv, "\xf0\x90\x80"sv,
        "\xf4\x90\x80\x80"sv, "\xf5\x80\x80\x80"sv, "\xff"sv, "\xe2\x28\xa1"sv, "\xf0\x28\x8c\xbc"sv,
        "\xf0\x90\x28\xbc"sv}) {
    CHECK_FALSE(is_utf8(bad));
    CHECK_FALSE(is_utf8("eight by" + std::string(bad)));
    CHECK_FALSE(is_utf8(std::string(bad) + "something behind"));
  }
}

TEST_CASE("printable: what a terminal must not get is shown as hex") {
  CHECK(printable("plain \xc3\xa9 \xe2\x82\xac", 60) == "plain \xc3\xa9 \xe2\x82\xac");
  CHECK(printable("a\tb\nc\x1b[31m\x7f", 60) == "a\\tb\\x0ac\\x1b[31m\\x7f");
  CHECK(printable("\xff\xc3(", 60) == "\\xff\\xc3(");
  CHECK(printable("\xc2\x9b", 60) == "\\xc2\\x9b");  // U+009B begins a command, as ESC [ does
  CHECK(printable("\xc2\xa0", 60) == "\xc2\xa0");
}

TEST_CASE("printable: cut after about the limit, never inside a character") {
  CHECK(printable("12345", 5) == "12345");
  CHECK(printable("123456", 5) == "12345…");
  CHECK(printable("1234\xc3\xa9x", 5) == "1234\xc3\xa9…");
  CHECK(printable(std::string(100'000'000, 'x'), 3) == "xxx…");
}

TEST_CASE("append_json_string: RFC 8259 section 7") {
  std::string out = "x";
  append_json_string(out, "\"\\\n\r\t\x01\x1f/\xc3\xa9"sv);
  CHECK(out == R"(x"\"\\\n\r\t\u0001\u001f/)"
               "\xc3\xa9\"");
  out.clear();
  append_json_string(out, "");
  CHECK(out == "\"\"");
  out.clear();
  append_json_string(out, "a\0b"sv);
  CHECK(out == "\"a\\u0000b\"");
}

}  // namespace
}  // namespace lanewise

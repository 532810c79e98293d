#include "libcore/report/table.h"

#include "tests/support/catch.h"

namespace lanewise::report {

namespace {

Table lags() {
  Table table({{"GROUP"}, {"LAG", Align::right}, {"WHY"}});
  table.add_row({"payments", "5270", "in 65.0/s"});
  table.add_row({"注文", "60", ""});
  return table;
}

}  // namespace

TEST_CASE("a text table is aligned by what a terminal shows, without blanks at line ends") {
  CHECK(lags().render(TableStyle::text) ==
        "GROUP      LAG  WHY\n"
        "payments  5270  in 65.0/s\n"
        "注文        60\n");
}

TEST_CASE("tsv and markdown escape what would break them") {
  CHECK(lags().render(TableStyle::tsv) == "GROUP\tLAG\tWHY\npayments\t5270\tin 65.0/s\n注文\t60\t\n");
  Table table({{"A"}, {"B", Align::right}});
  table.add_row({"a|b", "1\t2\n3"});
  CHECK(table.render(TableStyle::tsv) == "A\tB\na|b\t1\\t2\\n3\n");
  CHECK(table.render(TableStyle::markdown) ==
        "| A    |      B |\n"
        "|------|-------:|\n"
        "| a\\|b | 1\\t2 3 |\n");
}

TEST_CASE("what stands in a cell can be told from what stands for it, and commands no terminal") {
  Table table({{"A"}});
  table.add_row(
      {"\\t\r\n\x1b[31m\x7f\xc2\x9b"
       "1\xff"});
  CHECK(table.render(TableStyle::tsv) ==
        "A\n\\\\t\\r\\n\x1b[31m\x7f\xc2\x9b"
        "1\xff\n");
  CHECK(table.render(TableStyle::text) == "A\n\\t  \\x1b[31m\\x7f\\xc2\\x9b1\\xff\n");
}

TEST_CASE("the last column goes on below itself") {
  Table table({{"NAME"}, {"WHAT"}});
  table.add_row({"a", "one two three four five six"});
  table.add_row({"longer", "first\nsecond"});
  table.add_row({"b", ""});
  CHECK(table.render_within(30) ==
        "NAME    WHAT\n"
        "a       one two three four\n"
        "        five six\n"
        "longer  first\n"
        "        second\n"
        "b\n");
  CHECK(table.render_within(100) ==
        "NAME    WHAT\n"
        "a       one two three four five six\n"
        "longer  first\n"
        "        second\n"
        "b\n");
  Table narrow({{"A"}, {"B"}});
  narrow.add_row({"a", "a-word-of-twenty-two-c and more"});  // and no terminal is too narrow
  CHECK(narrow.render_within(3) == "A  B\na  a-word-of-twenty-two-c\n   and more\n");
}

TEST_CASE("the width of text is in columns") {
  CHECK(display_width("abc") == 3);
  CHECK(display_width("é") == 1);
  CHECK(display_width("e\u0301") == 1);
  CHECK(display_width("注文") == 4);
  CHECK(display_width("\U0001F600") == 2);
  CHECK(display_width("\u2705\u26a1") == 4);                     // emoji outside of their own blocks
  CHECK(display_width("\u270f\u2764") == 2);                     // shown as text unless U+FE0F follows
  CHECK(display_width("a\u1dc4\u20d7\u0e34\u0915\u093c") == 2);  // marks of several blocks
  CHECK(display_width("\uff21\uff9e\u3000") == 5);
  CHECK(display_width("\u200b\u2060\ufeff") == 0);
  CHECK(display_width("\u1112\u1161\u11ab") == 2);  // one syllable in parts
  CHECK(display_width("\u00ad\u0600") == 2);
  CHECK(display_width("\xff\xfe") == 2);  // no UTF-8: each byte counts
  CHECK(display_width("\xe6\xb3") == 2);  // cut in the middle
}

}  // namespace lanewise::report

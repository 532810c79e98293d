// Records from text: patterns, name=value pairs, bare keys; and how a format is recognised.
#include <string>
#include <string_view>
#include <vector>

#include "libcore/hash/fast.h"
#include "libcore/hash/process_seed.h"
#include "libcore/record/recogniser.h"
#include "libcore/record/text_reader.h"
#include "tests/support/catch.h"
#include "tests/support/reading.h"

namespace lanewise::record {
namespace {

using namespace std::string_literals;
using Lines = std::vector<std::string>;

ReadingOptions with_patterns(const std::vector<std::string_view>& texts) {
  ReadingOptions options;
  for (const std::string_view text : texts) {
    auto pattern = parse_pattern(text);
    REQUIRE(pattern);
    options.patterns.push_back(*pattern);
  }
  return options;
}

ReadingOptions as(Format format) {
  ReadingOptions options;
  options.format = format;
  return options;
}

constexpr std::string_view kDone = R"(^(?P<ts>\S+ \S+) done key=(?P<key>\S*) seq=(?P<seq>\d*)$)";

TEST_CASE("text: named groups are fields, other lines are counted") {
  const test::Reading reading = test::read_text(
      "2024-01-01 12:00:00,123 done key=a seq=1\n"
      "starting\n"
      "\n"
      "2024-01-01 12:00:00,124 done key= seq=2\r\n"
      "2024-01-01 12:00:00,125 done key=\xff seq=3",
      test::all_fields(), with_patterns({kDone}));
  CHECK(reading.rows == Lines{"1: key='a' seq=1 ts=1704110400123000000",
                              "4: key='' seq=2 ts=1704110400124000000",
                              "5: key='\\xff' seq=3 ts=1704110400125000000"});
  CHECK(reading.problems.empty());
  CHECK(reading.reports == Lines{"in: text, 5 lines, 3 records, 2 other, 0 unreadable, 1 CR"});
}

TEST_CASE(
    "text: a line that holds the pattern's longest literal and does not match was meant to be a record") {
  const test::Reading reading = test::read_text(
      "2024-01-01 12:00:00 done key=a seq=x\n"
      "2024-01-01 12:00:00 done key=a\n"
      "soon done key=a seq=1\n",
      test::all_fields(), with_patterns({kDone}));
  CHECK(reading.rows.empty());
  CHECK(reading.problems ==
        Lines{"1: unreadable after 0 rows: the line looks like a record, but the pattern does not match",
              "2: unreadable after 0 rows: the line looks like a record, but the pattern does not match",
              "3: unreadable after 0 rows: the line looks like a record, but the pattern does not match"});
}

TEST_CASE("text: a group that matched and cannot be the field is a bad field") {
  const test::Reading reading =
      test::read_text("x 99999999999999999999\nx 1\n", {Field::seq}, with_patterns({R"(x (?P<seq>\d+))"}));
  CHECK(reading.rows == Lines{"2: seq=1"});
  CHECK(reading.problems ==
        Lines{"1: bad_field after 0 rows: seq is not an integer: '99999999999999999999'"});
}

TEST_CASE("text: a group that took no part, or took nothing, leaves the field unknown") {
  const auto options =
      with_patterns({R"(^e (?:o=(?P<offset>\d*))?(?: m=(?P<member>\w*))?(?: k=(?P<key>\w*))?$)"});
  CHECK(test::read_text("e o=\ne o=1 m= k=\ne \n", test::all_fields(), options).rows ==
        Lines{"1: ", "2: offset=1 key='' member=''", "3: "});
}

TEST_CASE("text: the first pattern that matches wins, and may say what its lines are") {
  const auto options = with_patterns(
      {R"(commit=committed (?P<offset>\d+))", R"(skip=^skip)", R"((?P<event>\w+) (?P<offset>\d+))"});
  CHECK(test::read_text("committed 7\nskip 8\ndone 9\nfetched 9\n", {Field::event, Field::offset}, options)
            .rows == Lines{"1: offset=7 event=commit", "2: event=skip", "3: offset=9 event=done",
                           "4: offset=9 event=other"});
}

TEST_CASE("text: somebody's own names for events") {
  ReadingOptions options = with_patterns({R"((?P<event>\w+) (?P<offset>\d+))"});
  options.rules.event_names = {{"handled", EventKind::done}, {"done", EventKind::fail}};
  CHECK(test::read_text("handled 7\ndone 8\n", {Field::event, Field::offset}, options).rows ==
        Lines{"1: offset=7 event=done", "2: offset=8 event=fail"});
}

TEST_CASE("pattern: what is refused, and what it says") {
  const auto error = [](std::string_view text) {
    const auto pattern = parse_pattern(text);
    REQUIRE_FALSE(pattern);
    CHECK(pattern.error().code == ErrorCode::usage);
    CHECK_FALSE(pattern.error().hint.empty());
    return pattern.error().what;
  };
  CHECK(error("(?P<key>") == "--pattern '(?P<key>': missing ): (?P<key>");
  CHECK(error("(?P<key>a)(?=b)") == "--pattern '(?P<key>a)(?=b)': invalid perl operator: (?=");
  CHECK(error("(?P<colour>a)") == "--pattern: 'colour' is not a field");
  CHECK(error("(?P<payload>a)") == "--pattern: payload is passed through and cannot be read from text");
  CHECK(error("(?P<key>a)(?P<key>b)") == "--pattern '(?P<key>a)(?P<key>b)' has two groups named key");
  CHECK(error("abc") == "--pattern 'abc' names no field");
  std::string many = "(?P<key>a)";
  for (int i = 0; i < 63; ++i) many += "()";
  CHECK(error(many).find("more than 63 groups") != std::string::npos);
  many.resize(many.size() - 2);
  CHECK(parse_pattern(many));
}

TEST_CASE("pattern: EVENT= before it only where it names an event") {
  CHECK(parse_pattern("commit=x")->event == EventKind::commit);
  CHECK(parse_pattern("commit=x")->regex == "x");
  CHECK(parse_pattern("key=(?P<key>x)")->event == EventKind::none);
  CHECK(parse_pattern("key=(?P<key>x)")->regex == "key=(?P<key>x)");
  CHECK(parse_pattern("other=(?P<key>x)")->regex == "other=(?P<key>x)");
}

TEST_CASE("longest literal: what every match holds, or nothing") {
  CHECK(longest_literal(R"(^(?P<ts>\S+) done key=(?P<key>\S+) seq=(?P<seq>\d+)$)") == " done key=");
  CHECK(longest_literal(R"(MessageExt \[brokerName=(?P<broker>[^,]*), queueId=)") ==
        "MessageExt [brokerName=");
  CHECK(longest_literal("ab(cdef)gh").empty());
  CHECK(longest_literal("abc|def").empty());
  CHECK(longest_literal("(abc|def)ghi") == "ghi");
  CHECK(longest_literal("abcd*") == "abc");
  CHECK(longest_literal("abcd?ef") == "abc");
  CHECK(longest_literal("abcd{0,2}xyzw") == "xyzw");
  CHECK(longest_literal("abcd{2}") == "abc");
  CHECK(longest_literal("abcd{2,}xyzw") == "xyzw");
  CHECK(longest_literal("abc{x}def") == "abc{x}def");  // no repeat: braces that stand for themselves
  CHECK(longest_literal("abc{,2}def") == "abc{,2}def");
  CHECK(longest_literal("abc{def|x").empty());
  CHECK(longest_literal("abc+d") == "abc");
  CHECK(longest_literal("abc.def") == "abc");
  CHECK(longest_literal(R"(abc\.def)") == "abc.def");
  CHECK(longest_literal(R"(\x41bcd)") == "bcd");
  CHECK(longest_literal(R"(\x{41}bcd)") == "bcd");
  CHECK(longest_literal(R"(\101bcd)") == "bcd");
  CHECK(longest_literal(R"(\pNabc\PLdef\p{Greek}xyzw)") == "xyzw");
  CHECK(longest_literal(R"([[:alpha:]]]x)").empty());
  CHECK(longest_literal(R"([^]abc]def)") == "def");
  CHECK(longest_literal(R"([]abc]defg)") == "defg");
  CHECK(longest_literal(R"([a\]bcdef]xyz)") == "xyz");
  CHECK(longest_literal("(?i)abcdef").empty());
  CHECK(longest_literal("(?si)abcdef").empty());
  CHECK(longest_literal("x(?i:abc)def").empty());
  CHECK(longest_literal("(?s)abcdef") == "abcdef");
  CHECK(longest_literal(R"(\Qa.b\E)").empty());
  CHECK(longest_literal(R"(a\()").empty());
  CHECK(longest_literal("").empty());
}

TEST_CASE("logfmt: pairs anywhere in a line") {
  const test::Reading reading = test::read_text(
      "level=info msg=\"done ok\" key=acct-1 seq=7\n"
      "time=\"2024-07-08T14:31:17Z\" key=\"a \\\"b\\\\c\\n\" seq=\"8\"\n"
      "done key=, seq=; offset=\n"
      "handled key=acct-1, seq=9; member=c1,\n"
      "nothing here=1\n"
      "\tkey=a\tseq=10\r\n"
      "(key=a) [seq=1]\n"
      "key=a=b x\"seq=1\n"
      "key=\"open seq=1",
      test::all_fields(), as(Format::logfmt));
  CHECK(reading.rows == Lines{"1: key='acct-1' seq=7", "2: key='a \"b\\c\\x0a' seq=8", "3: key=''",
                              "4: key='acct-1' seq=9 member='c1'", "6: key='a' seq=10", "8: key='a=b'"});
  CHECK(reading.problems ==
        Lines{"9: unreadable after 6 rows: the quote that key begins with is not closed"});
  CHECK(reading.reports == Lines{"in: logfmt, 9 lines, 6 records, 2 other, 1 unreadable, 1 CR"});
}

TEST_CASE("logfmt: a quote that is not closed costs the line where it may hide what is asked for") {
  const test::Reading reading = test::read_text(
      "key=a msg=\"cut of\n"
      "msg=\"cut off key=a seq=1\n"
      "size=5\" and no more\n"
      "size=\"5 and no more\n"
      "seq=1 msg=\"a \\\"\n",
      test::all_fields(), as(Format::logfmt));
  CHECK(reading.rows.empty());
  CHECK(reading.problems ==
        Lines{"1: unreadable after 0 rows: the quote that msg begins with is not closed",
              "2: unreadable after 0 rows: the quote that msg begins with is not closed",
              "5: unreadable after 0 rows: the quote that msg begins with is not closed"});
}

TEST_CASE("logfmt: null without quotes is null, with quotes a text") {
  CHECK(test::read_text("key=null seq=null member=null\nkey=\"null\" seq=1\nkey=null, seq=2\n",
                        {Field::key, Field::seq, Field::member}, as(Format::logfmt))
            .rows == Lines{"1: key=null seq=null", "2: key='null' seq=1", "3: key=null seq=2"});
}

TEST_CASE("logfmt: JSON in quotes where a field holds more than a word, and JSON's escapes") {
  const test::Reading reading = test::read_text(
      "position=\"[12,-3]\" depends_on=\"{\\\"key\\\":\\\"a\\\",\\\"seq\\\":7}\"\n"
      "position=[4] depends_on=\"{\\\"key\\\":null,\\\"seq\\\":7}\"\n"
      "key=\"\\b\\f\\u0001\\u00e9\\ud83d\\ude00\\ud800\\u12\"\n"
      "position=[1,x]\n"
      "depends_on={seq:1}\n"
      "position=\"[1] \"\n"
      "position=\"[1] 2\"\n",
      test::all_fields(), as(Format::logfmt));
  CHECK(reading.rows == Lines{"1: position=[12,-3] depends_on='a':7", "2: position=[4] depends_on=null:7",
                              "3: key='\\x08\\x0c\\x01\u00e9\U0001f600ud800u12'", "6: position=[1]"});
  CHECK(reading.problems ==
        Lines{"4: bad_field after 3 rows: position is not an array of integers: '[1,x]'",
              "5: bad_field after 3 rows: depends_on is not a seq or an object with key and seq: '{seq:1}'",
              "7: bad_field after 4 rows: position is not an array of integers: '[1] 2'"});
}

TEST_CASE("logfmt: a number is no broker's name, unless it is quoted") {
  CHECK(test::read_text("broker=1 seq=1\nbroker=\"1\" seq=2\nbroker=b1 seq=3\n", test::all_fields(),
                        as(Format::logfmt))
            .rows == Lines{"1: seq=1", "2: broker='1' seq=2", "3: broker='b1' seq=3"});
}

TEST_CASE("logfmt: the rules of values are those of the vocabulary") {
  const test::Reading reading = test::read_text(
      "key=a seq=1.0\nseq=1 seq=2\nkey_b64=//4=\nkey_b64=?\nts=0 tstype=unknown key=a\nevent=done "
      "depends_on=6\n"
      "position=7\nbroker=b1 partition=3\n",
      test::all_fields(), as(Format::logfmt));
  CHECK(reading.rows == Lines{"2: seq=1", "3: key='\\xff\\xfe'", "5: key='a'", "6: event=done depends_on=6",
                              "8: partition=3 broker='b1'"});
  CHECK(reading.problems == Lines{"1: bad_field after 0 rows: seq is not an integer: '1.0'",
                                  "4: bad_field after 2 rows: key_b64 is not base64: '?'",
                                  "7: bad_field after 4 rows: position is not an array of integers: '7'"});
}

TEST_CASE("logfmt: mapped names, whole or by steps") {
  ReadingOptions options = as(Format::logfmt);
  options.mappings = {{Field::key, {"order", "id"}}, {Field::seq, {"order.nr"}}};
  CHECK(test::read_text("order.id=a order.nr=7 key=b\n", {Field::key, Field::seq}, options).rows ==
        Lines{"1: key='a' seq=7"});
}

TEST_CASE("keys: a line is a key, whatever it looks like") {
  const test::Reading reading =
      test::read_text("a\n\n{\"key\":1}\n  b \r\nc\r\r\n\xff\x00\nnull"s, {Field::key}, as(Format::keys));
  CHECK(reading.rows == Lines{"1: key='a'", "2: key=''", "3: key='{\"key\":1}'", "4: key='  b '",
                              "5: key='c\\x0d'", "6: key='\\xff\\x00'", "7: key='null'"});
  CHECK(reading.reports == Lines{"in: keys, 7 lines, 7 records, 0 other, 0 unreadable, 2 CR"});
}

TEST_CASE("keys: NUL as delimiter is verbatim") {
  ReadingOptions options = as(Format::keys);
  options.delimiter = '\0';
  const test::Reading reading = test::read_text("\xef\xbb\xbf\x61\r\0b\nc\0\0d"s, {Field::key}, options);
  CHECK(reading.rows == Lines{"1: key='\xef\xbb\xbf"
                              "a\\x0d'",
                              "2: key='b\\x0ac'", "3: key=''", "4: key='d'"});
  CHECK(reading.reports == Lines{"in: keys, 4 lines, 4 records, 0 other, 0 unreadable, 0 CR"});
}

TEST_CASE("keys: the line that means no key") {
  ReadingOptions options = as(Format::keys);
  options.null_key = "NULL";
  CHECK(test::read_text("NULL\nNULL \nnull\n\n", {Field::key}, options).rows ==
        Lines{"1: key=null", "2: key='NULL '", "3: key='null'", "4: key=''"});
  options.null_key = "";
  CHECK(test::read_text("\na\r\n\r\n", {Field::key}, options).rows ==
        Lines{"1: key=null", "2: key='a'", "3: key=null"});
}

TEST_CASE("keys: lines are records even for who does not want the key, and hashes come with keys") {
  CHECK(test::read_text("a\nb\n", {Field::seq}, as(Format::keys)).rows == Lines{"1: ", "2: "});
  FieldSet hashed;
  hashed.key_hash = true;
  const auto rows = test::read_text("a\n", hashed, as(Format::keys)).rows;
  CHECK(rows == Lines{"1: hash=" + std::to_string(hash::fast_hash("a", hash::process_seed()))});
}

TEST_CASE("recognise: by the first line that tells") {
  const auto format = [](std::string_view text) {
    const auto recognised = recognise(text, {});
    if (!recognised) return recognised.error().what;
    const std::string wrapper(info(recognised->wrapper).title);
    return wrapper.empty() ? std::string(info(recognised->format).name)
                           : wrapper + ", " + std::string(info(recognised->format).name);
  };
  CHECK(format("").empty() == false);
  CHECK(format("") == "jsonl");
  CHECK(format("\n \n") == "jsonl");
  CHECK(format("{\"seq\":1}") == "jsonl");
  CHECK(format("\xef\xbb\xbf{\"seq\":1}") == "jsonl");
  CHECK(format("\n  {\"seq\":1}\n") == "jsonl");
  CHECK(format("# a comment\n{\"seq\":1}\n") == "jsonl");
  const std::string kcat =
      R"({"topic":"orders","partition":3,"offset":1841,"tstype":"create","ts":1700000000123,"broker":1,)"
      R"("headers":["trace","ab"],"key":"acct-1","payload":"{\"seq\":7}"})";
  CHECK(format(kcat) == "kcat");
  CHECK(format(kcat.substr(0, kcat.size() - 5)) == "kcat");  // the first block ends within the line
  CHECK(format(R"({"topic":"o","partition":3,"offset":1,"key":null,"payload":null})") == "kcat");
  CHECK(format(R"({"topic":"o","partition":3,"offset":1,"key":"a","member":"c1","payload":{}})") == "jsonl");
  CHECK(format(R"({"topic":"o","partition":3,"offset":1,"key":"a","payload":{},"start_ts":1,"end_ts":2})") ==
        "jsonl");
  CHECK(format(R"({"topic":"o","partition":3,"offset":1,"payload":"x","event":"done"})") == "jsonl");
  CHECK(format(R"({"topic":"orders","key":"acct-1","value":"{}","timestamp":1,"partition":0,"offset":3})") ==
        "jsonl");
  CHECK(format("level=info key=a seq=1\n") == "logfmt");
  CHECK(format("key=a\n") == "logfmt");
  CHECK(format("hello\nkey=a\n") == "logfmt");
  CHECK(format("hello\nworld\nversion=1 of it\n") == "cannot tell the format from the first lines");
  CHECK(format("hello\nworld\nx\ny\nz\nkey=a\nkey=b\nkey=c\n") == "logfmt");
  CHECK(format("hello\n") == "cannot tell the format from the first lines");
  CHECK(format("\xff\xfe{\0\"\0"s) == "the input is UTF-16");
  CHECK(format("[pod/orders-a/app] key=a seq=1\n") == "kubectl prefix, logfmt");
  CHECK(format("[pod/orders-a/app] hello\n[pod/orders-a/app] {\"seq\":1}\n") == "kubectl prefix, jsonl");
  CHECK(format("[pod/orders-a/app]\n[pod/orders-a/app] {\"seq\":1}\n") ==
        "cannot tell the format from the first lines");
  const std::string spring =
      "2026-11-27T02:41:03.900Z  INFO 1 --- [orders] [ntainer#0-0-C-1] c.e.Listener : ready\n";
  CHECK(format("  .   ____          _\n :: Spring Boot ::\n\n" + spring) == "spring-boot");
  CHECK(format("[pod/orders-a/app] " + spring) == "kubectl prefix, spring-boot");
  CHECK(format("CreateTime:1700000000000\tPartition:0\tOffset:0\tNO_HEADERS\tacct-1\t{\"seq\":1}\n") ==
        "console-consumer");
  CHECK(format("Partition:3\tx\n") == "console-consumer");
  CHECK(format("Partition: 3, Offset: 7\n") == "cannot tell the format from the first lines");
  CHECK(recognise("hello\n", with_patterns({"(?P<key>x)"}))->format == Format::text);
  CHECK(*recognise("[pod/a/b] hello\n", with_patterns({"(?P<key>x)"})) ==
        Shape{Format::text, Wrapper::kubectl});
  CHECK(*recognise("\n[pod/a/b] hello\n", as(Format::jsonl)) == Shape{Format::jsonl, Wrapper::kubectl});
}

TEST_CASE("recognise: bit by bit, what is certain stays so") {
  const std::string text = "hello\n\nkey=a\nx\nkey=b\nkey=c\n{\"seq\":1}\n";
  const ReadingOptions options;
  Recogniser recogniser(options);
  std::optional<Shape> certain;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = text.find('\n', at) + 1;
    const auto format = recogniser.add(std::string_view(text).substr(at, end - at));
    if (certain) CHECK(format == certain);
    certain = format;
    at = end;
  }
  CHECK(certain == Shape{Format::logfmt, Wrapper::none});
  CHECK(*recognise(text, options) == Shape{Format::logfmt, Wrapper::none});
}

TEST_CASE("format: names") {
  CHECK(*find_format("kcat") == Format::kcat);
  CHECK(*find_format("auto") == Format::automatic);
  const auto unknown = find_format("xml");
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().what == "'xml' is not a format");
  CHECK(unknown.error().hint == "formats are auto jsonl kcat logfmt text spring-boot console-consumer");
  CHECK_FALSE(find_format("keys"));
  for (const FormatInfo& known : formats()) CHECK(&info(known.format) == &known);
}

}  // namespace
}  // namespace lanewise::record

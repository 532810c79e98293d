// What a JSON record may say and how it is taken: the rules of lanewise-events(7), each by simdjson's way and
// by the reference scanner.
#include <string>
#include <string_view>

#include "libcore/record/json_reader.h"
#include "libcore/record/json_scanner.h"
#include "tests/support/catch.h"
#include "tests/support/reading.h"

namespace lanewise::record {
namespace {

using namespace std::string_literals;

// One line by one engine: its fields, or the problem's sentence.
std::string read_line(const std::string& line, const ReadingOptions& options, JsonEngine engine,
                      const FieldSet& wanted = test::all_fields()) {
  const Projection projection(wanted, options.mappings);
  Batch batch;
  BatchBuilder builder;
  builder.start(batch, projection, options.rules);
  const std::string padded = line + "\n" + std::string(io::Buffer::kSlack, '\0');
  make_json_reader(options, projection, 1 << 20, engine)
      ->decode(std::string_view(padded).substr(0, line.size() + 1), builder);
  builder.finish();
  REQUIRE(batch.counts().lines == 1);
  if (!batch.problems().empty()) {
    CHECK(batch.problems()[0].text == line);
    return (batch.problems()[0].kind == ProblemKind::bad_field ? "bad field: " : "unreadable: ") +
           batch.problems()[0].what;
  }
  if (batch.size() == 0) return "other";
  return test::render_row(batch, wanted, 0);
}

std::string read(const std::string& line, std::vector<std::string_view> mappings = {}) {
  ReadingOptions options;
  for (const std::string_view text : mappings) {
    auto mapping = parse_mapping(text);
    REQUIRE(mapping);
    options.mappings.push_back(*mapping);
  }
  const std::string reference = read_line(line, options, JsonEngine::reference);
  INFO(line);
  CHECK(read_line(line, options, JsonEngine::fast) == reference);
  // Who asks for few fields may be done with a line before its end.
  const FieldSet few{Field::key, Field::seq, Field::ts};
  CHECK(read_line(line, options, JsonEngine::fast, few) ==
        read_line(line, options, JsonEngine::reference, few));
  return reference;
}

TEST_CASE("json: every field of the vocabulary") {
  CHECK(read(R"({"topic":"orders","partition":3,"offset":1841,"broker":"broker-a","key":"acct-1","seq":7,)"
             R"("ts":1700000000123,"clock":9,"payload":{},"headers":{},"id":"e1","message_id":"m1",)"
             R"("tag":"PAID","event":"done","start_ts":1700000000,"end_ts":1700000001,"count":2,"group":"g",)"
             R"("member":"c1","thread":"t-1","generation":4,"attempt":1,"original_offset":12,)"
             R"("producer":"p","producer_thread":"pt","producer_epoch":0,"producer_seq":5,"state":"PAID",)"
             R"("step":"A","version":2,"expected_version":1,"position":[3,-1],"depends_on":6})") ==
        "topic='orders' partition=3 offset=1841 broker='broker-a' position=[3,-1] key='acct-1' seq=7 "
        "ts=1700000000123000000 clock=9 id='e1' message_id='m1' tag='PAID' event=done "
        "start_ts=1700000000000000000 end_ts=1700000001000000000 count=2 group='g' member='c1' thread='t-1' "
        "generation=4 attempt=1 original_offset=12 depends_on=6 producer='p' producer_thread='pt' "
        "producer_epoch=0 producer_seq=5 state='PAID' step='A' version=2 expected_version=1");
}

TEST_CASE("json: null, absent and zero are three things") {
  CHECK(read(R"({})").empty());
  CHECK(read(R"({"key":null,"seq":null,"ts":null})") == "key=null seq=null ts=null");
  CHECK(read(R"({"key":"","seq":0,"ts":0})") == "key='' seq=0 ts=0");
  CHECK(read(R"({"topic":null,"event":null,"position":null,"depends_on":null})").empty());
}

TEST_CASE("json: an integer is a JSON integer or a string of digits, exact") {
  CHECK(read(R"({"seq":9007199254740993})") == "seq=9007199254740993");
  CHECK(read(R"({"seq":"9007199254740993"})") == "seq=9007199254740993");
  CHECK(read(R"({"seq":9223372036854775807,"offset":-9223372036854775808})") ==
        "offset=-9223372036854775808 seq=9223372036854775807");
  CHECK(read(R"({"seq":"-9223372036854775808"})") == "seq=-9223372036854775808");
  CHECK(read(R"({"seq":-0})") == "seq=0");
  CHECK(read(R"({"seq":9223372036854775808})") ==
        "bad field: seq is not within 64 bits: 9223372036854775808");
  CHECK(read(R"({"seq":18446744073709551615})") ==
        "bad field: seq is not within 64 bits: 18446744073709551615");
  CHECK(read(R"({"seq":"9223372036854775808"})") ==
        "bad field: seq is not an integer: '9223372036854775808'");
  CHECK(read(R"({"seq":1.0})") == "bad field: seq is not an integer: 1.0");
  CHECK(read(R"({"seq":1e3})") == "bad field: seq is not an integer: 1e3");
  CHECK(read(R"({"seq":"1.0"})") == "bad field: seq is not an integer: '1.0'");
  CHECK(read(R"({"seq":"12a"})") == "bad field: seq is not an integer: '12a'");
  CHECK(read(R"({"seq":"+1"})") == "bad field: seq is not an integer: '+1'");
  CHECK(read(R"({"seq":" 1"})") == "bad field: seq is not an integer: ' 1'");
  CHECK(read(R"({"seq":""})") == "bad field: seq is not an integer: ''");
  CHECK(read(R"({"seq":true})") == "bad field: seq is not an integer: true");
  CHECK(read(R"({"seq":[1]})") == "bad field: seq is not an integer: an array");
  CHECK(read(R"({"seq":{"a":1}})") == "bad field: seq is not an integer: an object");
  CHECK(read(R"({"version":2.5,"seq":1})") == "bad field: version is not an integer: 2.5");
}

TEST_CASE("json: a message is short however long the value is") {
  const std::string number(100'000, '9');
  const std::string shown(60, '9');
  CHECK(read("{\"seq\":" + number + "}") == "bad field: seq is not within 64 bits: " + shown + "…");
  CHECK(read("{\"seq\":\"" + number + "\"}") == "bad field: seq is not an integer: '" + shown + "…'");
  CHECK(read("{\"member\":0." + number + "}") ==
        "bad field: member is not a string: 0." + shown.substr(2) + "…");
}

TEST_CASE("json: a key is bytes; an integer is its decimal text; nothing else is one") {
  CHECK(read(R"({"key":"acct-1"})") == "key='acct-1'");
  CHECK(read(R"({"key":17})") == "key='17'");
  CHECK(read(R"({"key":-9223372036854775808})") == "key='-9223372036854775808'");
  CHECK(read(R"({"key":18446744073709551615})") == "key='18446744073709551615'");
  CHECK(read(R"({"key":123456789012345678901234567890})") == "key='123456789012345678901234567890'");
  CHECK(read(R"({"key":"a\u0000\n\"\\\/\u00e9\ud83d\ude00"})") == "key='a\\x00\\x0a\"\\/é😀'");
  CHECK(read("{\"key\":\"\xff\xfe\"}") == "key='\\xff\\xfe'");  // kcat prints such bytes as they are
  CHECK(read(R"({"key":1.5})") == "bad field: key is not a string or an integer: 1.5");
  CHECK(read(R"({"key":1e3})") == "bad field: key is not a string or an integer: 1e3");
  CHECK(read(R"({"key":false})") == "bad field: key is not a string or an integer: false");
  CHECK(read(R"({"key":{}})") == "bad field: key is not a string or an integer: an object");
  CHECK(read(R"({"key":["a"]})") == "bad field: key is not a string or an integer: an array");
  CHECK(read(R"({"key":"\ud83d"})") ==
        "bad field: key holds half of a surrogate pair, which is no character");
  for (const std::string_view half : {R"(\ud800)", R"(\udbff)", R"(\udc00)", R"(\udfff)", R"(\ud800x)",
                                      R"(\ud800\u0041)", R"(\ud800\ud800)", R"(\ud800\ue000)", R"(x\ude00)"})
    CHECK(read(fmt::format(R"({{"key":"{}"}})", half)) ==
          "bad field: key holds half of a surrogate pair, which is no character");
  CHECK(read(R"({"key":"\ud800\udc00\udbff\udfff\ud7ff\ue000"})") ==
        "key='\xf0\x90\x80\x80\xf4\x8f\xbf\xbf\xed\x9f\xbf\xee\x80\x80'");
  CHECK(read(R"({"key":"\ude00\ud83d"})") ==
        "bad field: key holds half of a surrogate pair, which is no character");
}

TEST_CASE("json: key_b64 is a key that is not UTF-8") {
  CHECK(read(R"({"key_b64":"//4="})") == "key='\\xff\\xfe'");
  CHECK(read(R"({"key_b64":"//4"})") == "key='\\xff\\xfe'");
  CHECK(read(R"({"key_b64":""})") == "key=''");
  CHECK(read(R"({"key_b64":"\u002f/4="})") == "key='\\xff\\xfe'");
  CHECK(read(R"({"key":"a","key_b64":"//4="})") == "key='a'");
  CHECK(read(R"({"key_b64":"//4=","key":"a"})") == "key='\\xff\\xfe'");
  CHECK(read(R"({"key_b64":null})").empty());
  CHECK(read(R"({"key_b64":null,"key":"a"})") == "key='a'");
  CHECK(read(R"({"key_b64":"a b"})") == "bad field: key_b64 is not base64: 'a b'");
  CHECK(read(R"({"key_b64":7})") == "bad field: key_b64 is not base64: 7");
  CHECK(read(R"({"key_b64":7.5})") == "bad field: key_b64 is not base64: 7.5");
  CHECK(read(R"({"key_b64":[]})") == "bad field: key_b64 is not base64: an array");
  CHECK(read(R"({"k":"x","key_b64":"//4="})", {"key=k"}) == "key='x'");  // a mapped field is at its path only
}

TEST_CASE("json: texts are strings; an integer is its decimal text") {
  CHECK(read(R"({"member":17,"thread":-1,"id":99999999999999999999})") ==
        "id='99999999999999999999' member='17' thread='-1'");
  CHECK(read(R"({"member":""})") == "member=''");
  CHECK(read(R"({"member":true})") == "bad field: member is not a string: true");
  CHECK(read(R"({"member":1.5})") == "bad field: member is not a string: 1.5");
  CHECK(read(R"({"member":{}})") == "bad field: member is not a string: an object");
}

TEST_CASE("json: only a string is a broker that is part of the place") {
  CHECK(read(R"({"broker":"broker-a"})") == "broker='broker-a'");
  for (const std::string_view other :
       {"1", "1.5", "99999999999999999999", "true", "{}", "[1]", "null", R"("\ud800")"})
    CHECK(read(fmt::format(R"({{"broker":{},"seq":1}})", other)) == "seq=1");
}

TEST_CASE("json: kcat's time of 0 that is none") {
  CHECK(read(R"({"ts":-1,"key":"a"})") == "key='a'");  // Kafka's NO_TIMESTAMP
  CHECK(read(R"({"ts":"-1","start_ts":-1.5,"end_ts":-9223372036854775808})").empty());
  CHECK(read(R"({"ts":"-x"})") == "bad field: ts is not a time: '-x'");
  CHECK(read(R"({"ts":"1969-12-31T23:59:59Z"})") == "ts=-1000000000");
  CHECK(read(R"({"tstype":"unknown","ts":0})").empty());
  CHECK(read(R"({"ts":0,"tstype":"unknown","key":"a"})") == "key='a'");
  CHECK(read(R"({"ts":"0","tstype":"unknown"})").empty());
  CHECK(read(R"({"key":"a","seq":1,"ts":0,"tstype":"unknown"})") == "key='a' seq=1");
  CHECK(read(R"({"tstype":"create","ts":0})") == "ts=0");
  CHECK(read(R"({"tstype":"unknown","ts":1700000000123})") == "ts=1700000000123000000");
  CHECK(read(R"({"tstype":["unknown"],"ts":0})") == "ts=0");
  CHECK(read(R"({"tstype":"create","tstype":"unknown","ts":0})") == "ts=0");
  CHECK(read(R"({"tstype":"unknown","start_ts":0,"ts":1})") == "ts=1000000 start_ts=0");
}

TEST_CASE("json: times are integers, seconds with a fraction, or text") {
  CHECK(read(R"({"ts":1700000000.123456789})") == "ts=1700000000123456789");  // exact: not by way of a double
  CHECK(read(R"({"ts":"2023-11-14T22:13:20Z"})") == "ts=1700000000000000000");
  CHECK(read(R"({"ts":1.7e9})") == "bad field: ts is not a time: '1.7e9'");
  CHECK(read(R"({"ts":"yesterday"})") == "bad field: ts is not a time: 'yesterday'");
  CHECK(read(R"({"ts":{}})") == "bad field: ts is not a time: an object");
  CHECK(read(R"({"ts":99999999999999})") ==
        "bad field: ts is not a time between 1677 and 2262: 99999999999999");
  CHECK(read(R"({"ts":99999999999999999999})") == "bad field: ts is not a time: '99999999999999999999'");
}

TEST_CASE("json: events are names; somebody's own are other") {
  CHECK(read(R"({"event":"commit"})") == "event=commit");
  CHECK(read(R"({"event":"Commit"})") == "event=other");
  CHECK(read(R"({"event":""})") == "event=other");
  CHECK(read(R"({"event":7})") == "bad field: event is not the name of an event: 7");
  CHECK(read(R"({"event":7.5})") == "bad field: event is not the name of an event: 7.5");
  CHECK(read(R"({"event":false})") == "bad field: event is not the name of an event: false");
}

TEST_CASE("json: positions") {
  CHECK(read(R"({"position":[ 4 , -9223372036854775808,9223372036854775807 ]})") ==
        "position=[4,-9223372036854775808,9223372036854775807]");
  CHECK(read(R"({"position":[]})").empty());
  std::string many = "0";
  for (int i = 1; i < 64; ++i) many += fmt::format(",{}", i);
  CHECK(read("{\"position\":[" + many + "]}") == "position=[" + many + "]");
  CHECK(read("{\"position\":[" + many + ",64]}") ==
        "bad field: position is not an array of integers: a longer array");
  for (const std::string_view other :
       {"[1.0]", "[1,2e3]", "[\"1\"]", "[[1]]", "[1,null]", "[9223372036854775808]", "[1,{}]"})
    CHECK(read(fmt::format(R"({{"position":{}}})", other)) ==
          "bad field: position is not an array of integers: an array of something else");
  CHECK(read(R"({"position":7})") == "bad field: position is not an array of integers: 7");
  CHECK(read(R"({"position":"7"})") == "bad field: position is not an array of integers: '7'");
  CHECK(read(R"({"position":{}})") == "bad field: position is not an array of integers: an object");
}

TEST_CASE("json: dependencies") {
  CHECK(read(R"({"depends_on":6})") == "depends_on=6");
  CHECK(read(R"({"depends_on":"6"})") == "depends_on=6");
  CHECK(read(R"({"depends_on":{"key":"a","seq":6}})") == "depends_on='a':6");
  CHECK(read(R"({"depends_on":{"seq":"6","other":[{}],"key":17}})") == "depends_on='17':6");
  CHECK(read(R"({"depends_on":{"seq":6}})") == "depends_on=6");
  CHECK(read(R"({"depends_on":{"key":null,"seq":6}})") == "depends_on=null:6");
  CHECK(read(R"({"depends_on":{"key_b64":"//4=","seq":6}})") == "depends_on='\\xff\\xfe':6");
  CHECK(read(R"({"depends_on":{"key":"a\"b","seq":-1}})") == "depends_on='a\"b':-1");
  for (const std::string_view other :
       {R"({})", R"({"key":"a"})", R"({"seq":1.0})", R"({"seq":99999999999999999999})", R"({"seq":null})",
        R"({"seq":1,"key":1.5})", R"({"seq":1,"key":true})", R"({"seq":1,"key":{}})",
        R"({"seq":1,"key_b64":"?"})"})
    CHECK(read(fmt::format(R"({{"depends_on":{}}})", other)) ==
          "bad field: depends_on is not a seq or an object with key and seq: another object");
  CHECK(read(R"({"depends_on":[6]})") ==
        "bad field: depends_on is not a seq or an object with key and seq: an array");
  CHECK(read(R"({"depends_on":6.5})") ==
        "bad field: depends_on is not a seq or an object with key and seq: 6.5");
  CHECK(read(R"({"depends_on":"x"})") ==
        "bad field: depends_on is not a seq or an object with key and seq: 'x'");
}

TEST_CASE("json: of a repeated name the first counts") {
  CHECK(read(R"({"key":"a","key":"b","seq":1,"seq":2})") == "key='a' seq=1");
  CHECK(read(R"({"key":null,"key":"b"})") == "key=null");
  CHECK(read(R"({"seq":1,"seq":"x"})") == "seq=1");
  CHECK(read(R"({"seq":"x","seq":1})") == "bad field: seq is not an integer: 'x'");
  CHECK(read(R"({"o":{},"o":{"id":"b"}})", {"key=o.id"}).empty());
  CHECK(read(R"({"o":{"id":"a","id":"c"},"o":{"id":"b"}})", {"key=o.id"}) == "key='a'");
}

TEST_CASE("json: names are compared as what they mean") {
  CHECK(read(R"({"k\u0065y":"a","s\u0065q":1})") == "key='a' seq=1");
  CHECK(read(R"({"ke\ud800y":"a"})").empty());
  CHECK(read(R"({"Key":"a","key ":"b"})").empty());
}

TEST_CASE("json: what nobody asked for costs no record") {
  for (const std::string& value : {"\"\xff\xc3(\""s, "123456789012345678901234567890"s, "1e999999"s,
                                   R"("\ud800 lone")"s, std::string(3000, '[') + std::string(3000, ']'),
                                   R"({"seq":"x","key":1.5})"s, "[1.0,true,null,{}]"s}) {
    CHECK(read("{\"other\":" + value + ",\"seq\":1}") == "seq=1");
    CHECK(read("{\"seq\":1,\"payload\":" + value + "}") == "seq=1");
    CHECK(read("{\"seq\":1,\"o\":{\"x\":" + value + ",\"id\":\"a\"}}", {"key=o.id"}) == "key='a' seq=1");
  }
  CHECK(read("{\"\xff\":1,\"seq\":1}") == "seq=1");
}

TEST_CASE("json: blanks where JSON has them") {
  CHECK(read(" \t{ \"seq\" : 1 , \"key\":\"a\" } \t") == "key='a' seq=1");
  CHECK(read("{\"seq\":1}\r") == "seq=1");
  CHECK(read("") == "other");
  CHECK(read(" \t\r") == "other");
}

TEST_CASE("json: what is no record says where it stops being one") {
  CHECK(read("[1]") == "unreadable: a record is an object, and this is another JSON value");
  CHECK(read("17") == "unreadable: a record is an object, and this is another JSON value");
  CHECK(read("hello") == "unreadable: not JSON: expected an object");
  CHECK(read("{") == "unreadable: not JSON: the line ends where a string should follow");
  CHECK(read(R"({"seq":1)") == "unreadable: not JSON: the line ends where ',' or '}' should follow");
  CHECK(read(R"({"seq":})") == "unreadable: not JSON: expected a value at byte 8");
  CHECK(read(R"({"seq":1,})") == "unreadable: not JSON: expected a string at byte 10");
  CHECK(read(R"({"seq" 1})") == "unreadable: not JSON: expected ':' at byte 8");
  CHECK(read(R"({"seq":01})") == "unreadable: not JSON: expected ',' or '}' at byte 9");
  CHECK(read(R"({"seq":1.})") == "unreadable: not JSON: expected a digit at byte 10");
  CHECK(read(R"({"seq":-})") == "unreadable: not JSON: expected a digit at byte 9");
  CHECK(read(R"({"seq":1e+})") == "unreadable: not JSON: expected a digit at byte 11");
  CHECK(read(R"({"seq":nul})") == "unreadable: not JSON: expected a value at byte 8");
  CHECK(read(R"({"seq":1} x)") == "unreadable: not JSON: expected nothing more at byte 11");
  CHECK(read(R"({"seq":1}{"seq":2})") == "unreadable: not JSON: expected nothing more at byte 10");
  CHECK(read(R"({"x":[1,2})") == "unreadable: not JSON: expected ',' or ']' at byte 10");
  CHECK(read(R"({"x":{"a":1,2}})") == "unreadable: not JSON: expected a string at byte 13");
  CHECK(read(R"({"x":[1,]})") == "unreadable: not JSON: expected a value at byte 9");
  CHECK(read(R"({"x":{"a":1]})") == "unreadable: not JSON: expected ',' or '}' at byte 12");
  CHECK(read(R"({"x":"a)") == "unreadable: not JSON: the line ends where the end of a string should follow");
  CHECK(read(R"({"x":"\x"})") == "unreadable: not JSON: expected an escape at byte 8");
  CHECK(read(R"({"x":"\u12g4"})") == "unreadable: not JSON: expected four hexadecimal digits at byte 8");
  CHECK(read("{\"x\":\"a\tb\"}") ==
        "unreadable: not JSON: expected no control character in a string at byte 8");
  CHECK(read("{\"x\":\"a\0b\"}"s) ==
        "unreadable: not JSON: expected no control character in a string at byte 8");
  CHECK(read("{\"seq\":1}\0"s) == "unreadable: not JSON: expected nothing more at byte 10");
  CHECK(read("{'seq':1}") == "unreadable: not JSON: expected a string at byte 2");
  // A line that is no JSON is told as that, whatever its fields hold.
  CHECK(read(R"({"seq":1.5,)") == "unreadable: not JSON: the line ends where a string should follow");
  CHECK(read(R"({"seq":1.5} x)") == "unreadable: not JSON: expected nothing more at byte 13");
}

TEST_CASE("json: paths into objects, arrays and JSON held in strings") {
  CHECK(read(R"({"order":{"id":"o-1","n":[{"s":1},{"s":2}]}})", {"key=/order/id", "seq=order.n.1.s"}) ==
        "key='o-1' seq=2");
  CHECK(read(R"({"a/b":{"c~d":7}})", {"seq=/a~1b/c~0d"}) == "seq=7");
  CHECK(read(R"({"payload":"{\"order\":{\"id\":\"o-1\"},\"seq\":7}"})",
             {"key=payload.order.id", "seq=payload.seq"}) == "key='o-1' seq=7");
  CHECK(read(R"({"payload":" [{\"seq\":\"7\"}] "})", {"seq=payload.0.seq"}) == "seq=7");
  CHECK(read(R"({"payload":{"seq":7}})", {"seq=payload.seq"}) == "seq=7");  // kcat with a schema registry
  // Connect's envelope inside kcat's, and so on to four levels.
  CHECK(read(R"({"a":"{\"b\":\"{\\\"c\\\":\\\"{\\\\\\\"seq\\\\\\\":7}\\\"}\"}"})", {"seq=a.b.c.seq"}) ==
        "seq=7");
  for (const std::string_view payload :
       {R"("no JSON")", R"("{\"seq\":7")", R"("{\"seq\":7} x")", R"("[7]")", R"("7")", R"("")", "null", "7",
        "true", R"("{}")", R"("\ud800{\"seq\":7}")"})
    CHECK(read(fmt::format(R"({{"payload":{},"key":"a"}})", payload), {"seq=payload.seq"}) == "key='a'");
  CHECK(read(R"({"payload":"{\"seq\":1.5}"})", {"seq=payload.seq"}) ==
        "bad field: seq is not an integer: 1.5");
}

TEST_CASE("json: a mapped field is found at its path only, alternatives in the order of the record") {
  CHECK(read(R"({"key":"a","id":"b"})", {"key=id"}) == "key='b' id='b'");
  CHECK(read(R"({"b":"x","a":"y"})", {"key=a", "key=b"}) == "key='x'");
  CHECK(read(R"({"order":"x"})", {"key=order", "seq=order.seq"}) == "key='x'");
  CHECK(read(R"({"order":{"seq":1}})", {"key=order", "seq=order.seq"}) ==
        "bad field: key is not a string or an integer: an object");
}

TEST_CASE("json: many mappings of one object") {
  std::vector<std::string> texts;
  for (int i = 0; i < 300; ++i) texts.push_back("key=name" + std::to_string(i));
  texts.emplace_back("seq=last");
  const std::vector<std::string_view> mappings(texts.begin(), texts.end());
  CHECK(read(R"({"name299":"a","name0":"b","last":1,"last":2})", mappings) == "key='a' seq=1");
}

TEST_CASE("json: a header by its name, in the four shapes that headers are printed in") {
  const std::vector<std::string_view> mappings{"seq=headers.seq", "id=headers.trace"};
  CHECK(read(R"({"headers":["trace","ab","seq","7"]})", mappings) == "seq=7 id='ab'");
  CHECK(read(R"({"headers":[{"key":"trace","value":"ab"},{"value":"7","key":"seq"}]})", mappings) ==
        "seq=7 id='ab'");
  CHECK(read(R"({"headers":"trace:ab,seq:7"})", mappings) == "seq=7 id='ab'");
  CHECK(read(R"({"headers":{"trace":"ab","seq":7}})", mappings) == "seq=7 id='ab'");
  // The first of a repeated header; a value that looks like a name; no value; values of other kinds.
  CHECK(read(R"({"headers":["seq","7","seq","8"]})", mappings) == "seq=7");
  CHECK(read(R"({"headers":[{"key":"seq","value":7},{"key":"seq","value":8}]})", mappings) == "seq=7");
  CHECK(read(R"({"headers":"seq:7,seq:8"})", mappings) == "seq=7");
  CHECK(read(R"({"headers":["x","seq","trace","ab"]})", mappings) == "id='ab'");
  CHECK(read(R"({"headers":["x",{"key":"seq","value":"9"},"trace","ab"]})", mappings) == "id='ab'");
  CHECK(read(R"({"headers":["seq",null,"trace",null]})", mappings) == "seq=null");
  CHECK(read(R"({"headers":["x",null,"seq","7"]})", mappings) == "seq=7");
  CHECK(read(R"({"headers":{"trace":["ab","cd"],"seq":["7"]}})", mappings) == "seq=7 id='ab'");
  CHECK(read(R"({"headers":{"trace":[],"seq":[7]}})", mappings) == "seq=7");
  CHECK(read(R"({"headers":{"seq":[null],"trace":[["ab"]]}})", mappings) ==
        "bad field: id is not a string: an array");
  CHECK(read(R"({"headers":{"trace":["ab","cd"]}})", {"id=headers.trace.1"}) == "id='cd'");
  CHECK(read(R"({"headers":["seq"]})", mappings).empty());
  CHECK(read(R"({"headers":[]})", mappings).empty());
  CHECK(read(R"({"headers":"NO_HEADERS"})", mappings).empty());
  CHECK(read(R"({"headers":""})", mappings).empty());
  CHECK(read(R"({"headers":"trace:a:b,,seq:7,"})", mappings) == "seq=7 id='a:b'");
  CHECK(read(R"({"headers":null})", mappings).empty());
  CHECK(read(R"({"headers":["seq","x"]})", mappings) == "bad field: seq is not an integer: 'x'");
  CHECK(read(R"({"payload":{"headers":["seq","7"]}})", {"seq=payload.headers.seq"}) == "seq=7");
  CHECK(read(R"({"headers":["ctx","{\"seq\":7}"]})", {"seq=headers.ctx.seq"}) == "seq=7");
}

TEST_CASE("json: a partition and a generation fit 32 bits, whatever stands there") {
  CHECK(read(R"({"partition":2147483647,"generation":-2147483648})") ==
        "partition=2147483647 generation=-2147483648");
  CHECK(read(R"({"partition":4294967296})") == "bad field: partition is not within 32 bits: 4294967296");
  CHECK(read(R"({"generation":"-2147483649"})") ==
        "bad field: generation is not within 32 bits: -2147483649");
}

TEST_CASE("json: a field that is wanted forgivingly costs no record") {
  FieldSet wanted{Field::seq};
  wanted.add_forgivingly(Field::event);
  ReadingOptions options;
  options.format = Format::jsonl;
  CHECK(test::read_text("{\"seq\":1,\"event\":5}\n{\"seq\":2,\"event\":{\"type\":\"x\"}}\n"
                        "{\"seq\":3,\"event\":\"commit\"}\n{\"event\":\"\\ud800\",\"seq\":4}\n",
                        wanted, options)
            .rows == std::vector<std::string>{"1: seq=1", "2: seq=2", "3: seq=3 event=commit", "4: seq=4"});
  options.format = Format::logfmt;  // and it makes no record of prose
  CHECK(test::read_text("event=done of it\nevent=done seq=1\n", wanted, options).rows ==
        std::vector<std::string>{"2: seq=1 event=done"});
}

TEST_CASE("json: a value as it stands in its line") {
  JsonScanner scanner;
  const std::string line = R"( {"a":{"b" : [10,{"c":"x\ny"}]},"payload":"{\"seq\":1}","n":null,"a":1})";
  const auto at = [&](const Path& path) { return scanner.locate(line, path); };
  CHECK(at({"a"}) == R"({"b" : [10,{"c":"x\ny"}]})");
  CHECK(at({"a", "b", "0"}) == "10");
  CHECK(at({"a", "b", "1", "c"}) == R"("x\ny")");
  CHECK(at({"payload"}) == R"("{\"seq\":1}")");
  CHECK(at({"n"}) == "null");
  CHECK_FALSE(at({"payload", "seq"}));  // stands nowhere in the line
  CHECK_FALSE(at({"a", "b", "2"}));
  CHECK_FALSE(at({"x"}));
  CHECK_FALSE(at({"n", "x"}));
  CHECK(scanner.has_member(line, "n"));
  CHECK_FALSE(scanner.has_member(line, "c"));
  CHECK(scanner.has_member(R"({"payload":"cut of)", "payload"));
  CHECK_FALSE(scanner.has_member(R"({"payload":"cut of)", "event"));
  CHECK_FALSE(scanner.has_member("{}", "event"));
}

}  // namespace
}  // namespace lanewise::record

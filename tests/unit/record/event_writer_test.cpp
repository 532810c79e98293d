#include "libcore/record/event_writer.h"

#include <array>
#include <limits>
#include <string>

#include "libcore/base/base64.h"
#include "libcore/base/text.h"
#include "libcore/record/text_out.h"
#include "tests/support/catch.h"

namespace lanewise::record {

namespace {

std::string line(const Event& event, EventFormat format = EventFormat::jsonl,
                 TimeUnit unit = TimeUnit::milliseconds) {
  EventWriter writer(format, unit);
  std::string out;
  writer.append(event, out);
  return out;
}

Event handling() {
  Event event;
  event.topic = "orders";
  event.partition = Partition(7);
  event.offset = Offset(101);
  event.key = KeyView::of("order-4711");
  event.seq = Seq(2);
  event.start_ns = 1795747264000'000'000;
  event.end_ns = 1795747266000'999'999;
  event.group = "payments";
  event.member = "payments-1";
  event.thread = "worker-4";
  event.generation = Generation(1);
  return event;
}

}  // namespace

TEST_CASE("an event becomes one JSON line, unknown fields left out, in the vocabulary's order") {
  CHECK(line(Event{}) == "{}\n");
  CHECK(
      line(handling()) ==
      R"({"topic":"orders","partition":7,"offset":101,"key":"order-4711","seq":2,"start_ts":1795747264000,)"
      R"("end_ts":1795747266000,"group":"payments","member":"payments-1","thread":"worker-4","generation":1})"
      "\n");
}

TEST_CASE("every field of the vocabulary has its name and place") {
  const std::array<std::int64_t, 2> position{12, -3};
  Event event;
  event.event = EventKind::commit;
  event.topic = "t";
  event.broker = "broker-a";
  event.partition = Partition(0);
  event.offset = Offset(1);
  event.position = position;
  event.key = KeyView::of("k");
  event.seq = Seq(2);
  event.ts_ns = 3'000'000;
  event.clock = 4;
  event.start_ns = 5'000'000;
  event.end_ns = 6'000'000;
  event.count = 7;
  event.id = "i";
  event.message_id = "m";
  event.tag = "g";
  event.group = "G";
  event.member = "M";
  event.thread = "T";
  event.generation = Generation(8);
  event.attempt = 9;
  event.original_offset = 10;
  event.depends_on = DependsOn{KeyView::of("o\"k"), Seq(11)};
  event.producer = "p";
  event.producer_thread = "pt";
  event.producer_epoch = 12;
  event.producer_seq = 13;
  event.state = "paid";
  event.step = "A";
  event.version = 14;
  event.expected_version = 15;
  event.headers = R"(["trace","ab"])";
  event.payload = R"({"seq":2})";
  CHECK(
      line(event) ==
      R"({"event":"commit","topic":"t","broker":"broker-a","partition":0,"offset":1,"position":[12,-3],"key":"k",)"
      R"("seq":2,"ts":3,"clock":4,"start_ts":5,"end_ts":6,"count":7,"id":"i","message_id":"m","tag":"g",)"
      R"("group":"G","member":"M","thread":"T","generation":8,"attempt":9,"original_offset":10,)"
      R"("depends_on":{"key":"o\"k","seq":11},"producer":"p","producer_thread":"pt","producer_epoch":12,)"
      R"("producer_seq":13,"state":"paid","step":"A","version":14,"expected_version":15,)"
      R"("headers":["trace","ab"],"payload":{"seq":2}})"
      "\n");
}

TEST_CASE("null, empty, absent and binary keys are told apart") {
  Event event;
  event.seq = Seq(1);
  CHECK(line(event) == "{\"seq\":1}\n");
  event.key = KeyView::null();
  CHECK(line(event) == "{\"key\":null,\"seq\":1}\n");
  CHECK(line(event, EventFormat::logfmt) == "key=null seq=1\n");
  event.key = KeyView::of("");
  CHECK(line(event) == "{\"key\":\"\",\"seq\":1}\n");
  CHECK(line(event, EventFormat::logfmt) == "key=\"\" seq=1\n");
  event.key = KeyView::of("null");
  CHECK(line(event, EventFormat::logfmt) == "key=\"null\" seq=1\n");
  event.key = KeyView::of("\xff\xfe\x01");
  CHECK(line(event) == "{\"key_b64\":\"//4B\",\"seq\":1}\n");
  event.key = KeyView::of("\xc3\x28");  // a lead byte without its follower
  CHECK(line(event) == "{\"key_b64\":\"wyg=\",\"seq\":1}\n");
  event.key = KeyView::of("f\xc3\xbcr \xf0\x9f\x9a\x80");
  CHECK(line(event) == "{\"key\":\"f\xc3\xbcr \xf0\x9f\x9a\x80\",\"seq\":1}\n");
}

TEST_CASE("what must come before: a key of its own, none, or bytes") {
  Event event;
  const auto depends_on = [&](KeyView key) {
    event.depends_on = DependsOn{key, Seq(11)};
    return line(event);
  };
  CHECK(depends_on({}) == "{\"depends_on\":11}\n");
  CHECK(depends_on(KeyView::of("a")) == "{\"depends_on\":{\"key\":\"a\",\"seq\":11}}\n");
  CHECK(depends_on(KeyView::null()) == "{\"depends_on\":{\"key\":null,\"seq\":11}}\n");
  CHECK(depends_on(KeyView::of("\xff\xfe\x01")) == "{\"depends_on\":{\"key_b64\":\"//4B\",\"seq\":11}}\n");
}

TEST_CASE("logfmt: texts that a reader would take for something else are quoted") {
  Event event;
  event.broker = "1";
  event.id = "null";
  event.tag = "a,";
  event.state = "a;b";
  CHECK(line(event, EventFormat::logfmt) == "broker=\"1\" id=\"null\" tag=\"a,\" state=a;b\n");
  event = {};
  event.broker = "b1";
  event.leader = 7;
  CHECK(line(event, EventFormat::logfmt) == "broker=b1\n");
}

TEST_CASE("JSON strings are escaped wherever the byte stands") {
  // Every position in every length up to 20, so that each way through the short copies is taken.
  for (std::size_t size = 1; size <= 20; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      std::string text(size, 'x');
      for (const auto& [byte, escaped] : std::initializer_list<std::pair<char, std::string>>{
               {'"', "\\\""}, {'\\', "\\\\"}, {'\n', "\\n"}, {'\x01', "\\u0001"}, {'\x1f', "\\u001f"}}) {
        text[at] = byte;
        Event event;
        event.member = text;
        std::string expected(size - 1, 'x');
        expected.insert(at, escaped);
        CHECK(line(event) == "{\"member\":\"" + expected + "\"}\n");
      }
      text[at] = '\x7f';  // and what needs no escape has none
      Event event;
      event.member = text;
      CHECK(line(event) == "{\"member\":\"" + text + "\"}\n");
    }
  }
  Event event;
  event.member = "a\xff z";
  CHECK(line(event) == "{\"member\":\"a\xef\xbf\xbd z\"}\n");
  event.member = "\b\f\r\t";
  CHECK(line(event) == "{\"member\":\"\\b\\f\\r\\t\"}\n");
}

TEST_CASE("base64 is that of RFC 4648, section 10") {
  const auto encode = [](std::string_view bytes) {
    char out[16];
    return std::string(out, put_base64(out, bytes));
  };
  CHECK(encode("").empty());
  CHECK(encode("f") == "Zg==");
  CHECK(encode("fo") == "Zm8=");
  CHECK(encode("foo") == "Zm9v");
  CHECK(encode("foob") == "Zm9vYg==");
  CHECK(encode("fooba") == "Zm9vYmE=");
  CHECK(encode("foobar") == "Zm9vYmFy");
}

TEST_CASE("ill-formed UTF-8 is recognised") {
  CHECK(is_utf8(
      "\x7f \xc2\x80 \xdf\xbf \xe0\xa0\x80 \xed\x9f\xbf \xef\xbf\xbf \xf0\x90\x80\x80 \xf4\x8f\xbf\xbf"));
  for (const char* bad : {"\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
                          "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xc3", "\xe2\x82", "\xff"}) {
    CHECK_FALSE(is_utf8(bad));
  }
}

TEST_CASE("integers of every length") {
  const auto text = [](std::int64_t value) {
    char out[24];
    return std::string(out, put_number(out, value));
  };
  std::int64_t power = 1;
  for (int digits = 1; digits <= 19; ++digits) {
    for (const std::int64_t value : {power - 1, power, power + 1, power / 9 * 7, -power, 1 - power}) {
      CHECK(text(value) == std::to_string(value));
    }
    if (digits < 19) power *= 10;
  }
  CHECK(text(std::numeric_limits<std::int64_t>::max()) == "9223372036854775807");
  CHECK(text(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
  for (std::int64_t value = 0; value < 20'000; ++value) CHECK(text(value) == std::to_string(value));
  for (std::int64_t value = 0; value < 99'999'999; value += 9'973) {
    char out[8];
    put_eight_digits(out, static_cast<std::uint32_t>(value));
    CHECK(std::string(out, 8) == std::to_string(100'000'000 + value).substr(1));
  }
}

TEST_CASE("times are cut towards the past") {
  CHECK(in_unit(1'999'999, TimeUnit::milliseconds) == 1);
  CHECK(in_unit(-1, TimeUnit::milliseconds) == -1);
  CHECK(in_unit(-1'000'000, TimeUnit::milliseconds) == -1);
  CHECK(in_unit(1'999, TimeUnit::microseconds) == 1);
  CHECK(in_unit(1'999, TimeUnit::nanoseconds) == 1'999);
  CHECK(in_unit(1'999'999'999, TimeUnit::seconds) == 1);
}

TEST_CASE("logfmt quotes what is not one bare word") {
  Event event;
  event.key = KeyView::of("a b");
  event.member = "x=y";
  event.tag = "say \"hi\"\n";
  event.state = "\xc3\xbc";
  event.payload = R"({"seq":2})";
  CHECK(line(event, EventFormat::logfmt) ==
        "key=\"a b\" tag=\"say \\\"hi\\\"\\n\" member=\"x=y\" state=\"\xc3\xbc\" "
        "payload=\"{\\\"seq\\\":2}\"\n");
  CHECK(
      line(handling(), EventFormat::logfmt) ==
      "topic=orders partition=7 offset=101 key=order-4711 seq=2 start_ts=1795747264000 end_ts=1795747266000 "
      "group=payments member=payments-1 thread=worker-4 generation=1\n");
  CHECK(line(Event{}, EventFormat::logfmt) == "\n");
}

TEST_CASE("the Spring Boot layout carries time and thread, its body the rest") {
  // 1795747266000 ms is 2026-11-27T02:41:06Z: 2026-11-27T02:51:00Z is 1795747860000 ms, 594 s later.
  CHECK(line(handling(), EventFormat::spring_boot) ==
        "2026-11-27T02:41:06.000Z  INFO 1 --- [payments] [       worker-4] c.e.Listener : topic=orders "
        "partition=7 "
        "offset=101 key=order-4711 seq=2 start_ts=1795747264000 end_ts=1795747266000 group=payments "
        "member=payments-1 generation=1\n");
  Event event;
  event.event = EventKind::start;
  event.ts_ns = 951'782'400'000'000'000 + 1'007'000'000;  // 2000-02-29T00:00:00Z (a leap day), and a bit
  event.thread = "org.springframework.kafka.KafkaListenerEndpointContainer#0-0-C-1";
  CHECK(line(event, EventFormat::spring_boot) ==
        "2000-02-29T00:00:01.007Z  INFO 1 --- [app] [ntainer#0-0-C-1] c.e.Listener : event=start\n");
}

TEST_CASE("kcat's envelope holds the payload as a string") {
  Event event;
  event.topic = "cdc";
  event.partition = Partition(0);
  event.offset = Offset(87);
  event.ts_ns = 1733300000030'000'000;
  event.leader = 1;
  event.key = KeyView::of("row-6");
  event.seq = Seq(3);
  CHECK(
      line(event, EventFormat::kcat, TimeUnit::nanoseconds) ==
      R"({"topic":"cdc","partition":0,"offset":87,"tstype":"create","ts":1733300000030,"broker":1,"key":"row-6",)"
      R"("payload":"{\"seq\":3}"})"
      "\n");
  event.payload = R"({"seq":3,"entity":"row-6"})";
  event.headers = R"(["trace","ab"])";
  event.key = KeyView::null();
  event.ts_ns.reset();
  CHECK(line(event, EventFormat::kcat) ==
        R"({"topic":"cdc","partition":0,"offset":87,"broker":1,"headers":["trace","ab"],"key":null,)"
        R"("payload":"{\"seq\":3,\"entity\":\"row-6\"}"})"
        "\n");
  Event bare;
  bare.topic = "t\xff";  // kcat writes bytes as they are
  CHECK(line(bare, EventFormat::kcat) ==
        "{\"topic\":\"t\xff\",\"partition\":0,\"offset\":0,\"broker\":-1,\"key\":null,\"payload\":null}\n");
}

TEST_CASE("a writer appends, and long fields find room") {
  EventWriter writer;
  std::string out = "before\n";
  Event event;
  event.id = std::string_view("x");
  writer.append(event, out);
  const std::string controls(100'000, '\x01');
  event.id = controls;
  writer.append(event, out);
  CHECK(out.substr(0, 18) == "before\n{\"id\":\"x\"}\n");
  CHECK(out.size() == 18 + 600'000 + std::string_view("{\"id\":\"\"}\n").size());
}

TEST_CASE("event names go both ways") {
  for (const std::string_view text : event_names()) CHECK(name_of(find_event(text)) == text);
  CHECK(find_event("Start") == EventKind::other);
  CHECK(name_of(EventKind::pause) == "pause");
}

}  // namespace lanewise::record

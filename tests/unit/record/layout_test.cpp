// Logs with layouts and wrappers around them: what is peeled off, what becomes of it, and what is no record.
#include <string>
#include <string_view>
#include <vector>

#include "libcore/record/text_reader.h"
#include "tests/support/catch.h"
#include "tests/support/reading.h"

namespace lanewise::record {
namespace {

using namespace std::string_literals;
using Lines = std::vector<std::string>;

ReadingOptions as(Format format) {
  ReadingOptions options;
  options.format = format;
  return options;
}

const FieldSet kFew{Field::key, Field::seq, Field::event, Field::topic, Field::partition, Field::offset};
const FieldSet kWho{Field::key, Field::member, Field::thread, Field::ts};

// One line of a Spring Boot log with the fields that its head gives, or "-".
std::string spring(const std::string& line) {
  const test::Reading reading = test::read_text(line, kWho, as(Format::spring_boot));
  return reading.rows.size() == 1 ? reading.rows[0].substr(3) : "-";
}

TEST_CASE("spring-boot: the heads of its versions") {
  // date -u -d 2021-01-16T14:03:00Z +%s = 1610805780
  CHECK(spring("2021-01-16 14:03:00.844 ERROR 118643 --- [ntainer#0-0-C-1] c.e.A : key=a") ==
        "key='a' ts=1610805780844000000 thread='ntainer#0-0-C-1'");
  CHECK(spring("2021-01-16T16:03:00.844+02:00  INFO 17556 --- [orders-svc] [ntainer#0-0-C-1] "
               "c.e.consumer.OrderConsumer               : key=a seq=7") ==
        "key='a' ts=1610805780844000000 thread='ntainer#0-0-C-1'");
  CHECK(spring("2021-01-16T14:03:00.844Z DEBUG 1 --- [           main] c.e.A : key=a") ==
        "key='a' ts=1610805780844000000 thread='main'");
  CHECK(spring("2021-01-16 14:03:00.844  INFO [svc,5f0c,77d0] 1 --- [pool-2-thread-4] c.e.A : key=a") ==
        "key='a' ts=1610805780844000000 thread='pool-2-thread-4'");
  CHECK(spring("2021-01-16T14:03:00.844Z  INFO 1 --- [orders] [pool-2-thread-4] "
               "[803b448a0489f84084905d3093480352-3425f23bb2432450] c.e.A : key=a") ==
        "key='a' ts=1610805780844000000 thread='pool-2-thread-4'");
  CHECK(spring("2021-01-16T14:03:00.844Z  INFO 1 --- [orders] [pool-2-thread-4] "
               "[                                                 ] c.e.A : key=a") ==
        "key='a' ts=1610805780844000000 thread='pool-2-thread-4'");
  CHECK(spring("2021-01-16T14:03:00.844Z  INFO 1 --- [               ] c.e.A : key=a") ==
        "key='a' ts=1610805780844000000");
}

TEST_CASE("spring-boot: lines that are not of it") {
  for (const std::string& line :
       {"key=a"s, "  .   ____"s, ""s, "2021-01-16"s, "\tat c.e.A.b(A.java:3) key=a"s,
        "2021-01-16 14:03:00.844 ERROR 118643 --- [main] c.e.A"s,
        "2021-01-16 14:03:00.844 ERROR 118643 --- c.e.A : key=a"s,
        "2021-01-16 14:03:00.844 ERROR 118643 [main] c.e.A : key=a"s,
        "2021-01-16 14:03:00.844 error 118643 --- [main] c.e.A : key=a"s,
        "2021-13-16 14:03:00.844 ERROR 118643 --- [main] c.e.A : key=a"s,
        "2021-01-16 14:03:00.844 ERROR 118643 --- [main] c.e.A : nothing"s})
    CHECK(spring(line) == "-");
}

TEST_CASE("spring-boot: a time without a zone is of the zone that is given") {
  ReadingOptions options = as(Format::spring_boot);
  options.rules.zone = *TimeZone::parse("+08:00");
  CHECK(test::read_text("2021-01-16 22:03:00.844 ERROR 1 --- [main] c.e.A : key=a\n", {Field::key, Field::ts},
                        options)
            .rows == Lines{"1: key='a' ts=1610805780844000000"});
}

TEST_CASE("spring-boot: bodies are logfmt, JSON and lines of Kafka's client") {
  const std::string head = "2021-01-16T14:03:00.844Z  INFO 1 --- [main] ";
  const test::Reading reading = test::read_text(
      head + "c.e.A : event=done key=a seq=7\n" +           //
          head + R"(c.e.A : {"key":"b","seq":8})" + "\n" +  //
          head + R"(c.e.A : {"level":"info"})" + "\n" +     //
          head + "c.e.A : {key=c}\n" +                      //
          head + R"(c.e.A : {"key":)" + "\n" +              //
          head + "o.a.k.c.c.i.ConsumerCoordinator : Revoke previously assigned partitions o-1, o-2\n" + head +
          "o.a.k.c.c.i.ConsumerCoordinator : partition=3 key=x\n" +  //
          head + "c.e.A : SEEK FETCHER TopicPartition(topic='t', partition=9) -> 5\n" + head +
          "c.e.A : handled\n" +  //
          head + "c.e.A : seq=x key=y\n",
      kFew, as(Format::spring_boot));
  CHECK(reading.rows ==
        Lines{"1: key='a' seq=7 event=done", "2: key='b' seq=8", "6: topic='o' partition=1 event=revoke",
              "6: topic='o' partition=2 event=revoke", "8: topic='t' partition=9 offset=5 event=resume"});
  CHECK(reading.problems ==
        Lines{"5: unreadable after 2 rows: not JSON: the line ends where a value should follow",
              "10: bad_field after 5 rows: seq is not an integer: 'x'"});
  CHECK(reading.reports ==
        Lines{"in: spring-boot logfmt json, 10 lines, 5 records, 4 other, 2 unreadable, 0 CR"});
}

TEST_CASE("spring-boot: the body's own time and thread win") {
  CHECK(spring("2021-01-16T14:03:00.844Z INFO 1 --- [main] c.e.A : key=a ts=1700000000 thread=w1") ==
        "key='a' ts=1700000000000000000 thread='w1'");
  CHECK(spring(R"(2021-01-16T14:03:00.844Z INFO 1 --- [main] c.e.A : {"key":"a","ts":null,"thread":null})") ==
        "key='a' ts=1610805780844000000 thread='main'");
}

TEST_CASE("client lines are events only for who asks for events") {
  CHECK(test::read_text("Revoke previously assigned partitions o-1\n", {Field::topic}, as(Format::logfmt))
            .reports == Lines{"in: logfmt, 1 lines, 0 records, 1 other, 0 unreadable, 0 CR"});
  CHECK(test::read_text("Revoke previously assigned partitions o-1\n", {Field::event}, as(Format::logfmt))
            .rows == Lines{"1: event=revoke"});
}

TEST_CASE("kubectl prefix: the pod is the member where the record has none") {
  const test::Reading reading = test::read_text(
      "[pod/orders-a/app] key=a\n"
      "[pod/orders-b/app] key=b member=c1\n"
      "[pod/orders-b/app] {\"key\":\"c\"}\n"
      "key=d\n"
      "\n"
      "[pod/orders-a/app] nothing\n",
      {Field::key, Field::member}, as(Format::logfmt));
  CHECK(reading.rows == Lines{"1: key='a' member='orders-a'", "2: key='b' member='c1'", "4: key='d'"});
  CHECK(reading.lines[0] == "[pod/orders-a/app] key=a");
  CHECK(reading.reports ==
        Lines{"in: kubectl prefix logfmt, 6 lines, 3 records, 3 other, 0 unreadable, 0 CR"});
}

TEST_CASE("kubectl prefix: another container of a pod is named in full, whatever the blocks") {
  const std::string text =
      "[pod/a/app] key=1\n[pod/a/proxy] hello\n[pod/a/side] key=2\n[pod/b/side] key=3\n"
      "[pod/a/app] key=4\n[pod/b/app] key=5\n[pod/b/side] key=6\n";
  const Lines expected{"1: key='1' member='a'", "3: key='2' member='a/side'", "4: key='3' member='b'",
                       "5: key='4' member='a'", "6: key='5' member='b/app'",  "7: key='6' member='b'"};
  for (const std::size_t block : {std::size_t{1}, std::size_t{64}, std::size_t{1} << 16}) {
    for (const unsigned threads : {1U, 3U})
      CHECK(test::read_text(text, {Field::key, Field::member}, as(Format::logfmt),
                            {.threads = threads, .block_bytes = block})
                .rows == expected);
  }
}

TEST_CASE("kubectl prefix: JSON, patterns and layouts stand in it") {
  CHECK(test::read_text("[pod/a/app] {\"key\":\"x\"}\n[pod/a/app] {\"key\":\n", {Field::key, Field::member},
                        as(Format::automatic))
            .problems ==
        Lines{"2: unreadable after 1 rows: not JSON: the line ends where a value should follow"});
  ReadingOptions options;
  options.patterns = {*parse_pattern("^done (?P<key>\\S+)")};
  CHECK(test::read_text("[pod/a/app] done x\n", {Field::key, Field::member}, options).rows ==
        Lines{"1: key='x' member='a'"});
  options.patterns = {*parse_pattern("^\\[pod/(?P<member>[^/]+)/app\\] done (?P<key>\\S+)")};
  CHECK(test::read_text("[pod/a/app] done x\n", {Field::key, Field::member}, options).rows ==
        Lines{"1: key='x' member='a'"});
}

TEST_CASE("kubectl prefix: the container runtime's time is the record's where it has none") {
  const test::Reading reading = test::read_text(
      "[pod/a/app] 2021-01-16T14:03:00.844000001Z key=a\n"
      "[pod/a/app] 2021-01-16T16:03:00.844000001+02:00 key=b\n"
      "[pod/a/app] 2021-01-16T14:03:00.844Z key=c\n"
      "[pod/a/app] 2021-01-16T14:03:00.844000001Z key=d ts=1700000000\n",
      {Field::key, Field::ts}, as(Format::logfmt));
  CHECK(reading.rows == Lines{"1: key='a' ts=1610805780844000001", "2: key='b' ts=1610805780844000001",
                              "3: key='c'", "4: key='d' ts=1700000000000000000"});
}

TEST_CASE("a batch says whether its lines are of several sources, which, and what its records tell") {
  auto options = std::make_shared<ReadingOptions>();
  options->topic = "orders";
  std::vector<std::string> seen;
  const auto look = [&](const std::string& text) {
    ReaderOptions reader_options;
    reader_options.open = [&](const std::string&, io::Interrupt*) -> Result<std::unique_ptr<io::ByteSource>> {
      return std::unique_ptr<io::ByteSource>(std::make_unique<test::FakeSource>(Lines{text}, std::nullopt));
    };
    BatchReader<> reader({{"in", options}}, {Field::key, Field::topic}, reader_options);
    std::string out;
    while (auto* const step = reader.next()) {
      const Batch& batch = step->batch;
      for (std::size_t row = 0; row < batch.size(); ++row) {
        if (batch.names_sources())
          out += fmt::format("{};", batch.sources()[row].data() == nullptr ? "-" : batch.sources()[row]);
        out += fmt::format("{};", batch.texts(Field::topic)[row]);
      }
      out += batch.meaning() == Meaning::stored ? "stored" : "handled";
    }
    return out;
  };
  CHECK(look("[pod/a/app] key=a seq=1\nkey=b\n") == "a/app;orders;-;orders;handled");
  CHECK(look("key=a topic=x\n") == "x;handled");
  CHECK(look("CreateTime:1\tPartition:1\tOffset:2\tk\tv\n") == "orders;stored");
  options = std::make_shared<ReadingOptions>(*options);
  options->as = Meaning::stored;
  CHECK(look("key=a topic=x\n") == "x;stored");
}

// Sample 15 of transaction markers, and the parts that may be left out.
TEST_CASE("console-consumer: parts in their order, each if it was printed") {
  ReadingOptions options = as(Format::console_consumer);
  options.mappings = {{Field::seq, {"payload", "seq"}}, {Field::id, {"headers", "trace"}}};
  const FieldSet wanted{Field::key, Field::seq, Field::partition, Field::offset, Field::ts, Field::id};
  const test::Reading reading = test::read_text(
      "CreateTime:1700000000000\tPartition:0\tOffset:12\tNO_HEADERS\tacct-1\t{\"seq\":9}\n"
      "LogAppendTime:1700000000000\tPartition:0\tOffset:13\ttrace:ab,h2:x\tacct-1\t{\"seq\":9}\n"
      "NO_TIMESTAMP\tPartition:1\tDelivery:1\tEpoch:NOT_PRESENT\tNO_HEADERS\tnull\t{\"seq\":1}\n"
      "Partition:2\tacct-2\tvalue\twith tabs\n"
      "Partition:2\ttrace:cd\tacct:2\tvalue\twith tabs\n"
      "Partition:2\torder:2\t{\"seq\":3}\n"
      "Partition:2\tx\n"
      "Offset:7\n"
      "acct-3\t{\"seq\":4}\n"
      "{\"seq\":5}\n"
      "Processed a total of 9 messages\n"
      "acct-4\tno object\n"
      "{\"other\":5}\n"
      "Offset:99999999999999999999\tk\tv\n"
      "Partition:2\tk\t{\"seq\":\"x\"}\n"
      "Partition:2\t\t{\"seq\":6}\n",
      wanted, options);
  CHECK(reading.rows == Lines{"1: partition=0 offset=12 key='acct-1' seq=9 ts=1700000000000000000",
                              "2: partition=0 offset=13 key='acct-1' seq=9 ts=1700000000000000000 id='ab'",
                              "3: partition=1 key=null seq=1", "4: partition=2 key='acct-2'",
                              "5: partition=2 key='acct:2' id='cd'", "6: partition=2 key='order:2' seq=3",
                              "7: partition=2", "8: offset=7", "9: key='acct-3' seq=4", "10: seq=5",
                              "16: partition=2 key='' seq=6"});
  CHECK(reading.problems ==
        Lines{"14: bad_field after 10 rows: offset is not an integer: '99999999999999999999'",
              "15: bad_field after 10 rows: seq is not an integer: 'x'"});
}

}  // namespace
}  // namespace lanewise::record

// The lines of container runtimes: heads, parts, what is cut off or too long; and times without a date.
#include "libcore/record/wrapper.h"

#include <memory>
#include <string>
#include <vector>

#include "libcore/record/timestamp.h"
#include "tests/support/catch.h"
#include "tests/support/reading.h"

namespace lanewise::record {
namespace {

using Lines = std::vector<std::string>;

const FieldSet kFew{Field::key, Field::seq, Field::ts};
const std::string kHead = "2026-11-27T02:41:03.900000000Z stdout ";
const std::string kErrorHead = "2026-11-27T02:41:04Z stderr ";

ReadingOptions logfmt() {
  ReadingOptions options;
  options.format = Format::logfmt;
  return options;
}

std::string peeled(const std::string& line) {
  Unwrapped out;
  return peel_cri(line, out) ? std::string(out.text) + (out.goes_on ? "+" : "") : "(none)";
}

TEST_CASE("cri: its head, and what only looks like one") {
  CHECK(peeled(kHead + "F a b") == "a b");
  CHECK(peeled(kHead + "P a b") == "a b+");
  CHECK(peeled(kHead + "F ") == "");
  CHECK(peeled(kHead + "F") == "");
  CHECK(peeled(kHead + "F:x:y  a") == " a");
  CHECK(peeled("2026-11-27T10:41:03.9+08:00 stderr F a") == "a");
  CHECK(peeled(kHead + "X a") == "(none)");
  CHECK(peeled(kHead + "Fa") == "(none)");
  CHECK(peeled("2026-13-27T02:41:03.900000000Z stdout F a") == "(none)");
  CHECK(peeled("2026-11-27T02:41:03.900000000Z stdin F a") == "(none)");
  CHECK(peeled("2026-11-27 02:41:03.900000000Z stdout F a") == "(none)");
  CHECK(peeled("") == "(none)");
}

TEST_CASE("cri: parts are put together within their stream, and keep the first one's number and time") {
  // date -u -d 2026-11-27T02:41:03Z +%s = 1795747263
  const test::Reading reading =
      test::read_text(kHead + "P key=a s\n" + kErrorHead + "P key=b \n" + kHead + "F eq=1\n" + kErrorHead +
                          "P seq\n" + "no head key=c\n" + kErrorHead + "F =2\n",
                      kFew, logfmt());
  CHECK(reading.rows == Lines{"1: key='a' seq=1 ts=1795747263900000000", "5: key='c'",
                              "2: key='b' seq=2 ts=1795747264000000000"});
  CHECK(reading.lines[0] == kHead + "P key=a seq=1");
  CHECK(reading.reports == Lines{"in: cri logfmt, 6 lines, 3 records, 0 other, 0 unreadable, 0 CR"});
}

TEST_CASE("cri: a line whose last part is missing is no record, and told") {
  const test::Reading reading =
      test::read_text(kHead + "F key=a\n" + kHead + "P key=b\n" + kErrorHead + "F key=c\n", kFew, logfmt());
  CHECK(reading.rows.size() == 2);
  CHECK(reading.problems ==
        Lines{"2: unreadable after 2 rows: the line is cut off: its last part is not there"});
}

TEST_CASE("cri: parts that come to more than --max-line are given up, wherever blocks end") {
  std::string text = kHead + "F key=a\n";
  for (int i = 0; i < 100; ++i) text += kHead + "P " + std::string(90, 'x') + "\n";
  text += kErrorHead + "F key=b\n" + kHead + "F key=no\n" + kHead + "F key=c\n";
  for (const std::size_t block :
       {std::size_t{1}, std::size_t{100}, std::size_t{1000}, std::size_t{1} << 20}) {
    // In pieces as small, because a reader's first block holds all that it has looked at.
    const test::Reading reading = test::read_inputs({{.name = "in",
                                                      .pieces = test::in_pieces(text, block),
                                                      .options = std::make_shared<ReadingOptions>(logfmt())}},
                                                    {Field::key}, {.max_line = 200, .block_bytes = block});
    CHECK(reading.rows == Lines{"1: key='a'", "102: key='b'", "104: key='c'"});
    REQUIRE(reading.problems.size() == 1);
    CHECK(reading.problems[0].starts_with("2: too_long"));
  }
}

TEST_CASE("wrapper: as the options say it") {
  ReadingOptions options = logfmt();
  options.wrapper = Wrapper::none;
  CHECK(test::read_text(kHead + "F key=a\n", {Field::key}, options).reports ==
        Lines{"in: logfmt, 1 lines, 1 records, 0 other, 0 unreadable, 0 CR"});
  options.wrapper = Wrapper::cri;
  CHECK(test::read_text("key=b\n" + kHead + "F key=a\n", {Field::key}, options).rows ==
        Lines{"1: key='b'", "2: key='a'"});
  for (const WrapperInfo& row : wrappers()) {
    CHECK(&info(row.wrapper) == &row);
    CHECK(find_wrapper_named(row.name) == row.wrapper);
  }
  CHECK_FALSE(find_wrapper_named("docker"));
}

TEST_CASE("time of day: unknown without a date, and behind midnight the next day with one") {
  const std::string text =
      "key=a ts=23:59:59.500\nkey=a ts=00:00:00,25\nkey=a ts=[23:59:58]\nkey=a "
      "ts=2026-01-01T00:00:00Z\nkey=a "
      "ts=24:00:00\n";
  test::Reading reading = test::read_text(text, kFew, logfmt());
  CHECK(reading.rows == Lines{"1: key='a'", "2: key='a'", "3: key='a'", "4: key='a' ts=1767225600000000000"});
  CHECK(reading.problems == Lines{"5: bad_field after 4 rows: ts is not a time: '24:00:00'"});
  ReadingOptions options = logfmt();
  options.rules.date = *parse_date("2026-01-01");
  options.rules.zone = *TimeZone::parse("+01:00");
  reading = test::read_text(text, kFew, options);
  // date -u -d 2026-01-01T22:59:59Z +%s = 1767308399
  CHECK(reading.rows == Lines{"1: key='a' ts=1767308399500000000", "2: key='a' ts=1767308400250000000",
                              "3: key='a' ts=1767308398000000000", "4: key='a' ts=1767225600000000000"});
}

TEST_CASE("mapped fields that no record has, and events that nobody knows, are reported") {
  auto options = std::make_shared<ReadingOptions>();
  options->format = Format::logfmt;
  options->mappings = {{Field::seq, {"nr"}}, {Field::offset, {"at"}}};
  const std::string text =
      "key=a nr=1 event=handled\nkey=a event=handled\nkey=a event=Done\nkey=a event=done\n";
  ReaderOptions reader_options{.block_bytes = 20};
  reader_options.open = [&](const std::string&, io::Interrupt*) -> Result<std::unique_ptr<io::ByteSource>> {
    return std::unique_ptr<io::ByteSource>(std::make_unique<test::FakeSource>(Lines{text}, std::nullopt));
  };
  BatchReader<> reader({{"in", options}}, {Field::key, Field::seq, Field::offset, Field::event},
                       reader_options);
  while (reader.next() != nullptr) {
  }
  const InputReport& report = reader.reports()[0];
  CHECK(report.unmet.has(Field::offset));
  CHECK_FALSE(report.unmet.has(Field::seq));
  REQUIRE(report.unknown_events.size() == 2);
  CHECK(report.unknown_events[0].name == "handled");
  CHECK(report.unknown_events[0].count == 2);
  CHECK(report.unknown_events[1].name == "Done");
}

}  // namespace
}  // namespace lanewise::record

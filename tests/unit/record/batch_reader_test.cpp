// Blocks to batches, inputs in order, line numbers, problems in place, and all of it the same for any number
// of threads and any size of blocks.
#include "libcore/record/batch_reader.h"

#include <array>
#include <atomic>
#include <chrono>
#include <fcntl.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/reading.h"

namespace lanewise::record {
namespace {

using namespace std::string_literals;
using Lines = std::vector<std::string>;
using test::in_pieces;
using test::Reading;
using test::TestInput;

std::shared_ptr<const ReadingOptions> as(Format format) {
  auto options = std::make_shared<ReadingOptions>();
  options->format = format;
  return options;
}

// The same by 1, 2 and 8 threads, and by blocks from smaller than a line to larger than all.
Reading read_every_way(const std::vector<TestInput>& inputs, const FieldSet& wanted,
                       std::size_t max_line = 1 << 20) {
  const Reading reading = test::read_inputs(inputs, wanted, {.threads = 1, .max_line = max_line});
  for (const unsigned threads : {1U, 2U, 8U}) {
    for (const std::size_t block : {16U, 64U, 1000U, 1U << 20}) {
      INFO(threads << " threads, blocks of " << block);
      const Reading other =
          test::read_inputs(inputs, wanted, {.threads = threads, .max_line = max_line, .block_bytes = block});
      CHECK(other.rows == reading.rows);
      CHECK(other.lines == reading.lines);
      CHECK(other.problems == reading.problems);
      CHECK(other.errors == reading.errors);
      CHECK(other.reports == reading.reports);
    }
  }
  return reading;
}

TEST_CASE("reader: rows, problems and blank lines keep their places and numbers") {
  const Reading reading = read_every_way({{.name = "in",
                                           .pieces = {"{\"seq\":1}\n"
                                                      "\n"
                                                      "{\"seq\":\"x\"}\n"
                                                      "{\"seq\":2}\r\n"
                                                      "nonsense\n"
                                                      "{\"seq\":3}"},
                                           .options = as(Format::jsonl)}},
                                         {Field::seq});
  CHECK(reading.rows == Lines{"1: seq=1", "4: seq=2", "6: seq=3"});
  CHECK(reading.lines == Lines{"{\"seq\":1}", "{\"seq\":2}", "{\"seq\":3}"});
  CHECK(reading.problems == Lines{"3: bad_field after 1 rows: seq is not an integer: 'x'",
                                  "5: unreadable after 2 rows: not JSON: expected an object"});
  CHECK(reading.reports == Lines{"in: jsonl, 6 lines, 3 records, 1 other, 2 unreadable, 1 CR"});
}

TEST_CASE("reader: thousands of lines across blocks") {
  std::string text;
  Lines expected;
  for (int line = 1; line <= 3000; ++line) {
    const std::string value = std::to_string(line * 7919 % 1000);
    if (line % 10 == 0) {
      text += "\n";
    } else {
      text += "{\"key\":\"k" + value + "\",\"payload\":\"" +
              std::string(static_cast<std::size_t>(line % 90), '.') + "\",\"seq\":" + std::to_string(line) +
              "}\n";
      expected.push_back(std::to_string(line) + ": key='k" + value + "' seq=" + std::to_string(line));
    }
  }
  const Reading reading = read_every_way({{.name = "in", .pieces = in_pieces(text, 777)}},
                                         {Field::key, Field::seq, Field::payload});
  CHECK(reading.rows == expected);
  CHECK(reading.reports == Lines{"in: jsonl, 3000 lines, 2700 records, 300 other, 0 unreadable, 0 CR"});
}

TEST_CASE(
    "reader: inputs follow each other in order, each with its own options; one that is missing is told in "
    "place") {
  auto mapped = std::make_shared<ReadingOptions>();
  mapped->mappings = {{Field::key, {"id"}}};
  const Reading reading = read_every_way(
      {
          {.name = "a.jsonl", .pieces = {"{\"key\":\"a\"}\n{\"key\":\"b\"}"}},
          {.name = "none.jsonl", .pieces = {}, .is_missing = true},
          {.name = "empty", .pieces = {}},
          {.name = "keys", .pieces = {"c\nd\n"}, .options = as(Format::keys)},
          {.name = "prose", .pieces = {"hello\nworld\n"}},
          {.name = "kcat",
           .pieces = {"{\"topic\":\"t\",\"partition\":0,\"offset\":1,\"key\":\"e\",\"payload\":null}\n"}},
          {.name = "mapped", .pieces = {"{\"key\":\"x\",\"id\":\"f\"}\n"}, .options = mapped},
          {.name = "broken",
           .pieces = {"{\"key\":\"g\"}\n{\"key\":\"h"},
           .error = Error{.code = ErrorCode::io, .what = "cannot read: Input/output error"}},
          {.name = "last", .pieces = {"key=i seq=1\n"}},
      },
      {Field::key});
  CHECK(reading.rows == Lines{"1: key='a'", "2: key='b'", "1: key='c'", "2: key='d'", "1: key='e'",
                              "1: key='f'", "1: key='g'", "1: key='i'"});
  CHECK(reading.errors == Lines{"none.jsonl: cannot open: No such file or directory, after 2 rows",
                                "prose: cannot tell the format from the first lines, after 4 rows",
                                "broken: cannot read: Input/output error, after 7 rows"});
  CHECK(reading.problems.empty());
  CHECK(reading.reports == Lines{"a.jsonl: jsonl, 2 lines, 2 records, 0 other, 0 unreadable, 0 CR",
                                 "none.jsonl: auto, 0 lines, 0 records, 0 other, 0 unreadable, 0 CR, error",
                                 "empty: auto, 0 lines, 0 records, 0 other, 0 unreadable, 0 CR",
                                 "keys: keys, 2 lines, 2 records, 0 other, 0 unreadable, 0 CR",
                                 "prose: auto, 0 lines, 0 records, 0 other, 0 unreadable, 0 CR, error",
                                 "kcat: kcat, 1 lines, 1 records, 0 other, 0 unreadable, 0 CR",
                                 "mapped: jsonl, 1 lines, 1 records, 0 other, 0 unreadable, 0 CR",
                                 "broken: jsonl, 1 lines, 1 records, 0 other, 0 unreadable, 0 CR, error",
                                 "last: logfmt, 1 lines, 1 records, 0 other, 0 unreadable, 0 CR"});
}

TEST_CASE("reader: no inputs, and none that can be read") {
  CHECK(read_every_way({}, {Field::key}).rows.empty());
  const Reading reading = read_every_way(
      {{.name = "a", .pieces = {}, .is_missing = true}, {.name = "b", .pieces = {}, .is_missing = true}},
      {Field::key});
  CHECK(reading.errors.size() == 2);
}

TEST_CASE("reader: a byte order mark is dropped, at the beginning of each input and nowhere else") {
  const std::string mark = "\xef\xbb\xbf";
  std::string keys = mark + "c\n";
  for (int i = 0; i < 40; ++i) keys += mark + "d\n";  // some of these begin a block
  const Reading reading =
      read_every_way({{.name = "a", .pieces = {mark + "{\"key\":\"a\"}\n"}, .options = as(Format::jsonl)},
                      {.name = "b", .pieces = {mark + "{\"key\":\"b\"}\n"}},
                      {.name = "c", .pieces = {keys}, .options = as(Format::keys)},
                      {.name = "d", .pieces = {mark}, .options = as(Format::jsonl)}},
                     {Field::key});
  REQUIRE(reading.lines.size() == 43);
  CHECK(reading.lines[0] == "{\"key\":\"a\"}");
  CHECK(reading.lines[1] == "{\"key\":\"b\"}");
  CHECK(reading.lines[2] == "c");
  for (std::size_t i = 3; i < 43; ++i) CHECK(reading.lines[i] == mark + "d");
  CHECK(reading.problems.empty());
}

TEST_CASE("reader: a line over max_line is a problem in its place, whatever the format") {
  for (const std::size_t length : {30U, 300U, 5000U}) {
    const std::string text = "a\nb\n" + std::string(length, 'x') + "\nc\n";
    const Reading reading = read_every_way(
        {{.name = "in", .pieces = in_pieces(text, 50), .options = as(Format::keys)}}, {Field::key}, 25);
    CHECK(reading.rows == Lines{"1: key='a'", "2: key='b'", "4: key='c'"});
    CHECK(reading.problems ==
          Lines{fmt::format("3: too_long after 2 rows: the line has {} bytes, more than --max-line 25",
                            length)});
    CHECK(reading.reports == Lines{"in: keys, 4 lines, 3 records, 0 other, 1 unreadable, 0 CR"});
  }
  const std::string json = "{\"seq\":1,\"x\":\"" + std::string(500, 'x') + "\"}";
  const Reading reading = read_every_way(
      {{.name = "in", .pieces = {json + "\n{\"seq\":2}\n" + json}, .options = as(Format::jsonl)}},
      {Field::seq}, 100);
  CHECK(reading.rows == Lines{"2: seq=2"});
  CHECK(reading.problems.size() == 2);
}

TEST_CASE("reader: long lines one after the other, up to max_line") {
  std::string text;
  Lines expected;
  for (int i = 0; i < 20; ++i) {
    const std::string key(static_cast<std::size_t>(1000 + i * 137), static_cast<char>('a' + i));
    text += key + "\nshort\n";
    expected.push_back(key);
    expected.emplace_back("short");
  }
  const Reading reading = read_every_way(
      {{.name = "in", .pieces = in_pieces(text, 500), .options = as(Format::keys)}}, {Field::key}, 4000);
  CHECK(reading.lines == expected);
}

TEST_CASE("reader: only the first problems of a batch say what they are, but all are there") {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "{\"seq\":\"x\"}\n";
  const Reading reading =
      test::read_inputs({{.name = "in", .pieces = {text}, .options = as(Format::jsonl)}}, {Field::seq});
  REQUIRE(reading.problems.size() == 100);
  CHECK(reading.problems[0] == "1: bad_field after 0 rows: seq is not an integer: 'x'");
  CHECK(reading.problems[15] == "16: bad_field after 0 rows: seq is not an integer: 'x'");
  CHECK(reading.problems[99] == "100: bad_field after 0 rows: ");
}

TEST_CASE("reader: records with a NUL between them may hold newlines") {
  auto options = std::make_shared<ReadingOptions>();
  options->delimiter = '\0';
  const Reading reading = read_every_way(
      {{.name = "in", .pieces = {"{\"key\":\n\"a\"}\0\n\0{\"key\":\"b\"}"s}, .options = options}},
      {Field::key});
  CHECK(reading.rows == Lines{"1: key='a'", "3: key='b'"});
  CHECK(reading.reports == Lines{"in: jsonl, 3 lines, 2 records, 1 other, 0 unreadable, 0 CR"});
}

TEST_CASE("reader: the format is told by later lines where the first do not, however they arrive") {
  const std::string text = "Starting up\nConnected\nlevel=info key=a seq=1\nlevel=info key=b seq=2\n";
  for (const std::size_t piece : {1U, 7U, 12U, 1000U}) {
    const Reading reading =
        test::read_inputs({{.name = "in", .pieces = in_pieces(text, piece)}}, {Field::key});
    CHECK(reading.rows == Lines{"3: key='a'", "4: key='b'"});
    CHECK(reading.reports == Lines{"in: logfmt, 4 lines, 2 records, 2 other, 0 unreadable, 0 CR"});
  }
}

// A pipe whose writing end is ours, and a reader over the other.
class LivePipe {
 public:
  LivePipe() { REQUIRE(::pipe2(ends_.data(), O_CLOEXEC) == 0); }
  ~LivePipe() {
    ::close(ends_[0]);
    close();
  }
  LivePipe(const LivePipe&) = delete;
  LivePipe& operator=(const LivePipe&) = delete;
  void write(std::string_view bytes) const {
    REQUIRE(::write(ends_[1], bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  }
  void close() {
    if (ends_[1] >= 0) ::close(std::exchange(ends_[1], -1));
  }
  [[nodiscard]] std::string path() const { return "/dev/fd/" + std::to_string(ends_[0]); }

 private:
  std::array<int, 2> ends_{};
};

TEST_CASE("reader: a line of a live pipe is delivered before the next is written") {
  for (const unsigned threads : {1U, 2U, 8U}) {
    LivePipe pipe;
    BatchReader<> reader({{pipe.path(), std::make_shared<ReadingOptions>()}}, {Field::seq},
                         {.threads = threads});
    for (int seq = 1; seq <= 5; ++seq) {
      pipe.write("{\"seq\":" + std::to_string(seq) + "}\n");
      const auto* const step = reader.next();
      REQUIRE(step != nullptr);
      REQUIRE(step->batch.size() == 1);
      CHECK(step->batch.integers(Field::seq)[0] == seq);
      CHECK(step->batch.line_number(std::size_t{0}) == seq);
      CHECK_FALSE(reader.ready());  // now is the time to flush
    }
    pipe.close();
    CHECK(reader.next() == nullptr);
  }
}

TEST_CASE("reader: destroyed while it waits for a pipe that nobody writes to") {
  for (const unsigned threads : {1U, 2U, 8U}) {
    const LivePipe pipe;
    pipe.write("{\"seq\":1}\n");
    BatchReader<> reader(
        {{pipe.path(), std::make_shared<ReadingOptions>()}, {"-", std::make_shared<ReadingOptions>()}},
        {Field::seq}, {.threads = threads});
    CHECK(reader.next() != nullptr);
  }
}

TEST_CASE("reader: the stage runs on each batch once, before the consumer has it") {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "{\"seq\":" + std::to_string(i) + "}\n";
  for (const unsigned threads : {1U, 2U, 8U}) {
    std::atomic<int> runs = 0;
    ReaderOptions options{.threads = threads, .block_bytes = 100};
    options.open = [&](const std::string&, io::Interrupt*) -> Result<std::unique_ptr<io::ByteSource>> {
      return std::unique_ptr<io::ByteSource>(std::make_unique<test::FakeSource>(std::vector{text}));
    };
    BatchReader<std::int64_t> reader({{"in", std::make_shared<ReadingOptions>()}}, {Field::seq}, options,
                                     [&](const Batch& batch, std::int64_t& sum) {
                                       ++runs;
                                       sum = 0;
                                       for (std::size_t i = 0; i < batch.size(); ++i)
                                         sum += *batch.integers(Field::seq)[i];
                                     });
    int batches = 0;
    std::int64_t total = 0;
    while (const auto* const step = reader.next()) {
      ++batches;
      total += step->extra;
    }
    CHECK(batches == runs);
    CHECK(total == 5000LL * 4999 / 2);
  }
}

TEST_CASE("reader: what the stage made of a long line is not kept") {
  const std::string text = std::string(5000, 'x') + "\n" + std::string(2000, 'y') + "\nshort\nshort\n";
  for (const unsigned threads : {1U, 2U}) {
    ReaderOptions options{.threads = threads, .block_bytes = 100};
    options.open = [&](const std::string&, io::Interrupt*) -> Result<std::unique_ptr<io::ByteSource>> {
      return std::unique_ptr<io::ByteSource>(std::make_unique<test::FakeSource>(std::vector{text}));
    };
    BatchReader<std::string> reader({{"in", as(Format::keys)}}, {Field::key}, options,
                                    [](const Batch& batch, std::string& copy) {
                                      copy.clear();
                                      for (const KeyView key : batch.keys()) copy += key.bytes;
                                    });
    std::size_t longest = 0;
    while (const auto* const step = reader.next()) {
      // Nothing of the line of 5000 is left when that of 2000 comes, nor of either when short ones do.
      CHECK(step->extra.capacity() < 2 * std::max<std::size_t>(step->batch.bytes(), 500));
      longest = std::max(longest, step->extra.size());
    }
    CHECK(longest == 5000);
  }
}

TEST_CASE("reader: an error that leaves too little to tell the format by is the error that is told") {
  const Error cut{.code = ErrorCode::io, .what = "the gzip stream is cut off", .place = {}, .hint = {}};
  const Reading reading = read_every_way(
      {{.name = "a", .pieces = {"no idea\nwhat this is"}, .error = cut, .options = as(Format::automatic)}},
      {Field::key});
  CHECK(reading.errors == Lines{"a: the gzip stream is cut off, after 0 rows"});
}

TEST_CASE("reader: a problem knows whether its line ended in CR LF") {
  ReaderOptions options;
  options.open = [](const std::string&, io::Interrupt*) -> Result<std::unique_ptr<io::ByteSource>> {
    return std::unique_ptr<io::ByteSource>(
        std::make_unique<test::FakeSource>(std::vector{"x\r\n{}\r\ny\n{}\r\nz\r"s}));
  };
  BatchReader<> reader({{"in", as(Format::jsonl)}}, {Field::key}, options);
  std::string seen;
  while (const auto* const step = reader.next()) {
    for (const Problem& problem : step->batch.problems())
      seen += std::string(problem.text) + (problem.had_carriage_return ? "+ " : " ");
  }
  CHECK(seen == "x+ y z+ ");
}

TEST_CASE("reader: counts add up, whatever the input") {
  const std::string text = "{\"seq\":1}\n\n{\"seq\":1.5}\nx\n{\n" + std::string(200, ' ') + "\n{}";
  const Reading reading =
      read_every_way({{.name = "in", .pieces = {text}, .options = as(Format::jsonl)}}, {Field::seq}, 100);
  CHECK(reading.reports == Lines{"in: jsonl, 7 lines, 2 records, 1 other, 4 unreadable, 0 CR"});
}

}  // namespace
}  // namespace lanewise::record

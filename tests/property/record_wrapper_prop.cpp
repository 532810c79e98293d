// A line in a wrapper is the line: however it is cut into parts, whatever stands between them, and wherever
// blocks end. And a log whose times lost their dates is that log, given the first one's date.
#include "tests/property/record_wrapper_prop.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <rapidcheck.h>

#include "libcore/base/text.h"
#include "libcore/record/timestamp.h"
#include "tests/support/reading.h"

using namespace lanewise;
using record::Field;

namespace {

constexpr std::string_view kDay = "2026-11-27";
constexpr std::int64_t kFirstNs = 1'795'737'600'000'000'000;  // its midnight, UTC
constexpr std::int64_t kMinuteNs = 60'000'000'000;

struct Wrapped {
  std::string text;
  std::string plain;                   // the lines alone, in the order of their last parts
  std::vector<std::size_t> number_of;  // of each line of `plain`: the number of its first part
};

std::size_t below(std::size_t count) { return *rc::gen::inRange<std::size_t>(0, count); }

// A line that is a record, or none, or cannot be read, with bytes that wrappers use.
std::string some_line() {
  const std::string word =
      *rc::gen::element<std::string>("a", "stdout F x", "P", "[pod/a/b]", "", "k\xff", "F:P ");
  switch (below(6)) {
    case 0: return word;
    case 1: return "seq=" + word + "x";
    case 2: return fmt::format("key=\"{}\" seq={} {}", word, below(9), std::string(below(60), 'y'));
    default: return fmt::format("event=done key=k{} seq={} offset={}", below(3), below(99), below(9999));
  }
}

// Lines of two streams as a container runtime writes them: in parts, interleaved.
Wrapped in_cri() {
  struct Stream {
    std::string_view name;
    std::string line;
    std::size_t written = 0;
    std::size_t number = 0;  // of its first part
    bool is_open = false;
  };
  Stream streams[] = {{"stdout", {}}, {"stderr", {}}};
  Wrapped wrapped;
  std::size_t number = 0;
  const std::size_t parts = below(40);
  const auto write_part = [&](Stream& stream, bool must_end) {
    if (!stream.is_open) stream = {stream.name, some_line(), 0, number + 1, true};
    const std::size_t left = stream.line.size() - stream.written;
    const bool ends = must_end || below(2) == 0;
    const std::size_t size = ends ? left : below(left + 1);
    wrapped.text += fmt::format("{}T00:00:00.{:09}{} {} {}{} {}\n", kDay, number,
                                below(2) == 0 ? "Z" : "+00:00", stream.name, ends ? 'F' : 'P',
                                below(5) == 0 ? ":x" : "", stream.line.substr(stream.written, size));
    ++number;
    stream.written += size;
    if (!ends) return;
    stream.is_open = false;
    wrapped.plain += stream.line + '\n';
    wrapped.number_of.push_back(stream.number);
  };
  for (std::size_t i = 0; i < parts; ++i) write_part(streams[below(2)], false);
  for (Stream& stream : streams) {
    if (stream.is_open) write_part(stream, true);
  }
  return wrapped;
}

Wrapped in_kubectl() {
  Wrapped wrapped;
  const std::size_t lines = below(30);
  for (std::size_t i = 0; i < lines; ++i) {
    const std::string line = some_line();
    wrapped.text += fmt::format("[pod/p{}/app] {}\n", below(3), line);
    wrapped.plain += line + '\n';
    wrapped.number_of.push_back(i + 1);
  }
  return wrapped;
}

// "3: key='a'" with the number that the line has in its wrapper.
std::string renumbered(const std::string& told, const std::vector<std::size_t>& number_of) {
  const std::size_t colon = told.find(':');
  return std::to_string(number_of[std::stoul(told.substr(0, colon)) - 1]) + told.substr(colon);
}

void assert_is_its_lines(const Wrapped& wrapped, record::Wrapper wrapper) {
  auto options = std::make_shared<record::ReadingOptions>();
  options->format = record::Format::logfmt;
  options->wrapper = wrapper;
  auto bare = std::make_shared<record::ReadingOptions>(*options);
  bare->wrapper = record::Wrapper::none;
  const record::FieldSet wanted{Field::key, Field::seq, Field::offset, Field::event};
  const auto read = [&](const std::string& text, std::shared_ptr<record::ReadingOptions> how,
                        unsigned threads, std::size_t block, std::size_t piece) {
    test::Reading reading =
        test::read_inputs({{.name = "in", .pieces = test::in_pieces(text, piece), .options = std::move(how)}},
                          wanted, {.threads = threads, .max_line = 1 << 20, .block_bytes = block});
    for (std::string& problem : reading.problems) problem.resize(problem.find(" rows:"));
    return reading;
  };
  RC_LOG() << printable(wrapped.text, 6000) << "\n";
  const test::Reading plain = read(wrapped.plain, bare, 1, 1 << 20, 1 << 20);
  std::vector<std::string> rows;
  std::vector<std::string> problems;
  for (const std::string& row : plain.rows) rows.push_back(renumbered(row, wrapped.number_of));
  for (const std::string& problem : plain.problems)
    problems.push_back(renumbered(problem, wrapped.number_of));
  for (const unsigned threads : {1U, 2U, 3U}) {
    const test::Reading reading = read(wrapped.text, options, threads, 1 + below(400), 1 + below(400));
    RC_ASSERT(reading.rows == rows);
    RC_ASSERT(reading.problems == problems);
  }
}

}  // namespace

bool wrapper_properties() {
  bool good = true;
  good &=
      rc::check("a line in parts is the line", [] { assert_is_its_lines(in_cri(), record::Wrapper::cri); });
  good &= rc::check("a line behind its pod's name is the line",
                    [] { assert_is_its_lines(in_kubectl(), record::Wrapper::kubectl); });
  good &= rc::check("times that lost their dates are these times", [] {
    std::string dated;
    std::string undated;
    std::int64_t latest = kFirstNs + static_cast<std::int64_t>(below(1440)) * kMinuteNs;
    const std::size_t lines = 1 + below(30);
    for (std::size_t i = 0; i < lines; ++i) {
      const std::int64_t step = *rc::gen::inRange<std::int64_t>(-119, i == 0 ? 1 : 22 * 60 - 1);
      const std::int64_t ns = latest + (i == 0 ? 0 : step) * kMinuteNs;
      latest = std::max(latest, ns);
      const std::string time = record::format_time(ns);
      dated += fmt::format("key=a ts={}\n", time);
      undated += fmt::format("key=a ts={}\n", time.substr(kDay.size() + 1, sizeof "00:00:00.000" - 1));
    }
    RC_LOG() << dated << "\n";
    record::ReadingOptions options;
    options.format = record::Format::logfmt;
    options.rules.date = *record::parse_date(kDay);
    const record::FieldSet wanted{Field::key, Field::ts};
    const test::Reading expected = test::read_text(dated, wanted, options);
    for (const std::size_t block : {std::size_t{1}, std::size_t{64}, std::size_t{1} << 20}) {
      RC_ASSERT(test::read_text(undated, wanted, options, {.threads = 2, .block_bytes = block}).rows ==
                expected.rows);
    }
  });
  return good;
}

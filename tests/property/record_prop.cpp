// Properties of the record readers: simdjson's way and the reference scanner say the same of any line, the
// scanner accepts what JSON is, and neither blocks nor threads can be seen in what is read.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>
#include <rapidcheck.h>

#include "libcore/base/text.h"
#include "libcore/record/event_writer.h"
#include "libcore/record/json_scanner.h"
#include "libcore/record/timestamp.h"
#include "tests/property/record_wrapper_prop.h"
#include "tests/support/json_engines.h"
#include "tests/support/random_event.h"
#include "tests/support/reading.h"

using namespace lanewise;
using record::JsonEngine;

namespace {

constexpr int kLinesATest = 10;

// Choices by chance from one number: a case is no larger than its line, which is printed, and needs no
// shrinking.
class Choices {
 public:
  explicit Choices(std::uint64_t seed) : state_(seed) {}

  std::size_t below(std::size_t count) {  // SplitMix64
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return static_cast<std::size_t>((z ^ z >> 31) % count);
  }
  bool one_in(std::size_t count) { return below(count) == 0; }
  template <class List>
  const auto& of(const List& list) {
    return list[below(std::size(list))];
  }

 private:
  std::uint64_t state_;
};

const std::vector<std::string> kBlanks{" ", "\t", "  ", "\r", " \t\r "};
const std::vector<std::string> kNames{"key",        "seq",       "ts",        "tstype",  "key_b64", "offset",
                                      "payload",    "headers",   "order",     "id",      "n",       "event",
                                      "a",          "b",         "broker",    "value",   "0",       "1",
                                      "position",   "member",    "version",   "count",   "clock",   "topic",
                                      "depends_on", "partition", "k\\u0065y", "start_ts"};
const std::vector<std::string> kFrequentNames{"key",   "seq",     "ts",      "tstype",
                                              "order", "payload", "headers", "id"};
const std::vector<std::string> kPieces{"a",
                                       "seq",
                                       "7",
                                       "0",
                                       "-1",
                                       "unknown",
                                       "//4=",
                                       "Zg==",
                                       "done",
                                       "commit",
                                       "\\n",
                                       "\\\"",
                                       "\\\\",
                                       "\\/",
                                       "\\u00e9",
                                       "\\ud800",
                                       "\\udc00",
                                       "\\ud83d\\ude00",
                                       "\xc3\xa9",
                                       "\xff",
                                       "\xe2\x82\xac",
                                       "1.0",
                                       ",",
                                       ":",
                                       "\\u0000",
                                       "[1,2]",
                                       " ",
                                       "1700000000",
                                       "key:a,seq:7",
                                       "{\\\"seq\\\":7}",
                                       "2024-01-01T00:00:00Z",
                                       "9223372036854775807"};
const std::vector<std::string> kNumbers{"0",
                                        "-0",
                                        "1.0",
                                        "1e3",
                                        "-1",
                                        "0.1",
                                        "1e999",
                                        "-1E-999",
                                        "1.7976931348623157e308",
                                        "1700000000",
                                        "1700000000123",
                                        "1700000000.123456789",
                                        "9223372036854775807",
                                        "9223372036854775808",
                                        "-9223372036854775808",
                                        "-9223372036854775809",
                                        "18446744073709551615",
                                        "18446744073709551616",
                                        "123456789012345678901234567890"};
const std::vector<std::string> kTimes{"0", "1700000000123", "\"0\"", "null", "\"2024-01-01T00:00:00Z\""};
const std::vector<std::string> kTimeTypes{"\"unknown\"", "\"create\"", "null", "7"};
const std::vector<std::string> kWords{"null", "true", "false", "[]", "{}", "\"\""};

// JSON text of all kinds, near the names and values that readers look for.
class JsonText {
 public:
  explicit JsonText(Choices& choices) : choices_(choices) {}

  std::string object(int depth) {
    std::string out = fmt::format("{{{}", blank());
    const std::size_t members = choices_.below(7);
    for (std::size_t i = 0; i < members; ++i) {
      if (i > 0) out += fmt::format(",{}", blank());
      const std::string called = name();
      out += called + blank() + ":" + blank();
      out += (choices_.one_in(4) ? value(depth) : likely(called, depth)) + blank();
    }
    return out + "}";
  }

 private:
  std::string blank() { return choices_.one_in(8) ? choices_.of(kBlanks) : std::string(); }
  std::string name() {
    switch (choices_.below(10)) {
      case 0: return string();
      case 1:
      case 2:
      case 3: return fmt::format("\"{}\"", choices_.of(kNames));
      default: return fmt::format("\"{}\"", choices_.of(kFrequentNames));  // few, so that they repeat
    }
  }
  std::string string() {
    std::string out = "\"";
    const std::size_t pieces = choices_.below(4);
    for (std::size_t i = 0; i < pieces; ++i) out += choices_.of(kPieces);
    return out + "\"";
  }
  // What such a member usually holds, so that most lines are records.
  std::string likely(std::string_view called, int depth) {
    if (called == "\"key\"" || called == "\"id\"") return choices_.one_in(4) ? std::string("null") : string();
    if (called == "\"seq\"") return std::to_string(choices_.below(1000));
    if (called == "\"ts\"") return choices_.of(kTimes);
    if (called == "\"tstype\"") return choices_.of(kTimeTypes);
    if (depth == 0) return "{}";
    if (called == "\"order\"") return object(depth - 1);
    if (called == "\"payload\"") return nested(object(depth - 1));
    if (called == "\"headers\"") return choices_.one_in(2) ? array(depth - 1) : object(depth - 1);
    return value(depth);
  }
  std::string value(int depth) {
    switch (choices_.below(depth > 0 ? 9 : 4)) {
      case 0: return std::to_string(choices_.below(1000));
      case 1: return string();
      case 2: return choices_.of(kNumbers);
      case 3: return choices_.of(kWords);
      case 4:
      case 5: return object(depth - 1);
      case 6: return array(depth - 1);
      case 7: return nested(object(depth - 1));
      default: return nested(array(depth - 1));
    }
  }
  std::string array(int depth) {
    std::string out = fmt::format("[{}", blank());
    const std::size_t elements = choices_.below(5);
    for (std::size_t i = 0; i < elements; ++i)
      out += fmt::format("{}{}{}", i > 0 ? "," : "", value(depth), blank());
    return out + "]";
  }
  static std::string nested(std::string_view json) {
    std::string out = "\"";
    for (const char c : json) {
      if (c == '"' || c == '\\') out += '\\';
      out += c < ' ' && c >= 0 ? ' ' : c;
    }
    return out + "\"";
  }

  Choices& choices_;
};

Choices any_choices() { return Choices(*rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>())); }

void mutate(std::string& line, Choices& choices) {
  constexpr std::string_view kBytes = "{}[]\"\\,:0-.e nu\x01\xff";
  const std::size_t changes = 1 + choices.below(3);
  for (std::size_t i = 0; i < changes && !line.empty(); ++i) {
    const std::size_t at = choices.below(line.size());
    const char byte = choices.of(kBytes);
    switch (choices.below(4)) {
      case 0: line[at] = byte; break;
      case 1: line.erase(at, 1 + choices.below(4)); break;
      case 2: line.insert(at, 1, byte); break;
      default: line.resize(at); break;
    }
  }
}

std::string random_line(Choices& choices, bool mutated) {
  std::string line = JsonText(choices).object(3);
  if (mutated) mutate(line, choices);
  return line;
}

void assert_engines_agree(const std::string& block) {
  const record::FieldSet all = test::all_fields();
  const record::FieldSet few{record::Field::key, record::Field::seq, record::Field::ts};
  for (const record::ReadingOptions& options : test::kinds_of_options()) {
    for (const record::FieldSet& wanted : {all, few}) {
      const std::string fast = test::render_decoded(block, wanted, options, JsonEngine::fast);
      const std::string reference = test::render_decoded(block, wanted, options, JsonEngine::reference);
      if (fast != reference) RC_LOG() << "line: " << printable(block, 2000) << "\n";
      RC_ASSERT(fast == reference);
    }
  }
}

// Whether our scanner takes the line for JSON.
bool is_accepted(const std::string& line) {
  const record::Projection nothing({}, {});
  const record::ValueRules rules;
  record::Batch batch;
  record::BatchBuilder builder;
  builder.start(batch, nothing, rules);
  builder.begin_row();
  return record::JsonScanner().scan(line, nothing, builder) != record::JsonScanner::Outcome::not_json;
}

// What the scanner takes and a strict parser does not: bytes that are not UTF-8, half surrogate pairs,
// numbers that are no finite double. (nlohmann, for its part, passes over a BOM and ends at a NUL.)
bool may_use_a_liberty(const std::string& line) {
  const auto has_large_exponent = [&] {
    for (std::size_t at = line.find_first_of("eE"); at != std::string::npos;
         at = line.find_first_of("eE", at + 1)) {
      const std::size_t digits = line.find_first_not_of("+-", at + 1);
      if (line.find_first_not_of("0123456789", digits) - digits >= 3) return true;
    }
    return false;
  };
  return !is_utf8(line) || line.find("\\ud") != std::string::npos || has_large_exponent();
}

// What EventWriter writes, read again.
std::vector<std::string> written_and_read(const record::Event& event, record::EventFormat format,
                                          const record::ReadingOptions& options) {
  std::string line;
  record::EventWriter(format).append(event, line);
  test::Reading reading = test::read_text(line, test::all_fields(), options);
  RC_LOG() << printable(line, 4000) << "\n";
  for (const std::string& problem : reading.problems) RC_LOG() << problem << "\n";
  return std::move(reading.rows);
}

bool stands_bare(std::optional<std::string_view> text) {
  return text.value_or("").find_first_not_of("abcdefghijklmnopqrstuvwxyz-0123456789") ==
         std::string_view::npos;
}

void assert_event_survives(record::Event event) {
  const auto expected = [&] { return std::vector{"1: " + test::render_event(event)}; };
  const auto as = [](record::Format format) {
    record::ReadingOptions options;
    options.format = format;
    return options;
  };
  if (!test::render_event(event).empty()) {
    RC_ASSERT(written_and_read(event, record::EventFormat::jsonl, as(record::Format::jsonl)) == expected());
    RC_ASSERT(written_and_read(event, record::EventFormat::logfmt, as(record::Format::logfmt)) == expected());
  }

  // kcat's envelope always has these; it has no place for a broker's name, and its payload holds all else.
  record::ReadingOptions kcat = as(record::Format::kcat);
  for (const record::FieldInfo& field : record::fields()) {
    using record::Field;
    const bool in_envelope = field.field == Field::topic || field.field == Field::partition ||
                             field.field == Field::offset || field.field == Field::key ||
                             field.field == Field::ts;
    if (!in_envelope && field.kind != record::FieldKind::raw)
      kcat.mappings.push_back({field.field, {"payload", std::string(field.name)}});
  }
  const record::Event as_it_was = event;
  event.broker.reset();
  event.topic = event.topic.value_or("");
  event.partition = event.partition.value_or(Partition(0));
  event.offset = event.offset.value_or(Offset(0));
  if (event.key.state == KeyState::absent) event.key = KeyView::null();
  RC_ASSERT(written_and_read(event, record::EventFormat::kcat, kcat) == expected());

  event = as_it_was;
  if (stands_bare(event.group) && stands_bare(event.topic) && stands_bare(event.thread)) {
    event.ts_ns.reset();  // in the layout before the pairs
    event.thread.reset();
    if (test::render_event(event).empty()) return;
    RC_ASSERT(written_and_read(event, record::EventFormat::spring_boot, as(record::Format::logfmt)) ==
              expected());
  }
}

}  // namespace

int main() {
  bool good = true;
  good &= rc::check("fast and reference read the same from any JSON", [] {
    Choices choices = any_choices();
    for (int line = 0; line < kLinesATest; ++line) assert_engines_agree(random_line(choices, false));
  });
  good &= rc::check("fast and reference read the same from anything near JSON", [] {
    Choices choices = any_choices();
    for (int line = 0; line < kLinesATest; ++line) assert_engines_agree(random_line(choices, true));
  });
  good &=
      rc::check("the scanner accepts what a strict parser accepts, and no more but for its liberties", [] {
        Choices choices = any_choices();
        for (int i = 0; i < kLinesATest; ++i) {
          const std::string line = random_line(choices, choices.one_in(2));
          const std::size_t first = line.find_first_not_of(" \t\r");
          const bool strict =
              nlohmann::json::accept(line) && first != std::string::npos && line[first] == '{';
          const bool ours = is_accepted(line);
          const bool agree = ours == strict || (ours && may_use_a_liberty(line));
          if (!agree) RC_LOG() << printable(line, 2000) << "\n";
          RC_ASSERT(agree);
        }
      });
  good &= rc::check("blocks, pieces and threads cannot be seen in what is read", [] {
    const std::vector<record::Format> formats{record::Format::automatic, record::Format::jsonl,
                                              record::Format::logfmt, record::Format::keys};
    Choices choices = any_choices();
    std::string text;
    const std::size_t lines = choices.below(30);
    for (std::size_t i = 0; i < lines; ++i) {
      switch (choices.below(8)) {
        case 0: break;
        case 1: text += std::string(choices.below(500), 'x'); break;
        case 2: text += "level=info key=a seq=" + std::to_string(choices.below(9)); break;
        case 3: text += std::string(choices.below(300), ' '); break;
        default: text += random_line(choices, choices.one_in(3));
      }
      text += choices.one_in(4) ? "\r\n" : "\n";
    }
    if (choices.one_in(2) && !text.empty()) text.pop_back();
    auto options = std::make_shared<record::ReadingOptions>();
    options->format = choices.of(formats);
    const std::size_t max_line = choices.one_in(2) ? 200 : 1 << 20;
    const auto read = [&](unsigned threads, std::size_t block, std::size_t piece) {
      // Two inputs, so that one begins while blocks of the other are under way.
      test::Reading reading = test::read_inputs(
          {{.name = "a", .pieces = test::in_pieces(text, piece), .options = options},
           {.name = "b", .pieces = test::in_pieces(text, piece), .options = options}},
          test::all_fields(), {.threads = threads, .max_line = max_line, .block_bytes = block});
      // Which problems are the first of their batch, and so carry a sentence, depends on the blocks.
      for (std::string& problem : reading.problems) problem.resize(problem.find(" rows:"));
      return reading;
    };
    const test::Reading plain = read(1, 1 << 20, 1 << 20);
    for (const unsigned threads : {1U, 2U, 3U}) {
      RC_ASSERT(read(threads, 1 + choices.below(400), 1 + choices.below(400)) == plain);
    }
  });
  good &= rc::check("an event written is the event read, in every format", [](std::uint64_t seed) {
    test::OwnedEvent owned;
    test::RandomEvent(seed).fill(owned);
    assert_event_survives(owned.event);
  });
  good &= rc::check("a time written is the time read", [](std::int64_t ns) {
    RC_ASSERT(record::parse_time(record::format_time(ns), {}) == ns);
  });
  good &= rc::check("an integer and its digits are the same time", [](std::int64_t value) {
    RC_ASSERT(record::parse_time(std::to_string(value), {}) == record::time_from_integer(value));
  });
  good &= wrapper_properties();
  return good ? 0 : 1;
}

// Text of any kind, read by every text format: lines are counted once each, rows hold what stands in the
// input, and neither the format recognised nor what is read depends on where the input is cut. The first byte
// chooses the format, the second the place of a cut.
#include <algorithm>
#include <memory>
#include <vector>

#include "tests/fuzz/entry.h"
#include "tests/support/reading.h"

namespace lanewise {
namespace {

std::shared_ptr<const record::ReadingOptions> options_of(unsigned choice) {
  using record::Format;
  static const auto kMade = [] {
    std::vector<std::shared_ptr<record::ReadingOptions>> list;
    for (const Format format : {Format::automatic, Format::logfmt, Format::keys, Format::text, Format::keys,
                                Format::spring_boot, Format::console_consumer}) {
      list.push_back(std::make_shared<record::ReadingOptions>());
      list.back()->format = format;
    }
    list[1]->mappings = {{record::Field::key, {"order", "id"}}, {record::Field::key, {"key"}}};
    list[2]->null_key = "null";
    for (const std::string_view pattern :
         {R"(^(?P<ts>\S+ \S+) done key=(?P<key>\S*) seq=(?P<seq>\d*))", R"(commit=committed (?P<offset>\d+))",
          R"((?P<event>\w+) (?P<topic>[\w.]+)-(?P<partition>\d+)@(?P<offset>\d+))"})
      list[3]->patterns.push_back(*record::parse_pattern(pattern));
    list[4]->delimiter = '\0';
    list[5]->topic = "orders";
    list[6]->mappings = {{record::Field::seq, {"payload", "seq"}}, {record::Field::id, {"headers", "trace"}}};
    return list;
  }();
  return kMade[choice % kMade.size()];
}

test::Reading read(const std::vector<std::string>& pieces,
                   const std::shared_ptr<const record::ReadingOptions>& options, std::size_t block_bytes) {
  test::Reading reading =
      test::read_inputs({{.name = "in", .pieces = pieces, .options = options}}, test::all_fields(),
                        {.max_line = 300, .block_bytes = block_bytes});
  for (std::string& problem : reading.problems) problem.resize(problem.find(" rows:"));
  return reading;
}

std::string joined(const test::Reading& reading) {
  return fmt::format("{}\n{}\n{}\n{}", fmt::join(reading.rows, "\n"), fmt::join(reading.problems, "\n"),
                     fmt::join(reading.errors, "\n"), fmt::join(reading.reports, "\n"));
}

// A line may give several rows, which begin with its number.
std::size_t lines_of(const std::vector<std::string>& rows) {
  std::size_t count = 0;
  std::string_view last;
  for (const std::string_view row : rows) {
    const std::string_view number = row.substr(0, row.find(':'));
    if (number != last) ++count;
    last = number;
  }
  return count;
}

}  // namespace
}  // namespace lanewise

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanewise;
  if (size < 2) return 0;
  const auto options = options_of(data[0]);
  const std::string_view text = fuzz::as_text(data + 2, size - 2);
  const std::size_t cut = std::min<std::size_t>(data[1], text.size());

  const test::Reading whole = read({std::string(text)}, options, 1 << 20);
  const test::Reading pieces =
      read({std::string(text.substr(0, cut)), std::string(text.substr(cut))}, options, 1U + data[1]);
  fuzz::require(whole == pieces, "what is read depends on where the input is cut", joined(whole),
                joined(pieces));
  for (const std::string& line : whole.lines)
    fuzz::require(text.find(line) != std::string_view::npos, "a row's line is not in the input", line);
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), options->delimiter)) +
                     (text.empty() || text.back() == options->delimiter ? 0 : 1);
  fuzz::require(!whole.errors.empty() || lines_of(whole.rows) + whole.problems.size() <= lines,
                "more lines read than there are");
  return 0;
}

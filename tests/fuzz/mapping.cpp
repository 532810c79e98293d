// Any text as a path, a mapping and a pattern; what is taken for one is used. A pattern's longest literal
// stands in every line that the pattern matches. The input is the option's text and, behind the first
// newline, lines.
#include "libcore/record/mapping.h"

#include "tests/fuzz/entry.h"
#include "tests/support/json_engines.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanewise;
  if (size > 500) return 0;  // RE2 may take long over a long pattern, as it is told to
  const std::string_view input = fuzz::as_text(data, size);
  const std::string_view text = input.substr(0, input.find('\n'));
  const std::string_view lines = input.substr(std::min(text.size() + 1, input.size()));
  const record::FieldSet all = test::all_fields();

  if (const auto path = record::parse_path(text)) {
    for (const std::string& step : *path) fuzz::require(!step.empty(), "an empty step");
  }
  if (const auto mapping = record::parse_mapping(text)) {
    record::ReadingOptions options;
    options.mappings = {*mapping};
    const std::string fast = test::render_decoded(lines, all, options, record::JsonEngine::fast);
    const std::string reference = test::render_decoded(lines, all, options, record::JsonEngine::reference);
    fuzz::require(fast == reference, "the two engines differ", fast, reference);
    (void)test::read_text(lines, all, options);
  }
  if (const auto pattern = record::parse_pattern(text)) {
    record::ReadingOptions options;
    options.format = record::Format::text;
    options.patterns = {*pattern};
    const std::string literal = record::longest_literal(pattern->regex);
    for (const std::string& line : test::read_text(lines, all, options).lines)
      fuzz::require(line.find(literal) != std::string::npos, "a line that matches lacks the literal", line,
                    literal);
  }
  return 0;
}

// Any regex that RE2 takes and the scan too, over any lines: both match the same lines with the same groups.
// The input is the regex and, behind the first newline, lines.
#include "tests/fuzz/entry.h"
#include "tests/support/pattern_match.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanewise;
  if (size > 500) return 0;  // RE2 may take long over a long pattern, as it is told to
  const std::string_view input = fuzz::as_text(data, size);
  const std::string_view regex = input.substr(0, input.find('\n'));
  std::string_view lines = input.substr(std::min(regex.size() + 1, input.size()));
  RE2::Options options(RE2::Latin1);
  options.set_log_errors(false);
  const RE2 compiled(re2::StringPiece(regex.data(), regex.size()), options);
  if (!compiled.ok() || !record::PatternScan::compile(regex)) return 0;
  for (;;) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    const auto scanned = test::match_by_scan(regex, line);
    if (scanned) {
      const std::string matched = test::match_by_re2(regex, line);
      fuzz::require(*scanned == matched, "the scan and RE2 differ", *scanned, matched);
    }
    if (line.size() == lines.size()) return 0;
    lines.remove_prefix(line.size() + 1);
  }
}

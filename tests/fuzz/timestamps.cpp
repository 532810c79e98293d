// Any text as a time: what is read is written as a time that reads the same, and an integer's digits are the
// integer's time. The first line may be a zone.
#include <charconv>

#include "libcore/record/timestamp.h"
#include "tests/fuzz/entry.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanewise;
  std::string_view text = fuzz::as_text(data, size);
  record::TimeZone zone;
  if (const std::size_t end = text.find('\n'); end != std::string_view::npos) {
    if (auto parsed = record::TimeZone::parse(text.substr(0, end))) zone = *parsed;
    text.remove_prefix(end + 1);
  }
  const auto ns = record::parse_time(text, zone);
  if (ns) {
    const std::string written = record::format_time(*ns);
    fuzz::require(record::parse_time(written, zone) == ns, "a time written is not the time read",
                  std::string(text), written);
  }
  std::int64_t value = 0;
  const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && stopped == text.data() + text.size()) {
    fuzz::require(ns == record::time_from_integer(value), "digits are not the integer's time",
                  std::string(text));
  }
  return 0;
}

#include "libcore/record/format.h"

#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/record/json_reader.h"
#include "libcore/record/text_reader.h"

namespace lanewise::record {

namespace {

constexpr std::array<FormatInfo, 8> kFormats{{
    {Format::automatic, "auto", "decided from the first lines", false, Meaning::handled, nullptr,
     make_jsonl_reader},
    {Format::jsonl, "jsonl", "one JSON object a line, in the vocabulary of lanewise-events(7)", true,
     Meaning::handled, nullptr, make_jsonl_reader},
    {Format::kcat, "kcat", "what kcat -J prints: the same, and a record lies in the log", true,
     Meaning::stored, nullptr, make_jsonl_reader},
    {Format::logfmt, "logfmt", "name=value pairs anywhere in a line", false, Meaning::handled, nullptr,
     make_logfmt_reader},
    {Format::text, "text", "lines that --pattern matches", false, Meaning::handled, nullptr,
     make_text_reader},
    {Format::spring_boot, "spring-boot", "Spring Boot's log: logfmt, JSON or Kafka's client in it", false,
     Meaning::handled, is_spring_boot_line, make_spring_boot_reader},
    {Format::console_consumer, "console-consumer", "what kafka-console-consumer prints", false,
     Meaning::stored, is_console_consumer_line, make_console_consumer_reader},
    {Format::keys, "keys", "one key a line", false, Meaning::handled, nullptr, make_keys_reader},
}};

}  // namespace

std::span<const FormatInfo> formats() { return std::span(kFormats).first(kFormats.size() - 1); }

const FormatInfo& info(Format format) { return kFormats[static_cast<std::size_t>(format)]; }

Result<Format> find_format(std::string_view name) {
  std::vector<std::string_view> names;
  for (const FormatInfo& known : formats()) {
    if (known.name == name) return known.format;
    names.push_back(known.name);
  }
  return usage_error(fmt::format("'{}' is not a format", name),
                     fmt::format("formats are {}", fmt::join(names, " ")));
}

Result<Meaning> find_meaning(std::string_view name) {
  if (name == "handled") return Meaning::handled;
  if (name == "stored") return Meaning::stored;
  if (name == "written") return Meaning::written;
  return usage_error(fmt::format("'{}' is none of handled, stored, written", name));
}

std::unique_ptr<Decoder> make_decoder(Format format, Wrapper wrapper, const ReadingOptions& options,
                                      const Projection& projection, std::size_t max_line) {
  auto decoder = info(format).make(options, projection, max_line);
  if (wrapper == Wrapper::none) return decoder;
  return make_unwrapping_reader(wrapper, std::move(decoder), options, max_line);
}

}  // namespace lanewise::record

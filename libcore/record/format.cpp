#include "libcore/record/format.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/record/json_reader.h"
#include "libcore/record/json_scanner.h"
#include "libcore/record/lines.h"
#include "libcore/record/text_reader.h"

namespace lanewise::record {

namespace {

constexpr std::array<FormatInfo, 6> kFormats{{
    {Format::automatic, "auto", "decided from the first lines", false, Meaning::handled},
    {Format::jsonl, "jsonl", "one JSON object a line, in the vocabulary of lanewise-events(7)", true,
     Meaning::handled},
    {Format::kcat, "kcat", "what kcat -J prints: the same, and a record lies in the log", true,
     Meaning::stored},
    {Format::logfmt, "logfmt", "name=value pairs anywhere in a line", false, Meaning::handled},
    {Format::text, "text", "lines that --pattern matches", false, Meaning::handled},
    {Format::keys, "keys", "one key a line", false, Meaning::handled},
}};

FieldSet every_field() {
  FieldSet all;
  for (const FieldInfo& field : fields()) all.add(field.field);
  return all;
}

bool looks_like_kcat(std::string_view line) {
  JsonScanner scanner;
  const auto has = [&](const char* name) { return scanner.locate(line, {name}).has_value(); };
  return has("topic") && has("partition") && has("offset") && has("payload") && !has("event");
}

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

Result<Format> recognise(std::string_view first_lines, const ReadingOptions& options) {
  if (!options.patterns.empty()) return Format::text;
  const Projection everything(every_field(), options.mappings);
  bool all_blank = true;
  std::size_t weak_pairs = 0;
  while (!first_lines.empty()) {
    const std::size_t end = std::min(first_lines.find(options.delimiter), first_lines.size());
    std::string_view line = first_lines.substr(0, end);
    first_lines.remove_prefix(std::min(end + 1, first_lines.size()));
    if (is_blank(line)) continue;
    all_blank = false;
    line.remove_prefix(line.find_first_not_of(" \t"));
    if (line.starts_with('{')) return looks_like_kcat(line) ? Format::kcat : Format::jsonl;
    // One pair alone ("event=x", "key=y") may be chance in prose; two in a line, or one in each of several,
    // are not.
    const std::size_t pairs = count_known_pairs(line, everything);
    weak_pairs += std::min<std::size_t>(pairs, 1);
    if (pairs >= 2 || weak_pairs >= 3) return Format::logfmt;
  }
  if (all_blank || weak_pairs > 0) return weak_pairs > 0 ? Format::logfmt : Format::jsonl;
  return bad_input(
      "cannot tell the format from the first lines", {},
      "say -f jsonl or -f logfmt, or describe the lines: --pattern 'key=(?P<key>\\S+) seq=(?P<seq>\\d+)'");
}

std::unique_ptr<Decoder> make_decoder(Format format, const ReadingOptions& options,
                                      const Projection& projection, std::size_t max_line) {
  switch (format) {
    case Format::automatic:
    case Format::jsonl:
    case Format::kcat: return make_json_reader(options, projection, max_line);
    case Format::logfmt: return make_logfmt_reader(options, projection, max_line);
    case Format::text: return make_text_reader(options, projection, max_line);
    case Format::keys: return make_keys_reader(options, max_line);
  }
  return nullptr;
}

}  // namespace lanewise::record

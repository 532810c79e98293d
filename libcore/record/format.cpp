#include "libcore/record/format.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/record/json_cursor.h"
#include "libcore/record/json_reader.h"
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
  JsonCursor cursor;
  const auto has = [&](std::string_view name) { return cursor.has_member(line, name); };
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

Recogniser::Recogniser(const ReadingOptions& options)
    : options_(options), vocabulary_(every_field(), options.mappings) {
  if (!options.patterns.empty()) certain_ = Format::text;
}

std::optional<Format> Recogniser::add(std::string_view lines) {
  is_utf16_ = is_utf16_ || (lines_ == 0 && (lines.starts_with("\xff\xfe") || lines.starts_with("\xfe\xff")));
  if (lines_ == 0 && lines.starts_with(kByteOrderMark)) lines.remove_prefix(kByteOrderMark.size());
  while (!certain_ && !lines.empty()) {
    const std::size_t end = std::min(lines.find(options_.delimiter), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (is_blank(line)) continue;
    ++lines_;
    certain_ = look_at(line);
  }
  return certain_;
}

std::optional<Format> Recogniser::look_at(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t\r\n"), line.size()));
  if (line.starts_with('{')) return looks_like_kcat(line) ? Format::kcat : Format::jsonl;
  // One pair alone ("event=x", "key=y") may be chance in prose; two in a line, or one in each of several, are
  // not.
  const std::size_t pairs = count_known_pairs(line, vocabulary_);
  lines_with_pairs_ += std::min<std::size_t>(pairs, 1);
  return pairs >= 2 || lines_with_pairs_ >= 3 ? std::optional(Format::logfmt) : std::nullopt;
}

Result<Format> Recogniser::conclude() const {
  if (certain_) return *certain_;
  if (lines_ == 0) return Format::jsonl;  // nothing to read, in any format
  if (2 * lines_with_pairs_ >= lines_) return Format::logfmt;
  if (is_utf16_) {
    return bad_input("the input is UTF-16", {}, "convert it first: iconv -f UTF-16 -t UTF-8 FILE");
  }
  return bad_input(
      "cannot tell the format from the first lines", {},
      "say -f jsonl or -f logfmt, or describe the lines: --pattern 'key=(?P<key>\\S+) seq=(?P<seq>\\d+)'");
}

Result<Format> recognise(std::string_view first_lines, const ReadingOptions& options) {
  Recogniser recogniser(options);
  recogniser.add(first_lines);
  return recogniser.conclude();
}

std::unique_ptr<Decoder> make_decoder(Format format, const ReadingOptions& options,
                                      const Projection& projection, std::size_t max_line) {
  switch (format) {
    case Format::automatic:
    case Format::jsonl:
    case Format::kcat: return make_json_reader(options, projection, max_line);
    case Format::logfmt: return make_logfmt_reader(options, projection, max_line);
    case Format::text: return make_text_reader(options, projection, max_line);
    case Format::keys: return make_keys_reader(options, projection, max_line);
  }
  return nullptr;
}

}  // namespace lanewise::record

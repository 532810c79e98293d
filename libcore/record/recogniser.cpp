#include "libcore/record/recogniser.h"

#include <algorithm>

#include "libcore/record/json_cursor.h"
#include "libcore/record/lines.h"
#include "libcore/record/text_reader.h"

namespace lanewise::record {

namespace {

FieldSet every_field() {
  FieldSet all;
  for (const FieldInfo& field : fields()) all.add(field.field);
  return all;
}

// The envelope of kcat -J, and nothing of the vocabulary that kcat never prints: a record that tells who
// handled it, or when, may have a payload too.
bool looks_like_kcat(std::string_view line) {
  JsonCursor cursor;
  const auto has = [&](std::string_view name) { return cursor.has_member(line, name); };
  if (!has("topic") || !has("partition") || !has("offset") || !has("payload")) return false;
  const auto printed_by_kcat = [](Field field) {
    switch (field) {
      case Field::topic:
      case Field::partition:
      case Field::offset:
      case Field::ts:
      case Field::broker:
      case Field::headers:
      case Field::key:
      case Field::payload: return true;
      default: return false;
    }
  };
  return std::none_of(fields().begin(), fields().end(), [&](const FieldInfo& field) {
    return !printed_by_kcat(field.field) && has(field.name);
  });
}

}  // namespace

Recogniser::Recogniser(const ReadingOptions& options)
    : options_(options), vocabulary_(every_field(), options.mappings) {
  if (options.format != Format::automatic) {
    format_ = options.format;
  } else if (!options.patterns.empty()) {
    format_ = Format::text;
  }
}

std::optional<Shape> Recogniser::add(std::string_view lines) {
  is_utf16_ = is_utf16_ || (lines_ == 0 && (lines.starts_with("\xff\xfe") || lines.starts_with("\xfe\xff")));
  if (lines_ == 0 && lines.starts_with(kByteOrderMark)) lines.remove_prefix(kByteOrderMark.size());
  while (!(format_ && lines_ > 0) && !lines.empty()) {
    const std::size_t end = std::min(lines.find(options_.delimiter), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (is_blank(line)) continue;
    if (++lines_ == 1) wrapper_ = options_.wrapper ? *options_.wrapper : find_wrapper(line);
    if (!format_) format_ = look_at(line);
  }
  return format_ && lines_ > 0 ? std::optional(Shape{*format_, wrapper_}) : std::nullopt;
}

std::optional<Format> Recogniser::look_at(std::string_view line) {
  Unwrapped unwrapped;
  if (info(wrapper_).peel(line, unwrapped)) line = unwrapped.text;
  const auto known = std::find_if(formats().begin(), formats().end(), [&](const FormatInfo& format) {
    return format.knows != nullptr && format.knows(line);
  });
  if (known != formats().end()) return known->format;
  line.remove_prefix(std::min(line.find_first_not_of(" \t\r\n"), line.size()));
  if (line.starts_with('{')) return looks_like_kcat(line) ? Format::kcat : Format::jsonl;
  // One pair alone ("event=x", "key=y") may be chance in prose; two in a line, or one in each of several, are
  // not.
  const std::size_t pairs = count_known_pairs(line, vocabulary_);
  lines_with_pairs_ += std::min<std::size_t>(pairs, 1);
  return pairs >= 2 || lines_with_pairs_ >= 3 ? std::optional(Format::logfmt) : std::nullopt;
}

Result<Shape> Recogniser::conclude() const {
  if (format_) return Shape{*format_, wrapper_};
  if (lines_ == 0) return Shape{Format::jsonl, wrapper_};  // nothing to read, in any format
  if (2 * lines_with_pairs_ >= lines_) return Shape{Format::logfmt, wrapper_};
  if (is_utf16_) {
    return bad_input("the input is UTF-16", {}, "convert it first: iconv -f UTF-16 -t UTF-8 FILE");
  }
  return bad_input(
      "cannot tell the format from the first lines", {},
      "say -f jsonl or -f logfmt, or describe the lines: --pattern 'key=(?P<key>\\S+) seq=(?P<seq>\\d+)'");
}

Result<Shape> recognise(std::string_view first_lines, const ReadingOptions& options) {
  Recogniser recogniser(options);
  recogniser.add(first_lines);
  return recogniser.conclude();
}

}  // namespace lanewise::record

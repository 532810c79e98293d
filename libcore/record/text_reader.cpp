// Text by RE2: named groups are fields, the first of several patterns that matches wins.
//
// RE2 runs in Latin-1: in UTF-8 mode one invalid byte keeps a whole line from matching. Groups behind the
// last one that is wanted are not captured. Patterns of literals and simple runs do without it
// (pattern_scan.h).
//
// In a wrapper a pattern is tried on what is left when it is peeled off, and then on the whole line: it may
// have been written for either.
#include "libcore/record/text_reader.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>
#include <re2/re2.h>

#include "libcore/base/suggest.h"
#include "libcore/record/lines.h"
#include "libcore/record/pattern_scan.h"

namespace lanewise::record {

namespace {

constexpr int kMaxGroups = 64;

RE2::Options re2_options() {
  RE2::Options options(RE2::Latin1);
  options.set_log_errors(false);
  return options;
}

struct Group {
  int index;
  Leaf leaf;
};

struct CompiledPattern {
  std::unique_ptr<RE2> regex;
  std::optional<PatternScan> scan;  // the same, where it is simple enough
  std::vector<Group> groups;
  int captures = 1;  // submatches asked of RE2, the whole match included
  EventKind event;
  std::string literal;
};

class TextReader final : public Decoder {
 public:
  TextReader(const ReadingOptions& options, const Projection& projection, std::size_t max_line)
      : options_(options), max_line_(max_line) {
    for (const Pattern& pattern : options.patterns) {
      CompiledPattern compiled{std::make_unique<RE2>(pattern.regex, re2_options()),
                               PatternScan::compile(pattern.regex),
                               {},
                               1,
                               pattern.event,
                               longest_literal(pattern.regex)};
      for (const auto& [name, index] : compiled.regex->NamedCapturingGroups()) {
        const auto field = find_field(name);
        if (!field || !projection.wanted().has(*field) || info(*field).kind == FieldKind::raw) continue;
        compiled.groups.push_back({index, {*field, Use::value}});
        compiled.captures = std::max(compiled.captures, index + 1);
      }
      std::vector<int> numbers;
      for (const Group& group : compiled.groups) numbers.push_back(group.index);
      if (compiled.scan) compiled.scan->keep_groups(numbers);
      patterns_.push_back(std::move(compiled));
    }
    // The analyzer loses the unique_ptr on its way into patterns_.
  }  // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks)

  void decode(std::string_view block, BatchBuilder& rows) override {
    for_each_line(
        block, options_.delimiter, max_line_, rows,
        [&](std::string_view line, std::uint32_t number) { read_line({line, line, number}, rows); });
  }

  void read_line(const Line& line, BatchBuilder& rows) override {
    for (const CompiledPattern& pattern : patterns_) {
      if (!matches(pattern, line.text) &&
          (line.text.size() == line.whole.size() || !matches(pattern, line.whole)))
        continue;
      rows.begin_row();
      if (pattern.event != EventKind::none) rows.set_event(pattern.event);
      if (set_groups(pattern, rows)) {
        rows.commit_row(line.whole, line.number);
      } else {
        rows.add_problem(ProblemKind::bad_field, line.number, line.whole, rows.what());
      }
      return;
    }
    const bool was_meant =
        std::any_of(patterns_.begin(), patterns_.end(), [&](const CompiledPattern& pattern) {
          return !pattern.literal.empty() && line.text.find(pattern.literal) != std::string_view::npos;
        });
    if (was_meant) {
      rows.add_problem(ProblemKind::unreadable, line.number, line.whole,
                       "the line looks like a record, but the pattern does not match");
    } else {
      rows.add_other(line.text);
    }
  }

 private:
  bool matches(const CompiledPattern& pattern, std::string_view text) {
    if (pattern.scan) {
      const PatternScan::Outcome outcome = pattern.scan->match(text, captured_);
      if (outcome != PatternScan::Outcome::undecided) return outcome == PatternScan::Outcome::match;
    }
    std::array<re2::StringPiece, kMaxGroups> pieces;
    if (!pattern.regex->Match(text, 0, text.size(), RE2::UNANCHORED, pieces.data(), pattern.captures))
      return false;
    for (const Group& group : pattern.groups) {
      const auto index = static_cast<std::size_t>(group.index);
      captured_[index] = {pieces[index].data(), pieces[index].size()};
    }
    return true;
  }

  bool set_groups(const CompiledPattern& pattern, BatchBuilder& rows) {
    for (const Group& group : pattern.groups) {
      const std::string_view value = captured_[static_cast<std::size_t>(group.index)];
      // A group that took part and took nothing is the empty key or text; it is no number and no time.
      const FieldKind kind = info(group.leaf.field).kind;
      if (value.data() == nullptr) continue;
      if (value.empty() && kind != FieldKind::key && kind != FieldKind::text) continue;
      if (!rows.set_text(group.leaf, value, Lifetime::batch)) return false;
    }
    return true;
  }

  const ReadingOptions& options_;
  std::size_t max_line_;
  std::vector<CompiledPattern> patterns_;
  std::array<std::string_view, kMaxGroups> captured_;
};

}  // namespace

Result<Pattern> parse_pattern(std::string_view text) {
  Pattern pattern{std::string(text), EventKind::none, {}};
  const std::size_t equals = text.find('=');
  if (equals != std::string_view::npos) {
    const EventKind event = find_event(text.substr(0, equals));
    if (event != EventKind::other) pattern = {std::string(text.substr(equals + 1)), event, {}};
  }
  const RE2 regex(pattern.regex, re2_options());
  if (!regex.ok()) {
    return usage_error(fmt::format("--pattern '{}': {}", pattern.regex, regex.error()),
                       "the syntax is RE2's: no look-around, no back references");
  }
  if (regex.NumberOfCapturingGroups() >= kMaxGroups) {
    return usage_error(fmt::format("--pattern '{}' has more than {} groups", pattern.regex, kMaxGroups - 1),
                       "write (?:…) for groups that name no field");
  }
  const auto& names = regex.CapturingGroupNames();
  for (auto one = names.begin(); one != names.end(); ++one) {
    const bool is_repeated = std::any_of(std::next(one), names.end(),
                                         [&](const auto& other) { return other.second == one->second; });
    if (is_repeated) {
      return usage_error(
          fmt::format("--pattern '{}' has two groups named {}", pattern.regex, one->second),
          "a field is one group; alternatives are patterns of their own: --pattern A --pattern B");
    }
  }
  for (const auto& [name, index] : regex.NamedCapturingGroups()) {
    const auto field = find_field(name);
    if (field && info(*field).kind == FieldKind::raw) {
      return usage_error(fmt::format("--pattern: {} is passed through and cannot be read from text", name),
                         "write (…) without a name");
    }
    if (!field) {
      std::vector<std::string> known;
      for (const FieldInfo& one : kFields) known.emplace_back(one.name);
      const auto meant = nearest(name, known);
      return usage_error(
          fmt::format("--pattern: '{}' is not a field", name),
          fmt::format(
              "{}named groups are fields (see lanewise-events(7)); write (…) without a name for the rest",
              meant ? fmt::format("did you mean {}? ", *meant) : ""));
    }
    pattern.fields.add(*field);
  }
  if (pattern.fields.bits() == 0 && pattern.event == EventKind::none) {
    return usage_error(fmt::format("--pattern '{}' names no field", pattern.regex),
                       R"(name groups after fields, e.g. key=(?P<key>\S+) seq=(?P<seq>\d+))");
  }
  return pattern;
}

std::unique_ptr<Decoder> make_text_reader(const ReadingOptions& options, const Projection& projection,
                                          std::size_t max_line) {
  return std::make_unique<TextReader>(options, projection, max_line);
}

}  // namespace lanewise::record

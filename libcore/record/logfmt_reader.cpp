// logfmt: name=value and name="quoted value" pairs anywhere in a line; words without '=' are passed over.
// Lines of prose hold such pairs too ("handled key=acct-1, seq=7"), so one comma or semicolon at the end of a
// value without quotes is no part of it. A line with no pair that was asked for is no record, unless it is
// one of a Kafka client's. Without quotes null is JSON's null, and a broker's number is a number: it says
// nothing of a record's place.
#include <string>

#include "libcore/record/json_scanner.h"
#include "libcore/record/kafka_client_lines.h"
#include "libcore/record/lines.h"
#include "libcore/record/text_reader.h"

namespace lanewise::record {

namespace {

constexpr bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
         c == '-' || c == '@';
}
constexpr bool is_blank_byte(char c) { return c == ' ' || c == '\t'; }

struct Pair {
  std::string_view name;
  std::string_view value;
  bool quoted = false;
  bool has_escapes = false;
  bool is_cut_off = false;  // its closing quote is missing
};

// Steps through the pairs of a line.
class PairCursor {
 public:
  explicit PairCursor(std::string_view line) : at_(line.data()), end_(line.data() + line.size()) {}

  bool next(Pair& pair) {
    while (at_ != end_) {
      while (at_ != end_ && is_blank_byte(*at_)) ++at_;
      const char* const word = at_;
      while (at_ != end_ && is_name_byte(*at_)) ++at_;
      if (at_ != word && at_ != end_ && *at_ == '=') {
        pair.name = {word, static_cast<std::size_t>(at_ - word)};
        ++at_;
        take_value(pair);
        return true;
      }
      while (at_ != end_ && !is_blank_byte(*at_)) ++at_;
    }
    return false;
  }

 private:
  void take_value(Pair& pair) {
    pair.has_escapes = false;
    pair.is_cut_off = false;
    pair.quoted = at_ != end_ && *at_ == '"';
    if (pair.quoted) {
      const char* const begin = ++at_;
      while (at_ != end_ && *at_ != '"') {
        if (*at_ == '\\' && at_ + 1 != end_) {
          pair.has_escapes = true;
          ++at_;
        }
        ++at_;
      }
      pair.value = {begin, static_cast<std::size_t>(at_ - begin)};
      pair.is_cut_off = at_ == end_;
      if (at_ != end_) ++at_;
    } else {
      const char* const begin = at_;
      while (at_ != end_ && !is_blank_byte(*at_)) ++at_;
      pair.value = {begin, static_cast<std::size_t>(at_ - begin)};
      if (pair.value.ends_with(',') || pair.value.ends_with(';')) pair.value.remove_suffix(1);
    }
  }

  const char* at_;
  const char* end_;
};

// JSON's escapes; a backslash before anything else says nothing.
void unescape(std::string_view value, std::string& out) {
  out.clear();
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] != '\\' || i + 1 == value.size()) {
      out.push_back(value[i]);
      continue;
    }
    const std::string_view escape = value.substr(i);
    if (const std::size_t taken = append_unicode_escape(out, escape); taken > 0) {
      i += taken - 1;
      continue;
    }
    const char escaped = value[++i];
    switch (escaped) {
      case 'n': out.push_back('\n'); break;
      case 't': out.push_back('\t'); break;
      case 'r': out.push_back('\r'); break;
      case 'b': out.push_back('\b'); break;
      case 'f': out.push_back('\f'); break;
      default: out.push_back(escaped);
    }
  }
}

// A name as it stands ("order.id"), or else step by step, so that `--key order.id` finds it either way.
const Node* find_pair(const Node& root, std::string_view name) {
  if (const Node* const whole = root.find(name); whole != nullptr) return whole;
  const Node* node = &root;
  while (node != nullptr) {
    const std::size_t dot = name.find('.');
    node = node->find(name.substr(0, dot));
    if (dot == std::string_view::npos) return node;
    name.remove_prefix(dot + 1);
  }
  return nullptr;
}

class LogfmtReader final : public Decoder {
 public:
  LogfmtReader(const ReadingOptions& options, const Projection& projection, std::size_t max_line)
      : options_(options), projection_(projection), max_line_(max_line) {}

  void decode(std::string_view block, BatchBuilder& rows) override {
    for_each_line(
        block, options_.delimiter, max_line_, rows,
        [&](std::string_view line, std::uint32_t number) { read_line({line, line, number}, rows); });
  }

  void read_line(const Line& line, BatchBuilder& rows) override {
    rows.begin_row();
    const Outcome outcome = set_pairs(line.text, rows);
    if (outcome == Outcome::good && !rows.is_row_empty()) {
      rows.commit_row(line.whole, line.number);
      rows.note_body(Body::logfmt);
    } else if (client_lines_.read(line, rows)) {
      return;
    } else if (outcome == Outcome::bad_field) {
      rows.add_problem(ProblemKind::bad_field, line.number, line.whole, rows.what());
    } else if (outcome == Outcome::cut_off) {
      rows.add_problem(ProblemKind::unreadable, line.number, line.whole,
                       fmt::format("the quote that {} begins with is not closed", unclosed_));
    } else {
      rows.add_other(line.text);
    }
  }

 private:
  enum class Outcome : std::uint8_t { good, bad_field, cut_off };

  Outcome set_pairs(std::string_view text, BatchBuilder& rows) {
    Pair pair;
    for (PairCursor pairs(text); pairs.next(pair);) {
      const Node* const node = find_pair(projection_.root(), pair.name);
      // What an unclosed quote has swallowed may hold what is asked for.
      if (pair.is_cut_off &&
          (node != nullptr || !rows.is_row_empty() || count_known_pairs(pair.value, projection_) > 0)) {
        unclosed_ = pair.name;
        return Outcome::cut_off;
      }
      if (node == nullptr) continue;
      for (const Leaf leaf : node->leaves) {
        if (!set(leaf, pair, rows)) return Outcome::bad_field;
      }
    }
    return Outcome::good;
  }

  bool set(Leaf leaf, const Pair& pair, BatchBuilder& rows) {
    const FieldKind kind = info(leaf.field).kind;
    // `offset=` tells nothing; `key=` is the empty key.
    const bool may_be_empty =
        kind == FieldKind::key || kind == FieldKind::text || (kind == FieldKind::place_text && pair.quoted);
    if (pair.value.empty() && !may_be_empty) return true;
    if (!pair.quoted && pair.value == "null") {
      rows.set_null(leaf);
      return true;
    }
    if (!pair.quoted && kind == FieldKind::place_text && parse_integer(pair.value)) return true;
    const bool is_json = (kind == FieldKind::integers && pair.value.starts_with('[')) ||
                         (kind == FieldKind::dependency && pair.value.starts_with('{'));
    if (!pair.has_escapes && !is_json) return rows.set_text(leaf, pair.value, Lifetime::batch);
    unescape(pair.value, scratch_);
    return is_json ? json_.scan_value(scratch_, leaf, rows) : rows.set_text(leaf, scratch_, Lifetime::brief);
  }

  const ReadingOptions& options_;
  const Projection& projection_;
  std::size_t max_line_;
  ClientLineReader client_lines_;
  std::string scratch_;
  JsonScanner json_;
  std::string_view unclosed_;  // whose value is cut off; points into the line
};

}  // namespace

std::size_t count_known_pairs(std::string_view line, const Projection& everything) {
  std::size_t count = 0;
  Pair pair;
  for (PairCursor pairs(line); pairs.next(pair);) {
    const Node* const node = find_pair(everything.root(), pair.name);
    if (node != nullptr && !node->leaves.empty()) ++count;
  }
  return count;
}

std::unique_ptr<Decoder> make_logfmt_reader(const ReadingOptions& options, const Projection& projection,
                                            std::size_t max_line) {
  return std::make_unique<LogfmtReader>(options, projection, max_line);
}

}  // namespace lanewise::record

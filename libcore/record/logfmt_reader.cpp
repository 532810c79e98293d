// logfmt: name=value and name="quoted value" pairs anywhere in a line; words without '=' are passed over.
// Lines of prose hold such pairs too ("handled key=acct-1, seq=7"), so one comma or semicolon at the end of a
// value without quotes is no part of it. A line with no pair that was asked for is no record, unless it is
// one of a Kafka client's.
#include <string>

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

void unescape(std::string_view value, std::string& out) {
  out.clear();
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] != '\\' || i + 1 == value.size()) {
      out.push_back(value[i]);
      continue;
    }
    const char escaped = value[++i];
    out.push_back(escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped == 'r' ? '\r' : escaped);
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
    const bool is_good = set_pairs(line.text, rows);
    if (is_good && !rows.is_row_empty()) {
      rows.commit_row(line.whole, line.number);
      rows.note_body(Body::logfmt);
    } else if (client_lines_.read(line, rows)) {
      return;
    } else if (!is_good) {
      rows.add_problem(ProblemKind::bad_field, line.number, line.whole, rows.what());
    } else {
      ++rows.counts().other;
    }
  }

 private:
  bool set_pairs(std::string_view text, BatchBuilder& rows) {
    Pair pair;
    for (PairCursor pairs(text); pairs.next(pair);) {
      const Node* const node = find_pair(projection_.root(), pair.name);
      if (node == nullptr) continue;
      for (const Leaf leaf : node->leaves) {
        if (!set(leaf, pair, rows)) return false;
      }
    }
    return true;
  }

  bool set(Leaf leaf, const Pair& pair, BatchBuilder& rows) {
    const FieldKind kind = info(leaf.field).kind;
    // `offset=` tells nothing; `key=` is the empty key.
    if (pair.value.empty() && kind != FieldKind::key && kind != FieldKind::text) return true;
    if (!pair.has_escapes) return rows.set_text(leaf, pair.value, Lifetime::batch);
    unescape(pair.value, scratch_);
    return rows.set_text(leaf, scratch_, Lifetime::brief);
  }

  const ReadingOptions& options_;
  const Projection& projection_;
  std::size_t max_line_;
  ClientLineReader client_lines_;
  std::string scratch_;
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

// JSON Lines: templates of the lines before (json_template.h), simdjson's DOM parser for the others line by
// line, the slow scanner behind it.
//
// The parser runs in place (a block has slack behind it) and only over lines of ordinary length: it keeps
// fourteen bytes a byte of the longest line, which is nothing for most and too much for 100 MB. A walk over
// the document's members fills the row. Whatever the parser refuses, and whatever a wanted field cannot take
// at once, goes to JsonScanner, which decides and finds the words; so this file holds no rule of its own,
// only the short way to the same answer. tests/fuzz/json_readers.cpp holds the two together.
//
// Rejected: On-Demand (it does not look at what it is not asked for, and passes damaged lines) and
// iterate_many (it may crash after a damaged one).
#include "libcore/record/json_reader.h"

#include <array>
#include <new>

#include <simdjson.h>

#include "libcore/record/json_scanner.h"
#include "libcore/record/json_template.h"
#include "libcore/record/lines.h"

namespace lanewise::record {

namespace {

namespace dom = simdjson::dom;

constexpr std::size_t kMaxDomLine = std::size_t{256} << 10;
constexpr std::size_t kMaxDomNesting = 2;  // JSON in a string; deeper goes to the scanner
static_assert(io::Buffer::kSlack >= simdjson::SIMDJSON_PADDING);

class JsonReader final : public Decoder {
 public:
  JsonReader(const ReadingOptions& options, const Projection& projection, std::size_t max_line, bool use_dom,
             bool is_body)
      : options_(options),
        projection_(projection),
        max_line_(max_line),
        use_dom_(use_dom),
        is_body_(is_body) {}

  void decode(std::string_view block, BatchBuilder& rows) override {
    for_each_line(
        block, options_.delimiter, max_line_, rows,
        [&](std::string_view line, std::uint32_t number) { read_line({line, line, number}, rows); });
  }

  void read_line(const Line& line, BatchBuilder& rows) override {
    if (is_blank(line.text)) {
      rows.add_other(line.text);
      return;
    }
    rows.begin_row();
    if (use_dom_ && line.text.size() <= kMaxDomLine) {
      const JsonTemplate::Outcome outcome = templates_.read(line.text, rows);
      if (outcome == JsonTemplate::Outcome::read) {
        commit(line, rows);
        return;
      }
      if (outcome == JsonTemplate::Outcome::spoilt) rows.begin_row();
      if (read_by_dom(line.text, rows)) {
        templates_.learn(line.text, projection_.root());
        commit(line, rows);
        return;
      }
    }
    rows.begin_row();
    const JsonScanner::Outcome outcome = scanner_.scan(line.text, projection_, rows);
    if (outcome == JsonScanner::Outcome::record) {
      commit(line, rows);
      return;
    }
    rows.add_problem(
        outcome == JsonScanner::Outcome::bad_field ? ProblemKind::bad_field : ProblemKind::unreadable,
        line.number, line.whole, scanner_.what());
  }

 private:
  void commit(const Line& line, BatchBuilder& rows) const {
    if (is_body_) {
      if (rows.is_row_empty()) {
        rows.add_other(line.text);
        return;
      }
      rows.note_body(Body::json);
    }
    rows.commit_row(line.whole, line.number);
  }

  // A parser that could not get its memory is half built and must not be asked again.
  static bool is_parsed(simdjson::error_code error) {
    if (error == simdjson::MEMALLOC) throw std::bad_alloc();
    return error == simdjson::SUCCESS;
  }

  // False: not settled here.
  bool read_by_dom(std::string_view line, BatchBuilder& rows) {
    dom::element document;
    if (!is_parsed(parsers_[0].parse(line.data(), line.size(), false).get(document))) return false;
    dom::object object;
    if (document.get(object) != simdjson::SUCCESS) return false;
    return walk(object, projection_.root(), 0, Lifetime::brief, rows);
  }

  bool walk(const dom::object& object, const Node& node, std::size_t nesting, Lifetime lifetime,
            BatchBuilder& rows) {
    std::uint64_t taken = 0;
    for (const dom::key_value_pair member : object) {
      const Node* const child = node.find(member.key);
      if (child == nullptr) continue;
      const std::uint64_t bit = child_bit(node, *child);
      if ((taken & bit) != 0) continue;
      taken |= bit;
      if (!take(member.value, *child, nesting, lifetime, rows)) return false;
      if (rows.is_row_complete()) return true;
    }
    return true;
  }

  bool take(const dom::element& value, const Node& node, std::size_t nesting, Lifetime lifetime,
            BatchBuilder& rows) {
    switch (value.type()) {
      case dom::element_type::STRING: {
        const std::string_view text = value.get_string().value_unsafe();
        for (const Leaf leaf : node.leaves) {
          if (!rows.set_text(leaf, text, lifetime)) return false;
        }
        if (node.children.empty()) return true;
        return !node.is_headers && take_nested(text, node, nesting + 1, lifetime, rows);
      }
      case dom::element_type::INT64: {
        const std::int64_t number = value.get_int64().value_unsafe();
        for (const Leaf leaf : node.leaves) {
          if (!rows.set_integer(leaf, number)) return false;
        }
        return true;
      }
      case dom::element_type::NULL_VALUE:
        for (const Leaf leaf : node.leaves) rows.set_null(leaf);
        return true;
      case dom::element_type::OBJECT:
        return node.leaves.empty() && walk(value.get_object().value_unsafe(), node, nesting, lifetime, rows);
      case dom::element_type::ARRAY:
        return node.is_header && take_first(value, node, nesting, lifetime, rows);
      case dom::element_type::UINT64:
      case dom::element_type::DOUBLE:
      case dom::element_type::BOOL: break;
    }
    return false;
  }

  // A header's value in an array, as the map form of kcat and others has it. What is no word, the scanner
  // looks at.
  bool take_first(const dom::element& values, const Node& node, std::size_t nesting, Lifetime lifetime,
                  BatchBuilder& rows) {
    if (node.leaves.empty() || !node.children.empty()) return false;
    const dom::array array = values.get_array().value_unsafe();
    if (array.begin() == array.end()) return true;
    const dom::element first = *array.begin();
    return first.is_string() && take(first, node, nesting, lifetime, rows);
  }

  // JSON held in a string. What is no object, the scanner looks at again.
  bool take_nested(std::string_view text, const Node& node, std::size_t nesting, Lifetime lifetime,
                   BatchBuilder& rows) {
    if (nesting > kMaxDomNesting) return false;
    dom::object object;
    if (!is_parsed(parsers_[nesting].parse(text.data(), text.size()).get(object))) return false;
    return walk(object, node, nesting, lifetime, rows);
  }

  const ReadingOptions& options_;
  const Projection& projection_;
  std::size_t max_line_;
  bool use_dom_;
  bool is_body_;
  std::array<dom::parser, kMaxDomNesting + 1>
      parsers_;  // a nested document must not disturb the one around it
  JsonScanner scanner_;
  JsonTemplates templates_;
};

}  // namespace

std::unique_ptr<Decoder> make_jsonl_reader(const ReadingOptions& options, const Projection& projection,
                                           std::size_t max_line) {
  return make_json_reader(options, projection, max_line);
}

std::unique_ptr<Decoder> make_json_body_reader(const ReadingOptions& options, const Projection& projection,
                                               std::size_t max_line) {
  return std::make_unique<JsonReader>(options, projection, max_line, true, true);
}

std::unique_ptr<Decoder> make_json_reader(const ReadingOptions& options, const Projection& projection,
                                          std::size_t max_line, JsonEngine engine) {
  return std::make_unique<JsonReader>(options, projection, max_line, engine == JsonEngine::fast, false);
}

}  // namespace lanewise::record

#include "libcore/record/json_scanner.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "libcore/base/base64.h"

namespace lanewise::record {

namespace {

// JSON in a string in JSON: kcat prints one level, Connect inside kcat two.
constexpr unsigned kMaxNesting = 4;
constexpr std::size_t kMaxPosition = 64;  // integers in a `position`: Pulsar's has two to four

}  // namespace

bool JsonScanner::apply(bool accepted) {
  // The first refusal is the one to tell; reading goes on, since a line that is no JSON at all is told as
  // that.
  if (!accepted && !refused_) {
    refused_ = true;
    what_ = row_->what();
  }
  return true;
}

bool JsonScanner::read_object(const Node& node) {
  if (!take('{')) return fail("an object");
  skip_blanks();
  if (take('}')) return true;
  std::uint64_t taken = 0;  // children met before: of a repeated name the first counts
  std::string scratch;
  for (;;) {
    skip_blanks();
    String name;
    if (!take_string(name)) return false;
    std::string_view text;
    const bool decoded = decode(name, scratch, text);
    skip_blanks();
    if (!take(':')) return fail("':'");
    skip_blanks();
    const Node* const child = decoded ? node.find(text) : nullptr;
    const std::uint64_t bit = child == nullptr ? 0 : child_bit(node, *child);
    const bool wanted = child != nullptr && (taken & bit) == 0;
    taken |= bit;
    if (!(wanted ? read_value(*child) : skip_value())) return false;
    skip_blanks();
    if (take('}')) return true;
    if (!take(',')) return fail("',' or '}'");
  }
}

bool JsonScanner::read_value(const Node& node) {
  if (at_ == end_) return fail("a value");
  switch (*at_) {
    case '"': return read_string_value(node);
    case '{':
    case '[': return read_composite(node, *at_);
    case 't':
      for (const Leaf leaf : node.leaves) apply(row_->set_other(leaf, "true"));
      return take_word("true");
    case 'f':
      for (const Leaf leaf : node.leaves) apply(row_->set_other(leaf, "false"));
      return take_word("false");
    case 'n':
      for (const Leaf leaf : node.leaves) row_->set_null(leaf);
      return take_word("null");
    default: break;
  }
  std::string_view digits;
  if (!take_number(digits)) return false;
  std::int64_t value = 0;
  const auto [stopped, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool is_int64 = error == std::errc{} && stopped == digits.data() + digits.size();
  const Lifetime lifetime = brief_ ? Lifetime::brief : Lifetime::batch;
  for (const Leaf leaf : node.leaves) {
    apply(is_int64 ? row_->set_integer(leaf, value) : row_->set_number(leaf, digits, lifetime));
  }
  return true;
}

bool JsonScanner::read_string_value(const Node& node) {
  String string;
  if (!take_string(string)) return false;
  std::string scratch;
  std::string_view text;
  const bool decoded = decode(string, scratch, text);
  const Lifetime lifetime = brief_ || string.has_escapes ? Lifetime::brief : Lifetime::batch;
  for (const Leaf leaf : node.leaves) {
    apply(decoded ? row_->set_text(leaf, text, lifetime) : row_->set_broken_text(leaf));
  }
  if (node.children.empty() || !decoded) return true;
  return node.is_headers ? read_header_text(node, text) : read_nested(node, text);
}

// JSON inside a string. Text that is no JSON simply has no such field.
bool JsonScanner::read_nested(const Node& node, std::string_view text) {
  if (nesting_ == kMaxNesting) return true;
  const char* const saved_at = at_;
  const char* const saved_end = end_;
  const std::string saved_what = what_;
  const bool saved_brief = brief_;
  at_ = text.data();
  end_ = at_ + text.size();
  ++nesting_;
  skip_blanks();
  const char* const start = at_;
  const bool composite = at_ != end_ && (*at_ == '{' || *at_ == '[');
  bool valid = composite && skip_value();
  if (valid) {
    skip_blanks();
    valid = at_ == end_;
  }
  what_ = saved_what;
  if (valid) {
    at_ = start;
    brief_ = true;  // `text` may be a scratch string; the arena keeps what is wanted of it
    (void)(*at_ == '{' ? read_object(node) : read_array(node));
  }
  --nesting_;
  brief_ = saved_brief;
  at_ = saved_at;
  end_ = saved_end;
  return true;
}

// The values of a header in an array: {"trace":["77"]}. Requires: `node` has leaves.
bool JsonScanner::read_first_value(const Node& node) {
  take('[');
  skip_blanks();
  if (at_ != end_ && *at_ == ']') return true;
  if (at_ != end_ && (*at_ == '[' || *at_ == '{')) {
    for (const Leaf leaf : node.leaves) apply(row_->set_other(leaf, "an array"));
    return true;
  }
  return read_value(node);
}

bool JsonScanner::read_composite(const Node& node, char opening) {
  const char* const start = at_;
  if (opening == '[' && node.is_header && !node.leaves.empty()) {
    if (!read_first_value(node)) return false;
    at_ = start;
    return node.children.empty() ? skip_value() : read_array(node);
  }
  for (const Leaf leaf : node.leaves) {
    at_ = start;
    const FieldKind kind = info(leaf.field).kind;
    if (kind == FieldKind::integers && opening == '[') {
      if (!read_position(leaf)) return false;
    } else if (kind == FieldKind::dependency && opening == '{') {
      if (!read_dependency(leaf)) return false;
    } else {
      apply(row_->set_other(leaf, opening == '{' ? "an object" : "an array"));
    }
  }
  at_ = start;
  if (node.children.empty()) return skip_value();
  if (opening == '[') return node.is_headers ? read_header_array(node) : read_array(node);
  return read_object(node);
}

bool JsonScanner::read_array(const Node& node) {
  if (!take('[')) return fail("an array");
  skip_blanks();
  if (take(']')) return true;
  for (std::size_t index = 0;; ++index) {
    skip_blanks();
    const Node* const child = node.find(std::to_string(index));
    if (!(child != nullptr ? read_value(*child) : skip_value())) return false;
    skip_blanks();
    if (take(']')) return true;
    if (!take(',')) return fail("',' or ']'");
  }
}

// kcat prints ["name","value","name","value"], rpk [{"key":"name","value":"value"}].
bool JsonScanner::read_header_array(const Node& node) {
  if (!take('[')) return fail("an array");
  skip_blanks();
  if (take(']')) return true;
  std::uint64_t taken = 0;
  std::string scratch;
  bool is_value = false;        // in a flat array, names and values alternate
  const Node* named = nullptr;  // whose value it is
  for (;;) {
    skip_blanks();
    if (is_value) {
      if (!(named != nullptr ? read_value(*named) : skip_value())) return false;
      is_value = false;
    } else if (at_ != end_ && *at_ == '{') {
      if (!read_header_object(node)) return false;
    } else if (at_ != end_ && *at_ == '"') {
      String name;
      std::string_view text;
      if (!take_string(name)) return false;
      named = decode(name, scratch, text) ? node.find(text) : nullptr;
      const std::uint64_t bit = named == nullptr ? 0 : child_bit(node, *named);
      if ((taken & bit) != 0) named = nullptr;
      taken |= bit;
      is_value = true;
    } else {
      if (!skip_value()) return false;
      named = nullptr;
      is_value = true;
    }
    skip_blanks();
    if (take(']')) return true;
    if (!take(',')) return fail("',' or ']'");
  }
}

// One {"key":…,"value":…}, its members in either order.
bool JsonScanner::read_header_object(const Node& node) {
  const char* const start = at_;
  if (!skip_value()) return false;
  const char* const after = at_;
  const std::string_view whole(start, static_cast<std::size_t>(after - start));
  JsonCursor inner;
  const auto name = inner.locate(whole, {"key"});
  const auto value = inner.locate(whole, {"value"});
  std::string scratch;
  std::string_view text;
  if (name && value && text_of(*name, scratch, text)) {
    if (const Node* const child = node.find(text); child != nullptr) {
      at_ = value->data();
      if (!read_value(*child)) return false;
    }
  }
  at_ = after;
  return true;
}

// The console consumer prints name:value,name:value.
bool JsonScanner::read_header_text(const Node& node, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    const std::string_view pair = text.substr(0, end);
    const std::size_t colon = pair.find(':');
    if (const Node* const child = node.find(pair.substr(0, colon));
        child != nullptr && colon != std::string_view::npos) {
      for (const Leaf leaf : child->leaves)
        apply(row_->set_text(leaf, pair.substr(colon + 1), Lifetime::brief));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return true;
}

bool JsonScanner::read_position(Leaf leaf) {
  const char* const start = at_;
  if (!skip_value()) return false;
  const char* const after = at_;
  std::array<std::int64_t, kMaxPosition> values;  // NOLINT(*-member-init): `count` of them are written
  std::size_t count = 0;
  std::string_view refused;  // why it is no position
  at_ = start + 1;
  for (skip_blanks(); refused.empty() && *at_ != ']'; skip_blanks()) {
    if (count == values.size()) {
      refused = "a longer array";
      break;
    }
    const auto [stopped, error] = std::from_chars(at_, after, values[count]);
    at_ = stopped;
    skip_blanks();
    if (error != std::errc{} || (*at_ != ',' && *at_ != ']')) refused = "an array of something else";
    ++count;
    take(',');
  }
  apply(refused.empty() ? row_->set_position(leaf, std::span(values).first(count))
                        : row_->set_other(leaf, refused));
  at_ = after;
  return true;
}

// An object that says whom it depends on: "seq", and "key" or "key_b64" where it is another key's.
bool JsonScanner::read_dependency(Leaf leaf) {
  const char* const start = at_;
  if (!skip_value()) return false;
  const std::string_view whole(start, static_cast<std::size_t>(at_ - start));
  JsonCursor inner;
  std::string seq_scratch;
  std::string_view seq_text;
  const auto seq = inner.locate(whole, {"seq"});
  std::optional<std::int64_t> number;
  if (seq && text_of(*seq, seq_scratch, seq_text)) number = parse_integer(seq_text);

  KeyView key;
  std::string key_scratch;
  std::string_view key_text;
  bool good = number.has_value();
  if (const auto value = inner.locate(whole, {"key"}); value) {
    key = *value == "null" ? KeyView::null() : KeyView::of({});
    if (key.state == KeyState::present) {
      good = good && text_of(*value, key_scratch, key_text);
      key.bytes = key_text;
    }
  } else if (const auto base64 = inner.locate(whole, {"key_b64"}); base64 && *base64 != "null") {
    std::string decoded;
    good = good && text_of(*base64, key_scratch, key_text);
    decoded.resize(base64_decoded_bound(key_text.size()));
    const auto size = base64_decode(key_text, decoded.data());
    good = good && size.has_value();
    decoded.resize(size.value_or(0));
    key_scratch = std::move(decoded);
    key = KeyView::of(key_scratch);
  }
  apply(good ? row_->set_dependency(leaf, key, *number) : row_->set_other(leaf, "another object"));
  return true;
}

bool JsonScanner::scan_value(std::string_view text, Leaf leaf, BatchBuilder& row) {
  const auto value = locate(text, {});
  if (!value || text.find_last_not_of(" \t\r\n") != static_cast<std::size_t>(value->end() - text.begin()) - 1)
    return row.set_text(leaf, text, Lifetime::brief);
  row_ = &row;
  refused_ = false;
  brief_ = true;
  nesting_ = 0;
  Node node;
  node.leaves = {leaf};
  begin(*value);
  return read_value(node) && !refused_;
}

JsonScanner::Outcome JsonScanner::take_text(const Node* node, std::string_view text, BatchBuilder& row) {
  if (node == nullptr) return Outcome::record;
  begin(text);
  row_ = &row;
  refused_ = false;
  brief_ = false;
  nesting_ = 0;
  for (const Leaf leaf : node->leaves) apply(row_->set_text(leaf, text, Lifetime::batch));
  if (!node->children.empty())
    (void)(node->is_headers ? read_header_text(*node, text) : read_nested(*node, text));
  return refused_ ? Outcome::bad_field : Outcome::record;
}

JsonScanner::Outcome JsonScanner::scan(std::string_view line, const Projection& projection,
                                       BatchBuilder& row) {
  begin(line);
  row_ = &row;
  refused_ = false;
  brief_ = false;
  nesting_ = 0;
  skip_blanks();
  if (at_ != end_ && *at_ != '{') {
    const bool json = skip_value();
    skip_blanks();
    what_ = json && at_ == end_ ? "a record is an object, and this is another JSON value"
                                : "not JSON: expected an object";
    return Outcome::not_json;
  }
  if (!read_object(projection.root())) {
    if (refused_) {  // told as what it is: not JSON
      refused_ = false;
      what_.clear();
      at_ = begin_;
      skip_blanks();
      (void)skip_value();
    }
    return Outcome::not_json;
  }
  skip_blanks();
  if (at_ != end_) {
    what_.clear();
    (void)fail("nothing more");
    return Outcome::not_json;
  }
  return refused_ ? Outcome::bad_field : Outcome::record;
}

}  // namespace lanewise::record

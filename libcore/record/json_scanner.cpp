#include "libcore/record/json_scanner.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <fmt/format.h>

#include "libcore/base/base64.h"

namespace lanewise::record {

namespace {

// JSON in a string in JSON: kcat prints one level, Connect inside kcat two.
constexpr unsigned kMaxNesting = 4;
constexpr std::size_t kMaxPosition = 64;   // integers in a `position`: Pulsar's has two to four
constexpr std::size_t kKeptLevels = 4096;  // words of open containers that are kept from line to line

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Bytes that end the fast run inside a string: the quote, the backslash, control characters.
constexpr std::array<bool, 256> make_special() {
  std::array<bool, 256> special{};
  for (std::size_t c = 0; c < 0x20; ++c) special[c] = true;
  special['"'] = true;
  special['\\'] = true;
  return special;
}
constexpr auto kSpecial = make_special();

// True if one of eight bytes is special. The classic "has a byte less than / equal to" on a word; may be true
// for bytes from 0x80 up that are not (never the other way round), which only costs a look at each.
bool may_hold_special(std::uint64_t eight) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  constexpr std::uint64_t kHigh = 0x8080808080808080;
  const std::uint64_t below_space = eight - kOnes * 0x20;
  const std::uint64_t quote = (eight ^ kOnes * '"') - kOnes;
  const std::uint64_t backslash = (eight ^ kOnes * '\\') - kOnes;
  return ((below_space | quote | backslash) & ~eight & kHigh) != 0;
}

void append_utf8(std::string& out, std::uint32_t code_point) {
  const auto push = [&](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code_point < 0x80) {
    push(code_point);
  } else if (code_point < 0x800) {
    push(0xc0 | code_point >> 6);
    push(0x80 | (code_point & 0x3f));
  } else if (code_point < 0x10000) {
    push(0xe0 | code_point >> 12);
    push(0x80 | (code_point >> 6 & 0x3f));
    push(0x80 | (code_point & 0x3f));
  } else {
    push(0xf0 | code_point >> 18);
    push(0x80 | (code_point >> 12 & 0x3f));
    push(0x80 | (code_point >> 6 & 0x3f));
    push(0x80 | (code_point & 0x3f));
  }
}

// Four hex digits, checked when the string was taken.
std::uint32_t hex4(const char* digits) {
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i) value = value << 4 | static_cast<std::uint32_t>(hex_value(digits[i]));
  return value;
}

}  // namespace

bool JsonScanner::fail(const char* expected) {
  if (what_.empty()) {
    what_ = at_ == end_ ? fmt::format("not JSON: the line ends where {} should follow", expected)
                        : fmt::format("not JSON: expected {} at byte {}", expected, at_ - begin_ + 1);
  }
  return false;
}

void JsonScanner::skip_blanks() {
  while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r' || *at_ == '\n')) ++at_;
}

bool JsonScanner::take(char c) {
  if (at_ == end_ || *at_ != c) return false;
  ++at_;
  return true;
}

bool JsonScanner::take_word(std::string_view word) {
  if (static_cast<std::size_t>(end_ - at_) < word.size() || std::memcmp(at_, word.data(), word.size()) != 0) {
    return fail("a value");
  }
  at_ += word.size();
  return true;
}

bool JsonScanner::take_string(String& string) {
  if (!take('"')) return fail("a string");
  const char* const begin = at_;
  string.has_escapes = false;
  for (;;) {
    while (end_ - at_ >= 8) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, at_, 8);
      if (may_hold_special(eight)) break;
      at_ += 8;
    }
    while (at_ != end_ && !kSpecial[static_cast<unsigned char>(*at_)]) ++at_;
    if (at_ == end_) return fail("the end of a string");
    if (*at_ == '"') {
      string.raw = {begin, static_cast<std::size_t>(at_ - begin)};
      ++at_;
      return true;
    }
    if (*at_ != '\\') return fail("no control character in a string");
    string.has_escapes = true;
    ++at_;
    if (at_ == end_) return fail("the end of a string");
    const char escape = *at_;
    if (escape == 'u') {
      for (int i = 1; i <= 4; ++i) {
        if (at_ + i >= end_ || hex_value(at_[i]) < 0) return fail("four hexadecimal digits");
      }
      at_ += 5;
    } else if (std::strchr("\"\\/bfnrt", escape) != nullptr && escape != '\0') {
      ++at_;
    } else {
      return fail("an escape");
    }
  }
}

bool JsonScanner::decode(const String& string, std::string& scratch, std::string_view& text) {
  text = string.raw;
  if (!string.has_escapes) return true;
  scratch.clear();
  scratch.reserve(string.raw.size());  // of 100 MB, doubling would take as much again
  const char* p = string.raw.data();
  const char* const end = p + string.raw.size();
  while (p != end) {
    const auto* const backslash =
        static_cast<const char*>(std::memchr(p, '\\', static_cast<std::size_t>(end - p)));
    if (backslash == nullptr) break;
    scratch.append(p, backslash);
    p = backslash + 2;
    switch (backslash[1]) {
      case 'b': scratch.push_back('\b'); break;
      case 'f': scratch.push_back('\f'); break;
      case 'n': scratch.push_back('\n'); break;
      case 'r': scratch.push_back('\r'); break;
      case 't': scratch.push_back('\t'); break;
      case 'u': {
        std::uint32_t code_point = hex4(p);
        p += 4;
        if (code_point >= 0xdc00 && code_point < 0xe000) return false;
        if (code_point >= 0xd800 && code_point < 0xdc00) {
          if (end - p < 6 || p[0] != '\\' || p[1] != 'u') return false;
          const std::uint32_t low = hex4(p + 2);
          if (low < 0xdc00 || low >= 0xe000) return false;
          code_point = 0x10000 + ((code_point - 0xd800) << 10) + (low - 0xdc00);
          p += 6;
        }
        append_utf8(scratch, code_point);
        break;
      }
      default: scratch.push_back(backslash[1]);
    }
  }
  scratch.append(p, end);
  text = scratch;
  return true;
}

bool JsonScanner::take_number(std::string_view& digits) {
  const char* const begin = at_;
  take('-');
  if (at_ == end_ || !is_digit(*at_)) return fail("a digit");
  if (!take('0')) {
    while (at_ != end_ && is_digit(*at_)) ++at_;
  }
  if (take('.')) {
    if (at_ == end_ || !is_digit(*at_)) return fail("a digit");
    while (at_ != end_ && is_digit(*at_)) ++at_;
  }
  if (at_ != end_ && (*at_ == 'e' || *at_ == 'E')) {
    ++at_;
    if (at_ != end_ && (*at_ == '+' || *at_ == '-')) ++at_;
    if (at_ == end_ || !is_digit(*at_)) return fail("a digit");
    while (at_ != end_ && is_digit(*at_)) ++at_;
  }
  digits = {begin, static_cast<std::size_t>(at_ - begin)};
  return true;
}

// One value of any depth, checked and passed over. `levels_` holds a bit for each open container: 1 for an
// object.
bool JsonScanner::skip_value() {
  std::size_t depth = 0;
  const auto in_object = [&] { return (levels_[(depth - 1) / 64] >> ((depth - 1) % 64) & 1) != 0; };
  const auto open = [&](bool object) {
    if (depth / 64 >= levels_.size()) levels_.push_back(0);
    const std::uint64_t level_bit = std::uint64_t{1} << (depth % 64);
    levels_[depth / 64] = object ? levels_[depth / 64] | level_bit : levels_[depth / 64] & ~level_bit;
    ++depth;
  };
  const auto take_name = [&] {
    String name;
    skip_blanks();
    if (!take_string(name)) return false;
    skip_blanks();
    return take(':') || fail("':'");
  };
  for (;;) {
    skip_blanks();
    if (at_ == end_) return fail("a value");
    bool closed_empty = false;
    switch (*at_) {
      case '{':
      case '[': {
        const bool object = *at_ == '{';
        ++at_;
        open(object);
        skip_blanks();
        if (take(object ? '}' : ']')) {
          --depth;
          closed_empty = true;
        } else if (object && !take_name()) {
          return false;
        }
        if (!closed_empty) continue;
        break;
      }
      case '"': {
        String string;
        if (!take_string(string)) return false;
        break;
      }
      case 't':
        if (!take_word("true")) return false;
        break;
      case 'f':
        if (!take_word("false")) return false;
        break;
      case 'n':
        if (!take_word("null")) return false;
        break;
      default: {
        std::string_view digits;
        if (*at_ != '-' && !is_digit(*at_)) return fail("a value");
        if (!take_number(digits)) return false;
      }
    }
    // A value has ended: close what ends with it, then go to the next member or element.
    for (;;) {
      if (depth == 0) return true;
      skip_blanks();
      if (take(',')) {
        if (in_object() && !take_name()) return false;
        break;
      }
      if (!take(in_object() ? '}' : ']')) return fail(in_object() ? "',' or '}'" : "',' or ']'");
      --depth;
    }
  }
}

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
  if (*at_ != '-' && !is_digit(*at_)) return fail("a value");
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
    apply(decoded ? row_->set_text(leaf, text, lifetime)
                  : row_->set_other(leaf, "a string with half a surrogate pair"));
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

bool JsonScanner::read_composite(const Node& node, char opening) {
  const char* const start = at_;
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
  JsonScanner inner;
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
    if (const Node* const child = node.find(pair.substr(0, colon)); child != nullptr && colon != pair.npos) {
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
  JsonScanner inner;
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

// The text of a string, or the digits of an integer, as it stands in a line.
bool JsonScanner::text_of(std::string_view value, std::string& scratch, std::string_view& text) {
  if (value.starts_with('"')) return decode({value.substr(1, value.size() - 2), true}, scratch, text);
  text = value;
  return value.find_first_not_of("-0123456789") == std::string_view::npos;
}

JsonScanner::Outcome JsonScanner::scan(std::string_view line, const Projection& projection,
                                       BatchBuilder& row) {
  begin(line);
  row_ = &row;
  refused_ = false;
  brief_ = false;
  nesting_ = 0;
  what_.clear();
  if (levels_.size() > kKeptLevels) levels_ = {};
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

bool JsonScanner::enter(std::string_view step) {
  skip_blanks();
  const bool is_array = take('[');
  if (!is_array && !take('{')) return false;
  std::string scratch;
  for (std::size_t index = 0;; ++index) {
    bool found = is_array && step == std::to_string(index);
    if (!is_array) {
      String name;
      std::string_view text;
      skip_blanks();
      if (!take_string(name)) return false;
      found = decode(name, scratch, text) && text == step;
      skip_blanks();
      if (!take(':')) return false;
    }
    if (found) return true;
    if (!skip_value()) return false;
    skip_blanks();
    if (!take(',')) return false;
  }
}

void JsonScanner::begin(std::string_view line) {
  begin_ = at_ = line.data();
  end_ = at_ + line.size();
}

std::optional<std::string_view> JsonScanner::locate(std::string_view line, const Path& path) {
  begin(line);
  for (const std::string& step : path) {
    if (!enter(step)) return std::nullopt;
  }
  skip_blanks();
  const char* const start = at_;
  if (!skip_value()) return std::nullopt;
  return std::string_view(start, static_cast<std::size_t>(at_ - start));
}

bool JsonScanner::has_member(std::string_view line, std::string_view name) {
  begin(line);
  return enter(name);
}

}  // namespace lanewise::record

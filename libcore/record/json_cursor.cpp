#include "libcore/record/json_cursor.h"

#include <array>
#include <cstring>

#include <fmt/format.h>

namespace lanewise::record {

namespace {

constexpr std::size_t kKeptLevels = 4096;  // words of open containers that are kept from line to line

constexpr std::size_t kEscapeBytes = 6;  // \uXXXX

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

// The code unit of an escape \uXXXX at the front of `text`.
std::optional<std::uint32_t> code_unit(std::string_view text) {
  if (text.size() < kEscapeBytes || text[0] != '\\' || text[1] != 'u') return std::nullopt;
  std::uint32_t value = 0;
  for (const char digit : text.substr(2, 4)) {
    const int hex = hex_value(digit);
    if (hex < 0) return std::nullopt;
    value = value << 4 | static_cast<std::uint32_t>(hex);
  }
  return value;
}

}  // namespace

std::size_t append_unicode_escape(std::string& out, std::string_view text) {
  const auto unit = code_unit(text);
  if (!unit || (*unit >= 0xdc00 && *unit < 0xe000)) return 0;
  if (*unit < 0xd800 || *unit >= 0xe000) {
    append_utf8(out, *unit);
    return kEscapeBytes;
  }
  const auto low = code_unit(text.substr(kEscapeBytes));
  if (!low || *low < 0xdc00 || *low >= 0xe000) return 0;
  append_utf8(out, 0x10000 + ((*unit - 0xd800) << 10) + (*low - 0xdc00));
  return 2 * kEscapeBytes;
}

bool JsonCursor::fail(const char* expected) {
  if (what_.empty()) {
    what_ = at_ == end_ ? fmt::format("not JSON: the line ends where {} should follow", expected)
                        : fmt::format("not JSON: expected {} at byte {}", expected, at_ - begin_ + 1);
  }
  return false;
}

void JsonCursor::skip_blanks() {
  while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r' || *at_ == '\n')) ++at_;
}

bool JsonCursor::take(char c) {
  if (at_ == end_ || *at_ != c) return false;
  ++at_;
  return true;
}

bool JsonCursor::take_word(std::string_view word) {
  if (static_cast<std::size_t>(end_ - at_) < word.size() || std::memcmp(at_, word.data(), word.size()) != 0) {
    return fail("a value");
  }
  at_ += word.size();
  return true;
}

bool JsonCursor::take_string(String& string) {
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

bool JsonCursor::decode(const String& string, std::string& scratch, std::string_view& text) {
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
        const std::string_view rest(backslash, static_cast<std::size_t>(end - backslash));
        const std::size_t taken = append_unicode_escape(scratch, rest);
        if (taken == 0) return false;
        p = backslash + taken;
        break;
      }
      default: scratch.push_back(backslash[1]);
    }
  }
  scratch.append(p, end);
  text = scratch;
  return true;
}

bool JsonCursor::take_number(std::string_view& digits) {
  const char* const begin = at_;
  if (at_ == end_ || (*at_ != '-' && !is_digit(*at_))) return fail("a value");
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

// One value of any depth, checked and passed over.
bool JsonCursor::skip_value() {
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

bool JsonCursor::text_of(std::string_view value, std::string& scratch, std::string_view& text) {
  if (value.starts_with('"')) return decode({value.substr(1, value.size() - 2), true}, scratch, text);
  text = value;
  return value.find_first_not_of("-0123456789") == std::string_view::npos;
}

bool JsonCursor::enter(std::string_view step) {
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

void JsonCursor::begin(std::string_view line) {
  begin_ = at_ = line.data();
  end_ = at_ + line.size();
  what_.clear();
  if (levels_.size() > kKeptLevels) levels_ = {};
}

std::optional<std::string_view> JsonCursor::locate(std::string_view line, const Path& path) {
  begin(line);
  for (const std::string& step : path) {
    if (!enter(step)) return std::nullopt;
  }
  skip_blanks();
  const char* const start = at_;
  if (!skip_value()) return std::nullopt;
  return std::string_view(start, static_cast<std::size_t>(at_ - start));
}

void JsonCursor::locate_members(std::string_view line, std::string_view name,
                                std::vector<std::string_view>& values) {
  begin(line);
  values.clear();
  const auto give_up = [&] { values.clear(); };
  skip_blanks();
  if (!take('{')) return;
  skip_blanks();
  if (take('}')) return;
  std::string scratch;
  for (;;) {
    String member;
    std::string_view text;
    skip_blanks();
    if (!take_string(member)) return give_up();
    const bool is_meant = decode(member, scratch, text) && text == name;
    skip_blanks();
    if (!take(':')) return give_up();
    skip_blanks();
    const char* const start = at_;
    if (!skip_value()) return give_up();
    if (is_meant) values.emplace_back(start, static_cast<std::size_t>(at_ - start));
    skip_blanks();
    if (take('}')) return;
    if (!take(',')) return give_up();
  }
}

bool JsonCursor::has_member(std::string_view line, std::string_view name) {
  begin(line);
  return enter(name);
}

}  // namespace lanewise::record

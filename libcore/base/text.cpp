#include "libcore/base/text.h"

#include <array>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>

namespace lanewise {

namespace {

bool is_continuation(unsigned char c) { return (c & 0xc0) == 0x80; }

}  // namespace

// Table 3-7 of the Unicode standard.
std::size_t utf8_sequence(std::string_view bytes) {
  const auto at = [&](std::size_t i) {
    return static_cast<unsigned char>(i < bytes.size() ? bytes[i] : '\0');
  };
  const unsigned char first = at(0);
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  if (first < 0xe0) return is_continuation(at(1)) ? 2 : 0;
  const unsigned char second = at(1);
  if (!is_continuation(second)) return 0;
  if (first < 0xf0) {
    const bool overlong = first == 0xe0 && second < 0xa0;
    const bool surrogate = first == 0xed && second > 0x9f;
    return !overlong && !surrogate && is_continuation(at(2)) ? 3 : 0;
  }
  const bool overlong = first == 0xf0 && second < 0x90;
  const bool too_large = first == 0xf4 && second > 0x8f;
  return !overlong && !too_large && is_continuation(at(2)) && is_continuation(at(3)) ? 4 : 0;
}

bool is_utf8(std::string_view bytes) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  while (!bytes.empty()) {
    if (bytes.size() >= 8) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, bytes.data(), 8);
      if ((eight & kHighBits) == 0) {
        bytes.remove_prefix(8);
        continue;
      }
    }
    const std::size_t length = utf8_sequence(bytes);
    if (length == 0) return false;
    bytes.remove_prefix(length);
  }
  return true;
}

std::string printable(std::string_view bytes, std::size_t limit) {
  std::string out;
  while (!bytes.empty()) {
    if (out.size() >= limit) return out + "…";
    const std::size_t length = utf8_sequence(bytes);
    const auto first = static_cast<unsigned char>(bytes.front());
    // U+0080 to U+009F are control characters too: a terminal may take U+009B for the start of a command.
    const bool is_c1 = first == 0xc2 && length == 2 && static_cast<unsigned char>(bytes[1]) < 0xa0;
    if (length == 0 || first < 0x20 || first == 0x7f || is_c1) {
      out += first == '\t' ? "\\t" : fmt::format("\\x{:02x}", first);
      bytes.remove_prefix(1);
    } else {
      out += bytes.substr(0, length);
      bytes.remove_prefix(length);
    }
  }
  return out;
}

std::string counted(std::int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

void append_json_string(std::string& out, std::string_view bytes) {
  out.push_back('"');
  std::size_t plain = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto c = static_cast<unsigned char>(bytes[i]);
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    out.append(bytes, plain, i - plain);
    plain = i + 1;
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default: fmt::format_to(std::back_inserter(out), "\\u{:04x}", c);
    }
  }
  out.append(bytes, plain, bytes.size() - plain);
  out.push_back('"');
}

}  // namespace lanewise

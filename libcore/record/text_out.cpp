#include "libcore/record/text_out.h"

namespace lanewise::record {

namespace {

// The length of the UTF-8 sequence that `text` starts with, 0 if it is none (overlong, surrogate, cut off).
// Requires: text is not empty. The ranges are those of the Unicode standard's table 3-7.
std::size_t utf8_sequence(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return static_cast<unsigned char>(i < text.size() ? text[i] : '\0');
  };
  const auto follows = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xbf) {
    return byte(i) >= low && byte(i) <= high;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return follows(1) ? 2 : 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    return follows(1, lead == 0xe0 ? 0xa0 : 0x80, lead == 0xed ? 0x9f : 0xbf) && follows(2) ? 3 : 0;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    return follows(1, lead == 0xf0 ? 0x90 : 0x80, lead == 0xf4 ? 0x8f : 0xbf) && follows(2) && follows(3) ? 4
                                                                                                          : 0;
  }
  return 0;
}

char* put_control(char* at, unsigned char byte) {
  constexpr char kHex[] = "0123456789abcdef";
  *at++ = '\\';
  switch (byte) {
    case '"':
    case '\\': *at++ = static_cast<char>(byte); break;
    case '\n': *at++ = 'n'; break;
    case '\r': *at++ = 'r'; break;
    case '\t': *at++ = 't'; break;
    case '\b': *at++ = 'b'; break;
    case '\f': *at++ = 'f'; break;
    default:
      at = put(at, "u00");
      *at++ = kHex[byte >> 4U];
      *at++ = kHex[byte & 15U];
  }
  return at;
}

}  // namespace

char* put_escaped_slowly(char* at, std::string_view text, InvalidUtf8 invalid) {
  while (!text.empty()) {
    const auto byte = static_cast<unsigned char>(text.front());
    std::size_t taken = 1;
    if (byte < 0x20 || byte == '"' || byte == '\\') {
      at = put_control(at, byte);
    } else {
      const std::size_t length = utf8_sequence(text);
      if (length == 0 && invalid == InvalidUtf8::replaced) {
        at = put(at, "\xef\xbf\xbd");
      } else {
        taken = length == 0 ? 1 : length;
        at = put(at, text.substr(0, taken));
      }
    }
    text.remove_prefix(taken);
  }
  return at;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_sequence(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

char* put_base64(char* at, std::string_view bytes) {
  constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto byte = [&](std::size_t j) {
      return j < bytes.size() ? static_cast<unsigned char>(bytes[j]) : 0U;
    };
    const unsigned three = byte(i) << 16U | byte(i + 1) << 8U | byte(i + 2);
    *at++ = kAlphabet[three >> 18U];
    *at++ = kAlphabet[three >> 12U & 63U];
    *at++ = i + 1 < bytes.size() ? kAlphabet[three >> 6U & 63U] : '=';
    *at++ = i + 2 < bytes.size() ? kAlphabet[three & 63U] : '=';
  }
  return at;
}

}  // namespace lanewise::record

#include "libcore/record/text_out.h"

#include "libcore/base/text.h"

namespace lanewise::record {

namespace {

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

}  // namespace lanewise::record

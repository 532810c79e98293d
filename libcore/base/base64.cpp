#include "libcore/base/base64.h"

#include <array>
#include <cstdint>

namespace lanewise {

namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNotInAlphabet = 64;

constexpr std::array<std::uint8_t, 256> make_values() {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNotInAlphabet);
  for (std::uint8_t i = 0; i < 64; ++i) values[static_cast<unsigned char>(kAlphabet[i])] = i;
  return values;
}
constexpr auto kValues = make_values();

}  // namespace

std::optional<std::size_t> base64_decode(std::string_view text, char* out) {
  if (text.size() % 4 == 0 && text.ends_with('=')) text.remove_suffix(text.ends_with("==") ? 2 : 1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::uint32_t bits = 0;
  unsigned count = 0;
  std::size_t written = 0;
  for (const char c : text) {
    const std::uint8_t value = kValues[static_cast<unsigned char>(c)];
    if (value == kNotInAlphabet) return std::nullopt;
    bits = bits << 6 | value;
    count += 6;
    if (count >= 8) {
      count -= 8;
      out[written++] = static_cast<char>(bits >> count & 0xff);
    }
  }
  if ((bits & ((1U << count) - 1)) != 0) return std::nullopt;
  return written;
}

char* put_base64(char* at, std::string_view bytes) {
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

void append_base64(std::string& out, std::string_view bytes) {
  const std::size_t before = out.size();
  out.resize(before + base64_bound(bytes.size()));
  (void)put_base64(out.data() + before, bytes);
}

}  // namespace lanewise

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

void append_base64(std::string& out, std::string_view bytes) {
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(c);
    count += 8;
    while (count >= 6) {
      count -= 6;
      out.push_back(kAlphabet[bits >> count & 63]);
    }
  }
  if (count > 0) out.push_back(kAlphabet[bits << (6 - count) & 63]);
  out.append((3 - bytes.size() % 3) % 3, '=');
}

}  // namespace lanewise

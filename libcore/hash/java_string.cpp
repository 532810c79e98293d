#include "libcore/hash/java_string.h"

#include "libcore/hash/bytes.h"

namespace lanewise::hash {

namespace {

constexpr char16_t kReplacement = 0xfffd;

bool is_continuation(unsigned char byte) { return (byte & 0xc0) == 0x80; }

// The sequence that a lead byte promises: how long it is, and between which bounds its second byte must lie
// (which excludes overlong forms and what lies beyond U+10FFFF; the third and fourth may be any
// continuation).
struct Lead {
  std::size_t length;  // 0: no sequence begins so
  unsigned char low;
  unsigned char high;
};

Lead classify(unsigned char byte) {
  if (byte >= 0xc2 && byte <= 0xdf) return {2, 0x80, 0xbf};
  if (byte == 0xe0) return {3, 0xa0, 0xbf};
  if (byte >= 0xe1 && byte <= 0xef) return {3, 0x80, 0xbf};  // ED A0..BF too: see the header
  if (byte == 0xf0) return {4, 0x90, 0xbf};
  if (byte >= 0xf1 && byte <= 0xf3) return {4, 0x80, 0xbf};
  if (byte == 0xf4) return {4, 0x80, 0x8f};
  return {0, 0, 0};
}

// Calls unit(char16_t) for each code unit, from `at` on; returns whether all was well formed.
template <class Unit>
bool decode(std::string_view utf8, std::size_t at, Unit&& unit) {
  bool well_formed = true;
  const auto replace = [&] {
    well_formed = false;
    unit(kReplacement);
  };
  const auto byte_at = [&](std::size_t i) { return static_cast<unsigned char>(utf8[i]); };
  while (at < utf8.size()) {
    const unsigned char first = byte_at(at);
    if (first < 0x80) {
      unit(static_cast<char16_t>(first));
      ++at;
      continue;
    }
    const Lead lead = classify(first);
    std::size_t good = 1;
    if (lead.length != 0 && at + 1 < utf8.size() && byte_at(at + 1) >= lead.low &&
        byte_at(at + 1) <= lead.high) {
      good = 2;
      while (good < lead.length && at + good < utf8.size() && is_continuation(byte_at(at + good))) ++good;
    }
    if (good != lead.length) {
      replace();
      at += good;
      continue;
    }
    std::uint32_t code = first & (0xffU >> (lead.length + 1));
    for (std::size_t i = 1; i < lead.length; ++i) code = (code << 6) | (byte_at(at + i) & 0x3fU);
    at += lead.length;
    if (code >= 0x10000) {
      unit(static_cast<char16_t>(0xd7c0 + (code >> 10)));
      unit(static_cast<char16_t>(0xdc00 + (code & 0x3ff)));
    } else if (code >= 0xd800 && code <= 0xdfff) {
      replace();
    } else {
      unit(static_cast<char16_t>(code));
    }
  }
  return well_formed;
}

}  // namespace

std::uint32_t java_string_hash(std::string_view utf8) {
  std::uint32_t h = 0;
  std::size_t at = 0;
  // Four ASCII bytes are one step by 31^4: three multiplies that do not wait for one another, and one that
  // does.
  for (; at + 4 <= utf8.size(); at += 4) {
    const std::uint32_t four = load_le<std::uint32_t>(utf8.data() + at);
    if ((four & 0x80808080U) != 0) break;
    h = h * (31U * 31 * 31 * 31) + (four & 0xff) * (31U * 31 * 31) + ((four >> 8) & 0xff) * (31U * 31) +
        ((four >> 16) & 0xff) * 31U + (four >> 24);
  }
  decode(utf8, at, [&h](char16_t unit) { h = 31 * h + unit; });
  return h;
}

JavaString decode_java_string(std::string_view utf8) {
  JavaString result;
  result.well_formed = decode(utf8, 0, [&result](char16_t unit) { result.units.push_back(unit); });
  return result;
}

}  // namespace lanewise::hash

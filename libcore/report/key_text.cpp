#include "libcore/report/key_text.h"

#include <fmt/format.h>

#include "libcore/base/text.h"
#include "libcore/hash/siphash.h"

namespace lanewise::report {

namespace {

constexpr hash::SipKey kHideKey{0x6c616e6577697365, 0x2d2d686173682d6b};  // "lanewise", "--hash-k"
constexpr std::size_t kLongestShown = 120;

std::string hide(std::string_view bytes) { return fmt::format("#{:016x}", hash::siphash24(bytes, kHideKey)); }

}  // namespace

std::string KeyText::raw(KeyView key) const {
  if (key.state == KeyState::null) return "(null)";
  if (key.state == KeyState::absent) return "(unknown)";
  return hidden_ ? hide(key.bytes) : std::string(key.bytes);
}

std::string KeyText::shown(KeyView key) const {
  return key.state == KeyState::present && !hidden_ ? printable(key.bytes, kLongestShown) : raw(key);
}

void KeyText::member(JsonLine& line, std::string_view name, KeyView key) const {
  if (key.state == KeyState::present && hidden_) {
    line.text(name, hide(key.bytes));
  } else {
    line.key(name, key);
  }
}

}  // namespace lanewise::report

#include "libcore/route/explain.h"

#include <algorithm>

#include <fmt/format.h>

#include "libcore/hash/java_string.h"

namespace lanewise::route {

namespace {

constexpr std::size_t kShownBytes = 32;

}  // namespace

std::string_view describe(KeyRule rule) {
  switch (rule) {
    case KeyRule::hashed: return "hashed";
    case KeyRule::as_empty: return "hashed as the empty key";
    case KeyRule::open: return "not determined";
    case KeyRule::refused: return "refused";
  }
  return "";
}

Step bytes_step(KeyView key) {
  Step step{.name = "bytes", .value = "-", .note = {}};
  switch (key.state) {
    case KeyState::absent: step.note = "the key is not known"; return step;
    case KeyState::null: step.note = "no key"; return step;
    case KeyState::present: break;
  }
  const std::size_t size = key.bytes.size();
  if (size == 0) {
    step.note = "0 bytes, the empty key";
    return step;
  }
  step.value.clear();
  for (std::size_t i = 0; i < std::min(size, kShownBytes); ++i) {
    fmt::format_to(std::back_inserter(step.value), "{}{:02x}", i == 0 ? "" : " ",
                   static_cast<unsigned char>(key.bytes[i]));
  }
  if (size > kShownBytes) step.value += " …";
  step.note = fmt::format("{} byte{}, {}", size, size == 1 ? "" : "s",
                          hash::decode_java_string(key.bytes).well_formed ? "UTF-8" : "not UTF-8");
  return step;
}

Step number_step(std::string_view name, std::uint32_t value) {
  return {
      .name = std::string(name), .value = fmt::format("{:#010x}", value), .note = fmt::format("{}", value)};
}
Step number_step(std::string_view name, std::uint64_t value) {
  return {
      .name = std::string(name), .value = fmt::format("{:#018x}", value), .note = fmt::format("{}", value)};
}

Step open_step(KeyView key, KeyRule rule) {
  const std::string_view what = key.state == KeyState::null ? "a null key" : "the empty key";
  std::string why = "the key is not known";
  if (key.state != KeyState::absent) {
    why = rule == KeyRule::refused
              ? fmt::format("{} is refused by the client", what)
              : fmt::format("{} is not hashed: a random, sticky or next partition", what);
  }
  return {.name = "partition", .value = "-", .note = std::move(why)};
}

}  // namespace lanewise::route

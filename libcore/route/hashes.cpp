#include "libcore/route/hashes.h"

#include <algorithm>

#include <fmt/format.h>

namespace lanewise::route {

void JavaHashCode::prelude(std::string_view key, std::vector<Step>& out) {
  constexpr std::size_t kShownUnits = 16;
  if (std::all_of(key.begin(), key.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
    return;
  const hash::JavaString decoded = hash::decode_java_string(key);
  Step step{.name = "UTF-16", .value = {}, .note = {}};
  for (std::size_t i = 0; i < std::min(decoded.units.size(), kShownUnits); ++i) {
    fmt::format_to(std::back_inserter(step.value), "{}{:04x}", i == 0 ? "" : " ",
                   static_cast<unsigned>(decoded.units[i]));
  }
  if (decoded.units.size() > kShownUnits) step.value += " …";
  step.note = fmt::format("{} unit{}{}", decoded.units.size(), decoded.units.size() == 1 ? "" : "s",
                          decoded.well_formed ? "" : ", what is not UTF-8 as U+FFFD");
  out.push_back(std::move(step));
}

}  // namespace lanewise::route

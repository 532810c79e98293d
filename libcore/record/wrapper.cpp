#include "libcore/record/wrapper.h"

#include <array>

namespace lanewise::record {

namespace {

bool peel_nothing(std::string_view line, Unwrapped& out) {
  out = {.text = line, .source = {}, .member = {}, .ts_ns = {}};
  return true;
}

constexpr std::array<WrapperInfo, 2> kWrappers{{
    {Wrapper::none, "", false, peel_nothing},
    {Wrapper::kubectl, "kubectl prefix", true, peel_kubectl_prefix},
}};

}  // namespace

const WrapperInfo& info(Wrapper wrapper) { return kWrappers[static_cast<std::size_t>(wrapper)]; }

Wrapper find_wrapper(std::string_view line) {
  Unwrapped ignored;
  for (std::size_t i = 1; i < kWrappers.size(); ++i) {
    if (kWrappers[i].peel(line, ignored)) return kWrappers[i].wrapper;
  }
  return Wrapper::none;
}

}  // namespace lanewise::record

#include "libcore/record/wrapper.h"

#include <algorithm>
#include <array>

namespace lanewise::record {

namespace {

bool peel_nothing(std::string_view line, Unwrapped& out) {
  out = {};
  out.text = line;
  return true;
}

constexpr std::array<WrapperInfo, 3> kWrappers{{
    {Wrapper::none, "none", "", "lines as they stand", false, peel_nothing, false},
    {Wrapper::kubectl, "kubectl", "kubectl prefix", "what kubectl logs --prefix prints", true,
     peel_kubectl_prefix, false},
    {Wrapper::cri, "cri", "cri", "the files that container runtimes write on a Kubernetes node", false,
     peel_cri, true},
}};

}  // namespace

std::span<const WrapperInfo> wrappers() { return kWrappers; }
const WrapperInfo& info(Wrapper wrapper) { return kWrappers[static_cast<std::size_t>(wrapper)]; }

std::optional<Wrapper> find_wrapper_named(std::string_view name) {
  const auto* const known = std::find_if(kWrappers.begin(), kWrappers.end(),
                                         [&](const WrapperInfo& row) { return row.name == name; });
  return known == kWrappers.end() ? std::nullopt : std::optional(known->wrapper);
}

Wrapper find_wrapper(std::string_view line) {
  Unwrapped ignored;
  for (std::size_t i = 1; i < kWrappers.size(); ++i) {
    if (kWrappers[i].peel(line, ignored)) return kWrappers[i].wrapper;
  }
  return Wrapper::none;
}

void PartsScan::add(std::string_view lines) {
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = std::min(lines.find(delimiter_, at), lines.size());
    Unwrapped line;
    if (peel_(lines.substr(at, end - at), line) && line.stream != 0) {
      const bool is_unwanted = (given_up_ & line.stream) != 0;
      std::uint8_t& going_on = is_unwanted ? given_up_ : open_;
      going_on = static_cast<std::uint8_t>(line.goes_on ? going_on | line.stream : going_on & ~line.stream);
      std::size_t& bytes = bytes_[line.stream - 1U];
      bytes = line.goes_on && !is_unwanted ? bytes + line.text.size() : 0;
    }
    const std::size_t next = std::min(end + 1, lines.size());
    added_ += next - at;
    at = next;
    if (open_ != 0) continue;
    whole_ = added_;
    given_up_whole_ = given_up_;
  }
}

std::uint8_t PartsScan::take(std::size_t bytes) {
  const std::uint8_t given_up = given_up_first_;
  if (bytes == whole_) {
    given_up_first_ = given_up_whole_;
  } else {
    given_up_ = static_cast<std::uint8_t>(given_up_ | open_);
    open_ = 0;
    bytes_ = {};
    given_up_first_ = given_up_;
  }
  added_ -= bytes;
  whole_ = 0;
  given_up_whole_ = given_up_first_;
  return given_up;
}

}  // namespace lanewise::record

#include "tools/generate-events/fault_option.h"

#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/cli/units.h"

namespace lanewise::generate_tool {

namespace {

constexpr std::int64_t kMostCount = 1'000'000;  // of faults of one kind

Error no_kind(const std::string& name) {
  const std::string what = fmt::format("'{}' is no kind of fault", name);
  if (const auto meant = sim::faults_meant(name))
    return usage_error(what, fmt::format("did you mean {}? --list tells what each is", *meant));
  std::vector<std::string_view> names;
  for (const sim::FaultInfo& fault : sim::fault_table()) names.push_back(fault.name);
  return usage_error(what, fmt::format("kinds are {}", fmt::join(names, " ")));
}

}  // namespace

Result<void> add_fault(sim::GeneratorConfig& config, const std::string& text) {
  const std::size_t equals = text.find('=');
  const auto kind = sim::fault_named(text.substr(0, equals));
  if (!kind) return no_kind(text.substr(0, equals));
  std::int64_t number = 1;
  if (equals != std::string::npos) {
    auto parsed = cli::parse_integer(text.substr(equals + 1), 1, kMostCount);
    if (!parsed) return std::move(parsed).error();
    number = *parsed;
  }
  config.faults.push_back({*kind, static_cast<std::uint32_t>(number)});
  return {};
}

}  // namespace lanewise::generate_tool

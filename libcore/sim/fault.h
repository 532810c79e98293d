// The faults that a generated log can be made to contain, and what a judge should say of each. One table:
// options, help, pages and the truth file are made from it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lanewise::sim {

enum class FaultKind : std::uint8_t {
  overtake,
  early,
  overlap,
  double_dispatch,
  redelivery,
  replay,
  zombie,
  skip,
  loss,
  duplicate,
  write_reorder,
  split_key,
  composite_keys,
  state_rollback,
  step_missing,
  step_twice,
  step_late,
  pool_resize,
  clock_skew,
};
inline constexpr std::size_t kFaultKinds = 19;

enum class Verdict : std::uint8_t { real, benign, info };
std::string_view name(Verdict verdict);

struct FaultInfo {
  FaultKind kind;
  std::string_view name;  // as it is asked for
  std::string_view code;  // of the finding it must yield
  Verdict verdict;
  std::string_view stage;  // write, route, execute, rebalance, commit, delivery, clock
  bool handled;            // shows in how one group handles; otherwise in what was written
  std::string_view also;   // a second code that its evidence carries, or nothing
  std::string_view summary;
};

// In the order of FaultKind.
std::span<const FaultInfo> fault_table();
const FaultInfo& info(FaultKind kind);
std::optional<FaultKind> fault_named(std::string_view name);
// Which kinds may have been meant by a name that none bears: an everyday word, the code of a finding, or a
// misspelling. Nothing if it is like none. O(kinds).
std::optional<std::string> faults_meant(std::string_view name);

}  // namespace lanewise::sim

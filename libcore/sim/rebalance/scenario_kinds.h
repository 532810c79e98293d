// The usual scenarios, made from a word and a few numbers.
//
// Members are c1, c2, ...; 200 records a second of 500 keys arrive. The first thing happens after 10 s, when
// everything has found its pace; of several members it happens to the last.
// Thread safety: functions of their arguments.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "libcore/base/result.h"
#include "libcore/sim/rebalance/scenario.h"

namespace lanewise::sim::rebalance {

enum class Kind : std::uint8_t { join, leave, crash, rolling, scale_out };

struct KindInfo {
  Kind kind;
  std::string_view name;
  std::string_view summary;
};

inline constexpr std::array<KindInfo, 5> kKinds{{
    {Kind::join, "join", "one more member joins"},
    {Kind::leave, "leave", "a member closes"},
    {Kind::crash, "crash", "a member dies without a word"},
    {Kind::rolling, "rolling", "every member is restarted, one after the other"},
    {Kind::scale_out, "scale-out", "as many members join as there are"},
}};

std::optional<Kind> find_kind(std::string_view name);

struct KindNumbers {
  std::string topic = "orders";
  std::int32_t partitions = 12;
  std::int32_t members = 3;              // at the start
  bool is_static = false;                // members have instance ids
  std::int64_t down_us = 5 * kSecond;    // rolling: from closed to started again
  std::optional<std::int64_t> every_us;  // between two events; rolling 30 s, scale-out 1 s
  std::optional<std::int32_t> added;     // scale-out: that join; as many as there are
};

// A valid scenario. Requires: partitions, members >= 1, times >= 0. Errors: limit.
Result<Scenario> scenario_of(Kind kind, const KindNumbers& numbers);

}  // namespace lanewise::sim::rebalance

// How numbers, places and reasons are put into words.
#pragma once

#include <string>
#include <vector>

#include "libcore/lag/lag_report.h"

namespace lanewise::lag_tool {

// "orders/1", "ORDER_TOPIC broker-a/1"; "all" for a row of a group as a whole.
std::string place_text(const lag::Place& place);
inline std::string place_text(const lag::PartitionLag& row) { return place_text(lag::place_of(row)); }

// "payments"; what stands for a group that its text does not name.
std::string group_text(std::string_view name);

// "5270", "0..900" where the lag is only bounded, "0..?" without a bound.
std::string lag_text(const lag::PartitionLag& row);
// Of a group: what is known, and what the unknown ones may add.
std::string lag_text(const lag::Sums& sums);

// "+42.2", "-4.0", "0.0"; "?" where not known.
std::string rate_text(const std::optional<double>& per_s);
// "60 s", "never", "?"; "-" where there is nothing to wait for.
std::string eta_text(std::int64_t lag, const std::optional<double>& net, const std::optional<double>& eta_s,
                     bool never);

std::string percent(double share);

// Who has the partition: "10.9.0.12 (pay-2)", "pay-2"; empty if nobody.
std::string member_text(const lag::PartitionLag& row);

// Why a partition is in its state, and what else is odd about it; empty if nothing is. `several`: there is
// more than one snapshot.
std::string why(const lag::PartitionReport& partition, bool several);
// The same for a group.
std::string why(const lag::LagReport& report, const lag::GroupReport& group);

// One partition holds nearly all of the group's lag.
bool is_one_partition(const lag::LagReport& report, const lag::GroupReport& group);

std::string joined(const std::vector<std::string>& parts, std::string_view separator);

}  // namespace lanewise::lag_tool

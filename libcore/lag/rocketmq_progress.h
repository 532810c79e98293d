// mqadmin consumerProgress: the queues of a group (-g), all groups (without), and the sums below.
//
// Source: apache/rocketmq, ConsumerProgressSubCommand at the tags of each version.
//   4.0, 4.9.0-5.0  #Topic #Broker Name #QID #Broker Offset #Consumer Offset #Diff #LastTime
//   4.2-4.8, -s     a column #Client IP before #Diff
//   5.1 and later   a column #Inflight before #LastTime: pulled - consumed, the window
//   names are cut at 32 characters, from 4.9.3 on at 64
// #Diff is signed. #LastTime is when the record before the committed offset was stored, by the clock and in
// the zone of the machine that ran mqadmin; "N/A", or an early hour of 1970, where that is not known. Titles
// and #LastTime hold blanks, and of a group that is offline #Type and #Model are blank, so rows are read from
// both ends.
#pragma once

#include <string_view>

#include "libcore/lag/layout.h"

namespace lanewise::lag {

// A queue holds at most as many records as are pulled and not consumed (pullThresholdForQueue's default).
inline constexpr std::int64_t kFullWindow = 1000;

RowKind read_rocketmq_queue(const Header& header, std::string_view line, RowReading& reading);
RowKind read_rocketmq_group(const Header& header, std::string_view line, RowReading& reading);

// "Consume TPS: 12.50", "Diff Total: 5", "Consume Diff Total: 5", "Consume Inflight Total: 3". Whether the
// line is one of them; the table gets its value.
bool read_rocketmq_footer(std::string_view line, DocumentTable& table);

// mqadmin's own word that the command failed, so that rows are missing.
bool is_rocketmq_failure(std::string_view line);

// The group that a topic %RETRY%group belongs to; null for any other topic.
std::string_view group_of_retry_topic(std::string_view topic);

}  // namespace lanewise::lag

// kafka-consumer-groups --describe: its rows, and what it says between the tables.
//
// Source: apache/kafka, ConsumerGroupCommand (Scala to 3.7, Java from 3.8) at the tags of each version.
//   0.9          cells with commas; "unknown" and "none" for what is not there
//   0.10.0-0.10.1  fixed widths that long names overflow; OWNER is client and host in one
//   0.10.2-1.0   no GROUP; an id of 50 characters and more runs on into HOST without a blank
//   1.1-2.2      the same columns, as wide as their longest value
//   2.3-         GROUP first; 3.8 and 3.9 begin lines with the line end, so the last has none
//   4.x          LEADER-EPOCH with --verbose
// A value that is missing is "-". LAG is signed.
#pragma once

#include <string_view>

#include "libcore/lag/layout.h"

namespace lanewise::lag {

RowKind read_kafka_row(const Header& header, std::string_view line, RowReading& reading);

// What a line between tables says.
enum class KafkaRemark : std::uint8_t {
  none,
  state,    // of one group: `group` and `state` are filled
  failure,  // the command failed, so rows are missing
};
struct KafkaStatement {
  KafkaRemark remark = KafkaRemark::none;
  std::string_view group;  // view of the line
  std::string_view state;  // "Empty", "Rebalancing" or "Missing"
};
KafkaStatement read_kafka_statement(std::string_view line);

}  // namespace lanewise::lag

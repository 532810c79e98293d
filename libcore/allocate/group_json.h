// Group documents: JSON in, JSON out.
//
// A document is one group or several:
//
//   document  = group | {"groups": {NAME: group, ...}}
//   group     = {"topics": {TOPIC: topic, ...}, "members": [member, ...]}
//   topic     = COUNT | {"partitions": COUNT, "racks": [[RACK, ...], ...]} | {"brokers": {BROKER: COUNT,
//   ...}} member    = {"id": ID, "topics": [TOPIC, ...], "owned": {TOPIC: owned, ...}, "generation": N,
//                "instance": ID, "rack": RACK, "weight": N, "listed": BOOLEAN}
//   owned     = [PARTITION, ...] | {BROKER: [QUEUE, ...], ...}
//
// Only "id" is required of a member. Without "topics" it subscribes to all topics of the document. "racks"
// holds the replicas' racks by partition; "listed": false is a RocketMQ client that the broker's list of
// client ids lacks. A topic that only members name does not exist (yet) and has no partitions. Integers may
// be written as strings. `null` is the same as leaving a field out. Topics and members keep the order of the
// document.
//
// Guarantee: a read group is valid (group.h); an error names the place as a path and says what to do. Other
// fields are kept as they are for write_groups, and unknown ones listed, so that a misspelling can be pointed
// out; a name that stands twice in one object is an error, because readers disagree on which one counts.
// Thread safety: functions of their arguments. Cost: linear in the document; its partitions are bounded
// (kMostPartitions).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "libcore/allocate/group.h"
#include "libcore/base/result.h"

namespace lanewise::allocate {

// Of all topics of a group together, so that a slip in a count does not take all memory.
inline constexpr std::int64_t kMostPartitions = 20'000'000;

struct UnknownField {
  std::string path;
  std::string meant;  // the field whose name is near enough to have been meant, or nothing
  friend bool operator==(const UnknownField&, const UnknownField&) = default;
};

struct GroupDocument {
  std::vector<Group> groups;                 // at least one
  std::vector<UnknownField> unknown_fields;  // in the order of the document
  std::vector<std::string> remarks;          // what is legal and rarely meant, a sentence each
};

// `source` is the name that errors give to the document.
Result<GroupDocument> read_groups(std::string_view json, std::string_view source);

// One group, or several as a "groups" document; a member a line. What it writes, read_groups reads back.
std::string write_groups(std::span<const Group> groups);

}  // namespace lanewise::allocate

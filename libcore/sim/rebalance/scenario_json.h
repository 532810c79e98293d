// Scenario documents: JSON in.
//
//   scenario  = {"topics": {TOPIC: topic, ...}, "members": [member, ...], "events": [event, ...], SETTING...}
//   topic     = COUNT | {"partitions": COUNT, "racks": [[RACK, ...], ...]}
//   member    = {"id": ID, "topics": [TOPIC, ...], "instance": ID, "rack": RACK, "heartbeat_at": TIME,
//                "commit_at": TIME, "reaction": TIME}
//   event     = {"at": TIME, "join": ID | member} | {"at": TIME, "leave": ID} | {"at": TIME, "crash": ID}
//             | {"at": TIME, "restart": ID, "down": TIME}
//   TIME      = a string with a unit: "12s", "0.5ms"; whole microseconds
//
// The settings and what they mean stand in lanewise-scenario(5). Topics and members are read as in group
// documents (libcore/allocate/group_json.h).
//
// Guarantee: a scenario that is read is valid (scenario.h). An error names the place as a path and says what
// to do; a member that nothing knows is an error, with the name that was probably meant. Thread safety: a
// function of its arguments. Cost: linear in the document.
#pragma once

#include <string_view>

#include "libcore/base/result.h"
#include "libcore/sim/rebalance/scenario.h"

namespace lanewise::sim::rebalance {

// `source` is the name that errors give to the document.
Result<Scenario> read_scenario(std::string_view json, std::string_view source);

// One setting of a scenario by its name in a document; `value` as there, a string without its quotes. For
// options. Errors: as read_scenario, without a place. The scenario is to be checked once all are set.
Result<void> apply_setting(Scenario& scenario, std::string_view name, std::string_view value);

}  // namespace lanewise::sim::rebalance

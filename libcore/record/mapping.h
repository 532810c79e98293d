// Which member of somebody's own record is which field of the vocabulary, and which of its events is which.
//
// A path is a JSON Pointer ("/order/id", with ~0 and ~1) or dotted ("order.id"; a name that holds a dot needs
// the pointer form). Steps go into objects by name, into arrays by index, into a string that holds JSON as
// kcat's payloads do, and below a member called `headers` by header name, in each shape that headers are
// printed in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "libcore/base/result.h"
#include "libcore/record/field.h"

namespace lanewise::record {

using Path = std::vector<std::string>;

// Error: usage, for an empty path or step, more than 64 steps, an escape that is none, and for what is a path
// elsewhere ("$.a", "a[0]", "#/a"), with what to write.
Result<Path> parse_path(std::string_view text);

// One `--map FIELD=PATH`.
struct Mapping {
  Field field;
  Path path;
  bool is_base64 = false;  // the key, in base64 there: `--map key_b64=PATH`
};

// "key=/order/id". Error: usage, naming the fields there are if the name is none.
Result<Mapping> parse_mapping(std::string_view text);

// Somebody's own name for an event, and what it means.
struct EventName {
  std::string name;
  EventKind event;
};

// "end=done,begin=start". Error: usage, for an empty name and for what is no event of the vocabulary.
Result<std::vector<EventName>> parse_event_names(std::string_view text);

}  // namespace lanewise::record

// What every JSON document that a person writes must be, whatever it describes: JSON, not nested without end,
// and without a name that stands twice in one object, of which readers disagree on which one counts.
//
// Thread safety: a function of its arguments. O(n).
#pragma once

#include <cstddef>
#include <string_view>

#include "libcore/base/result.h"

namespace lanewise::allocate {

struct DocumentKind {
  std::string_view name;  // "a group document"
  std::string_view page;  // "lanewise-group(5)"
  std::string_view levels;  // how deep it is: "six"
};

// Errors: bad_input with the line where there is one. What passes, nlohmann's parser takes without throwing, and
// walks without running out of stack.
Result<void> check_json_document(std::string_view text, std::string_view source, const DocumentKind& kind);

}  // namespace lanewise::allocate

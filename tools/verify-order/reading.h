// What the reading met that the judge cannot know of: mapped fields that no record has, events that the
// vocabulary does not name, times without a date.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "libcore/base/result.h"
#include "libcore/record/batch_reader.h"

namespace lanewise::verify_order_tool {

struct Strangers {
  std::int64_t unknown_events = 0;  // records whose event is none of the vocabulary
  std::string their_names;          // "processed 2, Done 1"
  std::string remedy;               // "--event-names processed=done,…"
  std::int64_t undated_times = 0;   // that are not known for want of a date

  [[nodiscard]] std::string about_events() const;
  [[nodiscard]] std::string about_dates() const;
};

Strangers find_strangers(const std::vector<record::InputReport>& reports);

// An error for each field that was mapped, and that no record of any input has for which it was: whoever
// named a path relies on what lies there.
std::vector<Error> unmet_mappings(const std::vector<record::Input>& inputs,
                                  const std::vector<record::InputReport>& reports, std::string_view where);

}  // namespace lanewise::verify_order_tool

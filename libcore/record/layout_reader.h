// Log lines in a layout: a head with the time, the thread and the logger, and a message, which is the body of
// a record: a JSON object, name=value pairs, or a line of a Kafka client. A layout is a function that parses
// the head; all of them share what is done with it.
//
// The head's time and thread are the record's `ts` and `thread` where the body has none of its own. Lines
// that are not of the layout (a banner, a stack trace) are no records.
#pragma once

#include <memory>
#include <string_view>

#include "libcore/record/format.h"

namespace lanewise::record {

// The views lie in the line.
struct LayoutHead {
  std::int64_t ts_ns = 0;
  std::string_view thread;
  std::string_view logger;
  std::string_view message;
};

// False for a line that is not of the layout. `zone` is for times that name none.
using ParseHead = bool (*)(std::string_view line, const TimeZone& zone, LayoutHead& head);

std::unique_ptr<Decoder> make_layout_reader(ParseHead parse, const ReadingOptions& options,
                                            const Projection& projection, std::size_t max_line);

}  // namespace lanewise::record

// Spans of time for people, from nanoseconds.
#pragma once

#include <cstdint>
#include <string>

namespace lanewise::report {

// Two units at most, rounded to the smaller one: "60 s", "19 min 52 s", "5 h 12 min", "3 d 4 h"; below a
// second "40 ms". For what is estimated, or is long.
std::string duration_text(std::int64_t ns);

// As measured: "40 ms", "191.99 s"; from ten minutes on as duration_text.
std::string age_text(std::int64_t ns);

}  // namespace lanewise::report

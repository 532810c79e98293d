// Times and durations as the report's text shows them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "libcore/record/timestamp.h"

namespace lanewise::verify_order_tool {

// Points in time in the zone that the report is in (--tz).
class Clock {
 public:
  explicit Clock(record::TimeZone zone) : zone_(std::move(zone)) {}

  // "02:41:05.010"
  [[nodiscard]] std::string time(std::int64_t ns) const;
  // "2026-11-27"
  [[nodiscard]] std::string date(std::int64_t ns) const;
  // "02:41:05.010 to 02:41:06.000", with dates where they differ or are wanted, with the zone unless it is
  // UTC.
  [[nodiscard]] std::string span(std::int64_t from_ns, std::int64_t to_ns, bool with_date) const;

 private:
  [[nodiscard]] std::string wall(std::int64_t ns) const;
  record::TimeZone zone_;
};

// "900 ms", "1.900 s", "2 min 05 s"; "0.25 ms" where there is a fraction.
std::string duration(std::int64_t ns);

// As JSON: in milliseconds, or in the unit that holds it exactly; its digits tell which.
std::int64_t exact_unit(std::int64_t ns);

}  // namespace lanewise::verify_order_tool

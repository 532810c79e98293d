// Quantities with their units (libcore/base/units.h), by the names that option code uses.
#pragma once

#include "libcore/base/units.h"

namespace lanewise::cli {

using lanewise::format_size;
using lanewise::parse_duration;
using lanewise::parse_integer;
using lanewise::parse_rate;
using lanewise::parse_size;

}  // namespace lanewise::cli

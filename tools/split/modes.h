// The things `lanewise split` can be asked for, a file each.
#pragma once

#include "libcore/cli/session.h"
#include "libcore/report/table.h"
#include "tools/split/options.h"

namespace lanewise::split_tool {

Result<cli::Outcome> run_ranges(const Options& options, cli::Session& session);    // ranges.cpp
Result<cli::Outcome> run_weights(const Options& options, cli::Session& session);   // weights.cpp
Result<cli::Outcome> run_strategy(const Options& options, cli::Session& session);  // strategy.cpp
Result<cli::Outcome> run_list(const Options& options, cli::Session& session);      // list.cpp

// Requires: a format that is a table's.
inline report::TableStyle table_style(Format format) {
  return format == Format::tsv        ? report::TableStyle::tsv
         : format == Format::markdown ? report::TableStyle::markdown
                                      : report::TableStyle::text;
}

}  // namespace lanewise::split_tool

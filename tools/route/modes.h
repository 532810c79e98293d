// The things `lanewise route` can be asked for, a file each.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "libcore/base/key.h"
#include "libcore/cli/session.h"
#include "tools/route/options.h"

namespace lanewise::route_tool {

Result<cli::Outcome> run_stream(const Options& options, cli::Session& session);   // stream.cpp
Result<cli::Outcome> run_literal(const Options& options, cli::Session& session);  // literal.cpp
Result<cli::Outcome> run_explain(const Options& options, cli::Session& session);  // literal.cpp
Result<cli::Outcome> run_compare(const Options& options, cli::Session& session);  // compare.cpp
Result<cli::Outcome> run_resize(const Options& options, cli::Session& session);   // resize.cpp
Result<cli::Outcome> run_stats(const Options& options, cli::Session& session);    // stats.cpp
Result<cli::Outcome> run_list(const Options& options, cli::Session& session);     // list.cpp

// What was fed to a report.
struct Fed {
  bool complete = true;           // every line was read and understood
  std::int64_t unknown = 0;       // records whose key is not known
  std::int64_t group_events = 0;  // passed over: they tell of the group and have no key
  std::string read;               // "12 of 12 lines (jsonl)", empty for keys given with -k
};

// Feeds a report with keys by the batch: those of -k, or those of the inputs. A report counts bad lines
// unless it is told to stop at one.
Fed feed_keys(const Options& options, cli::Session& session,
              const std::function<void(std::span<const KeyView>)>& take);

// What is read of the inputs: keys, and of records the event where it can be read.
record::FieldSet wanted_fields(const Options& options);
// The record tells of the group (a commit, an assignment) and has no key, as it should. Requires: the batch
// was read for wanted_fields().
bool is_group_event(const record::Batch& batch, std::size_t row);

std::vector<KeyView> literal_keys(const Options& options);

// A partition, or `-`.
std::string shown(route::Choice choice);
// The same in JSON: a number, or null.
std::string as_json(route::Choice choice);

}  // namespace lanewise::route_tool

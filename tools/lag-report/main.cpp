// lanewise lag-report: how far behind, whether it moves, what stands in the way.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "libcore/cli/tool.h"
#include "tools/lag-report/modes.h"
#include "tools/lag-report/options.h"

namespace lanewise::lag_tool {

namespace {

const cli::Tool kTool{
    .name = "lag-report",
    .summary = "how far behind consumer groups are, whether that moves, what stands in the way",
    .usage = {"lag-report [-g GROUP] [-t TOPIC] [FILE...]",
              "lag-report [--interval DURATION] BEFORE AFTER...", "lag-report EVENTS..."},
    .examples =
        {{.command =
              "kafka-consumer-groups --bootstrap-server $B --describe --all-groups | lanewise lag-report",
          .about = "How far is each group behind, worst first."},
         {.command = "lanewise lag-report --interval 60s before.txt after.txt",
          .about = "Is it growing, stuck or draining? Two pastes, a minute apart."}},
};

Result<cli::Outcome> run(const Options& options, cli::Session& session) {
  session.progress().expect(options.input.total_bytes());
  std::vector<KnownInput> inputs;
  for (const record::Input& input : options.input.inputs()) inputs.push_back(know_input(input));
  const auto first_of = [&](InputKind kind) {
    return std::find_if(inputs.begin(), inputs.end(),
                        [&](const KnownInput& input) { return !input.error && input.kind == kind; });
  };
  const auto log = first_of(InputKind::events);
  if (log == inputs.end()) return run_documents(options, std::move(inputs), session);
  const auto table = first_of(InputKind::document);
  if (table != inputs.end()) {
    return usage_error(fmt::format("{} is an event log and {} is not", log->name, table->name),
                       "report on them one at a time");
  }
  return run_events(options, std::move(inputs), session);
}

}  // namespace

}  // namespace lanewise::lag_tool

int main(int argc, char** argv) {
  return lanewise::cli::run_tool<lanewise::lag_tool::Options>(
      lanewise::lag_tool::kTool, argc, argv, lanewise::lag_tool::declare, lanewise::lag_tool::check,
      lanewise::lag_tool::run);
}

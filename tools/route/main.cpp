// lanewise route: key -> partition, as a given client does it.
#include "libcore/cli/tool.h"
#include "tools/route/modes.h"
#include "tools/route/options.h"

namespace lanewise::route_tool {

namespace {

const cli::Tool kTool{
    .name = "route",
    .summary = "which partition a key goes to, in the client you name",
    .usage = {"route -n N [OPTIONS] [FILE…]", "route -n N -k KEY [--bare | --explain]",
              "route -n N --compare A,B | --stats [FILE…]", "route --resize OLD:NEW [FILE…]",
              "route --list [all]"},
    .examples = {{.command = "lanewise route -n 32 -k order-17 --bare",
                  .about = "The partition of one key, for a script."},
                 {.command = "lanewise route -n 12 --compare kafka,librdkafka keys.txt",
                  .about = "Keys that a Java and a C client would put on different partitions."}},
};

Result<cli::Outcome> run(const Options& options, cli::Session& session) {
  if (options.list) return run_list(options, session);
  if (!options.compared.empty()) return run_compare(options, session);
  if (options.resize) return run_resize(options, session);
  if (options.stats) return run_stats(options, session);
  if (options.explain) return run_explain(options, session);
  if (!options.literal_keys.empty()) return run_literal(options, session);
  return run_stream(options, session);
}

}  // namespace

}  // namespace lanewise::route_tool

int main(int argc, char** argv) {
  return lanewise::cli::run_tool<lanewise::route_tool::Options>(
      lanewise::route_tool::kTool, argc, argv, lanewise::route_tool::declare, lanewise::route_tool::check,
      lanewise::route_tool::run);
}

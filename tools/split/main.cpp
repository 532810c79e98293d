// lanewise split: partitions over consumers, plain or as a given client does it.
#include "libcore/cli/tool.h"
#include "tools/split/modes.h"
#include "tools/split/options.h"

namespace lanewise::split_tool {

namespace {

const cli::Tool kTool{
    .name = "split",
    .summary = "which member gets which partitions, and what moves when the group changes",
    .usage = {"split N C [--index I] [--bare]", "split --from LO --to HI C",
              "split --weights 9,8,7,2,1 -c 3 [--method lpt|contiguous]",
              "split --weights 9,8,7,2,1 --limit 12 [-c 3]",
              "split --strategy NAME [-g NAME] [--add M] [--remove M] [--then GROUP2] [GROUP]",
              "split --list [all]"},
    .examples = {{.command = "lanewise split 64 3 --index 1",
                  .about = "The second of three workers' share of 64 partitions."},
                 {.command = "lanewise split --strategy kafka-cooperative-sticky --add shop-d group.json",
                  .about = "What moves when a fourth pod joins."}},
};

Result<cli::Outcome> run(const Options& options, cli::Session& session) {
  if (options.list) return run_list(options, session);
  if (options.strategy != nullptr) return run_strategy(options, session);
  if (options.is_weighted()) return run_weights(options, session);
  return run_ranges(options, session);
}

}  // namespace

}  // namespace lanewise::split_tool

int main(int argc, char** argv) {
  return lanewise::cli::run_tool<lanewise::split_tool::Options>(
      lanewise::split_tool::kTool, argc, argv, lanewise::split_tool::declare, lanewise::split_tool::check,
      lanewise::split_tool::run);
}

// lanewise verify-order: was the order kept?
#include "libcore/cli/tool.h"
#include "tools/verify-order/options.h"
#include "tools/verify-order/run.h"

namespace lanewise::verify_order_tool {

namespace {

const cli::Tool kTool{
    .name = "verify-order",
    .summary = "whether each key was handled in order, and at which stage it went wrong",
    .usage = {"verify-order [OPTIONS] [FILE…]", "verify-order -l [FILE…]",
              "verify-order --trace-key KEY [FILE…]", "verify-order --require CHECK,… --junit FILE [FILE…]"},
    .examples = {{.command = "kubectl logs -l app=orders --prefix --tail=-1 | lanewise verify-order",
                  .about = "What several pods did to their keys, merged by time."},
                 {.command =
                      "kcat -C -b kafka:9092 -t orders -e -J | lanewise verify-order --seq payload.seq",
                  .about = "Whether the topic itself holds each key in the order of its writer."}},
};

}  // namespace

}  // namespace lanewise::verify_order_tool

int main(int argc, char** argv) {
  return lanewise::cli::run_tool<lanewise::verify_order_tool::Options>(
      lanewise::verify_order_tool::kTool, argc, argv, lanewise::verify_order_tool::declare,
      lanewise::verify_order_tool::check, lanewise::verify_order_tool::run);
}

#include "tools/generate-events/list.h"

#include <unistd.h>

#include "libcore/cli/terminal.h"
#include "libcore/report/json_line.h"
#include "libcore/report/table.h"

namespace lanewise::generate_tool {

namespace {

void list_as_jsonl(cli::Session& session) {
  for (const sim::FaultInfo& fault : sim::fault_table()) {
    session.out().write(report::JsonLine("fault_kind")
                            .text("fault", fault.name)
                            .text("code", fault.code)
                            .text("verdict", sim::name(fault.verdict))
                            .text("stage", fault.stage)
                            .text("summary", fault.summary)
                            .line());
  }
  session.out().write(report::JsonLine("summary")
                          .number("schema", 1)
                          .boolean("complete", true)
                          .number("status", cli::kExitFine)
                          .raw("not_checked", "[]")
                          .number("faults", static_cast<std::int64_t>(sim::fault_table().size()))
                          .line());
}

}  // namespace

void list_faults(const Options& options, cli::Session& session) {
  const Output output = options.output.value_or(Output::text);
  if (output == Output::jsonl) return list_as_jsonl(session);
  report::Table table({{"KIND"}, {"FINDING"}, {"VERDICT"}, {"STAGE"}, {"WHAT IS PLANTED"}});
  for (const sim::FaultInfo& fault : sim::fault_table()) {
    table.add_row({std::string(fault.name), std::string(fault.code), std::string(sim::name(fault.verdict)),
                   std::string(fault.stage), std::string(fault.summary)});
  }
  if (output == Output::text) {
    session.out().write(table.render_within(cli::width_of(STDOUT_FILENO)));
  } else {
    session.out().write(
        table.render(output == Output::tsv ? report::TableStyle::tsv : report::TableStyle::markdown));
  }
}

}  // namespace lanewise::generate_tool

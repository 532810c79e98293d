// lanewise generate-events: logs of any size, with faults that are known.
#include <cerrno>
#include <fcntl.h>
#include <limits>

#include <fmt/format.h>

#include "libcore/io/output.h"
#include "libcore/report/json_line.h"
#include "libcore/report/table.h"
#include "tools/generate-events/options.h"

namespace lanewise::generate_tool {

namespace {

constexpr std::size_t kChunkBytes = std::size_t{256} << 10;

const cli::Tool kTool{
    .name = "generate-events",
    .summary = "reproducible event logs, with faults planted by kind and count",
    .usage = {"generate-events [OPTIONS]", "generate-events --fault KIND=N --truth FILE [OPTIONS]",
              "generate-events --list"},
    .examples =
        {{.command = "lanewise generate-events --events 1000000 --keys 200000 --active 3000 > app.jsonl",
          .about = "A million handled records."},
         {.command =
              "lanewise generate-events --fault overtake=3 --fault replay --truth truth.jsonl > app.jsonl",
          .about = "A log with four faults, and the file that says where they are."}},
};

Result<cli::Outcome> list_faults(const Options& options, cli::Session& session) {
  report::Table table({{"KIND"}, {"FINDING"}, {"VERDICT"}, {"STAGE"}, {"WHAT IS PLANTED"}});
  for (const sim::FaultInfo& fault : sim::fault_table()) {
    if (options.list_as_json) {
      session.out().write(report::JsonLine("fault_kind")
                              .text("fault", fault.name)
                              .text("code", fault.code)
                              .text("verdict", sim::name(fault.verdict))
                              .text("stage", fault.stage)
                              .text("summary", fault.summary)
                              .line());
    }
    table.add_row({std::string(fault.name), std::string(fault.code), std::string(sim::name(fault.verdict)),
                   std::string(fault.stage), std::string(fault.summary)});
  }
  if (options.list_as_json) {
    session.out().write(report::JsonLine("summary")
                            .number("schema", 1)
                            .boolean("complete", true)
                            .number("status", 0)
                            .raw("not_checked", "[]")
                            .number("faults", static_cast<std::int64_t>(sim::fault_table().size()))
                            .line());
  } else {
    session.out().write(table.render(report::TableStyle::text));
  }
  return cli::Outcome::fine;
}

Result<void> write_truth(const sim::EventGenerator& generator, const std::string& path) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return system_error("cannot write the truth", errno, {path});
  std::string truth;
  generator.write_truth(truth);
  io::Output out(fd, path);
  out.write(truth);
  return out.finish();
}

Result<cli::Outcome> run(const Options& options, cli::Session& session) {
  if (options.list) return list_faults(options, session);
  auto generator = sim::EventGenerator::create(options.config, *options.partitioner->partitioner);
  if (!generator) return std::move(generator).error();
  std::string chunk;
  for (bool more = true; more && !session.out().failed();) {
    chunk.clear();
    more = generator->fill(chunk, kChunkBytes);
    session.out().write(chunk);
  }
  if (session.out().failed()) return cli::Outcome::fine;  // the frame tells why
  if (options.truth) {
    auto written = write_truth(*generator, *options.truth);
    if (!written) return std::move(written).error();
  }
  if (session.options().verbose) {
    const sim::GeneratorSummary& summary = generator->summary();
    session.aside(fmt::format("{} lines: {} records of {} keys, {} handlings, {} to {}", summary.lines,
                              summary.records, summary.keys, summary.handlings,
                              record::format_time(summary.first_ns), record::format_time(summary.last_ns)));
  }
  return cli::Outcome::fine;
}

}  // namespace

}  // namespace lanewise::generate_tool

int main(int argc, char** argv) {
  return lanewise::cli::run_tool<lanewise::generate_tool::Options>(
      lanewise::generate_tool::kTool, argc, argv, lanewise::generate_tool::declare,
      lanewise::generate_tool::check, lanewise::generate_tool::run);
}

// lanewise generate-events: logs of any size, with faults that are known.
#include <optional>
#include <string>

#include <fmt/format.h>

#include "tools/generate-events/list.h"
#include "tools/generate-events/options.h"
#include "tools/generate-events/truth_file.h"

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

Result<cli::Outcome> run(const Options& options, cli::Session& session) {
  if (options.list) {
    list_faults(options, session);
    return cli::Outcome::fine;
  }
  std::optional<TruthFile> truth;
  if (options.truth) {
    auto opened = TruthFile::open(*options.truth);
    if (!opened) return std::move(opened).error();
    truth.emplace(*std::move(opened));
  }
  auto generator = sim::EventGenerator::create(options.config, *options.partitioner->partitioner);
  if (!generator) return std::move(generator).error();
  session.progress().expect("events", options.config.records);
  std::string chunk;
  for (bool more = true; more && !session.out().failed();) {
    chunk.clear();
    more = generator->fill(chunk, kChunkBytes);
    session.out().write(chunk);
    session.progress().update(generator->written());
  }
  // The truth of a log that is not all there would be none.
  session.out().flush();
  if (session.out().failed()) return cli::Outcome::fine;  // the frame tells why
  if (truth) {
    chunk.clear();
    generator->write_truth(chunk);
    auto written = truth->write(chunk);
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

// lanewise simulate-rebalance: what a rebalance does to a group, before it happens.
#include <cerrno>
#include <fcntl.h>
#include <memory>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/base/suggest.h"
#include "libcore/cli/terminal.h"
#include "libcore/io/output.h"
#include "libcore/io/read_all.h"
#include "libcore/report/json_line.h"
#include "libcore/route/registry.h"
#include "libcore/sim/rebalance/scenario_json.h"
#include "libcore/sim/rebalance/simulation.h"
#include "tools/simulate-rebalance/options.h"
#include "tools/simulate-rebalance/report.h"
#include "tools/simulate-rebalance/timeline.h"

namespace lanewise::simulate_tool {

namespace {

constexpr std::size_t kMostScenarioBytes = std::size_t{256} << 20U;

const cli::Tool kTool{
    .name = "simulate-rebalance",
    .summary = "what a rebalance does: moves, pauses, duplicates, reorders",
    .usage = {"simulate-rebalance join|leave|crash|rolling|scale-out [OPTIONS]",
              "simulate-rebalance [OPTIONS] [SCENARIO]", "simulate-rebalance --list"},
    .examples =
        {{.command = "lanewise simulate-rebalance rolling --compare eager,cooperative",
          .about = "What a rolling restart of three members costs, by protocol."},
         {.command = "lanewise simulate-rebalance rolling --without drain --events - | lanewise verify-order",
          .about = "What breaks without draining, as a checker sees it."}},
};

Result<cli::Outcome> list_protocols(const Options& options, cli::Session& session) {
  report::Table table({{"PROTOCOL"}, {"STRATEGIES"}, {"WHAT IT IS"}, {"USED BY"}});
  for (const rebalance::ProtocolEntry& entry : rebalance::protocols()) {
    if (options.output == Format::jsonl) {
      session.out().write(
          report::JsonLine("protocol")
              .text("name", entry.name)
              .raw("strategies", fmt::format("[\"{}\"]", fmt::join(entry.strategies, "\",\"")))
              .text("summary", entry.summary)
              .text("used_by", entry.used_by)
              .line());
    }
    table.add_row({std::string(entry.name), fmt::format("{}", fmt::join(entry.strategies, ", ")),
                   std::string(entry.summary), std::string(entry.used_by)});
  }
  if (options.output == Format::jsonl) {
    session.out().write(report::JsonLine("summary")
                            .number("schema", 1)
                            .boolean("complete", true)
                            .number("status", 0)
                            .raw("not_checked", "[]")
                            .number("protocols", static_cast<std::int64_t>(rebalance::protocols().size()))
                            .line());
  } else {
    session.out().write(table.render(options.output == Format::tsv        ? report::TableStyle::tsv
                                     : options.output == Format::markdown ? report::TableStyle::markdown
                                                                          : report::TableStyle::text));
  }
  return cli::Outcome::fine;
}

// A file that is not there may be a word that was misspelt.
Error unreadable(Error error, const std::string& path) {
  std::vector<std::string> words;
  for (const rebalance::KindInfo& info : rebalance::kKinds) words.emplace_back(info.name);
  if (const auto near = nearest(path, words)) {
    error.hint = fmt::format("did you mean {}?", *near);
  } else if (path.find_first_of("./") == std::string::npos) {
    error.hint = fmt::format("a scenario is a file, or one of the words {}", fmt::join(words, ", "));
  }
  return error;
}

Result<rebalance::Scenario> scenario_of(const Options& options) {
  auto scenario = [&]() -> Result<rebalance::Scenario> {
    if (options.kind) return rebalance::scenario_of(*options.kind, options.numbers);
    const std::string path = options.operand.value_or("-");
    auto text = io::read_all(path, kMostScenarioBytes);
    if (!text) return unreadable(std::move(text).error(), path);
    return rebalance::read_scenario(*text, path == "-" ? "standard input" : path);
  }();
  if (!scenario) return scenario;
  scenario->seed = options.seed;
  scenario->protections = options.protections;
  for (const auto& [name, value] : options.settings) {
    if (auto set = rebalance::apply_setting(*scenario, name, value); !set) return std::move(set).error();
  }
  if (auto valid = rebalance::check(*scenario); !valid) return std::move(valid).error();
  return scenario;
}

// Where --events go, and the report then.
class Destinations {
 public:
  Destinations(const Options& options, cli::Session& session) : session_(session) {
    if (options.events == "-") {
      report_ = std::make_unique<io::Output>(STDERR_FILENO, "standard error");
      to_stdout_ = true;
    }
  }

  Result<void> open(const Options& options) {
    if (!options.events || to_stdout_) return {};
    const int fd = ::open(options.events->c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) return system_error("cannot write the events", errno, {*options.events});
    events_ = std::make_unique<io::Output>(fd, *options.events);
    return {};
  }

  [[nodiscard]] rebalance::TakeLines take() {
    if (events_) return [this](std::string_view lines) { events_->write(lines); };
    if (to_stdout_) return [this](std::string_view lines) { session_.out().write(lines); };
    return {};
  }

  io::Output& report() { return report_ ? *report_ : session_.out(); }

  Result<void> finish() {
    if (events_) {
      if (auto written = events_->finish(); !written) return written;
    }
    return report_ ? report_->finish() : Result<void>();
  }

 private:
  cli::Session& session_;
  bool to_stdout_ = false;
  std::unique_ptr<io::Output> events_;
  std::unique_ptr<io::Output> report_;
};

void write_text(const Options& options, cli::Session& session, const rebalance::Scenario& scenario,
                const std::vector<Simulated>& runs, io::Output& out) {
  const bool all = session.options().verbose;
  for (const Simulated& run : runs) {
    if (!options.timeline) break;
    if (runs.size() > 1) out.write(run.method.name() + "\n");
    out.write(timeline_of(scenario, run.outcome, cli::width_of(STDOUT_FILENO), all) + "\n");
  }
  if (runs.size() == 1) out.write(verdict_of(scenario, runs.front()));
  out.write(ownership_table(scenario, runs).render(report::TableStyle::text));
  if (scenario.has_load()) out.write("\n" + records_table(runs).render(report::TableStyle::text));
  if (runs.size() == 1 && scenario.has_load()) out.write("\n");
  if (runs.size() == 1) out.write(details_of(scenario, runs.front(), all));
  out.write(not_simulated(scenario));
}

Result<cli::Outcome> run(const Options& options, cli::Session& session) {
  if (options.list) return list_protocols(options, session);
  auto scenario = scenario_of(options);
  if (!scenario) return std::move(scenario).error();
  auto partitioner = route::find_partitioner("kafka");
  if (!partitioner) return std::move(partitioner).error();
  Destinations destinations(options, session);
  if (auto opened = destinations.open(options); !opened) return std::move(opened).error();
  std::vector<Simulated> runs;
  for (const rebalance::Method& method : options.methods) {
    auto outcome = rebalance::simulate(*scenario, method, *(*partitioner)->partitioner, destinations.take());
    if (!outcome) return std::move(outcome).error();
    runs.push_back({method, *std::move(outcome)});
  }
  io::Output& out = destinations.report();
  switch (options.output) {
    case Format::jsonl: out.write(jsonl_of(*scenario, runs)); break;
    case Format::tsv: out.write(table_of(*scenario, runs).render(report::TableStyle::tsv)); break;
    case Format::markdown: out.write(table_of(*scenario, runs).render(report::TableStyle::markdown)); break;
    case Format::text: write_text(options, session, *scenario, runs, out); break;
  }
  if (auto finished = destinations.finish(); !finished) return std::move(finished).error();
  return cli::Outcome::fine;
}

}  // namespace

}  // namespace lanewise::simulate_tool

int main(int argc, char** argv) {
  return lanewise::cli::run_tool<lanewise::simulate_tool::Options>(
      lanewise::simulate_tool::kTool, argc, argv, lanewise::simulate_tool::declare,
      lanewise::simulate_tool::check, lanewise::simulate_tool::run);
}

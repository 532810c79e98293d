#include "tools/simulate-rebalance/report.h"

#include <algorithm>
#include <initializer_list>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/base/text.h"
#include "libcore/report/json_line.h"

namespace lanewise::simulate_tool {

namespace {

using rebalance::Held;
using rebalance::kMillisecond;
using rebalance::kSecond;

constexpr std::size_t kShownRebalances = 12;  // more only with -v
constexpr double kP50 = 0.5;
constexpr double kP99 = 0.99;

// "D joins", of the event that comes first.
std::string first_event_name(const rebalance::Scenario& scenario) {
  if (scenario.events.empty()) return "the start";
  const rebalance::ScenarioEvent& event = scenario.events.front();
  const std::string& id = scenario.pods[static_cast<std::size_t>(event.pod)].id;
  switch (event.what) {
    case rebalance::Happening::join: return id + " joins";
    case rebalance::Happening::leave: return id + " leaves";
    case rebalance::Happening::crash: return id + " dies";
    default: return id + " is restarted";
  }
}

std::string milliseconds(std::optional<std::int64_t> us) {
  return us ? fmt::format("{:.1f} ms", static_cast<double>(*us) / kMillisecond) : "?";
}

// A quantile of the latencies. Of records that are left only the age is known, so it may be more.
std::string latency(const Simulated& run, double q) {
  const auto us = rebalance::quantile(run.outcome.latencies_us, q);
  return (us && run.outcome.tally.is_behind() ? ">" : "") + milliseconds(us);
}

// A moment, to the millisecond.
std::string moment(std::int64_t us) { return fmt::format("{:.3f} s", static_cast<double>(us) / kSecond); }

// The protocol alone where that tells the runs apart.
std::string short_name(const Simulated& run, const std::vector<Simulated>& runs) {
  const auto same = std::count_if(runs.begin(), runs.end(), [&](const Simulated& other) {
    return other.method.protocol == run.method.protocol;
  });
  return same > 1 ? run.method.name() : std::string(run.method.protocol->name);
}

std::string_view held_name(Held state) {
  switch (state) {
    case Held::both: return "double";
    case Held::unowned: return "unowned";
    case Held::paused: return "paused";
    default: return "owned";
  }
}

report::JsonLine& time_ms(report::JsonLine& line, std::string_view name, std::optional<std::int64_t> us) {
  return us ? line.real(name, static_cast<double>(*us) / kMillisecond, 3) : line.null(name);
}

report::JsonLine begin(std::string_view kind, const Simulated& run) {
  report::JsonLine line(kind);
  line.text("protocol", run.method.protocol->name).text("strategy", run.method.strategy->name);
  return line;
}

std::string rebalance_lines(const Simulated& run) {
  std::string text;
  for (const rebalance::RebalanceFigures& one : run.outcome.rebalances) {
    report::JsonLine line = begin("rebalance", run);
    line.text("cause", one.cause).number("generation", one.generation).number("members", one.members);
    line.text_or_null("last",
                      one.last_one.empty() ? std::nullopt : std::optional<std::string_view>(one.last_one));
    time_ms(line, "from_ms", one.from_us);
    time_ms(line, "to_ms", one.to_us < 0 ? std::nullopt : std::optional(one.to_us));
    text += line.line();
  }
  return text;
}

std::string interval_lines(const rebalance::Scenario& scenario, const Simulated& run) {
  const allocate::Group group{.name = {}, .topics = scenario.topics, .members = {}};
  const allocate::PartitionTable partitions(group);
  const auto member_name = [&](std::int32_t member) -> std::optional<std::string_view> {
    if (member < 0) return std::nullopt;
    return run.outcome.members[static_cast<std::size_t>(member)].id;
  };
  std::string text;
  for (std::size_t p = 0; p < partitions.size(); ++p) {
    const allocate::TopicPartition at = partitions.at(p);
    for (const rebalance::Segment& segment : run.outcome.ownership.segments(static_cast<std::int32_t>(p))) {
      report::JsonLine line = begin("interval", run);
      line.text("topic", group.topic(at.topic).name).number("partition", at.partition.value);
      line.text("state", held_name(segment.state)).text_or_null("member", member_name(segment.member));
      line.text_or_null("other", member_name(segment.other));
      time_ms(line, "from_ms", segment.from_us);
      time_ms(line, "to_ms", segment.to_us);
      text += line.line();
    }
  }
  return text;
}

std::string result_line(const rebalance::Scenario& scenario, const Simulated& run) {
  const rebalance::OwnershipFigures& held = run.outcome.ownership.figures();
  const rebalance::TallyFigures& tally = run.outcome.tally;
  report::JsonLine line = begin("result", run);
  line.number("partitions", static_cast<std::int64_t>(run.outcome.committed.size()))
      .number("moves", held.moves)
      .number("moved_partitions", held.moved_partitions)
      .number("interrupted_partitions", held.interrupted);
  time_ms(line, "unowned_ms", held.unowned_us);
  time_ms(line, "longest_unowned_ms", held.longest_unowned_us);
  time_ms(line, "paused_ms", held.paused_us);
  time_ms(line, "double_ms", held.double_us);
  time_ms(line, "stopped_ms", held.stopped_us);
  time_ms(line, "settled_after_ms", run.outcome.settled_after_us(scenario));
  line.number("unowned_at_end", held.unowned_at_end)
      .number("rebalances", static_cast<std::int64_t>(run.outcome.rebalances.size()));
  if (!scenario.has_load()) return line.line();
  line.number("records", tally.records)
      .number("handlings", tally.handlings)
      .number("handled", tally.handled)
      .number("duplicates", tally.duplicates)
      .number("reorders", tally.reorders)
      .number("overlaps", tally.overlaps)
      .number("zombies", tally.zombies)
      .number("stale", tally.stale)
      .number("lost", tally.lost)
      .number("lost_under_way", tally.lost_under_way)
      .number("cut_off", tally.cut_off)
      .number("commits_refused", tally.commits_refused)
      .number("commits_back", tally.commits_back)
      .number("backlog_peak", tally.backlog_peak);
  time_ms(line, "backlog_peak_at_ms", tally.backlog_peak_us);
  line.number("backlog_normal", tally.backlog_normal);
  time_ms(line, "backlog_normal_at_ms",
          tally.normal_again_us < 0 ? std::nullopt : std::optional(tally.normal_again_us));
  line.number("backlog_end", tally.backlog_end);
  time_ms(line, "oldest_left_ms",
          tally.backlog_end == 0 ? std::nullopt : std::optional(tally.oldest_left_us));
  line.boolean("behind_at_end", tally.is_behind());
  time_ms(line, "latency_p50_ms", rebalance::quantile(run.outcome.latencies_us, kP50));
  time_ms(line, "latency_p99_ms", rebalance::quantile(run.outcome.latencies_us, kP99));
  time_ms(line, "latency_max_ms", rebalance::quantile(run.outcome.latencies_us, 1));
  return line.line();
}

std::string backlog_text(const rebalance::Scenario& scenario, const rebalance::TallyFigures& tally) {
  std::string text = fmt::format("backlog   {} at most, at {}", counted(tally.backlog_peak, "record"),
                                 moment(tally.backlog_peak_us));
  if (tally.backlog_peak <= tally.backlog_normal || tally.backlog_peak_us < scenario.first_event_us()) {
    return text + ", as before the first event\n";
  }
  text += fmt::format("; {} before the first event", tally.backlog_normal);
  if (tally.normal_again_us < 0) {
    return text + fmt::format(", and {} at the end: not back\n", tally.backlog_end);
  }
  text += fmt::format(", and again at {}", moment(tally.normal_again_us));
  return text + (tally.is_behind() ? fmt::format(", but {} at the end\n", tally.backlog_end) : "\n");
}

}  // namespace

std::string seconds(std::int64_t us) {
  if (us == 0 || us >= kSecond || us % (kSecond / 10) == 0) {
    return fmt::format("{:.1f} s", static_cast<double>(us) / kSecond);
  }
  if (us >= kMillisecond) {
    return us % kMillisecond == 0 ? fmt::format("{} ms", us / kMillisecond) : milliseconds(us);
  }
  return fmt::format("{} us", us);
}

namespace {

using Columns = std::vector<report::Column>;
using Cells = std::vector<std::string>;

Columns right_aligned(std::initializer_list<const char*> titles) {
  Columns columns;
  for (const char* title : titles) columns.push_back({title, report::Align::right});
  return columns;
}

Columns ownership_columns() {
  return right_aligned({"MOVED", "INTERRUPTED", "UNOWNED", "LONGEST", "SETTLED AFTER"});
}
Columns records_columns() {
  return right_aligned({"DUPLICATES", "REORDERS", "OVERLAPS", "ZOMBIES", "STALE", "LOST", "BACKLOG", "P99"});
}

Cells ownership_cells(const rebalance::Scenario& scenario, const Simulated& run) {
  const rebalance::OwnershipFigures& held = run.outcome.ownership.figures();
  const auto settled = run.outcome.settled_after_us(scenario);
  return {fmt::format("{}", held.moves),
          fmt::format("{} of {}", held.interrupted, run.outcome.committed.size()), seconds(held.unowned_us),
          seconds(held.longest_unowned_us),
          settled               ? seconds(*settled)
          : run.outcome.at_rest ? "-"
                                : "not yet"};
}
Cells records_cells(const Simulated& run) {
  const rebalance::TallyFigures& tally = run.outcome.tally;
  Cells cells;
  for (const std::int64_t number : {tally.duplicates, tally.reorders, tally.overlaps, tally.zombies,
                                    tally.stale, tally.lost, tally.backlog_peak}) {
    cells.push_back(fmt::format("{}", number));
  }
  cells.push_back(latency(run, kP99));
  return cells;
}

template <class T>
std::vector<T> joined(std::vector<T> left, const std::vector<T>& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

}  // namespace

report::Table ownership_table(const rebalance::Scenario& scenario, const std::vector<Simulated>& runs) {
  report::Table table(joined<report::Column>({{"PROTOCOL"}}, ownership_columns()));
  for (const Simulated& run : runs) {
    table.add_row(joined<std::string>({short_name(run, runs)}, ownership_cells(scenario, run)));
  }
  return table;
}

report::Table records_table(const std::vector<Simulated>& runs) {
  report::Table table(joined<report::Column>({{"PROTOCOL"}}, records_columns()));
  for (const Simulated& run : runs) {
    table.add_row(joined<std::string>({short_name(run, runs)}, records_cells(run)));
  }
  return table;
}

report::Table table_of(const rebalance::Scenario& scenario, const std::vector<Simulated>& runs) {
  if (!scenario.has_load()) return ownership_table(scenario, runs);
  report::Table table(joined<report::Column>({{"PROTOCOL"}}, joined(ownership_columns(), records_columns())));
  for (const Simulated& run : runs) {
    table.add_row(joined<std::string>({short_name(run, runs)},
                                      joined(ownership_cells(scenario, run), records_cells(run))));
  }
  return table;
}

std::string verdict_of(const rebalance::Scenario& scenario, const Simulated& run) {
  const rebalance::OwnershipFigures& held = run.outcome.ownership.figures();
  const rebalance::TallyFigures& tally = run.outcome.tally;
  std::string text;
  if (scenario.has_load()) {
    std::vector<std::string> faults;
    const auto add = [&](std::int64_t count, std::string_view one, std::string_view many) {
      if (count > 0) faults.push_back(fmt::format("{} {}", count, count == 1 ? one : many));
    };
    add(tally.reorders, "record out of order", "records out of order");
    add(tally.overlaps, "overlap", "overlaps");
    if (tally.zombies > 0) faults.back() += fmt::format(" ({} by former owners)", tally.zombies);
    add(tally.lost, "record lost", "records lost");
    if (tally.lost_under_way > 0) faults.back() += fmt::format(" ({} under way)", tally.lost_under_way);
    const std::string kept =
        faults.empty() ? "order kept, nothing lost" : fmt::format("{}", fmt::join(faults, ", "));
    text += kept + (tally.duplicates == 0 ? ", nothing twice"
                                          : fmt::format(", {}", counted(tally.duplicates, "duplicate")));
    if (tally.is_behind()) {
      text += fmt::format(
          ", as far as it came: {} of {} not handled at the end ({}), the oldest written {} before",
          tally.backlog_end, counted(tally.records, "record"), moment(run.outcome.end_us),
          seconds(tally.oldest_left_us));
    }
    text += "\n";
  }
  if (held.interrupted == 0) {
    text += fmt::format("{}, no partition is ever without an owner", counted(held.moves, "move"));
  } else {
    text += fmt::format("{}; {} of {} partitions are without an owner, {} together, {} at a stretch at most",
                        counted(held.moves, "move"), held.interrupted, run.outcome.committed.size(),
                        seconds(held.unowned_us), seconds(held.longest_unowned_us));
  }
  const auto settled = run.outcome.settled_after_us(scenario);
  if (settled) text += fmt::format("; settled {} after {}", seconds(*settled), first_event_name(scenario));
  if (!run.outcome.at_rest) text += fmt::format("; not settled at the end, {}", seconds(run.outcome.end_us));
  if (held.unowned_at_end > 0)
    text += fmt::format("; {} without an owner at the end", counted(held.unowned_at_end, "partition"));
  return text + "\n";
}

std::string details_of(const rebalance::Scenario& scenario, const Simulated& run, bool all) {
  std::string text;
  const std::vector<rebalance::RebalanceFigures>& rebalances = run.outcome.rebalances;
  for (std::size_t i = 0; i < rebalances.size(); ++i) {
    if (!all && i == kShownRebalances) {
      text += fmt::format("          {} more: -v\n", rebalances.size() - i);
      break;
    }
    const rebalance::RebalanceFigures& one = rebalances[i];
    text += fmt::format("{}{} to {}  {}", i == 0 ? "rebalance " : "          ", moment(one.from_us),
                        one.to_us < 0 ? "-" : moment(one.to_us), one.cause);
    if (!one.last_one.empty()) text += fmt::format("; the last to come is {}", one.last_one);
    text += "\n";
  }
  if (rebalances.empty()) text += "rebalance none\n";
  const rebalance::OwnershipFigures& held = run.outcome.ownership.figures();
  if (held.stopped_us > 0)
    text += fmt::format("stopped   nobody owns anything for {}\n", seconds(held.stopped_us));
  if (held.paused_us > 0) {
    text += fmt::format("paused    {} together, in which an owner drains or has not fetched yet\n",
                        seconds(held.paused_us));
  }
  if (held.double_us > 0) {
    text += fmt::format("double    {} together, in which a former owner works on what another owns\n",
                        seconds(held.double_us));
  }
  if (!scenario.has_load()) return text;
  const rebalance::TallyFigures& tally = run.outcome.tally;
  text += fmt::format("records   {} of {} keys, {} handlings\n", tally.records, scenario.load.keys,
                      tally.handlings);
  if (tally.cut_off > 0)
    text += fmt::format("cut off   {} that ran in a member that died\n", counted(tally.cut_off, "handling"));
  if (tally.commits_refused > 0) {
    text += fmt::format("refused   {} of former owners\n", counted(tally.commits_refused, "commit"));
  }
  if (tally.commits_back > 0) {
    text += fmt::format("set back  the committed offset, {}\n",
                        tally.commits_back == 1 ? "once" : fmt::format("{} times", tally.commits_back));
  }
  text += backlog_text(scenario, tally);
  return text + fmt::format("latency   P50 {}, P99 {}, {} at most, from written to handled first\n",
                            latency(run, kP50), latency(run, kP99), latency(run, 1));
}

std::string not_simulated(const rebalance::Scenario& scenario) {
  if (scenario.has_load()) return {};
  return "not simulated: duplicates, reorders, backlog, latency (the scenario has no arrivals: add "
         "\"rate\")\n";
}

std::string jsonl_of(const rebalance::Scenario& scenario, const std::vector<Simulated>& runs) {
  std::string text;
  for (const Simulated& run : runs) {
    text += rebalance_lines(run);
    text += interval_lines(scenario, run);
    text += result_line(scenario, run);
  }
  report::JsonLine line("summary");
  line.number("schema", 1).boolean("complete", true).number("status", 0);
  line.raw("not_checked", scenario.has_load() ? "[]" : R"(["duplicates","reorders","backlog","latency"])");
  line.number("runs", static_cast<std::int64_t>(runs.size()));
  line.number("seed", static_cast<std::int64_t>(scenario.seed));
  time_ms(line, "first_event_ms", scenario.first_event_us());
  time_ms(line, "until_ms", scenario.until_us);
  return text + line.line();
}

}  // namespace lanewise::simulate_tool

// Whatever happens to a group: what the simulator counts is what its history tells, and protections protect.
#include "tests/property/sim_rebalance_prop.h"

#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <rapidcheck.h>

#include "libcore/allocate/group_changes.h"
#include "libcore/route/registry.h"
#include "libcore/sim/rebalance/scenario_json.h"
#include "libcore/sim/rebalance/simulation.h"
#include "tests/support/rebalance_recount.h"

namespace {

using namespace lanewise;
using namespace lanewise::sim::rebalance;

Scenario any_scenario(bool crashes) {
  Scenario scenario;
  const auto topics = *rc::gen::inRange(1, 3);
  for (int t = 0; t < topics; ++t) {
    allocate::Topic topic;
    topic.name = fmt::format("t{}", t);
    topic.partitions = *rc::gen::inRange(1, 9);
    scenario.topics.push_back(std::move(topic));
  }
  const auto pods = *rc::gen::inRange(1, 6);
  for (int i = 0; i < pods; ++i) {
    Pod pod;
    pod.id = fmt::format("m{}", i);
    if (*rc::gen::inRange(0, 4) == 0) pod.instance = fmt::format("i{}", i);
    for (int t = 0; t < topics; ++t) pod.topics.emplace_back(t);
    scenario.pods.push_back(std::move(pod));
  }
  scenario.pods_at_start = *rc::gen::inRange(0, pods + 1);
  std::vector<bool> there(static_cast<std::size_t>(pods));
  for (int i = 0; i < scenario.pods_at_start; ++i) there[static_cast<std::size_t>(i)] = true;
  std::int64_t at_us = 0;
  const auto events = *rc::gen::inRange(0, 7);
  for (int i = 0; i < events; ++i) {
    at_us += *rc::gen::inRange<std::int64_t>(0, 12 * kSecond);
    ScenarioEvent event;
    event.at_us = at_us;
    event.pod = *rc::gen::inRange(0, pods);
    const auto is_there = there[static_cast<std::size_t>(event.pod)];
    event.what = !is_there ? Happening::join
                 : crashes ? *rc::gen::element(Happening::leave, Happening::restart, Happening::crash)
                           : *rc::gen::element(Happening::leave, Happening::restart);
    if (event.what == Happening::restart) event.down_us = *rc::gen::inRange<std::int64_t>(0, 8 * kSecond);
    there[static_cast<std::size_t>(event.pod)] =
        event.what == Happening::join || event.what == Happening::restart;
    scenario.events.push_back(event);
  }
  scenario.until_us = at_us + *rc::gen::inRange<std::int64_t>(1, 40 * kSecond);
  scenario.rtt_us = *rc::gen::element<std::int64_t>(0, 2000, 500'001);
  scenario.drain_us = *rc::gen::element<std::int64_t>(0, 0, 700'000);
  scenario.fetch_first_us = *rc::gen::element<std::int64_t>(0, 10'000, 3'000'000);
  scenario.reaction_us = *rc::gen::element<std::int64_t>(0, 0, 2'500'000);
  scenario.overstay_us = *rc::gen::inRange<std::int64_t>(0, 8 * kSecond);
  scenario.session_us = *rc::gen::element<std::int64_t>(6 * kSecond, 10 * kSecond);
  scenario.heartbeat_drift_us = *rc::gen::element<std::int64_t>(0, 100'000);
  scenario.initial_delay_us = *rc::gen::element<std::int64_t>(0, 3 * kSecond);
  scenario.seed = *rc::gen::arbitrary<std::uint64_t>();
  // Few records, and handlings so long that workers are as busy as with many.
  scenario.load.rate = *rc::gen::element(3.0, 25.0);
  scenario.load.keys = *rc::gen::inRange<std::uint32_t>(1, 30);
  scenario.load.service_us = *rc::gen::element<std::int64_t>(1, 50'000, 540'000);
  scenario.load.workers = *rc::gen::inRange<std::uint32_t>(1, 5);
  scenario.load.prefetch = *rc::gen::element(1U, 7U, 500U);
  scenario.load.commit_every_us = *rc::gen::inRange<std::int64_t>(100'000, 5 * kSecond);
  return scenario;
}

Method any_method() {
  return *find_methods(*rc::gen::element<std::string>("eager/kafka-range", "eager/kafka-roundrobin",
                                                      "eager/kafka-sticky", "cooperative"))
              ->begin();
}

struct Made {
  Outcome outcome;
  std::string history;
};

Made run(const Scenario& scenario, const Method& method) {
  std::string history;
  const auto partitioner = route::find_partitioner("kafka");
  auto outcome = simulate(scenario, method, *(*partitioner)->partitioner,
                          [&](std::string_view lines) { history += lines; });
  if (!outcome) RC_FAIL(describe(outcome.error()));
  return {*std::move(outcome), std::move(history)};
}

// The history alone gives the numbers of the report.
test::Recount agrees(const Made& made) {
  const test::Recount counted(made.history);
  const TallyFigures& tally = made.outcome.tally;
  RC_ASSERT(counted.handlings == tally.handlings);
  RC_ASSERT(counted.handled == tally.handled);
  RC_ASSERT(counted.duplicates == tally.duplicates);
  RC_ASSERT(counted.reorders == tally.reorders);
  RC_ASSERT(counted.overlaps == tally.overlaps);
  RC_ASSERT(counted.zombies == tally.zombies);
  RC_ASSERT(counted.stale == tally.stale);
  RC_ASSERT(counted.lost == tally.lost);
  return counted;
}

// Every moment of every partition is told, once.
void whole(const Outcome& outcome, std::size_t partitions) {
  std::int64_t unowned_us = 0;
  for (std::size_t p = 0; p < partitions; ++p) {
    std::int64_t at_us = 0;
    for (const Segment& segment : outcome.ownership.segments(static_cast<std::int32_t>(p))) {
      RC_ASSERT(segment.from_us == at_us);
      RC_ASSERT(segment.to_us > segment.from_us);
      RC_ASSERT((segment.state == Held::unowned) == (segment.member < 0));
      at_us = segment.to_us;
      if (segment.state == Held::unowned) unowned_us += segment.to_us - segment.from_us;
    }
    RC_ASSERT(at_us == outcome.end_us);
  }
  RC_ASSERT(outcome.ownership.figures().unowned_us <= unowned_us);
}

}  // namespace

bool rebalance_properties() {
  bool ok = true;
  ok &= rc::check("a protected group keeps order, loses nothing, and repeats only after a crash", [] {
    const bool crashes = *rc::gen::arbitrary<bool>();
    const Scenario scenario = any_scenario(crashes);
    RC_PRE(check(scenario).has_value());
    const Made made = run(scenario, any_method());
    const test::Recount counted = agrees(made);
    const TallyFigures& tally = made.outcome.tally;
    RC_ASSERT(counted.shared == 0);
    RC_ASSERT(counted.backwards == 0);
    RC_ASSERT(tally.reorders == 0);
    RC_ASSERT(tally.overlaps == 0);
    RC_ASSERT(tally.zombies == 0);
    RC_ASSERT(tally.lost == 0);
    RC_ASSERT(made.outcome.ownership.figures().double_us == 0);
    if (!crashes) RC_ASSERT(tally.duplicates == 0);
    // Nothing is invented: what was written is handled or waits.
    RC_ASSERT(tally.records == tally.handled + tally.backlog_end);
    for (std::size_t p = 0; p < made.outcome.committed.size(); ++p) RC_ASSERT(made.outcome.committed[p] >= 0);
    whole(made.outcome, made.outcome.committed.size());
  });

  ok &= rc::check("whatever protection is missing, the history tells what the report counts", [] {
    Scenario scenario = any_scenario(true);
    RC_PRE(check(scenario).has_value());
    scenario.protections = {.stop_fetch = *rc::gen::arbitrary<bool>(),
                            .drain = *rc::gen::arbitrary<bool>(),
                            .resume_at_commit = *rc::gen::arbitrary<bool>(),
                            .fencing = *rc::gen::arbitrary<bool>()};
    if (*rc::gen::arbitrary<bool>()) scenario.load.commit_on = CommitOn::start;
    const Made made = run(scenario, any_method());
    agrees(made);
    RC_ASSERT(made.outcome.tally.records == made.outcome.tally.handled + made.outcome.tally.backlog_end);
    whole(made.outcome, made.outcome.committed.size());
  });

  ok &= rc::check("the same scenario gives the same history, and records do not depend on the protocol", [] {
    const Scenario scenario = any_scenario(true);
    RC_PRE(check(scenario).has_value());
    const Made made = run(scenario, *find_method("eager", std::nullopt));
    RC_ASSERT(made.history == run(scenario, *find_method("eager", std::nullopt)).history);
    RC_ASSERT(made.outcome.tally.records ==
              run(scenario, *find_method("cooperative", std::nullopt)).outcome.tally.records);
  });

  ok &= rc::check("a group at rest has what its strategy computes", [] {
    Scenario scenario = any_scenario(true);
    scenario.load.rate = 0;
    scenario.until_us += 60 * kSecond;
    for (Pod& pod : scenario.pods) pod.instance.reset();
    RC_PRE(check(scenario).has_value());
    const Method method =
        *find_method("eager", *rc::gen::element<std::string>("kafka-range", "kafka-roundrobin"));
    const Made made = run(scenario, method);
    RC_ASSERT(made.outcome.at_rest);
    allocate::Group group{.name = {}, .topics = scenario.topics, .members = {}};
    const test::Recount counted(made.history);
    std::map<std::string, std::vector<allocate::TopicPartition>> owned;
    for (const auto& [where, who] : counted.owner) {
      if (who.empty()) continue;
      owned[who].push_back({*group.find_topic(where.first), Partition(where.second)});
    }
    std::set<std::string> alive;
    for (std::istringstream lines(made.history); !lines.eof();) {
      std::string line;
      if (!std::getline(lines, line)) break;
      const auto event = nlohmann::json::parse(line);
      if (event.at("event") == "join") alive.insert(event.at("member").get<std::string>());
      if (event.at("event") == "leave" || event.at("event") == "crash")
        alive.erase(event.at("member").get<std::string>());
    }
    for (const std::string& id : alive) {
      allocate::Member member;
      member.id = id;
      member.topics = scenario.pods.front().topics;
      group.members.push_back(std::move(member));
    }
    if (group.members.empty()) {
      RC_ASSERT(owned.empty());
      return;
    }
    const auto expected = method.strategy->strategy->assign(group);
    RC_ASSERT(expected.has_value());
    for (std::size_t m = 0; m < group.members.size(); ++m) {
      RC_ASSERT(owned[group.members[m].id] == expected->settled()[m]);
    }
  });
  return ok;
}

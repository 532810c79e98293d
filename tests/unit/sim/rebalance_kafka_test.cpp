// The classic protocol against traces that were worked by hand: eager and cooperative, to the microsecond.
#include <fmt/format.h>

#include "libcore/route/registry.h"
#include "libcore/sim/rebalance/scenario_json.h"
#include "libcore/sim/rebalance/simulation.h"
#include "tests/support/catch.h"

using namespace lanewise;
using namespace lanewise::sim::rebalance;

namespace {

Scenario scenario_of(const std::string& json) {
  auto scenario = read_scenario(json, "test");
  INFO((scenario ? std::string() : describe(scenario.error())));
  REQUIRE(scenario);
  return *std::move(scenario);
}

Outcome outcome_of(const Scenario& scenario, std::string_view method) {
  auto methods = find_methods(method);
  REQUIRE(methods);
  const auto partitioner = route::find_partitioner("kafka");
  auto outcome = simulate(scenario, methods->front(), *(*partitioner)->partitioner, {});
  INFO((outcome ? std::string() : describe(outcome.error())));
  REQUIRE(outcome);
  return *std::move(outcome);
}

// "A 10.5-13 . 13-16 D 16-20", times in seconds, of what lies behind the first event.
std::string life_of(const Scenario& scenario, const Outcome& outcome, std::int32_t partition) {
  std::string text;
  for (const Segment& segment : outcome.ownership.segments(partition)) {
    if (segment.to_us <= scenario.first_event_us()) continue;
    const std::int64_t from = std::max(segment.from_us, scenario.first_event_us());
    const std::string who =
        segment.member < 0 ? "." : outcome.members[static_cast<std::size_t>(segment.member)].id;
    text += fmt::format("{}{}{} {:g}-{:g}", text.empty() ? "" : " ", who,
                        segment.state == Held::paused ? "-"
                        : segment.state == Held::both ? "#"
                                                      : "",
                        static_cast<double>(from) / kSecond, static_cast<double>(segment.to_us) / kSecond);
  }
  return text;
}

// 12 partitions, A B C, and nothing takes time.
std::string group_of(std::string_view heartbeats, std::string_view rest) {
  return fmt::format(R"({{"topics":{{"orders":12}},{},"rtt":"0ms","drain":"0ms","fetch_first":"0ms",{}}})",
                     heartbeats, rest);
}
const std::string kMembers =
    R"("members":[{"id":"A","heartbeat_at":"12s"},{"id":"B","heartbeat_at":"13s"},{"id":"C","heartbeat_at":"11s"}])";

}  // namespace

// G1: the barrier falls at 13.0, when B has come; A waits 1 s, C 2 s, B not at all.
TEST_CASE("eager: D joins", "[rebalance]") {
  const Scenario scenario =
      scenario_of(group_of(kMembers, R"("events":[{"at":"10.5s","join":"D"}],"until":"20s")"));
  const Outcome outcome = outcome_of(scenario, "eager/kafka-range");
  const OwnershipFigures& figures = outcome.ownership.figures();
  CHECK(figures.unowned_us == 12 * kSecond);
  CHECK(figures.longest_unowned_us == 2 * kSecond);
  CHECK(figures.interrupted == 8);
  CHECK(figures.stopped_us == 0);
  CHECK(figures.moves == 6);
  CHECK(figures.moved_partitions == 6);
  CHECK(outcome.settled_after_us(scenario) == 2'500'000);
  // Range gives A B C four each, then all of them three.
  for (const std::int32_t p : {0, 1, 2}) CHECK(life_of(scenario, outcome, p) == "A 10.5-12 . 12-13 A 13-20");
  CHECK(life_of(scenario, outcome, 3) == "A 10.5-12 . 12-13 B 13-20");
  for (const std::int32_t p : {4, 5}) CHECK(life_of(scenario, outcome, p) == "B 10.5-20");
  for (const std::int32_t p : {6, 7}) CHECK(life_of(scenario, outcome, p) == "B 10.5-13 C 13-20");
  CHECK(life_of(scenario, outcome, 8) == "C 10.5-11 . 11-13 C 13-20");
  for (const std::int32_t p : {9, 10, 11})
    CHECK(life_of(scenario, outcome, p) == "C 10.5-11 . 11-13 D 13-20");
  REQUIRE(outcome.rebalances.size() == 1);
  CHECK(outcome.rebalances[0].members == 4);
  CHECK(outcome.rebalances[0].from_us == 10'500'000);
  CHECK(outcome.rebalances[0].to_us == 13'000'000);
  CHECK(outcome.rebalances[0].cause == "D joins");
  CHECK(outcome.rebalances[0].last_one == "B");
  CHECK(outcome.rebalances[0].generation == 2);

  // The barrier does not care who gets what.
  for (const auto& [method, moves] :
       {std::pair("eager/kafka-roundrobin", 9), std::pair("eager/kafka-sticky", 3)}) {
    const Outcome other = outcome_of(scenario, method);
    INFO(method);
    CHECK(other.ownership.figures().moves == moves);
    CHECK(other.ownership.figures().unowned_us == 12 * kSecond);
    CHECK(other.ownership.figures().longest_unowned_us == 2 * kSecond);
    CHECK(other.ownership.figures().interrupted == 8);
    CHECK(other.ownership.figures().stopped_us == 0);
    CHECK(other.settled_after_us(scenario) == 2'500'000);
  }
}

// G2: nobody pauses for the first round; A, B and C give up one each, and D learns 3 s later.
TEST_CASE("cooperative: D joins", "[rebalance]") {
  const Scenario scenario =
      scenario_of(group_of(kMembers, R"("events":[{"at":"10.5s","join":"D"}],"until":"20s")"));
  const Outcome outcome = outcome_of(scenario, "cooperative/kafka-cooperative-sticky");
  const OwnershipFigures& figures = outcome.ownership.figures();
  CHECK(figures.unowned_us == 9 * kSecond);
  CHECK(figures.longest_unowned_us == 3 * kSecond);
  CHECK(figures.interrupted == 3);
  CHECK(figures.moves == 3);
  CHECK(outcome.settled_after_us(scenario) == 5'500'000);
  CHECK(figures.moved_partitions == 3);
  CHECK(figures.stopped_us == 0);
  for (std::int32_t p = 0; p < 12; ++p) {
    const char owner = "ABC"[p % 3];
    CHECK(life_of(scenario, outcome, p) ==
          (p < 9 ? fmt::format("{} 10.5-20", owner) : fmt::format("{} 10.5-13 . 13-16 D 16-20", owner)));
  }
  REQUIRE(outcome.rebalances.size() == 2);
  CHECK(outcome.rebalances[0].from_us == 10'500'000);
  CHECK(outcome.rebalances[0].to_us == 13'000'000);
  CHECK(outcome.rebalances[0].last_one == "B");
  CHECK(outcome.rebalances[1].from_us == 13'000'000);
  CHECK(outcome.rebalances[1].to_us == 16'000'000);
  CHECK(outcome.rebalances[1].last_one == "D");
}

// G5: C's last heartbeat is at 9.0, its session ends at 54.0; A's next heartbeat comes at 54.5, B's at 55.25.
TEST_CASE("C dies: its partitions wait for the session and the slower survivor", "[rebalance]") {
  const std::string members =
      R"("members":[{"id":"A","heartbeat_at":"12.5s"},{"id":"B","heartbeat_at":"13.25s"},{"id":"C","heartbeat_at":"9s"}])";
  const Scenario scenario =
      scenario_of(group_of(members, R"("events":[{"at":"10.5s","crash":"C"}],"until":"70s")"));
  const Outcome eager = outcome_of(scenario, "eager");
  for (const std::int32_t p : {8, 9, 10, 11}) CHECK(life_of(scenario, eager, p) == ". 10.5-55.25 B 55.25-70");
  for (const std::int32_t p : {0, 1, 2, 3})
    CHECK(life_of(scenario, eager, p) == "A 10.5-54.5 . 54.5-55.25 A 55.25-70");
  for (const std::int32_t p : {4, 5}) CHECK(life_of(scenario, eager, p) == "B 10.5-55.25 A 55.25-70");
  for (const std::int32_t p : {6, 7}) CHECK(life_of(scenario, eager, p) == "B 10.5-70");
  CHECK(eager.ownership.figures().longest_unowned_us == 44'750'000);
  CHECK(eager.ownership.figures().unowned_us == 4 * 44'750'000 + 4 * 750'000);
  CHECK(eager.ownership.figures().interrupted == 8);
  CHECK(eager.rebalances.at(0).to_us == 55'250'000);
  CHECK(eager.settled_after_us(scenario) == 44'750'000);
  CHECK(eager.rebalances.at(0).cause == "the session of C expires");
  CHECK(eager.rebalances.at(0).from_us == 54 * kSecond);
  // What a dead member had is handed out in the first round, and there is no second.
  const Outcome cooperative = outcome_of(scenario, "cooperative");
  CHECK(cooperative.rebalances.size() == 1);
  CHECK(cooperative.ownership.figures().unowned_us == 4 * 44'750'000);
  CHECK(cooperative.ownership.figures().longest_unowned_us == 44'750'000);
  CHECK(cooperative.ownership.figures().interrupted == 4);
  CHECK(cooperative.settled_after_us(scenario) == 44'750'000);
  for (std::int32_t p = 0; p < 12; ++p) {
    const std::string life = life_of(scenario, cooperative, p);
    INFO("partition " << p << ": " << life);
    if (p % 3 < 2) CHECK(life == fmt::format("{} 10.5-70", "AB"[p % 3]));
    if (p % 3 == 2) CHECK((life == ". 10.5-55.25 A 55.25-70" || life == ". 10.5-55.25 B 55.25-70"));
  }
  // The other survivor may be the slower one.
  const Scenario slower_a = scenario_of(group_of(
      R"("members":[{"id":"A","heartbeat_at":"14.9s"},{"id":"B","heartbeat_at":"13.25s"},{"id":"C","heartbeat_at":"9s"}])",
      R"("events":[{"at":"10.5s","crash":"C"}],"until":"70s")"));
  CHECK(life_of(slower_a, outcome_of(slower_a, "eager"), 11) == ". 10.5-56.9 B 56.9-70");
}

TEST_CASE("a leave starts the rebalance at once", "[rebalance]") {
  const Scenario scenario =
      scenario_of(group_of(kMembers, R"("events":[{"at":"10.5s","leave":"C"}],"until":"20s")"));
  const Outcome outcome = outcome_of(scenario, "eager");
  CHECK(life_of(scenario, outcome, 11) == ". 10.5-13 B 13-20");
  CHECK(outcome.rebalances.at(0).cause == "C leaves");
}

TEST_CASE("messages take half a round trip, a new member asks for its id first", "[rebalance]") {
  const Scenario scenario = scenario_of(
      R"({"topics":{"orders":12},"members":[{"id":"A","heartbeat_at":"12s"}],"events":[{"at":"10.5s","join":"D"}],
          "rtt":"100ms","drain":"0ms","fetch_first":"30ms","until":"20s"})");
  const Outcome outcome = outcome_of(scenario, "eager");
  // D's JoinGroup arrives 150 ms after it asked for an id; A hears at 12.1 and arrives at 12.15; the answer
  // takes 50 ms, SyncGroup 100 ms.
  CHECK(outcome.rebalances.at(0).from_us == 10'650'000);
  CHECK(outcome.rebalances.at(0).to_us == 12'250'000);
  CHECK(life_of(scenario, outcome, 0) == "A 10.5-12.1 . 12.1-12.3 A- 12.3-12.33 A 12.33-20");
  CHECK(life_of(scenario, outcome, 11) == "A 10.5-12.1 . 12.1-12.3 D- 12.3-12.33 D 12.33-20");
}

TEST_CASE("a slow member holds up everybody", "[rebalance]") {
  const Scenario scenario = scenario_of(group_of(
      R"("members":[{"id":"A","heartbeat_at":"12s"},{"id":"B","heartbeat_at":"13s","reaction":"4s"}])",
      R"("events":[{"at":"10.5s","join":"D"}],"until":"30s")"));
  const Outcome outcome = outcome_of(scenario, "eager");
  CHECK(life_of(scenario, outcome, 0) == "A 10.5-12 . 12-17 A 17-30");
  CHECK(life_of(scenario, outcome, 11) == "B 10.5-17 D 17-30");
}

TEST_CASE("who misses the rebalance timeout is dropped, and joins anew", "[rebalance]") {
  const Scenario scenario = scenario_of(group_of(
      R"("members":[{"id":"A","heartbeat_at":"12s"},{"id":"B","heartbeat_at":"13s","reaction":"9s"}])",
      R"("events":[{"at":"10.5s","join":"D"}],"rebalance_timeout":"5s","until":"60s")"));
  const Outcome outcome = outcome_of(scenario, "eager");
  // Without B at 15.5; B comes at 22.0, is unknown, and brings about the next rebalance.
  CHECK(outcome.rebalances.at(0).to_us == 15'500'000);
  CHECK(outcome.rebalances.at(0).members == 2);
  CHECK(outcome.at_rest);
  CHECK(outcome.rebalances.size() >= 2);
}

TEST_CASE("a static member that is back in time causes no rebalance", "[rebalance]") {
  const std::string members =
      R"("members":[{"id":"A","instance":"a","heartbeat_at":"12s"},{"id":"B","instance":"b","heartbeat_at":"13s"}])";
  const Scenario scenario =
      scenario_of(group_of(members, R"("events":[{"at":"10.5s","restart":"B","down":"8s"}],"until":"100s")"));
  for (const char* method : {"eager", "cooperative"}) {
    const Outcome outcome = outcome_of(scenario, method);
    CHECK(outcome.rebalances.empty());
    CHECK(outcome.ownership.figures().moves == 0);
    CHECK(outcome.ownership.figures().unowned_us == 6 * 8 * kSecond);
    CHECK(outcome.at_rest);
  }
  // Away for longer than the session: as if it had died; its last heartbeat was at 10.0.
  const Scenario longer = scenario_of(
      group_of(members, R"("events":[{"at":"10.5s","restart":"B","down":"60s"}],"until":"100s")"));
  const Outcome outcome = outcome_of(longer, "eager");
  CHECK(outcome.rebalances.at(0).cause == "the session of B expires");
  CHECK(outcome.rebalances.at(0).from_us == 55 * kSecond);
  CHECK(outcome.rebalances.at(1).cause == "B.2 joins");
}

TEST_CASE("an empty group waits for more members", "[rebalance]") {
  const std::string nobody = R"("members":[])";
  // Each further member extends the window by 3 s: 1.0 + 3, + 3 since B came, + 3 since C came; then nobody.
  const Scenario scenario = scenario_of(group_of(
      nobody,
      R"("events":[{"at":"1s","join":"A"},{"at":"2s","join":"B"},{"at":"6s","join":"C"}],"until":"30s")"));
  const Outcome outcome = outcome_of(scenario, "eager");
  REQUIRE(outcome.rebalances.size() == 1);
  CHECK(outcome.rebalances[0].from_us == 1 * kSecond);
  CHECK(outcome.rebalances[0].to_us == 10 * kSecond);
  CHECK(outcome.rebalances[0].members == 3);
}

TEST_CASE("a rolling restart of dynamic members is two rebalances each", "[rebalance]") {
  const Scenario scenario = scenario_of(group_of(
      kMembers,
      R"("events":[{"at":"10s","restart":"A","down":"5s"},{"at":"40s","restart":"B","down":"5s"},{"at":"70s","restart":"C","down":"5s"}])"));
  const Outcome outcome = outcome_of(scenario, "eager");
  CHECK(outcome.rebalances.size() == 6);
  CHECK(outcome.at_rest);
  CHECK(outcome.members.size() == 6);
  CHECK(outcome.members.back().id == "C.2");
  CHECK(outcome.ownership.figures().unowned_at_end == 0);
}

TEST_CASE("after a rebalance heartbeats are in step", "[rebalance]") {
  const Scenario scenario = scenario_of(
      group_of(kMembers, R"("events":[{"at":"10.5s","join":"D"},{"at":"20s","join":"E"}],"until":"40s")"));
  const Outcome outcome = outcome_of(scenario, "eager");
  // The first barrier falls at 13.0, so all beat at 16, 19, 22; E's is complete then, and nobody waits.
  CHECK(outcome.rebalances.at(1).to_us == 22 * kSecond);
  CHECK(outcome.ownership.figures().unowned_us == 12 * kSecond);
}

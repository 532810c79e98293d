// What members do with records while their partition changes hands, worked by hand. One partition, one key;
// record n is written at n seconds and takes 1.5 s, so that A handles m1 1.0-2.5, m2 2.5-4.0, m3 4.0-5.5.
// At 4.2, when m3 runs and m4 waits, A closes; B learns of it at its next heartbeat.
#include <fmt/format.h>

#include "libcore/route/registry.h"
#include "libcore/sim/rebalance/scenario_json.h"
#include "libcore/sim/rebalance/simulation.h"
#include "tests/support/catch.h"

using namespace lanewise;
using namespace lanewise::sim::rebalance;

namespace {

struct Made {
  Outcome outcome;
  std::string history;
};

Made run(std::string_view event, std::string_view b_heartbeat, std::string_view settings,
         Protections protections) {
  auto scenario = read_scenario(
      fmt::format(R"({{"topics":{{"t":1}},"members":[{{"id":"A","heartbeat_at":"0s","commit_at":"0s"}},
                       {{"id":"B","heartbeat_at":"{}","commit_at":"0s"}}],
                       "events":[{{"at":"4.2s","{}":"A"}}],"until":"20.9s","rtt":"0ms","fetch_first":"0ms",
                       "rate":"1/s","arrivals":"even","keys":1,"workers":1,"service":"1.5s","service_times":"fixed",
                       "commit_every":"1s","session":"6s","overstay":"2s"{}}})",
                  b_heartbeat, event, settings),
      "test");
  INFO((scenario ? std::string() : describe(scenario.error())));
  REQUIRE(scenario);
  scenario->protections = protections;
  std::string history;
  const auto partitioner = route::find_partitioner("kafka");
  auto outcome = simulate(*scenario, *find_method("eager", std::nullopt), *(*partitioner)->partitioner,
                          [&](std::string_view lines) { history += lines; });
  REQUIRE(outcome);
  return {*std::move(outcome), std::move(history)};
}

// Whether something happened at that time, in seconds.
bool tells(const Made& made, std::string_view event, std::string_view member, int offset, double at_s) {
  const std::string ts =
      fmt::format("\"ts\":{}", 1'767'225'600'000'000 + static_cast<std::int64_t>(at_s * 1e6));
  std::size_t from = 0;
  for (std::size_t end = 0; (end = made.history.find('\n', from)) != std::string::npos; from = end + 1) {
    const std::string_view line = std::string_view(made.history).substr(from, end - from);
    const auto has = [&](const std::string& text) { return line.find(text) != std::string_view::npos; };
    if (has(fmt::format("\"event\":\"{}\"", event)) && has(fmt::format("\"member\":\"{}\"", member)) &&
        has(fmt::format("\"offset\":{},", offset)) && has(ts)) {
      return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("a member that closes finishes what runs, commits it, and gives the rest back", "[rebalance]") {
  const Made made = run("leave", "6s", "", {});
  CHECK(tells(made, "done", "A", 2, 5.5));
  CHECK(tells(made, "commit", "A", 3, 5.5));
  CHECK(tells(made, "resume", "B", 3, 6.0));
  CHECK(tells(made, "start", "B", 3, 6.0));
  const TallyFigures& tally = made.outcome.tally;
  CHECK(tally.duplicates == 0);
  CHECK(tally.overlaps == 0);
  CHECK(tally.stale == 0);
  CHECK(tally.lost == 0);
  CHECK(made.outcome.ownership.figures().paused_us == 1'300'000);
  CHECK(made.outcome.ownership.figures().unowned_us == 500'000);
}

TEST_CASE("without drain the old owner's handlings run beside the new owner's", "[rebalance]") {
  const Made made = run("leave", "6s", "", {.drain = false});
  CHECK(tells(made, "commit", "A", 2, 4.0));
  CHECK(tells(made, "resume", "B", 2, 6.0));
  CHECK(tells(made, "done", "A", 3, 7.0));
  const TallyFigures& tally = made.outcome.tally;
  CHECK(tally.duplicates == 2);  // m3 and m4
  CHECK(tally.overlaps == 1);    // B begins m3 while A has m4, and ends it later
  CHECK(tally.zombies == 0);
  CHECK(tally.stale == 1);
  CHECK(tally.reorders == 0);
  CHECK(tally.commits_refused == 2);  // at 6.0, when m3 is done, and at 7.0, with m4
  CHECK(made.outcome.ownership.figures().double_us == 1'000'000);
}

TEST_CASE("without fencing the old owner's commit counts, and the new owner sets it back", "[rebalance]") {
  const Made made = run("leave", "5.8s", "", {.drain = false, .fencing = false});
  CHECK(tells(made, "resume", "B", 2, 5.8));
  CHECK(tells(made, "commit", "A", 3, 6.0));
  CHECK(tells(made, "commit", "A", 4, 7.0));
  CHECK(tells(made, "commit", "B", 3, 8.0));
  CHECK(made.outcome.tally.commits_refused == 0);
  CHECK(made.outcome.tally.commits_back == 1);
}

TEST_CASE("without stop-fetch the old owner goes on for a while", "[rebalance]") {
  const Made made = run("leave", "6s", "", {.stop_fetch = false});
  // Until 6.2: m5 and m6, but not m7.
  CHECK(tells(made, "fetch", "A", 4, 5.0));
  CHECK(tells(made, "fetch", "A", 5, 6.0));
  CHECK_FALSE(tells(made, "fetch", "A", 6, 7.0));
  CHECK(made.outcome.tally.duplicates == 4);  // m3 to m6
}

TEST_CASE("without resume-at-commit what was given back is lost", "[rebalance]") {
  const Made made = run("leave", "6s", "", {.resume_at_commit = false});
  CHECK(tells(made, "resume", "B", 4, 6.0));
  CHECK(made.outcome.tally.lost == 1);  // m4
  CHECK(made.outcome.tally.duplicates == 0);
}

TEST_CASE("who commits before the work is done reorders without a duplicate", "[rebalance]") {
  const Made made = run("leave", "4.5s", R"(,"commit_on":"start")", {.drain = false});
  CHECK(tells(made, "commit", "A", 4, 4.2));
  CHECK(tells(made, "start", "B", 4, 5.0));
  CHECK(tells(made, "start", "A", 3, 5.5));  // m4, half a second after m5
  CHECK(made.outcome.tally.duplicates == 0);
  CHECK(made.outcome.tally.reorders == 1);
  CHECK(made.outcome.tally.lost == made.outcome.tally.lost_under_way);
}

TEST_CASE("what a dead member had not committed is handled again", "[rebalance]") {
  const Made made = run("crash", "6s", "", {});
  // Its last heartbeat was at 3.0, its session ends at 9.0, where B's heartbeat comes after the deadline.
  CHECK(tells(made, "commit", "A", 2, 4.0));
  CHECK(tells(made, "resume", "B", 2, 9.0));
  CHECK(made.outcome.tally.cut_off == 1);
  CHECK(made.outcome.tally.duplicates == 1);  // m3
  CHECK(made.outcome.tally.reorders == 0);
  CHECK(made.outcome.ownership.figures().unowned_us == 4'800'000);
  // Committed before it was done, it is lost instead, with m4 that waited.
  const Made early = run("crash", "6s", R"(,"commit_on":"start")", {});
  CHECK(tells(early, "resume", "B", 3, 9.0));
  CHECK(early.outcome.tally.lost - early.outcome.tally.lost_under_way == 1);
  CHECK(early.outcome.tally.duplicates == 0);
}

TEST_CASE("the peak of the backlog is that of the fluid: the rate times the pause", "[rebalance]") {
  auto scenario = read_scenario(
      R"({"topics":{"t":1},"members":[{"id":"A","heartbeat_at":"0s"},{"id":"B","heartbeat_at":"0s"}],
          "events":[{"at":"10s","crash":"A"}],"until":"200s","rtt":"0ms","fetch_first":"0ms","session":"10s",
          "rate":"80/s","arrivals":"even","keys":1,"workers":1,"service":"10ms","service_times":"fixed"})",
      "test");
  REQUIRE(scenario);
  const auto partitioner = route::find_partitioner("kafka");
  const auto outcome =
      simulate(*scenario, *find_method("eager", std::nullopt), *(*partitioner)->partitioner, {});
  REQUIRE(outcome);
  // A's last heartbeat was at 9.0, its session ends at 19.0, B comes at 21.0: 11 s x 80/s. Then 20/s are made
  // good.
  CHECK(outcome->ownership.figures().longest_unowned_us == 11 * kSecond);
  CHECK(outcome->tally.backlog_peak >= 11 * 80);
  CHECK(outcome->tally.backlog_peak <= 11 * 80 + 5 * 80);  // and what had not been committed
  CHECK(outcome->latencies_us.back() >= 11 * kSecond);
  CHECK(quantile(outcome->latencies_us, 0.5) >= 10'000);
}

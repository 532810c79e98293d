// What the generator refuses, and whether what it advises instead helps.
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "libcore/sim/event_generator.h"
#include "tests/support/small_log.h"

namespace lanewise::sim {

namespace {

using test::check;

GeneratorConfig small() {
  GeneratorConfig config = test::small();
  config.records = 3000;
  config.keys = 300;
  return config;
}

Result<EventGenerator> attempt(const GeneratorConfig& config) {
  static const test::FakePartitioner kPartitioner;
  return EventGenerator::create(config, kPartitioner);
}

}  // namespace

TEST_CASE("as many faults as the log holds, and the number when there are more") {
  GeneratorConfig config = small();
  config.records = 400;
  config.faults = {{FaultKind::overtake, 100}};  // each takes 2 records and 2 between
  check(config);
  config.faults = {{FaultKind::overtake, 101}};
  const auto too_many = attempt(config);
  REQUIRE_FALSE(too_many);
  CHECK(too_many.error().code == ErrorCode::limit);
  CHECK(too_many.error().what ==
        "too many faults: 101 are wanted, 100 fit without touching each other (the log has 400 records)");
  CHECK(too_many.error().hint == "--events 404 or more; or ask for fewer faults");
  config.records = 403;
  CHECK_FALSE(attempt(config));
  config.records = 404;
  check(config);
  config.records = 400;
  config.faults = {{FaultKind::overtake, 8}, {FaultKind::loss, 3}};
  config.keys = 10;
  const auto too_few_keys = attempt(config);
  REQUIRE_FALSE(too_few_keys);
  CHECK(too_few_keys.error().what ==
        "too many faults: 11 are wanted, 10 fit without touching each other (the log has 10 keys)");
  CHECK(too_few_keys.error().hint == "--keys 11 or more; or ask for fewer faults");
  config.faults = {{FaultKind::overtake, 7}, {FaultKind::loss, 3}};
  check(config);
}

TEST_CASE("what is said to make room for faults does") {
  GeneratorConfig config = small();
  config.keys.reset();
  config.steps = {"A", "B", "C"};
  config.rate = 100;
  config.records = 1000;
  config.faults = {{FaultKind::step_late, 1}};  // 3 records, 2 between, 250 to keep clear of, 1500 of waiting
  const auto too_long = attempt(config);
  REQUIRE_FALSE(too_long);
  CHECK(too_long.error().what ==
        "too many faults: 1 is wanted, 0 fit without touching each other (the log has 1000 records)");
  CHECK(too_long.error().hint ==
        "--events 1755 or more; or a shorter --step-within or a lower --rate: a fault keeps clear of the 250 "
        "records of a quarter of that time");
  config.records = 1755;
  check(config);
  config.records = 1000;
  config.step_within = std::chrono::seconds(5);
  check(config);

  const auto clocks = [](bool stored, std::uint32_t wanted, bool zombie) {
    GeneratorConfig skewed = small();
    skewed.stored = stored;
    skewed.faults = {{FaultKind::clock_skew, wanted}};
    if (zombie) skewed.faults.push_back({FaultKind::zombie, 1});
    const auto result = attempt(skewed);
    return result ? std::string() : result.error().hint;
  };
  CHECK(clocks(true, 4, false).empty());  // 2 producers and 3 members, one of them right
  CHECK(clocks(true, 5, false) ==
        "--producers 6 or more; or more members that own partitions: -c, -n, -g; or ask for fewer faults");
  CHECK(clocks(false, 1, true) ==
        "--stored, which shows the producers' clocks, with --producers 2 or more; members' clocks are right "
        "beside a zombie");
  CHECK(clocks(true, 1, true).empty());
}

TEST_CASE("contradictions are refused") {
  const auto refuses = [](auto change, const std::string& what) {
    GeneratorConfig config = small();
    change(config);
    const auto result = attempt(config);
    REQUIRE_FALSE(result);
    CHECK(result.error().code == ErrorCode::usage);
    CHECK(result.error().what == what);
    CHECK_FALSE(result.error().hint.empty());
  };
  using C = GeneratorConfig;
  refuses([](C& c) { c.records = 0; }, "a log has 1 to 4000000000 records, not 0");
  refuses([](C& c) { c.partitions = 0; }, "a topic has 1 to 1000000 partitions, not 0");
  refuses([](C& c) { c.rate = 0; }, "the rate is 0.001 to 1000000000 records a second, not 0");
  refuses([](C& c) { c.rate = std::nan(""); }, "the rate is 0.001 to 1000000000 records a second, not nan");
  refuses([](C& c) { c.zipf = -1; }, "the Zipf exponent is 0 to 10, not -1");
  refuses([](C& c) { c.groups = {"a", "a"}; }, "the group a is named twice");
  refuses([](C& c) { c.stored = false, c.handled = HandledAs::nothing; },
          "nothing to write: neither stored records nor handlings are shown");
  refuses([](C& c) { c.format = record::EventFormat::kcat; },
          "kcat's envelope holds stored records, not handlings");
  refuses([](C& c) { c.states = {"a", "b"}, c.steps = {"x", "y"}; }, "a log has states or steps, not both");
  refuses([](C& c) { c.states = {"a", "b"}; },
          "with 2 states or steps, 3000 records need 1501 keys, and there are 300");
  refuses([](C& c) { c.threads = 1, c.faults = {{FaultKind::overlap, 1}}; },
          "--fault overlap: needs members with two threads or more");
  refuses([](C& c) { c.members = 1, c.faults = {{FaultKind::zombie, 1}}; },
          "--fault zombie: needs groups with two members or more");
  refuses([](C& c) { c.commits = false, c.faults = {{FaultKind::loss, 1}}; },
          "--fault loss: shows only against commit lines; without them it is a skip");
  refuses([](C& c) { c.handled = HandledAs::nothing, c.faults = {{FaultKind::early, 1}}; },
          "--fault early: needs a view of the handlings");
  refuses([](C& c) { c.faults = {{FaultKind::step_late, 1}}; }, "--fault step-late: needs steps");
  refuses([](C& c) { c.states = {"a", "b", "a"}; }, "--states: 'a' is named twice");
  refuses([](C& c) { c.steps = {"a", ""}; }, "--steps: number 2 has no name");
  refuses([](C& c) { c.steps = {"a"}; }, "--steps: a key goes through 2 to 100, not 1");
  refuses([](C& c) { c.states = {"a", "b\""}; },
          "--states: 'b\"' holds a quote, a backslash or a control character");
  refuses([](C& c) { c.key_prefix = "\n"; },
          "a key prefix holds no quotes, no backslashes and no control characters");
  refuses([](C& c) { c.active_keys = 0; }, "at least one key must be active");
  refuses([](C& c) { c.max_lag = 99; }, "writers need room for a lag of at least 100 handlings");
  refuses([](C& c) { c.service = std::chrono::seconds(0); }, "--service is above 0");
  refuses([](C& c) { c.fetch_delay = std::chrono::hours(24 * 366); }, "--fetch-delay is longer than a year");
  refuses([](C& c) { c.start = std::chrono::seconds(5); }, "a log starts in November 2001 or later");
  refuses([](C& c) { c.rate = 0.001, c.records = 4'000'000'000; }, "the log would end after the year 2116");
  refuses([](C& c) { c.keys.reset(), c.states = {"a", "b"}, c.faults = {{FaultKind::state_rollback, 1}}; },
          "--fault state-rollback: needs three states or more");
  refuses([](C& c) { c.keys.reset(), c.steps = {"a", "b"}, c.faults = {{FaultKind::early, 1}}; },
          "--fault early: needs three states or steps or more");
  refuses([](C& c) { c.partitions = 1, c.faults = {{FaultKind::split_key, 1}}; },
          "--fault split-key: needs two partitions or more");
}

TEST_CASE("the fault table is in order and its names are found") {
  for (std::size_t i = 0; i < kFaultKinds; ++i) {
    CHECK(fault_table()[i].kind == static_cast<FaultKind>(i));
    CHECK(fault_named(fault_table()[i].name) == fault_table()[i].kind);
  }
  CHECK_FALSE(fault_named("nothing"));
  for (const FaultInfo& fault : fault_table()) {
    if (!fault_named(fault.code)) CHECK(faults_meant(fault.code) == std::string(fault.name));
  }
  CHECK(faults_meant("overtke") == "overtake");
  CHECK(faults_meant("gap") == "skip (above the last commit) or loss (below it)");
  CHECK_FALSE(faults_meant("volcano"));
}

}  // namespace lanewise::sim

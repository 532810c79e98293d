// Whatever is asked of the generator: the lines alone, judged by the slow oracle, tell exactly what the truth
// file tells.
#include <algorithm>
#include <string>
#include <vector>

#include <rapidcheck.h>

#include "tests/property/sim_rebalance_prop.h"
#include "tests/support/generated_log.h"

namespace {

using namespace lanewise;
using sim::FaultKind;

sim::GeneratorConfig any_config() {
  sim::GeneratorConfig config;
  config.seed = *rc::gen::arbitrary<std::uint64_t>();
  config.records = *rc::gen::inRange<std::uint64_t>(1, 600);
  config.keys = *rc::gen::inRange<std::uint32_t>(30, 200);
  if (*rc::gen::arbitrary<bool>()) config.active_keys = *rc::gen::inRange<std::uint32_t>(1, 100);
  config.active_for = std::chrono::milliseconds(*rc::gen::inRange(10, 5000));
  config.zipf = *rc::gen::inRange(0, 2500) / 1000.0;
  config.rate = *rc::gen::element(50.0, 700.0, 4000.0, 100'000.0);
  config.partitions = *rc::gen::inRange<std::uint32_t>(1, 12);
  config.producers = *rc::gen::inRange<std::uint32_t>(1, 4);
  config.members = *rc::gen::inRange<std::uint32_t>(1, 5);
  config.threads = *rc::gen::inRange<std::uint32_t>(1, 5);
  if (*rc::gen::arbitrary<bool>()) config.groups.emplace_back("audit");
  if (*rc::gen::arbitrary<bool>()) config.service = std::chrono::microseconds(*rc::gen::inRange(1, 20'000));
  config.max_lag = *rc::gen::element(100U, 1000U, 100'000U);
  config.commit_every = std::chrono::milliseconds(*rc::gen::inRange(1, 2000));
  config.stored = *rc::gen::arbitrary<bool>();
  config.handled = *rc::gen::element(sim::HandledAs::record, sim::HandledAs::start_and_done);
  config.assignments = *rc::gen::arbitrary<bool>();
  config.time_unit = record::TimeUnit::nanoseconds;
  return config;
}

bool possible(const sim::GeneratorConfig& config, FaultKind kind) {
  switch (kind) {
    case FaultKind::overlap:
    case FaultKind::double_dispatch:
    case FaultKind::pool_resize: return config.threads >= 2;
    case FaultKind::zombie: return config.members >= 2;
    case FaultKind::split_key: return config.partitions >= 2;
    case FaultKind::state_rollback:
    case FaultKind::step_missing:
    case FaultKind::step_twice:
    case FaultKind::step_late:
    case FaultKind::clock_skew: return false;
    default: return true;
  }
}

void holds(const sim::GeneratorConfig& config) {
  const auto made = test::generate(config);
  const test::OrderOracle oracle(made.log, {config.states, config.steps, config.step_within.count()});
  const std::string difference = test::compare(test::findings_of(made.truth), oracle.findings);
  if (!difference.empty()) RC_LOG() << difference;
  for (const std::string& problem : oracle.problems) RC_LOG() << problem << '\n';
  RC_ASSERT(difference.empty());
  RC_ASSERT(oracle.problems.empty());
}

}  // namespace

int main() {
  bool ok = true;
  ok &= rc::check("a log without faults is clean", [] { holds(any_config()); });

  ok &= rc::check("every planted fault is found, and nothing else", [] {
    sim::GeneratorConfig config = any_config();
    std::uint64_t room = std::min<std::uint64_t>(config.records / 8, *config.keys);
    for (const sim::FaultInfo& fault : sim::fault_table()) {
      if (!possible(config, fault.kind) || room == 0) continue;
      const auto count = *rc::gen::inRange<std::uint32_t>(0, 4);
      const auto fits = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, room));
      room -= fits;
      config.faults.push_back({fault.kind, fits});
    }
    holds(config);
  });

  ok &= rc::check("lives are complete, and their faults are found", [] {
    sim::GeneratorConfig config = any_config();
    config.keys.reset();
    config.service.reset();
    config.records = *rc::gen::inRange<std::uint64_t>(1, 1700);
    config.max_lag = 100'000;
    config.rate = 4000;
    if (*rc::gen::arbitrary<bool>()) {
      config.states = {"created", "paid", "packed", "shipped"};
      config.states.resize(*rc::gen::inRange<std::size_t>(3, 5));
      const auto most = static_cast<std::uint32_t>(config.records / 10);
      config.faults = {{FaultKind::state_rollback, std::min(most, *rc::gen::inRange(0U, 6U))}};
      if (most > 20) config.faults.push_back({FaultKind::loss, 2});
      if (most > 20) config.faults.push_back({FaultKind::replay, 1});
    } else {
      config.steps = {"A", "B", "C", "D"};
      config.steps.resize(*rc::gen::inRange<std::size_t>(2, 5));
      config.step_within = std::chrono::milliseconds(100);
      // A stretch is 100 records of breath, for a late step 600 more.
      if (config.records > 1200) {
        config.faults = {{FaultKind::step_late, 1}, {FaultKind::step_missing, 1}, {FaultKind::step_twice, 1}};
      }
    }
    // Without a dump, a lost record's state is not in the log.
    config.stored = true;
    holds(config);
  });
  ok &= rebalance_properties();
  return ok ? 0 : 1;
}

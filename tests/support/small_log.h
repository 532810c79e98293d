// A small generated log, judged by the slow oracle.
#pragma once

#include <string>

#include "tests/support/catch.h"
#include "tests/support/generated_log.h"

namespace lanewise::test {

using sim::GeneratorConfig;

// Small enough to compare all pairs, in nanoseconds so that no two moments coincide.
inline GeneratorConfig small(std::uint64_t seed = 1) {
  GeneratorConfig config;
  config.seed = seed;
  config.records = 1200;
  config.keys = 120;
  config.partitions = 6;
  config.stored = true;
  config.commit_every = std::chrono::milliseconds(100);
  config.time_unit = record::TimeUnit::nanoseconds;
  return config;
}

inline OrderOracle judge(const GeneratorConfig& config, const std::string& log) {
  return OrderOracle(log, {config.states, config.steps, config.step_within.count()});
}

inline void check(const GeneratorConfig& config) {
  const auto made = generate(config);
  const OrderOracle oracle = judge(config, made.log);
  INFO("seed " << config.seed);
  CHECK(compare(findings_of(made.truth), oracle.findings) == "");
  CHECK(oracle.problems.empty());
  if (!oracle.problems.empty()) CHECK(oracle.problems.front() == "");
}

}  // namespace lanewise::test

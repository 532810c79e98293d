// When members send their heartbeats and commit: at the scenario's times, or in phases that are drawn.
#pragma once

#include <cstdint>

#include "libcore/sim/rebalance/scenario.h"
#include "libcore/stats/random.h"

namespace lanewise::sim::rebalance {

// When a pod that has been there before commits first, from time 0 on.
inline std::int64_t first_commit_us(const Scenario& scenario, std::int32_t pod) {
  constexpr std::uint64_t kCommitPhase = 100'000;
  const std::int64_t every_us = scenario.load.commit_every_us;
  const auto& given = scenario.pods[static_cast<std::size_t>(pod)].commit_at_us;
  if (given) return *given % every_us;
  stats::Random random(scenario.seed, kCommitPhase + static_cast<std::uint64_t>(pod));
  return static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(every_us)));
}

class Heartbeats {
 public:
  Heartbeats(const Scenario& scenario, std::int64_t default_interval_us)
      : scenario_(scenario),
        interval_us_(scenario.heartbeat_us.value_or(default_interval_us)),
        drift_(scenario.seed, kDrift),
        common_phase_us_(draw(kCommonPhase)) {}

  [[nodiscard]] std::int64_t interval_us() const { return interval_us_; }

  // The first heartbeat, from time 0 on, of a pod that has been there before.
  [[nodiscard]] std::int64_t first_us(std::int32_t pod) const {
    const auto& given = scenario_.pods[static_cast<std::size_t>(pod)].heartbeat_at_us;
    if (given) return *given % interval_us_;
    if (scenario_.phases == HeartbeatPhases::aligned) return common_phase_us_;
    return draw(kOwnPhase + static_cast<std::uint64_t>(pod));
  }
  // From one heartbeat to the next.
  std::int64_t next_after_us() {
    if (scenario_.heartbeat_drift_us == 0) return interval_us_;
    return interval_us_ + drift_.between(0, scenario_.heartbeat_drift_us);
  }

 private:
  static constexpr std::uint64_t kCommonPhase = 201;
  static constexpr std::uint64_t kDrift = 202;
  static constexpr std::uint64_t kOwnPhase = 1'000;

  [[nodiscard]] std::int64_t draw(std::uint64_t stream) const {
    stats::Random random(scenario_.seed, stream);
    return static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(interval_us_)));
  }

  const Scenario& scenario_;
  std::int64_t interval_us_;
  stats::Random drift_;
  std::int64_t common_phase_us_;
};

}  // namespace lanewise::sim::rebalance

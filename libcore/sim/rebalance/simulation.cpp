#include "libcore/sim/rebalance/simulation.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "libcore/sim/rebalance/consumption.h"
#include "libcore/sim/rebalance/protocol.h"

namespace lanewise::sim::rebalance {

namespace {

class Run {
 public:
  Run(const Scenario& scenario, const Method& method, const route::Partitioner& partitioner,
      const TakeLines& history)
      : scenario_(scenario),
        stage_(scenario, history),
        consumption_(stage_, partitioner, [this](std::int32_t member) { protocol_->released(member); }),
        protocol_(method.protocol->make({stage_, consumption_, *method.strategy->strategy,
                                         [this](std::int32_t member) { left(member); }})),
        pods_(scenario.pods.size()) {}

  Result<Outcome> run() {
    for (std::int32_t pod = 0; pod < scenario_.pods_at_start; ++pod) start(pod);
    protocol_->begin();
    for (std::size_t i = 0; i < scenario_.events.size(); ++i) {
      stage_.agenda.add(scenario_.events[i].at_us, Class::scenario, event_happens,
                        static_cast<std::int32_t>(i));
    }
    while (!protocol_->trouble() && step()) {
    }
    if (protocol_->trouble()) return *protocol_->trouble();
    stage_.now_us = scenario_.until_us;
    stage_.ownership.close(stage_.now_us);
    consumption_.close();
    stage_.history.close();
    std::sort(stage_.tally.latencies_us.begin(), stage_.tally.latencies_us.end());
    Outcome outcome{.ownership = std::move(stage_.ownership),
                    .tally = stage_.tally.figures,
                    .latencies_us = std::move(stage_.tally.latencies_us),
                    .rebalances = std::move(stage_.rebalances),
                    .members = std::move(stage_.members),
                    .committed = {},
                    .at_rest = protocol_->at_rest(),
                    .end_us = scenario_.until_us};
    for (std::size_t p = 0; p < stage_.partitions.size(); ++p) {
      outcome.committed.push_back(consumption_.committed(static_cast<std::int32_t>(p)));
    }
    return outcome;
  }

 private:
  enum Kind : std::int32_t { event_happens, pod_starts };
  struct PodState {
    std::int32_t starts = 0;
    std::optional<std::int32_t> member;   // the start that runs
    std::optional<std::int64_t> down_us;  // it is to start again so much after it has left
    std::uint64_t turn = 0;               // restarts that count
  };

  // Whether there was something to do before the end.
  bool step() {
    const std::int64_t arrival_us = consumption_.next_arrival_us();
    const bool is_arrival = stage_.agenda.empty() || arrival_us < stage_.agenda.next().at_us;
    const std::int64_t at_us = is_arrival ? arrival_us : stage_.agenda.next().at_us;
    if (at_us > scenario_.until_us) return false;
    stage_.now_us = at_us;
    if (is_arrival) {
      consumption_.arrive();
      return true;
    }
    const Appointment appointment = stage_.agenda.take();
    switch (appointment.part()) {
      case Class::work: consumption_.happen(appointment); break;
      case Class::scenario: happen(appointment); break;
      default: protocol_->happen(appointment); break;
    }
    return true;
  }

  std::int32_t start(std::int32_t pod) {
    PodState& state = pods_[static_cast<std::size_t>(pod)];
    const std::string& name = scenario_.pods[static_cast<std::size_t>(pod)].id;
    const auto member = static_cast<std::int32_t>(stage_.members.size());
    ++state.starts;
    stage_.members.push_back({.id = state.starts == 1 ? name : fmt::format("{}.{}", name, state.starts),
                              .pod = pod,
                              .start = state.starts});
    state.member = member;
    consumption_.came(member);
    return member;
  }

  void happen(const Appointment& appointment) {
    if (appointment.kind == pod_starts) {
      const PodState& state = pods_[static_cast<std::size_t>(appointment.subject)];
      if (state.turn == appointment.token && !state.member) protocol_->join(start(appointment.subject));
      return;
    }
    const ScenarioEvent& event = scenario_.events[static_cast<std::size_t>(appointment.subject)];
    PodState& state = pods_[static_cast<std::size_t>(event.pod)];
    ++state.turn;
    state.down_us.reset();
    switch (event.what) {
      case Happening::join:
        // It may still be closing; then it starts as soon as it has.
        if (state.member) {
          state.down_us = 0;
        } else {
          protocol_->join(start(event.pod));
        }
        break;
      case Happening::restart:
        state.down_us = event.down_us;
        if (state.member) {
          protocol_->leave(*state.member);
        } else {
          start_after(event.pod, event.down_us);
        }
        break;
      case Happening::leave:
        if (state.member) protocol_->leave(*state.member);
        break;
      case Happening::crash:
        if (state.member) protocol_->crash(*state.member);
        state.member.reset();
        break;
    }
  }

  void left(std::int32_t member) {
    const std::int32_t pod = stage_.members[static_cast<std::size_t>(member)].pod;
    PodState& state = pods_[static_cast<std::size_t>(pod)];
    if (state.member != member) return;
    state.member.reset();
    if (state.down_us) start_after(pod, *state.down_us);
  }

  void start_after(std::int32_t pod, std::int64_t down_us) {
    stage_.agenda.add(stage_.now_us + down_us, Class::scenario, pod_starts, pod,
                      pods_[static_cast<std::size_t>(pod)].turn);
  }

  const Scenario& scenario_;
  Stage stage_;
  Consumption consumption_;
  std::unique_ptr<Protocol> protocol_;
  std::vector<PodState> pods_;
};

}  // namespace

std::optional<std::int64_t> Outcome::settled_after_us(const Scenario& scenario) const {
  const OwnershipFigures& figures = ownership.figures();
  if (!at_rest || !figures.last_assigned_us) return std::nullopt;
  return *figures.last_assigned_us - scenario.first_event_us();
}

std::optional<std::int64_t> quantile(const std::vector<std::int64_t>& sorted, double q) {
  if (sorted.empty()) return std::nullopt;
  const auto rank = static_cast<std::size_t>(std::ceil(q * static_cast<double>(sorted.size())));
  return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

Result<Outcome> simulate(const Scenario& scenario, const Method& method,
                         const route::Partitioner& partitioner, const TakeLines& history) {
  Run run(scenario, method, partitioner, history);
  return run.run();
}

}  // namespace lanewise::sim::rebalance

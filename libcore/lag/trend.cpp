#include "libcore/lag/trend.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lanewise::lag {

namespace {

struct StateNames {
  std::string_view name;
  std::string_view word;
};
constexpr std::array<StateNames, kStates> kNames{{{"unknown", "unknown"},
                                                  {"stale", "stale"},
                                                  {"ahead", "ahead"},
                                                  {"caught up", "caught_up"},
                                                  {"recreated", "recreated"},
                                                  {"rewound", "rewound"},
                                                  {"stuck", "stuck"},
                                                  {"growing", "growing"},
                                                  {"draining", "draining"},
                                                  {"steady", "steady"},
                                                  {"behind", "behind"},
                                                  {"empty", "empty"},
                                                  {"missing", "missing"}}};

constexpr double kNanoseconds = 1e9;

using Count = std::optional<std::int64_t>;

Count difference(const Count& later, const Count& earlier) {
  if (!later || !earlier) return std::nullopt;
  return saturating_difference(*later, *earlier);
}

std::optional<double> per_second(const Count& records, const Count& span_ns) {
  if (!records || !span_ns || *span_ns <= 0) return std::nullopt;
  return static_cast<double>(*records) * kNanoseconds / static_cast<double>(*span_ns);
}

// The samples behind the last place where the end went back: nothing can be compared across it.
std::span<const Sample> since_recreated(std::span<const Sample> samples, std::int64_t& shrank) {
  std::size_t first = 0;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    const Count grown = difference(samples[i].end, samples[i - 1].end);
    if (!grown || *grown >= 0) continue;
    first = i;
    shrank = saturating_difference(0, *grown);
  }
  return samples.subspan(first);
}

// Where the window begins: the latest sample that is `least_ns` old, else the first. Without times the last
// pair is all that is known to be recent.
std::size_t window_start(std::span<const Sample> samples, std::int64_t least_ns) {
  const std::size_t last = samples.size() - 1;
  if (!samples[last].time_ns) return last - 1;
  for (std::size_t i = last; i-- > 0;) {
    const Count age = difference(samples[last].time_ns, samples[i].time_ns);
    if (age && *age >= least_ns) return i;
  }
  return 0;
}

// The earliest sample from which on the commit is where it is now.
std::size_t still_since(std::span<const Sample> samples) {
  std::size_t first = samples.size() - 1;
  while (first > 0 && samples[first - 1].committed == samples.back().committed) --first;
  return first;
}

State level(const PartitionLag& row, const Sample& last) {
  if (row.findings.has(Finding::stale_subscription)) return State::stale;
  if (!last.lag) return lag_bounds(row).most == 0 ? State::caught_up : State::unknown;
  if (*last.lag < 0) return State::ahead;
  return *last.lag == 0 ? State::caught_up : State::behind;
}

// What arrives between two commits.
double slack_of(const Trend& trend, const TrendRules& rules) {
  if (!trend.rates.in) return 0;
  return std::max(0.0, *trend.rates.in) * static_cast<double>(rules.commit_interval_ns) / kNanoseconds;
}

// A lag within the slack is kept up with, and one record may be none: there is nothing to wait for.
void set_eta(Trend& trend, std::int64_t lag, double slack) {
  if (lag <= 0 || !trend.rates.net) return;
  if (*trend.rates.net < 0) {
    trend.eta_s = static_cast<double>(lag) / -*trend.rates.net;
  } else {
    trend.never_catches_up = trend.state == State::stuck || static_cast<double>(lag) > std::max(1.0, slack);
  }
}

// Of a lag above 0 that two samples tell of.
State movement(const Sample& last, const Sample& start, const TrendRules& rules, Trend& trend) {
  const Count grown = difference(last.lag, start.lag);
  const std::int64_t least_ns = saturating_sum(rules.commit_interval_ns, rules.commit_interval_ns);

  if (trend.handled && *trend.handled == 0) {
    if (*last.lag <= 1 && trend.came && *trend.came == 0) return State::steady;
    if (!trend.still_ns || *trend.still_ns < least_ns) {
      trend.is_too_near = trend.span_ns.has_value();
      return State::behind;
    }
    return State::stuck;
  }
  if (!grown) return State::behind;
  const double slack = slack_of(trend, rules);
  const auto change = static_cast<double>(*grown);
  if (change < -slack) return State::draining;
  if (static_cast<double>(*last.lag) <= slack) return State::steady;
  if (trend.span_ns && *trend.span_ns < least_ns) {
    trend.is_too_near = true;
    return State::behind;
  }
  return change > slack ? State::growing : State::steady;
}

}  // namespace

std::string_view name_of(State state) { return kNames[static_cast<std::size_t>(state)].name; }
std::string_view word_of(State state) { return kNames[static_cast<std::size_t>(state)].word; }

bool is_alarming(State state) {
  return state == State::growing || state == State::stuck || state == State::rewound ||
         state == State::recreated;
}

Trend judge(const PartitionLag& row, std::span<const Sample> samples, const TrendRules& rules) {
  Trend trend;
  trend.state = level(row, samples.back());
  std::int64_t shrank = 0;
  const std::span<const Sample> comparable = since_recreated(samples, shrank);
  if (comparable.size() < 2) {
    if (shrank > 0 && trend.state != State::stale) {
      trend.state = State::recreated;
      trend.shrank = shrank;
    }
    return trend;
  }
  const Sample& last = comparable.back();
  const std::int64_t least_ns = saturating_sum(rules.commit_interval_ns, rules.commit_interval_ns);
  const std::size_t first = window_start(comparable, least_ns);
  const Sample& start = comparable[first];
  trend.span_ns = difference(last.time_ns, start.time_ns);
  trend.came = difference(last.end, start.end);
  trend.handled = difference(last.committed, start.committed);
  trend.rates.in = per_second(trend.came, trend.span_ns);
  trend.rates.out = per_second(trend.handled, trend.span_ns);
  trend.rates.net = per_second(difference(last.lag, start.lag), trend.span_ns);
  if (first > 0) {
    const Sample& oldest = comparable.front();
    trend.span_of_all_ns = difference(last.time_ns, oldest.time_ns);
    trend.net_of_all = per_second(difference(last.lag, oldest.lag), trend.span_of_all_ns);
  }
  if (last.committed && comparable[comparable.size() - 2].committed == last.committed) {
    const Sample& still = comparable[still_since(comparable)];
    trend.still_ns = difference(last.time_ns, still.time_ns);
    trend.came_still = difference(last.end, still.end);
  }
  if (trend.state != State::behind && trend.state != State::caught_up) return trend;

  Count highest;
  for (const Sample& sample : comparable)
    if (sample.committed && (!highest || *sample.committed > *highest)) highest = sample.committed;
  if (last.committed && *highest > *last.committed) {
    trend.state = State::rewound;
    trend.went_back = saturating_difference(*highest, *last.committed);
  } else if (trend.state == State::behind) {
    trend.state = movement(last, start, rules, trend);
  }
  set_eta(trend, last.lag.value_or(0), slack_of(trend, rules));
  return trend;
}

}  // namespace lanewise::lag

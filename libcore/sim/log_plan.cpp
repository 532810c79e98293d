#include "libcore/sim/log_plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "libcore/base/text.h"
#include "libcore/sim/log_checks.h"
#include "libcore/stats/random.h"

namespace lanewise::sim {

namespace {

constexpr std::uint64_t kPlaces = 101;
constexpr std::uint64_t kClocks = 102;

std::uint64_t records_in(const LogPlan& plan, std::chrono::nanoseconds time, std::uint64_t quarters) {
  const auto ns = static_cast<stats::Wide>(time.count());
  return static_cast<std::uint64_t>(ns * plan.rate_milli * quarters / 4 / 1'000'000'000'000U);
}

std::uint32_t count_of(const GeneratorConfig& config, FaultKind kind) {
  std::uint64_t count = 0;
  for (const FaultCount& fault : config.faults) count += fault.kind == kind ? fault.count : 0;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, ~std::uint32_t{0}));
}

// `why` is what bounds them, `remedy` the options that would make room.
Error too_many(std::uint64_t fit, std::uint64_t wanted, std::string_view why, std::string remedy) {
  if (fit > 0 && !remedy.starts_with("ask")) remedy += "; or ask for fewer faults";
  return {.code = ErrorCode::limit,
          .what = fmt::format("too many faults: {} wanted, {} without touching each other ({})",
                              wanted == 1 ? "1 is" : fmt::format("{} are", wanted),
                              fit == 1 ? "1 fits" : fmt::format("{} fit", fit), why),
          .place = {},
          .hint = std::move(remedy)};
}

// What makes room in the log. `breath`: how many records a fault keeps clear of, where keys have steps.
std::string room_for(stats::Wide needed_records, std::uint64_t breath) {
  std::string remedy;
  if (needed_records <= kMostRecords)
    remedy = fmt::format("--events {} or more", static_cast<std::uint64_t>(needed_records));
  if (breath > 0) {
    remedy += fmt::format(
        "{}a shorter --step-within or a lower --rate: a fault keeps clear of the {} records of a quarter of "
        "that time",
        remedy.empty() ? "" : "; or ", breath);
  }
  return remedy.empty() ? "ask for fewer faults" : remedy;
}

Result<void> place_faults(const GeneratorConfig& config, LogPlan& plan) {
  // A key's steps must come in time although the writers may wait for a fault to end.
  const std::uint64_t breath = config.steps.empty() ? 0 : records_in(plan, config.step_within, 1);
  const auto stretch_of = [&](FaultKind kind) {
    return records_of(kind, plan.life) + 2 + breath +
           (kind == FaultKind::step_late ? records_in(plan, config.step_within, 6) : 0);
  };
  std::vector<PlannedFault> faults;
  std::uint64_t wanted = 0;
  stats::Wide needed_records = 0;  // for all that are wanted
  std::uint64_t needed_keys = 0;
  std::uint64_t stretches = 0;
  std::uint64_t keys = 0;
  for (const FaultCount& asked : config.faults) {
    if (asked.count == 0 || asked.kind == FaultKind::clock_skew) continue;
    if (auto sensible = check_fault(config, asked.kind, plan.life); !sensible)
      return std::move(sensible).error();
    wanted += asked.count;
    needed_records += static_cast<stats::Wide>(asked.count) * stretch_of(asked.kind);
    needed_keys += asked.kind == FaultKind::composite_keys ? 0 : asked.count;
  }
  for (const FaultCount& asked : config.faults) {
    if (asked.kind == FaultKind::clock_skew) continue;
    for (std::uint32_t i = 0; i < asked.count; ++i) {
      stretches += stretch_of(asked.kind);
      keys += asked.kind == FaultKind::composite_keys ? 0 : 1;
      if (stretches > config.records) {
        return too_many(faults.size(), wanted,
                        "the log has " + counted(static_cast<std::int64_t>(config.records), "record"),
                        room_for(needed_records, breath));
      }
      if (keys > plan.keys) {
        return too_many(faults.size(), wanted, "the log has " + counted(plan.keys, "key"),
                        fmt::format("--keys {} or more", needed_keys));
      }
      faults.push_back({.kind = asked.kind, .records = records_of(asked.kind, plan.life)});
    }
  }
  if (faults.empty()) return {};
  stats::Random random(config.seed, kPlaces);
  random.shuffle(std::span(faults));
  for (std::size_t i = 0; i < faults.size(); ++i) faults[i].at = i;
  std::sort(faults.begin(), faults.end(), [](const PlannedFault& a, const PlannedFault& b) {
    const bool a_last = a.kind == FaultKind::skip;
    const bool b_last = b.kind == FaultKind::skip;
    return a_last != b_last ? b_last : a.at < b.at;
  });

  std::uint64_t slack = config.records - stretches;
  const std::uint64_t rest =
      std::min(records_in(plan, std::chrono::seconds(1), 2), slack / (2 * std::uint64_t{faults.size()}));
  slack -= rest * faults.size();
  std::vector<std::uint64_t> places(faults.size());
  for (std::uint64_t& place : places) place = random.below(slack + 1);
  std::sort(places.begin(), places.end());
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < faults.size(); ++i) {
    faults[i].at = places[i] + before;
    before += stretch_of(faults[i].kind) + rest;
  }
  plan.faults = std::move(faults);
  return {};
}

// A clock is off for the whole log, as a machine's is. The members of a group that sees a zombie keep the
// right time: between two members the fault shows in their times alone.
Result<void> choose_clocks(const GeneratorConfig& config, LogPlan& plan) {
  const std::uint32_t wanted = count_of(config, FaultKind::clock_skew);
  if (wanted == 0) return {};
  std::vector<SkewedClock> clocks;
  if (config.stored) {
    for (std::uint32_t i = 0; i < config.producers; ++i)
      clocks.push_back({.group = {}, .who = static_cast<std::uint16_t>(i)});
  }
  if (config.handled != HandledAs::nothing && count_of(config, FaultKind::zombie) == 0) {
    for (std::uint32_t group = 0; group < config.groups.size(); ++group) {
      for (std::uint32_t i = 0; i < std::min(config.members, config.partitions); ++i) {
        clocks.push_back({.group = static_cast<std::uint16_t>(group), .who = static_cast<std::uint16_t>(i)});
      }
    }
  }
  // One must be right, or nothing tells which are off.
  if (wanted + std::uint64_t{1} > clocks.size()) {
    std::string remedy = fmt::format(
        "{}--producers {} or more", config.stored ? "" : "--stored, which shows the producers' clocks, with ",
        wanted + std::uint64_t{1});
    if (config.handled != HandledAs::nothing) {
      remedy += count_of(config, FaultKind::zombie) > 0 ? "; members' clocks are right beside a zombie"
                                                        : "; or more members that own partitions: -c, -n, -g";
    }
    return too_many(clocks.empty() ? 0 : clocks.size() - 1, wanted,
                    fmt::format("the log shows {} that may be off, and one must be right",
                                counted(static_cast<std::int64_t>(clocks.size()), "clock")),
                    std::move(remedy));
  }
  stats::Random random(config.seed, kClocks);
  random.shuffle(std::span(clocks));
  clocks.resize(wanted);
  for (SkewedClock& clock : clocks) {
    // Two statements: the order of draws within one is the compiler's choice.
    const std::int64_t sign = random.below(2) == 0 ? 1 : -1;
    clock.skew_ns = sign * random.between(2000, 9000) * 1'000'000;
  }
  plan.clocks = std::move(clocks);
  return {};
}

}  // namespace

std::uint32_t early_run(std::uint32_t life) { return life == 0 ? 6 : std::min(life, 6U); }

std::uint64_t records_of(FaultKind kind, std::uint32_t life) {
  std::uint64_t own = 0;
  switch (kind) {
    case FaultKind::overtake:
    case FaultKind::overlap:
    case FaultKind::zombie:
    case FaultKind::write_reorder:
    case FaultKind::pool_resize: own = 2; break;
    case FaultKind::early: own = early_run(life); break;
    case FaultKind::double_dispatch:
    case FaultKind::redelivery: own = 1; break;
    case FaultKind::skip:
    case FaultKind::loss:
    case FaultKind::replay: own = life == 2 ? 2 : 3; break;
    case FaultKind::split_key: own = life == 3 ? 3 : 4; break;
    case FaultKind::duplicate: return std::max(life, 1U) + 1;
    case FaultKind::composite_keys: return life == 0 ? 4 : 2 * std::uint64_t{life};
    case FaultKind::state_rollback: return life + std::uint64_t{2};
    case FaultKind::step_missing: return life - std::uint64_t{1};
    case FaultKind::step_twice: return life + std::uint64_t{1};
    case FaultKind::step_late: return life;
    case FaultKind::clock_skew: return 0;
  }
  return std::max<std::uint64_t>(own, life);
}

Result<LogPlan> plan_log(const GeneratorConfig& config) {
  if (auto sound = check_shape(config); !sound) return std::move(sound).error();
  LogPlan plan;
  plan.zipf_milli = static_cast<std::uint32_t>(std::lround(config.zipf * 1000));
  plan.rate_milli = static_cast<std::uint64_t>(std::llround(config.rate * 1000));
  plan.life = static_cast<std::uint32_t>(config.states.size() + config.steps.size());

  // Readers tell seconds, milliseconds and so on apart by the number of digits, which is settled since 2001.
  if (config.start < std::chrono::hours(24) * 11'600)
    return usage_error("a log starts in November 2001 or later", "e.g. --start 2026-01-01T00:00:00Z");
  const auto last_ns = static_cast<stats::Wide>(config.start.count()) +
                       static_cast<stats::Wide>(config.records) * 1'000'000'000'000U / plan.rate_milli;
  if (last_ns > (stats::Wide{1} << 62U)) {
    return usage_error("the log would end after the year 2116",
                       "fewer --events, a higher --rate or an earlier --start");
  }

  std::uint64_t asked = 0;
  for (const FaultCount& fault : config.faults) asked += fault.count;
  if (plan.life == 0) {
    plan.keys = config.keys.value_or(10'000);
    plan.ranks = std::min(config.active_keys.value_or(plan.keys), plan.keys);
  } else {
    const std::uint64_t needed = config.records / plan.life + 1 + asked;
    if (needed > kMostKeys || config.keys.value_or(kMostKeys) < needed) {
      return usage_error(fmt::format("with {} states or steps, {} records need {} keys, and there are {}",
                                     plan.life, config.records, needed, config.keys.value_or(kMostKeys)),
                         config.keys ? "leave out --keys, or fewer --events" : "fewer --events");
    }
    plan.keys = config.keys.value_or(static_cast<std::uint32_t>(needed));
    plan.ranks = std::min(config.active_keys.value_or(1000), plan.keys);
    if (!config.steps.empty()) {
      const std::uint64_t in_time = records_in(plan, config.step_within, 1) / plan.life;
      plan.ranks = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(in_time, 1, plan.ranks));
    }
  }
  if (auto placed = place_faults(config, plan); !placed) return std::move(placed).error();
  if (auto chosen = choose_clocks(config, plan); !chosen) return std::move(chosen).error();
  return plan;
}

}  // namespace lanewise::sim

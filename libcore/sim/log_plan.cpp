#include "libcore/sim/log_plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "libcore/stats/random.h"
#include "libcore/stats/zipf.h"

namespace lanewise::sim {

namespace {

constexpr std::uint64_t kPlaces = 101;
constexpr std::uint64_t kClocks = 102;

constexpr std::uint64_t kMostRecords = 4'000'000'000;
constexpr std::uint32_t kMostKeys = 1U << 28U;
constexpr std::uint32_t kMostLife = 100;

std::uint64_t records_in(const LogPlan& plan, std::chrono::nanoseconds time, std::uint64_t quarters) {
  const auto ns = static_cast<stats::Wide>(time.count());
  return static_cast<std::uint64_t>(ns * plan.rate_milli * quarters / 4 / 1'000'000'000'000U);
}

bool plain_name(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\'; });
}

Result<void> check_shape(const GeneratorConfig& config) {
  if (config.records < 1 || config.records > kMostRecords) {
    return usage_error(fmt::format("a log has 1 to {} records, not {}", kMostRecords, config.records));
  }
  if (config.keys && (*config.keys < 1 || *config.keys > kMostKeys)) {
    return usage_error(fmt::format("a log has 1 to {} keys, not {}", kMostKeys, *config.keys));
  }
  if (config.active_keys && *config.active_keys < 1) return usage_error("at least one key must be active");
  if (config.partitions < 1 || config.partitions > 1'000'000) {
    return usage_error(fmt::format("a topic has 1 to 1000000 partitions, not {}", config.partitions));
  }
  if (config.producers < 1 || config.producers > 10'000) {
    return usage_error(fmt::format("a log has 1 to 10000 producers, not {}", config.producers));
  }
  if (config.members < 1 || config.members > 10'000) {
    return usage_error(fmt::format("a group has 1 to 10000 members, not {}", config.members));
  }
  if (config.threads < 1 || config.threads > 10'000) {
    return usage_error(fmt::format("a member has 1 to 10000 threads, not {}", config.threads));
  }
  if (!(config.rate >= 0.001 && config.rate <= 1e9)) {
    return usage_error(fmt::format("the rate is 0.001 to 1000000000 records a second, not {}", config.rate));
  }
  if (!(config.zipf >= 0 && config.zipf <= stats::ZipfSampler::kMostExponent / 1000.0)) {
    return usage_error(fmt::format("the Zipf exponent is 0 to {}, not {}",
                                   stats::ZipfSampler::kMostExponent / 1000, config.zipf));
  }
  using namespace std::chrono_literals;
  const bool times_positive = config.active_for > 0ns && config.commit_every > 0ns &&
                              config.step_within > 0ns && config.fetch_delay >= 0ns &&
                              config.service.value_or(1ns) > 0ns;
  const auto longest = std::max({config.active_for, config.commit_every, config.step_within,
                                 config.fetch_delay, config.service.value_or(1ns)});
  if (!times_positive || longest > 24h * 365) return usage_error("durations are above 0 and at most a year");
  if (config.max_lag < 100) return usage_error("writers need room for a lag of at least 100 handlings");
  if (config.handled != HandledAs::nothing && (config.groups.empty() || config.groups.size() > 1000)) {
    return usage_error("handlings need 1 to 1000 groups", "name a group, or show stored records alone");
  }
  for (std::size_t i = 0; i < config.groups.size(); ++i) {
    if (std::count(config.groups.begin(), config.groups.end(), config.groups[i]) > 1) {
      return usage_error(fmt::format("the group {} is named twice", config.groups[i]));
    }
  }
  if (!config.stored && config.handled == HandledAs::nothing) {
    return usage_error("nothing to write: neither stored records nor handlings are shown");
  }
  if (config.format == record::EventFormat::kcat && config.handled != HandledAs::nothing) {
    return usage_error("kcat's envelope holds stored records, not handlings",
                       "show stored records alone, or choose jsonl, logfmt or spring-boot");
  }
  if (!config.states.empty() && !config.steps.empty()) {
    return usage_error("a log has states or steps, not both");
  }
  const std::vector<std::string>& labels = config.states.empty() ? config.steps : config.states;
  if (labels.size() == 1 || labels.size() > kMostLife) {
    return usage_error(fmt::format("a key has 2 to {} states or steps", kMostLife));
  }
  for (const auto* names : {&config.states, &config.steps}) {
    for (const std::string& text : *names) {
      if (!plain_name(text))
        return usage_error("the names of states and steps hold no quotes and no control characters");
    }
  }
  if (!plain_name(config.key_prefix))
    return usage_error("a key prefix holds no quotes and no control characters");
  return {};
}

std::uint32_t count_of(const GeneratorConfig& config, FaultKind kind) {
  std::uint64_t count = 0;
  for (const FaultCount& fault : config.faults) count += fault.kind == kind ? fault.count : 0;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, ~std::uint32_t{0}));
}

// Whether the log is of a kind in which the fault can happen at all.
Result<void> check_fault(const GeneratorConfig& config, FaultKind kind, std::uint32_t life) {
  const FaultInfo& row = info(kind);
  const auto refuse = [&](std::string_view why) { return usage_error(fmt::format("{}: {}", row.name, why)); };
  if (row.handled && config.handled == HandledAs::nothing) return refuse("needs a view of the handlings");
  switch (kind) {
    case FaultKind::overlap:
    case FaultKind::double_dispatch:
    case FaultKind::pool_resize:
      if (config.threads < 2) return refuse("needs members with two threads or more");
      break;
    case FaultKind::zombie:
      if (config.members < 2) return refuse("needs groups with two members or more");
      break;
    case FaultKind::loss:
      if (!config.commits) return refuse("shows only against commit lines; without them it is a skip");
      break;
    case FaultKind::split_key:
      if (config.partitions < 2) return refuse("needs two partitions or more");
      if (life != 0 && life < 3) return refuse("needs three states or steps or more");
      break;
    case FaultKind::early:
      if (life != 0 && life < 3) return refuse("needs three states or steps or more");
      break;
    case FaultKind::state_rollback:
      if (config.states.size() < 3) return refuse("needs three states or more");
      break;
    case FaultKind::step_missing:
    case FaultKind::step_twice:
    case FaultKind::step_late:
      if (config.steps.empty()) return refuse("needs steps");
      break;
    default: break;
  }
  return {};
}

Error too_many(std::uint64_t fit, std::uint64_t wanted, std::string_view why) {
  return {.code = ErrorCode::limit,
          .what = fmt::format("too many faults: {} are wanted, {} fit without touching each other ({})",
                              wanted, fit, why),
          .place = {},
          .hint = "ask for fewer faults, or for more records and keys"};
}

Result<void> place_faults(const GeneratorConfig& config, LogPlan& plan) {
  stats::Random random(config.seed, kPlaces);
  std::vector<PlannedFault> faults;
  std::uint64_t wanted = 0;
  std::uint64_t stretches = 0;
  std::uint64_t keys = 0;
  for (const FaultCount& asked : config.faults) {
    if (asked.count == 0 || asked.kind == FaultKind::clock_skew) continue;
    if (auto sensible = check_fault(config, asked.kind, plan.life); !sensible)
      return std::move(sensible).error();
    wanted += asked.count;
  }
  // A key's steps must come in time although the writers may wait for a fault to end.
  const std::uint64_t breath = config.steps.empty() ? 0 : records_in(plan, config.step_within, 1);
  const auto stretch_of = [&](FaultKind kind) {
    return records_of(kind, plan.life) + 2 + breath +
           (kind == FaultKind::step_late ? records_in(plan, config.step_within, 6) : 0);
  };
  for (const FaultCount& asked : config.faults) {
    if (asked.kind == FaultKind::clock_skew) continue;
    for (std::uint32_t i = 0; i < asked.count; ++i) {
      stretches += stretch_of(asked.kind);
      keys += asked.kind == FaultKind::composite_keys ? 0 : 1;
      if (stretches > config.records) {
        return too_many(faults.size(), wanted, fmt::format("the log has {} records", config.records));
      }
      if (keys > plan.keys)
        return too_many(faults.size(), wanted, fmt::format("the log has {} keys", plan.keys));
      faults.push_back({.kind = asked.kind, .records = records_of(asked.kind, plan.life)});
    }
  }
  if (faults.empty()) return {};
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
    return too_many(
        clocks.empty() ? 0 : clocks.size() - 1, wanted,
        fmt::format("the log shows {} clocks that may be off, and one must be right", clocks.size()));
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
    return usage_error("a log starts in November 2001 or later");
  const auto last_ns = static_cast<stats::Wide>(config.start.count()) +
                       static_cast<stats::Wide>(config.records) * 1'000'000'000'000U / plan.rate_milli;
  if (last_ns > (stats::Wide{1} << 62U)) return usage_error("the log would end after the year 2116");

  std::uint64_t asked = 0;
  for (const FaultCount& fault : config.faults) asked += fault.count;
  if (plan.life == 0) {
    plan.keys = config.keys.value_or(10'000);
    plan.ranks = std::min(config.active_keys.value_or(plan.keys), plan.keys);
  } else {
    const std::uint64_t needed = config.records / plan.life + 1 + asked;
    if (needed > kMostKeys || config.keys.value_or(kMostKeys) < needed) {
      return usage_error(
          fmt::format("with {} states or steps, {} records need {} keys, of which a log has {}", plan.life,
                      config.records, needed, config.keys.value_or(kMostKeys)));
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

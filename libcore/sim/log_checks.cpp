#include "libcore/sim/log_checks.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "libcore/stats/zipf.h"

namespace lanewise::sim {

namespace {

constexpr std::uint32_t kMostLife = 100;

bool plain_name(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\'; });
}

// A number that the log is made of, and the option that sets it.
Result<void> check_number(std::uint64_t value, std::uint64_t most, std::string_view whose,
                          std::string_view what, std::string_view option) {
  if (value >= 1 && value <= most) return {};
  return usage_error(fmt::format("{} 1 to {} {}, not {}", whose, most, what, value),
                     fmt::format("give {} a number within these", option));
}

Result<void> check_numbers(const GeneratorConfig& config) {
  if (auto ok = check_number(config.records, kMostRecords, "a log has", "records", "--events"); !ok)
    return ok;
  if (config.keys) {
    if (auto ok = check_number(*config.keys, kMostKeys, "a log has", "keys", "--keys"); !ok) return ok;
  }
  if (config.active_keys && *config.active_keys < 1)
    return usage_error("at least one key must be active", "--active 1 or more");
  if (auto ok = check_number(config.partitions, 1'000'000, "a topic has", "partitions", "-n"); !ok) return ok;
  if (auto ok = check_number(config.producers, 10'000, "a log has", "producers", "--producers"); !ok)
    return ok;
  if (auto ok = check_number(config.members, 10'000, "a group has", "members", "-c"); !ok) return ok;
  if (auto ok = check_number(config.threads, 10'000, "a member has", "threads", "-j"); !ok) return ok;
  const bool rate_within = config.rate >= 0.001 && config.rate <= 1e9;  // and a number
  if (!rate_within) {
    return usage_error(fmt::format("the rate is 0.001 to 1000000000 records a second, not {}", config.rate),
                       "give --rate one within these, e.g. 4000/s");
  }
  const bool zipf_within = config.zipf >= 0 && config.zipf <= stats::ZipfSampler::kMostExponent / 1000.0;
  if (!zipf_within) {
    return usage_error(fmt::format("the Zipf exponent is 0 to {}, not {}",
                                   stats::ZipfSampler::kMostExponent / 1000, config.zipf),
                       "give --zipf one within these");
  }
  if (config.max_lag < 100) {
    return usage_error("writers need room for a lag of at least 100 handlings", "--max-lag 100 or more");
  }
  return {};
}

Result<void> check_times(const GeneratorConfig& config) {
  using namespace std::chrono_literals;
  constexpr auto kLongest = 24h * 365;
  struct Time {
    std::string_view option;
    std::chrono::nanoseconds value;
    std::chrono::nanoseconds least;
  };
  const std::array times = {
      Time{"--active-for", config.active_for, 1ns}, Time{"--step-within", config.step_within, 1ns},
      Time{"--service", config.service.value_or(1ns), 1ns}, Time{"--fetch-delay", config.fetch_delay, 0ns},
      Time{"--commit-every", config.commit_every, 1ns}};
  for (const Time& time : times) {
    if (time.value < time.least) {
      return usage_error(fmt::format("{} is above 0", time.option), "e.g. 10ms; the shortest is 1ns");
    }
    if (time.value > kLongest)
      return usage_error(fmt::format("{} is longer than a year", time.option), "365d is the longest");
  }
  return {};
}

// States or steps: names that a line can hold, each once.
Result<void> check_labels(const std::vector<std::string>& labels, std::string_view option) {
  if (labels.empty()) return {};
  if (labels.size() == 1 || labels.size() > kMostLife) {
    return usage_error(
        fmt::format("{}: a key goes through 2 to {}, not {}", option, kMostLife, labels.size()),
        fmt::format("with commas between, e.g. {} created,paid,shipped", option));
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i].empty()) {
      return usage_error(fmt::format("{}: number {} has no name", option, i + 1),
                         "is there a comma too many?");
    }
    if (!plain_name(labels[i])) {
      return usage_error(
          fmt::format("{}: '{}' holds a quote, a backslash or a control character", option, labels[i]),
          "leave these out");
    }
    if (std::find(labels.begin(), labels.begin() + static_cast<std::ptrdiff_t>(i), labels[i]) !=
        labels.begin() + static_cast<std::ptrdiff_t>(i)) {
      return usage_error(fmt::format("{}: '{}' is named twice", option, labels[i]),
                         "name each once: a key comes through each of them once");
    }
  }
  return {};
}

}  // namespace

Result<void> check_shape(const GeneratorConfig& config) {
  if (auto sound = check_numbers(config); !sound) return sound;
  if (auto sound = check_times(config); !sound) return sound;
  if (config.handled != HandledAs::nothing && (config.groups.empty() || config.groups.size() > 1000)) {
    return usage_error("handlings need 1 to 1000 groups",
                       "name them with -g, or show stored records alone: --stored --handled nothing");
  }
  for (std::size_t i = 0; i < config.groups.size(); ++i) {
    if (std::count(config.groups.begin(), config.groups.end(), config.groups[i]) > 1) {
      return usage_error(fmt::format("the group {} is named twice", config.groups[i]),
                         "give each group a name of its own: -g payments -g audit");
    }
  }
  if (!config.stored && config.handled == HandledAs::nothing) {
    return usage_error("nothing to write: neither stored records nor handlings are shown",
                       "add --stored, or leave out --handled nothing");
  }
  if (config.format == record::EventFormat::kcat && config.handled != HandledAs::nothing) {
    return usage_error("kcat's envelope holds stored records, not handlings",
                       "--stored --handled nothing; or -o jsonl, logfmt or spring-boot");
  }
  if (!config.states.empty() && !config.steps.empty()) {
    return usage_error("a log has states or steps, not both", "leave out --states or --steps");
  }
  if (auto sound = check_labels(config.states, "--states"); !sound) return sound;
  if (auto sound = check_labels(config.steps, "--steps"); !sound) return sound;
  if (!plain_name(config.key_prefix)) {
    return usage_error("a key prefix holds no quotes, no backslashes and no control characters",
                       "leave these out of --key-prefix");
  }
  return {};
}

Result<void> check_fault(const GeneratorConfig& config, FaultKind kind, std::uint32_t life) {
  const FaultInfo& row = info(kind);
  const auto refuse = [&](std::string_view why, std::string hint) {
    return usage_error(fmt::format("--fault {}: {}", row.name, why), std::move(hint));
  };
  if (row.handled && config.handled == HandledAs::nothing)
    return refuse("needs a view of the handlings", "leave out --handled nothing");
  switch (kind) {
    case FaultKind::overlap:
    case FaultKind::double_dispatch:
    case FaultKind::pool_resize:
      if (config.threads < 2) return refuse("needs members with two threads or more", "-j 2 or more");
      break;
    case FaultKind::zombie:
      if (config.members < 2) return refuse("needs groups with two members or more", "-c 2 or more");
      break;
    case FaultKind::loss:
      if (!config.commits) {
        return refuse("shows only against commit lines; without them it is a skip",
                      "leave out --no-commits, or --fault skip");
      }
      break;
    case FaultKind::split_key:
      if (config.partitions < 2) return refuse("needs two partitions or more", "-n 2 or more");
      [[fallthrough]];
    case FaultKind::early:
      if (life != 0 && life < 3) {
        return refuse("needs three states or steps or more",
                      fmt::format("name a third one in {}", config.states.empty() ? "--steps" : "--states"));
      }
      break;
    case FaultKind::state_rollback:
      if (config.states.size() < 3)
        return refuse("needs three states or more", "e.g. --states created,paid,shipped");
      break;
    case FaultKind::step_missing:
    case FaultKind::step_twice:
    case FaultKind::step_late:
      if (config.steps.empty()) return refuse("needs steps", "e.g. --steps order,payment,stock");
      break;
    default: break;
  }
  return {};
}

}  // namespace lanewise::sim

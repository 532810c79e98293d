// What was planted, and how the truth file says it. The format is described at EventGenerator::write_truth.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libcore/sim/event_generator.h"
#include "libcore/sim/fault.h"

namespace lanewise::sim {

// One of the two records of a finding.
struct Evidence {
  std::optional<std::int32_t> partition;
  std::optional<std::int64_t> offset;
  std::optional<std::int64_t> seq;
  std::uint64_t line = 0;  // 0: no line tells of it
};

struct Planted {
  FaultKind kind = FaultKind::overtake;
  std::uint64_t line = 0;  // its place in the log
  std::optional<std::int32_t> partition;
  std::optional<std::string> key;
  std::optional<std::string> entity;
  std::vector<std::string> keys;
  std::optional<std::string> group;
  std::optional<std::string> member;
  std::optional<std::string> producer;
  std::optional<std::int64_t> skew_ms;
  std::optional<Evidence> late;
  std::optional<Evidence> newer;
  std::uint64_t records = 0;
  std::int64_t first_ns = 0;
  std::int64_t last_ns = 0;
};

void write_truth(const GeneratorConfig& config, const GeneratorSummary& summary,
                 const std::vector<Planted>& planted, std::string& out);

}  // namespace lanewise::sim

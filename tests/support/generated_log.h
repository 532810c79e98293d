// A generated log and its truth, in memory.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "libcore/sim/event_generator.h"
#include "tests/support/fake_partitioner.h"
#include "tests/support/order_oracle.h"

namespace lanewise::test {

struct GeneratedLog {
  std::string log;
  std::string truth;
  sim::GeneratorSummary summary;
};

inline GeneratedLog generate(sim::GeneratorConfig config, std::size_t piece = 1 << 16) {
  const FakePartitioner partitioner;
  auto generator = sim::EventGenerator::create(std::move(config), partitioner);
  if (!generator) throw std::runtime_error(describe(generator.error()));
  GeneratedLog result;
  while (generator->fill(result.log, piece)) {
  }
  generator->write_truth(result.truth);
  result.summary = generator->summary();
  return result;
}

// The truth in the oracle's terms. A record that no line tells of has line 0.
inline std::vector<OracleFinding> findings_of(const std::string& truth) {
  std::vector<OracleFinding> result;
  std::istringstream lines(truth);
  std::string text;
  while (std::getline(lines, text)) {
    const Json json = Json::parse(text);
    if (json["kind"] != "fault" || json["code"] == "clock-skew") continue;
    OracleFinding finding;
    finding.code = json["code"];
    finding.group = json.value("group", "");
    const auto number = [&](const char* record, const char* field) {
      return json.contains(record) ? json[record].value(field, std::int64_t{0}) : 0;
    };
    finding.late = number("late", "offset");
    finding.newer = number("newer", "offset");
    finding.late_line = number("late", "line");
    finding.newer_line = number("newer", "line");
    const std::string partition =
        json.contains("partition") ? std::to_string(json["partition"].get<int>()) : "";
    finding.subject = json.value("key", "");
    if (finding.code == "replay") finding.subject = partition;
    if (finding.code == "skip" || finding.code == "loss") {
      finding.subject = partition + "/" + std::to_string(finding.late);
    }
    if (finding.code == "split-entity") finding.subject = json["entity"];
    if (finding.code == "mapping-changed") finding.subject = json["member"];
    result.push_back(finding);
  }
  std::sort(result.begin(), result.end());
  return result;
}

inline std::string show(const std::vector<OracleFinding>& findings) {
  std::string text;
  for (const OracleFinding& f : findings) {
    text += f.code + " " + f.group + " " + f.subject + " late " + std::to_string(f.late) + " (" +
            std::to_string(f.late_line) + ") newer " + std::to_string(f.newer) + " (" +
            std::to_string(f.newer_line) + ")\n";
  }
  return text;
}

// What is wrong between truth and oracle: nothing, or a text. Offsets and lines are compared where the oracle
// has them.
inline std::string compare(const std::vector<OracleFinding>& truth, const std::vector<OracleFinding>& found) {
  const auto same_kind = [](const OracleFinding& a, const OracleFinding& b) {
    return a.code == b.code && a.group == b.group && a.subject == b.subject;
  };
  std::vector<OracleFinding> missed;
  std::vector<OracleFinding> left = found;
  for (const OracleFinding& t : truth) {
    const auto at = std::find_if(left.begin(), left.end(), [&](const OracleFinding& f) {
      return same_kind(t, f) && (f.late == -1 || f.late == t.late) && (f.newer == -1 || f.newer == t.newer) &&
             (f.late_line == 0 || f.late_line == t.late_line) &&
             (f.newer_line == 0 || f.newer_line == t.newer_line);
    });
    if (at == left.end()) {
      missed.push_back(t);
    } else {
      left.erase(at);
    }
  }
  if (missed.empty() && left.empty()) return "";
  return "planted, not found:\n" + show(missed) + "found, not planted:\n" + show(left);
}

}  // namespace lanewise::test

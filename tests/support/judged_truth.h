// What the judge says of a generated log against the file that says where its faults lie: nothing, or a text
// of what differs. Every planted fault is one finding with its code, verdict, stage, group, key and records;
// there is nothing else that is real or benign.
#pragma once

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tests/support/judged.h"

namespace lanewise::test {

class TruthComparison {
 public:
  // `one_view`: every record of the write side shows in one history only, so that its line is known.
  TruthComparison(const Judged& judged, const std::string& truth, bool one_view)
      : judged_(judged), one_view_(one_view) {
    for (const order::Finding& finding : judged.conclusion.findings) {
      if (finding.verdict != order::Verdict::info) left_.push_back(&finding);
    }
    std::istringstream lines(truth);
    std::string text;
    std::vector<nlohmann::json> faults;
    while (std::getline(lines, text)) {
      const auto fault = nlohmann::json::parse(text);
      if (fault["kind"] == "fault") faults.push_back(fault);
    }
    for (const auto& fault : faults) take(fault, false);
    // A replay is part of what shows a zombie.
    for (const auto& fault : faults) {
      if (fault["code"] == "zombie") take(fault, true);
    }
  }

  [[nodiscard]] std::string difference() const {
    std::string text = missed_;
    for (const order::Finding* finding : left_) text += "not planted: " + show(*finding) + "\n";
    return text;
  }

 private:
  void take(const nlohmann::json& fault, bool as_replay) {
    const auto at = std::find_if(left_.begin(), left_.end(), [&](const order::Finding* finding) {
      return as_replay ? is_replay_of(*finding, fault) : is(*finding, fault);
    });
    if (at == left_.end()) {
      missed_ += fmt::format("not found{}: {}\n", as_replay ? " (its replay)" : "", fault.dump());
    } else {
      left_.erase(at);
    }
  }

  [[nodiscard]] std::string show(const order::Finding& finding) const {
    const auto record = [](const std::optional<order::Handling>& handling) {
      return handling ? fmt::format("line {} offset {} rank {}", order::LineRef::line(handling->line),
                                    handling->offset, handling->rank)
                      : "nothing";
    };
    return fmt::format("{} {} {} key {} place {} count {}: late {}, newer {}", order::info(finding.code).name,
                       order::name_of(finding.verdict), order::name_of(finding.stage), judged_.key(finding),
                       finding.place ? judged_.names->places.text(*finding.place) : "", finding.count,
                       record(finding.late), record(finding.newer));
  }

  [[nodiscard]] std::int64_t partition(const order::Finding& finding) const {
    return finding.place ? judged_.names->places.partition(*finding.place).value_or(-1) : -1;
  }

  [[nodiscard]] bool is_replay_of(const order::Finding& finding, const nlohmann::json& zombie) const {
    return finding.code == order::Code::replay && partition(finding) == zombie["partition"] &&
           finding.late->offset == zombie["late"]["offset"] && finding.count == 1;
  }

  [[nodiscard]] bool is(const order::Finding& finding, const nlohmann::json& fault) const {
    const std::string code = fault["code"];
    if (order::info(finding.code).name != code ||
        order::name_of(finding.verdict) != fault["verdict"].get<std::string>())
      return false;
    const bool has_group = fault.contains("group");
    const std::string group = finding.scope > 0 ? judged_.names->groups.text(finding.scope - 1) : "";
    if (has_group && group != fault["group"].get<std::string>()) return false;
    if (finding.stage != order::Stage::rebalance &&
        order::name_of(finding.stage) != fault["stage"].get<std::string>())
      return false;
    if (finding.stage == order::Stage::rebalance && !finding.after_rebalance.value_or(false)) return false;
    if (code == "replay") {
      return partition(finding) == fault["partition"] && same(finding.late, fault["late"], true) &&
             same(finding.newer, fault["newer"], true) && finding.count == fault["records"];
    }
    if (judged_.key(finding) != fault["key"].get<std::string>()) return false;
    if (code == "split-key") return true;
    if (code == "skip" || code == "loss") {
      return partition(finding) == fault["partition"] &&
             finding.first_offset == fault["late"]["offset"].get<std::int64_t>() &&
             finding.last_offset == finding.first_offset &&
             finding.first_seq == fault["late"]["seq"].get<std::int64_t>() &&
             same(finding.newer, fault["newer"], true);
    }
    const bool lines = has_group || one_view_;
    return finding.count == 1 && same(finding.late, fault["late"], lines) &&
           same(finding.newer, fault["newer"], lines);
  }

  static bool same(const std::optional<order::Handling>& record, const nlohmann::json& planted, bool lines) {
    if (!record || record->offset != planted["offset"] || record->rank != planted["seq"]) return false;
    return !lines || order::LineRef::line(record->line) == planted["line"];
  }

  const Judged& judged_;
  bool one_view_;
  std::vector<const order::Finding*> left_;
  std::string missed_;
};

}  // namespace lanewise::test

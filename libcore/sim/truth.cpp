#include "libcore/sim/truth.h"

#include <algorithm>
#include <array>
#include <numeric>

#include <nlohmann/json.hpp>

namespace lanewise::sim {

namespace {

using Json = nlohmann::ordered_json;

Json describe(const Evidence& evidence) {
  Json json = Json::object();
  if (evidence.partition) json["partition"] = *evidence.partition;
  if (evidence.offset) json["offset"] = *evidence.offset;
  if (evidence.seq) json["seq"] = *evidence.seq;
  if (evidence.line != 0) json["line"] = evidence.line;
  return json;
}

void append_line(const Json& json, std::string& out) {
  out += json.dump(-1, ' ', false, Json::error_handler_t::replace);
  out += '\n';
}

}  // namespace

void write_truth(const GeneratorConfig& config, const GeneratorSummary& summary,
                 const std::vector<Planted>& planted, std::string& out) {
  // What shares a line stays in the order in which it was planted, as a sort alone would not promise.
  std::vector<std::size_t> order(planted.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return planted[a].line != planted[b].line ? planted[a].line < planted[b].line : a < b;
  });
  std::array<std::uint64_t, kFaultKinds> counts{};
  std::array<std::uint64_t, 3> verdicts{};
  for (const std::size_t index : order) {
    const Planted& fault = planted[index];
    const FaultInfo& row = info(fault.kind);
    ++counts[static_cast<std::size_t>(fault.kind)];
    ++verdicts[static_cast<std::size_t>(row.verdict)];
    Json json;
    json["kind"] = "fault";
    json["fault"] = row.name;
    json["code"] = row.code;
    json["verdict"] = name(row.verdict);
    json["stage"] = row.stage;
    if (!row.also.empty()) json["also"] = {row.also};
    json["topic"] = config.topic;
    if (fault.partition) json["partition"] = *fault.partition;
    if (fault.key) json["key"] = *fault.key;
    if (fault.entity) json["entity"] = *fault.entity;
    if (!fault.keys.empty()) json["keys"] = fault.keys;
    if (fault.group) json["group"] = *fault.group;
    if (fault.member) json["member"] = *fault.member;
    if (fault.producer) json["producer"] = *fault.producer;
    if (fault.skew_ms) json["skew_ms"] = *fault.skew_ms;
    if (fault.late) json["late"] = describe(*fault.late);
    if (fault.newer) json["newer"] = describe(*fault.newer);
    if (fault.records != 0) json["records"] = fault.records;
    json["first_ts"] = record::in_unit(fault.first_ns, config.time_unit);
    json["last_ts"] = record::in_unit(fault.last_ns, config.time_unit);
    append_line(json, out);
  }
  Json faults = Json::object();
  for (const FaultInfo& row : fault_table()) {
    const std::uint64_t count = counts[static_cast<std::size_t>(row.kind)];
    if (count != 0) faults[std::string(row.name)] = count;
  }
  Json json;
  json["kind"] = "summary";
  json["schema"] = 1;
  json["complete"] = true;
  json["status"] = 0;
  json["not_checked"] = Json::array();
  json["seed"] = config.seed;
  json["lines"] = summary.lines;
  json["records"] = summary.records;
  json["handlings"] = summary.handlings;
  json["keys"] = summary.keys;
  json["real"] = verdicts[static_cast<std::size_t>(Verdict::real)];
  json["benign"] = verdicts[static_cast<std::size_t>(Verdict::benign)];
  json["info"] = verdicts[static_cast<std::size_t>(Verdict::info)];
  json["faults"] = faults;
  json["first_ts"] = record::in_unit(summary.first_ns, config.time_unit);
  json["last_ts"] = record::in_unit(summary.last_ns, config.time_unit);
  append_line(json, out);
}

}  // namespace lanewise::sim

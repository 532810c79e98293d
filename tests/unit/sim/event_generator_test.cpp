// Faults: each is in the log, once, and the truth file tells of it.
#include "libcore/sim/event_generator.h"

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "tests/support/small_log.h"

namespace lanewise::sim {

namespace {

using test::check;
using test::generate;
using test::Json;
using test::judge;
using test::OrderOracle;
using test::small;

std::uint64_t fnv(const std::string& text) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return hash;
}

}  // namespace

TEST_CASE("a log without faults is clean, in every view") {
  for (const bool stored : {false, true}) {
    for (const HandledAs handled : {HandledAs::record, HandledAs::start_and_done}) {
      GeneratorConfig config = small();
      config.stored = stored;
      config.handled = handled;
      config.groups = {"payments", "audit"};
      check(config);
    }
  }
}

TEST_CASE("a clean log is dense and in the order of its moments") {
  GeneratorConfig config = small();
  const auto made = generate(config);
  const OrderOracle oracle = judge(config, made.log);
  REQUIRE(oracle.stored.size() == 1200);
  std::map<std::string, std::int64_t> seq;
  std::map<int, std::int64_t> offset;
  std::int64_t last = 0;
  for (const auto& record : oracle.stored) {
    CHECK(record.seq == ++seq[record.key]);
    CHECK(record.place.second == offset[record.place.first]++);
    CHECK(record.ts >= last);
    last = record.ts;
  }
  last = 0;
  for (const auto& handling : oracle.handled.at("payments")) last = std::max(last, handling.end);
  std::istringstream lines(made.log);
  std::string text;
  std::int64_t moment = 0;
  while (std::getline(lines, text)) {
    const Json json = Json::parse(text);
    const std::int64_t own = json.contains("end_ts") ? json["end_ts"] : json["ts"];
    CHECK(own >= moment);
    moment = own;
  }
  // Everything is handled, and everything is committed at last.
  CHECK(oracle.handled.at("payments").size() == 1200);
  std::map<int, std::int64_t> committed;
  for (const auto& commit : oracle.commits) {
    if (!commit.resume) committed[commit.partition] = commit.offset;
  }
  CHECK(committed == std::map<int, std::int64_t>(offset.begin(), offset.end()));
}

TEST_CASE("each kind of fault yields its one finding") {
  for (const FaultInfo& fault : fault_table()) {
    if (fault.kind == FaultKind::clock_skew) continue;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      GeneratorConfig config = small(seed);
      if (fault.kind == FaultKind::state_rollback) config.states = {"created", "paid", "packed", "shipped"};
      if (fault.code == "incomplete" || fault.code == "duplicate-step" || fault.code == "late-step") {
        config.steps = {"A", "B", "C"};
        config.step_within = std::chrono::milliseconds(80);
        config.records = 2400;  // a late step needs room
      }
      if (config.states.size() + config.steps.size() > 0) config.keys.reset();
      if (seed % 2 == 0) config.groups.emplace_back("audit");
      if (seed % 3 == 0) config.handled = HandledAs::start_and_done;
      if (seed == 4) config.stored = false;
      config.faults = {{fault.kind, seed % 2 == 0 ? 1U : 3U}};
      INFO(fault.name);
      check(config);
    }
  }
}

TEST_CASE("all kinds together do not touch each other") {
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    GeneratorConfig config = small(seed);
    config.records = 3000;
    config.keys = 300;
    config.groups = {"payments", "audit"};
    for (const FaultInfo& fault : fault_table()) {
      if (fault.code == fault.name || fault.kind == FaultKind::duplicate ||
          fault.kind == FaultKind::composite_keys || fault.kind == FaultKind::pool_resize) {
        if (fault.kind != FaultKind::clock_skew) config.faults.push_back({fault.kind, 4});
      }
    }
    check(config);
  }
}

TEST_CASE("truth tells where each of the two records lies") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    GeneratorConfig config = small(seed);
    config.faults = {{FaultKind::split_key, 2}, {FaultKind::composite_keys, 2}, {FaultKind::overtake, 2},
                     {FaultKind::duplicate, 1}, {FaultKind::replay, 1},         {FaultKind::loss, 1}};
    const auto made = generate(config);
    std::map<std::pair<int, std::int64_t>, std::int64_t> seq_at;
    std::istringstream log(made.log);
    for (std::string text; std::getline(log, text);) {
      const Json json = Json::parse(text);
      if (json.value("event", "") == "append") seq_at[{json["partition"], json["offset"]}] = json["seq"];
    }
    int apart = 0;
    std::istringstream truth(made.truth);
    for (std::string text; std::getline(truth, text);) {
      const Json json = Json::parse(text);
      if (json["kind"] != "fault") continue;
      INFO(text);
      for (const char* const record : {"late", "newer"}) {
        const Json& place = json[record];
        CHECK(seq_at.at({place["partition"], place["offset"]}) == place["seq"]);
      }
      const bool one = json["late"]["partition"] == json["newer"]["partition"];
      if (json["fault"] == "split-key") {
        CHECK_FALSE(one);
        CHECK(json["newer"]["partition"] == json["partition"]);  // the key's own; the late one went astray
        ++apart;
      } else if (json["fault"] == "composite-keys") {
        CHECK_FALSE(json.contains("partition"));
      } else {
        CHECK(one);
        CHECK(json["late"]["partition"] == json["partition"]);
      }
    }
    CHECK(apart == 2);
  }
}

TEST_CASE("truth tells line numbers, times and the counts") {
  GeneratorConfig config = small(4);
  config.time_unit = record::TimeUnit::milliseconds;
  config.faults = {{FaultKind::overtake, 2}, {FaultKind::loss, 1}, {FaultKind::duplicate, 1}};
  const auto made = generate(config);
  std::vector<Json> lines;
  std::istringstream log(made.log);
  for (std::string text; std::getline(log, text);) lines.push_back(Json::parse(text));
  std::istringstream truth(made.truth);
  std::int64_t last_line = 0;
  int overtakes = 0;
  Json summary;
  for (std::string text; std::getline(truth, text);) {
    const Json json = Json::parse(text);
    if (json["kind"] == "summary") {
      summary = json;
      continue;
    }
    if (json["code"] != "overtake") continue;
    ++overtakes;
    const std::int64_t late_line = json["late"]["line"];
    const std::int64_t newer_line = json["newer"]["line"];
    CHECK(newer_line < late_line);
    CHECK(newer_line > last_line);
    last_line = newer_line;
    const Json& late = lines[static_cast<std::size_t>(late_line - 1)];
    const Json& newer = lines[static_cast<std::size_t>(newer_line - 1)];
    CHECK(late["key"] == json["key"]);
    CHECK(late["offset"] == json["late"]["offset"]);
    CHECK(newer["offset"] == json["newer"]["offset"]);
    CHECK(late["seq"].get<int>() + 1 == newer["seq"].get<int>());
    CHECK(json["first_ts"] == newer["start_ts"]);
    CHECK(json["last_ts"] == late["end_ts"]);
    CHECK(late["start_ts"].get<std::int64_t>() > newer["end_ts"].get<std::int64_t>());
  }
  CHECK(overtakes == 2);
  CHECK(summary["lines"] == lines.size());
  CHECK(summary["records"] == 1200);
  CHECK(summary["handlings"] == 1199);
  CHECK(summary["real"] == 4);
  CHECK(summary["faults"] == Json({{"overtake", 2}, {"loss", 1}, {"duplicate", 1}}));
}

TEST_CASE("a skewed clock shifts all times of one member or producer, and nobody else's") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    GeneratorConfig config = small(seed);
    config.groups = {"payments"};
    GeneratorConfig with = config;
    with.faults = {{FaultKind::clock_skew, 2}};
    const auto right = generate(config);
    const auto skewed = generate(with);
    std::map<std::string, std::int64_t> skew;
    std::istringstream truth(skewed.truth);
    for (std::string text; std::getline(truth, text);) {
      const Json json = Json::parse(text);
      if (json["kind"] != "fault") continue;
      CHECK(std::abs(json["skew_ms"].get<std::int64_t>()) >= 2000);
      skew[json.value("member", json.value("producer", ""))] =
          json["skew_ms"].get<std::int64_t>() * 1'000'000;
    }
    CHECK(skew.size() == 2);
    std::istringstream a(right.log);
    std::istringstream b(skewed.log);
    for (std::string x, y; std::getline(a, x) && std::getline(b, y);) {
      Json json = Json::parse(x);
      const auto by = skew.find(json.value("member", json.value("producer", "")));
      for (const char* field : {"ts", "start_ts", "end_ts"}) {
        if (by != skew.end() && json.contains(field))
          json[field] = json[field].get<std::int64_t>() + by->second;
      }
      REQUIRE(json == Json::parse(y));
    }
  }
}

TEST_CASE("the same configuration gives the same bytes, however they are taken; another seed others") {
  GeneratorConfig config = small(7);
  config.faults = {{FaultKind::zombie, 2}, {FaultKind::replay, 2}, {FaultKind::split_key, 1}};
  const auto a = generate(config);
  const auto b = generate(config, 1);
  CHECK(a.log == b.log);
  CHECK(a.truth == b.truth);
  config.seed = 8;
  CHECK(generate(config).log != a.log);
}

TEST_CASE("platforms agree") {
  // No statement about what is right: these bytes were the same wherever they were made, and shall stay so.
  GeneratorConfig config;
  config.records = 20'000;
  config.stored = true;
  config.zipf = 0.9;
  config.active_keys = 500;
  config.active_for = std::chrono::seconds(2);
  config.rate = 3333.333;
  for (const FaultKind kind :
       {FaultKind::overtake, FaultKind::replay, FaultKind::composite_keys, FaultKind::overlap,
        FaultKind::split_key, FaultKind::pool_resize, FaultKind::clock_skew}) {
    config.faults.push_back({kind, 2});
  }
  const auto made = generate(config);
  CHECK(fnv(made.log) == 0x66597db6cf420c42U);
  CHECK(fnv(made.truth) == 0xed6fdf741a8fe171U);
}

}  // namespace lanewise::sim

// Every row of tests/vectors/assignors*.jsonl: what the real clients computed, or the documented algorithm
// gives.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "libcore/allocate/contiguous.h"
#include "libcore/allocate/group_changes.h"
#include "libcore/allocate/group_json.h"
#include "libcore/allocate/registry.h"
#include "libcore/allocate/weighted.h"
#include "tests/support/catch.h"

namespace lanewise::allocate {
namespace {

using Json = nlohmann::ordered_json;

struct Row {
  std::size_t line;
  Json json;
};

std::vector<Row> rows_of(const std::string& strategy, const std::string& name = "assignors.jsonl") {
  const auto file = std::filesystem::path(__FILE__).parent_path() / "../../vectors" / name;
  std::ifstream in(file);
  REQUIRE(in.is_open());
  std::vector<Row> rows;
  std::size_t line = 0;
  for (std::string text; std::getline(in, text);) {
    ++line;
    Json json = Json::parse(text);
    if (json["strategy"] == strategy) rows.push_back({line, std::move(json)});
  }
  return rows;
}

// The vectors' form of a Kafka group to lanewise's.
Group kafka_group(const Json& input) {
  Json document = {{"topics", Json::object()}, {"members", input["members"]}};
  for (const auto& [name, partitions] : input["topics"].items()) {
    document["topics"][name]["partitions"] = partitions;
    if (input.contains("replica_racks")) document["topics"][name]["racks"] = input["replica_racks"][name];
  }
  auto read = read_groups(document.dump(), "vector");
  REQUIRE(read);
  REQUIRE(read->unknown_fields.empty());
  return read->groups.front();
}

// Member -> topic -> partitions; members and topics without partitions are left out.
std::map<std::string, std::map<std::string, std::vector<int>>> plain(const Group& group,
                                                                     const Assignment& assignment) {
  std::map<std::string, std::map<std::string, std::vector<int>>> result;
  for (std::size_t m = 0; m < assignment.size(); ++m) {
    for (const TopicPartition p : assignment[m]) {
      result[group.members[m].id][group.topic(p.topic).name].push_back(p.partition.value);
    }
  }
  return result;
}
std::map<std::string, std::map<std::string, std::vector<int>>> plain(const Json& expected) {
  std::map<std::string, std::map<std::string, std::vector<int>>> result;
  for (const auto& [member, topics] : expected.items()) {
    for (const auto& [topic, partitions] : topics.items()) {
      if (!partitions.empty()) result[member][topic] = partitions.get<std::vector<int>>();
    }
  }
  return result;
}

Outcome outcome_of(const std::string& strategy, const Group& group) {
  const auto entry = find_strategy(strategy);
  REQUIRE(entry);
  const auto outcome = (*entry)->strategy->assign(group);
  if (!outcome) FAIL(describe(outcome.error()));
  return *outcome;
}

void check_kafka(const std::string& strategy, std::size_t row_count) {
  const auto rows = rows_of(strategy);
  CHECK(rows.size() == row_count);
  for (const Row& row : rows) {
    INFO("line " << row.line);
    const Group group = kafka_group(row.json["input"]);
    const Outcome outcome = outcome_of(strategy, group);
    const Json& expected = row.json["expected"];
    CHECK(plain(group, outcome.rebalances.front().assignment) == plain(expected["assignment"]));
    if (!expected.contains("assignment_after_followup")) continue;
    // The vectors run a second rebalance whether or not anybody has a reason to rejoin.
    const Rebalance second = outcome.rebalances.size() > 1
                                 ? outcome.rebalances[1]
                                 : outcome_of(strategy, settled(group, outcome.settled())).rebalances.front();
    CHECK(plain(group, second.assignment) == plain(expected["assignment_after_followup"]));
  }
}

// The vectors give queues, lanewise topics with brokers; a client that asks without being listed is unlisted.
void check_rocketmq(const std::string& strategy, std::size_t row_count) {
  const auto rows = rows_of(strategy);
  CHECK(rows.size() == row_count);
  for (const Row& row : rows) {
    INFO("line " << row.line);
    const Json& input = row.json["input"];
    Json document = {{"topics", Json::object()}, {"members", Json::array()}};
    for (const Json& queue : input["mqAll"]) {
      Json& brokers = document["topics"][queue[0].get<std::string>()]["brokers"];
      const auto broker = queue[1].get<std::string>();
      brokers[broker] = brokers.contains(broker) ? brokers[broker].get<int>() + 1 : 1;
    }
    for (const Json& id : input["cidAll"]) document["members"].push_back({{"id", id}});
    if (input.contains("also_ask")) {
      for (const Json& id : input["also_ask"]) document["members"].push_back({{"id", id}, {"listed", false}});
    }
    const auto read = read_groups(document.dump(), "vector");
    REQUIRE(read);
    const Group& group = read->groups.front();
    const Outcome outcome = outcome_of(strategy, group);
    for (std::size_t m = 0; m < group.members.size(); ++m) {
      const Json& expected = row.json["expected"]["per_client"][group.members[m].id];
      Json got = Json::array();
      for (const TopicPartition p : outcome.settled()[m]) {
        const QueuePlace place = place_of(group.topic(p.topic), p.partition);
        got.push_back({group.topic(p.topic).name, std::string(place.broker), place.number.value});
      }
      if (expected.is_object()) {
        // The client logs the exception and keeps what it has, here nothing.
        CHECK(expected.contains("error"));
        CHECK(got.empty());
        CHECK(!outcome.remarks.empty());
      } else {
        CHECK(got == expected);
      }
    }
  }
}

std::uint64_t u64(const Json& text) { return std::stoull(text.get<std::string>()); }
std::int64_t i64(const Json& text) { return std::stoll(text.get<std::string>()); }

TEST_CASE("kafka-range is as the Java client, racks included") { check_kafka("kafka-range", 57); }
TEST_CASE("kafka-roundrobin is as the Java client") { check_kafka("kafka-roundrobin", 43); }
TEST_CASE("kafka-sticky is as the Java client, racks and unlike subscriptions included") {
  check_kafka("kafka-sticky", 110);
}
TEST_CASE("kafka-cooperative-sticky is as the Java client, first and follow-up rebalance") {
  check_kafka("kafka-cooperative-sticky", 110);
}
TEST_CASE(
    "kafka-cooperative-sticky is as the Java client when claims conflict, in every rebalance and every "
    "failure") {
  const auto rows = rows_of("kafka-cooperative-sticky", "assignors-conflicts.jsonl");
  CHECK(rows.size() == 39);
  for (const Row& row : rows) {
    INFO("line " << row.line);
    const Group group = kafka_group(row.json["input"]);
    const Json& expected = row.json["expected"];
    const auto outcome = (*find_strategy("kafka-cooperative-sticky"))->strategy->assign(group);
    REQUIRE(outcome.has_value() == !expected.contains("error"));
    if (!outcome) {
      CHECK(outcome.error().code == ErrorCode::unsupported);
      continue;
    }
    REQUIRE(outcome->rebalances.size() == expected["rebalances"].size());
    for (std::size_t i = 0; i < outcome->rebalances.size(); ++i) {
      CHECK(plain(group, outcome->rebalances[i].assignment) == plain(expected["rebalances"][i]));
    }
  }
}
TEST_CASE("rocketmq-average is as the Java client") { check_rocketmq("rocketmq-averagely", 39); }
TEST_CASE("rocketmq-circle is as the Java client") { check_rocketmq("rocketmq-averagely-by-circle", 39); }

TEST_CASE("contiguous split vectors, up to 2^64-1") {
  const auto rows = rows_of("split-contiguous");
  CHECK(rows.size() == 36);
  for (const Row& row : rows) {
    INFO("line " << row.line);
    const Json& expected = row.json["expected"];
    const auto split =
        ContiguousSplit::of(u64(row.json["input"]["n"]), row.json["input"]["workers"].get<std::uint64_t>());
    REQUIRE(split);
    CHECK(split->smallest() == u64(expected["base"]));
    CHECK(split->larger_parts() == expected["extras"].get<std::uint64_t>());
    const Json& ranges = expected["ranges_half_open"];
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      // Truncated rows hold the first three and the last two.
      const bool tail = expected["truncated_to_first3_last2"].get<bool>() && i >= 3;
      const std::uint64_t index = tail ? split->parts() - 2 + (i - 3) : i;
      CHECK((*split)[index] == HalfOpenRange{u64(ranges[i][0]), u64(ranges[i][1])});
    }
  }
}

TEST_CASE("inclusive split vectors, up to all of int64") {
  const auto rows = rows_of("split-contiguous-int64-inclusive");
  CHECK(rows.size() == 4);
  for (const Row& row : rows) {
    INFO("line " << row.line);
    const Json& input = row.json["input"];
    const auto split =
        InclusiveSplit::of(i64(input["lo"]), i64(input["hi"]), input["workers"].get<std::uint64_t>());
    REQUIRE(split);
    const Json& ranges = row.json["expected"]["ranges_inclusive"];
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      if (ranges[i].is_null()) {
        CHECK((*split)[i] == std::nullopt);
      } else {
        CHECK((*split)[i] == InclusiveRange{i64(ranges[i][0]), i64(ranges[i][1])});
      }
    }
  }
}

TEST_CASE("longest-first vectors") {
  const auto rows = rows_of("weighted-lpt");
  CHECK(rows.size() == 38);
  for (const Row& row : rows) {
    INFO("line " << row.line);
    const Json& expected = row.json["expected"];
    const auto weights = row.json["input"]["weights"].get<std::vector<std::int64_t>>();
    const auto workers = row.json["input"]["workers"].get<std::size_t>();
    const auto result = longest_first(weights, workers);
    REQUIRE(result);
    CHECK(result->loads == expected["loads"].get<std::vector<std::int64_t>>());
    CHECK(result->maximum == expected["makespan"].get<std::int64_t>());
    std::vector<std::size_t> worker_of(weights.size());
    for (std::size_t w = 0; w < workers; ++w) {
      for (const Json& item : expected["items_in_assign_order"][w]) worker_of[item.get<std::size_t>()] = w;
    }
    CHECK(result->worker_of == worker_of);
    if (expected["optimal_makespan"].is_number()) {
      CHECK(result->lower_bound <= expected["optimal_makespan"].get<std::int64_t>());
    }
  }
}

TEST_CASE("contiguous parts vectors") {
  const auto rows = rows_of("contiguous-min-max");
  CHECK(rows.size() == 35);
  for (const Row& row : rows) {
    INFO("line " << row.line);
    const Json& expected = row.json["expected"];
    const auto result = contiguous_parts(row.json["input"]["weights"].get<std::vector<std::int64_t>>(),
                                         row.json["input"]["workers"].get<std::size_t>());
    REQUIRE(result);
    CHECK(result->maximum == expected["bottleneck"].get<std::int64_t>());
    Json cuts = Json::array();
    for (const Part& part : result->parts) cuts.push_back({part.begin, part.end});
    CHECK(cuts == expected["greedy_left_ranges_half_open"]);
  }
}

}  // namespace
}  // namespace lanewise::allocate

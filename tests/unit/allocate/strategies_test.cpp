// Cases from the upstream projects' issues and documents, worked out by hand.
#include <map>
#include <string>
#include <vector>

#include "libcore/allocate/group_changes.h"
#include "libcore/allocate/group_json.h"
#include "libcore/allocate/moves.h"
#include "libcore/allocate/registry.h"
#include "tests/support/catch.h"

namespace lanewise::allocate {
namespace {

Group group_of(const std::string& json) {
  auto document = read_groups(json, "test");
  if (!document) FAIL(describe(document.error()));
  return document->groups.front();
}

Outcome run(const std::string& strategy, const Group& group) {
  const auto entry = find_strategy(strategy);
  REQUIRE(entry);
  auto outcome = (*entry)->strategy->assign(group);
  if (!outcome) FAIL(describe(outcome.error()));
  return *std::move(outcome);
}

using Plain = std::vector<std::map<std::string, std::vector<int>>>;
Plain plain(const Group& group, const Assignment& assignment) {
  Plain result(assignment.size());
  for (std::size_t m = 0; m < assignment.size(); ++m) {
    for (const TopicPartition p : assignment[m])
      result[m][group.topic(p.topic).name].push_back(p.partition.value);
  }
  return result;
}

// Twelve and six partitions on three members, as kafka-consumer-groups printed them, and a fourth that joins.
const std::string kShop = R"({"topics":{"orders":12,"payments":6},"members":[
  {"id":"shop-a-1f0c7e52","owned":{"orders":[0,1,2,3],"payments":[0,1]}},
  {"id":"shop-b-52aa09d1","owned":{"orders":[4,5,6,7],"payments":[2,3]}},
  {"id":"shop-c-9d3e44b7","owned":{"orders":[8,9,10,11],"payments":[4,5]}}]})";

TEST_CASE("a fourth member joins: what each strategy moves") {
  const Group now = group_of(kShop);
  const auto joined = with_member(now, "shop-d-c07a1b88");
  REQUIRE(joined);
  struct Row {
    const char* strategy;
    std::size_t moved;
    FewestMost total, orders, payments;
  };
  const std::vector<Row> rows{{"kafka-cooperative-sticky", 4, {4, 5}, {2, 4}, {0, 2}},
                              {"kafka-range", 7, {4, 5}, {3, 3}, {1, 2}},
                              {"kafka-roundrobin", 14, {4, 5}, {3, 3}, {1, 2}}};
  for (const Row& row : rows) {
    INFO(row.strategy);
    const Outcome outcome = run(row.strategy, *joined);
    const Moves moves = moves_between(now, owned_by_member(now), *joined, outcome.settled());
    CHECK(moves.moved.size() == row.moved);
    CHECK(moves.least_possible == 4);
    CHECK(moves.least_is_exact);
    CHECK(moves.forced() == 0);
    CHECK(moves.newly_assigned.empty());
    const Spread spread = spread_of(*joined, outcome.settled());
    CHECK(spread.total == row.total);
    CHECK(spread.topic[0] == row.orders);
    CHECK(spread.topic[1] == row.payments);
    CHECK(spread.unserved.empty());
  }

  const Outcome sticky = run("kafka-cooperative-sticky", *joined);
  REQUIRE(sticky.rebalances.size() == 2);
  // Java's HashMap iterates b, c, a, d: so b and c keep five.
  CHECK(plain(*joined, sticky.settled()) == Plain{{{"orders", {0, 1}}, {"payments", {0, 1}}},
                                                  {{"orders", {4, 5, 6}}, {"payments", {2, 3}}},
                                                  {{"orders", {8, 9, 10}}, {"payments", {4, 5}}},
                                                  {{"orders", {2, 3, 7, 11}}}});
  CHECK(sticky.rebalances[0].withheld.size() == 4);
  CHECK(sticky.rebalances[0].assignment[3].empty());
}

TEST_CASE("range: static members first, by instance id") {
  const Group group = group_of(R"({"topics":{"t":5},"members":[{"id":"aa"},{"id":"x","instance":"zz"},
                                   {"id":"y","instance":"mm"}]})");
  CHECK(plain(group, run("kafka-range", group).settled()) ==
        Plain{{{"t", {4}}}, {{"t", {2, 3}}}, {{"t", {0, 1}}}});
}

TEST_CASE("range: ten topics of one partition all go to the first of four") {
  std::string topics;
  for (int i = 0; i < 10; ++i) topics += (i == 0 ? "\"t" : ",\"t") + std::to_string(i) + "\":1";
  const Group group =
      group_of("{\"topics\":{" + topics + R"(},"members":[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d"}]})");
  CHECK(spread_of(group, run("range", group).settled()).total == FewestMost{0, 10});
  CHECK(spread_of(group, run("roundrobin", group).settled()).total == FewestMost{2, 3});
}

TEST_CASE("round robin goes on where the last topic ended and skips who does not subscribe") {
  const Group group = group_of(R"({"topics":{"t0":1,"t1":2,"t2":3},"members":[
    {"id":"C0","topics":["t0"]},{"id":"C1","topics":["t0","t1"]},{"id":"C2","topics":["t0","t1","t2"]}]})");
  CHECK(plain(group, run("kafka-roundrobin", group).settled()) ==
        Plain{{{"t0", {0}}}, {{"t1", {0}}}, {{"t1", {1}}, {"t2", {0, 1, 2}}}});
}

TEST_CASE("sticky: a partition claimed twice in one generation is taken from both and withheld") {
  const Group group = group_of(R"({"topics":{"t1":6},"members":[
    {"id":"c1","owned":{"t1":[0,1,2,3]},"generation":3},{"id":"c2","owned":{"t1":[3,4,5]},"generation":3}]})");
  const Outcome outcome = run("kafka-cooperative-sticky", group);
  CHECK(plain(group, outcome.rebalances[0].assignment) == Plain{{{"t1", {0, 1, 2}}}, {{"t1", {4, 5}}}});
  CHECK(outcome.rebalances[0].withheld == std::vector<TopicPartition>{{TopicIndex(0), Partition(3)}});
  CHECK(plain(group, outcome.settled()) == Plain{{{"t1", {0, 1, 2}}}, {{"t1", {3, 4, 5}}}});
  // Eager: at once.
  CHECK(plain(group, run("kafka-sticky", group).settled()) == plain(group, outcome.settled()));
}

TEST_CASE("sticky: the newer generation's claim counts") {
  const Group group = group_of(R"({"topics":{"t1":6},"members":[
    {"id":"c1","owned":{"t1":[0,1,2,3]},"generation":5},{"id":"c2","owned":{"t1":[2,3,4,5]},"generation":4}]})");
  // c1 may keep three of its four; c2 is left with 4 and 5 and is given what c1 gives up.
  CHECK(plain(group, run("kafka-sticky", group).settled()) ==
        Plain{{{"t1", {0, 1, 2}}}, {{"t1", {3, 4, 5}}}});
}

TEST_CASE("sticky: what a member left behind is not withheld") {
  const Group three = group_of(R"({"topics":{"t":6},"members":[{"id":"a","owned":{"t":[0,1]},"generation":1},
    {"id":"b","owned":{"t":[2,3]},"generation":1},{"id":"c","owned":{"t":[4,5]},"generation":1}]})");
  const auto two = without_member(three, "b");
  REQUIRE(two);
  const Outcome outcome = run("kafka-cooperative-sticky", *two);
  CHECK(outcome.rebalances.size() == 1);
  const Moves moves = moves_between(three, owned_by_member(three), *two, outcome.settled());
  CHECK(moves.moved.size() == 2);
  CHECK(moves.forced() == 2);
  CHECK(moves.least_possible == 2);
  CHECK(moves.avoidable() == 0);
}

TEST_CASE(
    "sticky: a member that subscribes to nothing is dealt partitions if it comes first in the hash map") {
  // "a" is iterated before "b".
  const Group group = group_of(R"({"topics":{"t":2},"members":[{"id":"b"},{"id":"a","topics":[]}]})");
  const Outcome outcome = run("kafka-sticky", group);
  CHECK(plain(group, outcome.settled()) == Plain{{{"t", {1}}}, {{"t", {0}}}});
  CHECK(outcome.remarks ==
        std::vector<std::string>{
            "a is given t-0 without a subscription to its topic, as the Java client does"});
}

TEST_CASE("sticky: a stale claim of a member that owns all it can makes the Java client fail") {
  // Row of a random comparison, cut down: the client throws a NullPointerException.
  const Group group = group_of(R"({"topics":{"own":1,"t":6},"members":[
    {"id":"a","topics":["own"],"owned":{"own":[0],"t":[0]},"generation":1},
    {"id":"b","topics":["t"],"owned":{"t":[0,1,2,3,4,5]},"generation":2},{"id":"c","topics":["t"]}]})");
  const auto outcome = (*find_strategy("kafka-sticky"))->strategy->assign(group);
  REQUIRE(!outcome);
  CHECK(outcome.error().code == ErrorCode::unsupported);
}

TEST_CASE("Kafka's strategies refuse groups that no coordinator forms") {
  const auto error = [](const std::string& json) {
    const auto outcome = (*find_strategy("kafka-range"))->strategy->assign(group_of(json));
    REQUIRE(!outcome);
    return outcome.error().what;
  };
  CHECK(error(R"({"topics":{"t":1},"members":[{"id":"a"},{"id":"a"}]})") == "two members have the id 'a'");
  CHECK(error(R"({"topics":{"t":1},"members":[{"id":"a","instance":"i"},{"id":"b","instance":"i"}]})") ==
        "a and b have the instance id 'i'");
  CHECK(error(R"({"topics":{"t":{"brokers":{"x":1}}},"members":[{"id":"a"}]})") ==
        "t is given by brokers, but Kafka numbers a topic's partitions through");
}

TEST_CASE("a group without members or without topics is assigned nothing") {
  for (const StrategyEntry& entry : strategies()) {
    INFO(entry.name);
    const Group nobody = group_of(R"({"topics":{"t":3},"members":[]})");
    CHECK(run(std::string(entry.name), nobody).settled().empty());
    const Group nothing = group_of(R"({"topics":{"t":0},"members":[{"id":"a","topics":["t","later"]}]})");
    CHECK(run(std::string(entry.name), nothing).settled() == Assignment{{}});
  }
}

TEST_CASE("RocketMQ: two clients with one id both take its first share") {
  const Group group =
      group_of(R"({"topics":{"T":{"brokers":{"b":6}}},"members":[{"id":"cid-0"},{"id":"cid-0"},
                                   {"id":"cid-1"}]})");
  const Outcome outcome = run("rocketmq-average", group);
  CHECK(plain(group, outcome.settled()) == Plain{{{"T", {0, 1}}}, {{"T", {0, 1}}}, {{"T", {4, 5}}}});
  const Spread spread = spread_of(group, outcome.settled());
  CHECK(spread.unserved.size() == 2);
  CHECK(spread.shared.size() == 2);
  CHECK(outcome.remarks.size() == 1);
}

TEST_CASE(
    "RocketMQ: a client that does not subscribe counts all the same, and its share is served by nobody") {
  const Group group = group_of(R"({"topics":{"T":{"brokers":{"b":4}},"U":{"brokers":{"b":4}}},
                                   "members":[{"id":"c1","topics":["T","U"]},{"id":"c2","topics":["T"]}]})");
  const Outcome outcome = run("avg", group);
  CHECK(plain(group, outcome.settled()) == Plain{{{"T", {0, 1}}, {"U", {0, 1}}}, {{"T", {2, 3}}}});
  CHECK(spread_of(group, outcome.settled()).unserved.size() == 2);
  CHECK(spread_of(group, outcome.settled()).unsubscribed.empty());
}

TEST_CASE("what nobody subscribes to is told apart from what nobody gets") {
  const Group group = group_of(R"({"topics":{"t":2,"u":3,"none":0},"members":[{"id":"a","topics":["t"]}]})");
  const Spread spread = spread_of(group, run("kafka-range", group).settled());
  CHECK(spread.unserved.empty());
  REQUIRE(spread.unsubscribed.size() == 3);
  CHECK(partition_name(group, spread.unsubscribed.back()) == "u-2");
  const Group nobody = group_of(R"({"topics":{"t":2}})");
  CHECK(spread_of(nobody, run("kafka-sticky", nobody).settled()).unsubscribed.size() == 2);
}

TEST_CASE("RocketMQ: with an empty list of clients everybody keeps what it has") {
  const Group group = group_of(R"({"topics":{"T":{"brokers":{"b":4}}},
                                   "members":[{"id":"c1","listed":false,"owned":{"T":{"b":[3]}}}]})");
  CHECK(plain(group, run("rocketmq-circle", group).settled()) == Plain{{{"T", {3}}}});
}

TEST_CASE("strategies are found by name, alias and class, and an unknown name is answered with near ones") {
  CHECK((*find_strategy("AVG"))->name == "rocketmq-average");
  CHECK((*find_strategy("org.apache.kafka.clients.consumer.RangeAssignor"))->name == "kafka-range");
  CHECK(find_strategy("kafka-rnage").error().hint == "did you mean kafka-range?");
  CHECK(find_strategy("best").error().hint.substr(0, 36) == "the strategies are kafka-range, kafk");
}

}  // namespace
}  // namespace lanewise::allocate

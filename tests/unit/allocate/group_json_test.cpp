#include "libcore/allocate/group_json.h"

#include <string>
#include <utility>
#include <vector>

#include "libcore/allocate/group_changes.h"
#include "tests/support/catch.h"

namespace lanewise::allocate {
namespace {

GroupDocument read(const std::string& json) {
  auto document = read_groups(json, "group.json");
  if (!document) FAIL(describe(document.error()));
  return *std::move(document);
}

TEST_CASE("a group document is read in its own order") {
  const GroupDocument document = read(R"({"topics":{"zeta":{"partitions":2},"alpha":3},
    "members":[{"id":"c2","topics":["alpha"],"owned":{"alpha":[2,0]},"generation":4,"instance":"i2","rack":"a","weight":3},
               {"id":"c1","generation":-1}]})");
  REQUIRE(document.groups.size() == 1);
  CHECK(document.unknown_fields.empty());
  CHECK(document.remarks.empty());
  const Group& group = document.groups.front();
  CHECK(group.topics[0].name == "zeta");
  CHECK(group.topics[1].partitions == 3);
  const Member& c2 = group.members[0];
  CHECK(c2.id == "c2");
  CHECK(c2.owned ==
        std::vector<TopicPartition>{{TopicIndex(1), Partition(0)}, {TopicIndex(1), Partition(2)}});
  CHECK(c2.generation == Generation(4));
  CHECK(c2.instance == "i2");
  CHECK(c2.rack == "a");
  CHECK(c2.weight == 3);
  // Without topics: all of them. Generation -1 is none.
  CHECK(group.members[1].topics == std::vector<TopicIndex>{TopicIndex(0), TopicIndex(1)});
  CHECK(group.members[1].generation == std::nullopt);
}

TEST_CASE("RocketMQ queues are numbered by broker name and queue id") {
  const GroupDocument document = read(R"({"topics":{"T":{"brokers":{"broker-b":2,"broker-a":3}}},
    "members":[{"id":"c1","owned":{"T":{"broker-b":[1],"broker-a":[2]}}}]})");
  const Group& group = document.groups.front();
  CHECK(group.topics[0].partitions == 5);
  CHECK(group.members[0].owned ==
        std::vector<TopicPartition>{{TopicIndex(0), Partition(2)}, {TopicIndex(0), Partition(4)}});
  CHECK(partition_name(group, {TopicIndex(0), Partition(4)}) == "T broker-b-1");
  CHECK(partition_at(group.topics[0], {"broker-b", Partition(2)}) == std::nullopt);
}

TEST_CASE("several groups in one document") {
  const GroupDocument document =
      read(R"({"groups":{"points":{"topics":{"t":1},"members":[]},"audit":{"topics":{}}}})");
  REQUIRE(document.groups.size() == 2);
  CHECK(document.groups[0].name == "points");
  CHECK(document.groups[1].name == "audit");
}

TEST_CASE("what is rarely meant is said, not refused") {
  const GroupDocument document = read(R"({"topics":{"orders":{"partitions":2,"partitons":3}},"grop":1,
        "members":[{"id":"a","topics":["ordrs"],"ownd":{}},{"id":"a","owned":{"gone":[7]},"filters":{}}]})");
  CHECK(document.unknown_fields == std::vector<UnknownField>{{"grop", ""},
                                                             {"topics.orders.partitons", "partitions"},
                                                             {"members[0].ownd", "owned"}});
  CHECK(document.remarks ==
        std::vector<std::string>{
            "members[0].topics: ordrs is not in topics, so it is taken as a topic that does not exist",
            "members[1].owned.gone: gone is not in topics, so it is taken as a topic that does not exist",
            "members[1]: 'a' is also the id of members[0]"});
  // A topic that only another member names is not among "all topics".
  CHECK(document.groups[0].members[1].topics.size() == 1);
}

TEST_CASE("an error names the place and what is wrong") {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"[]", "a group document is a JSON object, not []"},
      {R"({"members":[]})", "topics: is missing"},
      {R"({"topics":{"orders":{}}})", "topics.orders: neither partitions nor brokers"},
      {R"({"topics":{"orders":{"partitions":1.0}}})",
       "topics.orders.partitions: a number of partitions is an integer from 0 on, not 1.0"},
      {R"({"topics":{"orders":-1}})",
       "topics.orders: a number of partitions is an integer from 0 on, not -1"},
      {R"({"topics":{"orders":{"partitions":2,"racks":[["a"]]}}})",
       "topics.orders.racks: 1 entries for 2 partitions"},
      {R"({"topics":{"o":8},"members":[{}]})", "members[0]: has no id"},
      {R"({"topics":{"o":8},"members":[{"id":7}]})", "members[0].id: id is a string, not 7"},
      {R"({"topics":{"orders":8},"members":[{"id":"a"},{"id":"b"},{"id":"c","owned":{"orders":[0,1,2,12]}}]})",
       "members[2].owned.orders[3]: 12 is not a partition of orders (8 partitions)"},
      {R"({"topics":{"o":8},"members":[{"id":"a","owned":{"o":[1,1]}}]})",
       "members[0].owned: o-1 stands twice"},
      {R"({"topics":{"o":8},"members":[{"id":"a","topics":["o","o"]}]})",
       "members[0].topics[1]: o is named twice"},
      {R"({"topics":{"o":{"brokers":{"x":4}}},"members":[{"id":"a","owned":{"o":[1]}}]})",
       "members[0].owned.o: the owned queues of o are given by broker, not [1]"},
      {R"({"topics":{"o":{"brokers":{"x":4}}},"members":[{"id":"a","owned":{"o":{"y":[1]}}}]})",
       "members[0].owned.o.y[0]: o has no queues on a broker y"},
      {R"({"topics":{"o":{"brokers":{"x":4}}},"members":[{"id":"a","owned":{"o":{"x":[4]}}}]})",
       "members[0].owned.o.x[0]: 4 is not a queue of o on x (4 queues)"},
      {R"({"topics":{"o":8},"members":[{"id":"a","generation":"x"}]})",
       "members[0].generation: a generation is an integer from -1 (none) to 2^31-1, not \"x\""},
      {R"({"topics":{"o":8,"o":9}})", "'o' stands twice in one object"},
      {R"({"topics":{"o":30000000}})", "topics.o: at most 20000000 partitions, not 30000000"},
      {R"({"topics":{"o":20000000,"p":1}})", "topics: more than 20000000 partitions in one group"},
      {R"({"groups":{}})", "groups: groups names no group, not {}"},
  };
  for (const auto& [json, expected] : cases) {
    INFO(json);
    const auto document = read_groups(json, "group.json");
    REQUIRE(!document);
    CHECK(document.error().what == expected);
    CHECK(document.error().place.source == "group.json");
  }
}

TEST_CASE("text that is not JSON is an error with its line") {
  const auto document = read_groups("{\"topics\":\n{\"o\":}}", "group.json");
  REQUIRE(!document);
  CHECK(document.error().place.line == 2);
  CHECK(document.error().what.substr(0, 9) == "not JSON:");
  CHECK(!read_groups("", "x"));
  CHECK(!read_groups("{\"topics\":{\"\xff\":1}}", "x"));
}

TEST_CASE("what is written is read back") {
  const std::string json = R"({"groups":{
"one":{"topics":{"b \"x\"":{"partitions":3,"racks":[["r1","r2"],[],["r1"]]},"a":{"brokers":{"m":2,"n":1}}},
"members":[
{"id":"c1","instance":"i","rack":"r1","weight":2,"listed":false,"topics":["b \"x\""],"owned":{"b \"x\"":[0,2],"a":{"m":[1],"n":[0]}},"generation":3},
{"id":"c2","topics":["a","later"],"owned":{}}]},
"two":{"topics":{},
"members":[]}}}
)";
  const GroupDocument document = read(json);
  CHECK(write_groups(document.groups) == json);
}

}  // namespace
}  // namespace lanewise::allocate

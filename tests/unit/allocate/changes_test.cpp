#include <string>
#include <vector>

#include "libcore/allocate/group_changes.h"
#include "libcore/allocate/group_json.h"
#include "libcore/allocate/moves.h"
#include "tests/support/catch.h"

namespace lanewise::allocate {
namespace {

Group group_of(const std::string& json) {
  auto document = read_groups(json, "test");
  if (!document) FAIL(describe(document.error()));
  return document->groups.front();
}

TopicPartition at(std::int32_t topic, std::int32_t partition) {
  return {TopicIndex(topic), Partition(partition)};
}

TEST_CASE("a new member subscribes to what the others subscribe to and owns nothing") {
  const Group group = group_of(R"({"topics":{"a":1,"b":1,"c":1},"members":[{"id":"m","topics":["c"]},
                                   {"id":"n","topics":["a"]}]})");
  const auto joined = with_member(group, "o");
  REQUIRE(joined);
  CHECK(joined->members.back().topics == std::vector<TopicIndex>{TopicIndex(0), TopicIndex(2)});
  CHECK(joined->members.back().owned.empty());
  CHECK(with_member(group, "m").error().what == "the group has a member 'm' already");
}

TEST_CASE("a member leaves by id or instance id; an unknown one is an error with the known ones") {
  const Group group = group_of(R"({"topics":{"a":1},"members":[{"id":"m","instance":"one"},{"id":"n"}]})");
  CHECK(without_member(group, "one")->members.front().id == "n");
  const Error error = without_member(group, "x").error();
  CHECK(error.code == ErrorCode::not_found);
  CHECK(error.hint == "its members are m, n");
}

TEST_CASE("a settled group owns what it was assigned, a generation later") {
  const Group group = group_of(R"({"topics":{"a":2},"members":[{"id":"m","generation":7},{"id":"n"}]})");
  const Group after = settled(group, {{at(0, 1)}, {at(0, 0)}});
  CHECK(after.members[0].owned == std::vector<TopicPartition>{at(0, 1)});
  CHECK(after.members[1].generation == Generation(8));
}

TEST_CASE("what is owned is carried over to another description of the group") {
  const Group now = group_of(R"({"topics":{"a":2,"q":{"brokers":{"x":2,"y":2}}},
                                 "members":[{"id":"m-1","instance":"m"},{"id":"n"}]})");
  // The static member is back under another id, topic a lost a partition, broker w came and x lost a queue.
  const Group next = group_of(R"({"topics":{"q":{"brokers":{"w":1,"x":1,"y":2}},"a":1},
                                  "members":[{"id":"new"},{"id":"m-2","instance":"m"},{"id":"n"}]})");
  const Group carried = carried_over(now, {{at(0, 0), at(1, 0), at(1, 3)}, {at(0, 1), at(1, 1)}}, next);
  CHECK(carried.members[0].owned.empty());
  CHECK(carried.members[0].generation == std::nullopt);
  CHECK(carried.members[1].owned == std::vector<TopicPartition>{at(0, 1), at(0, 3), at(1, 0)});
  CHECK(carried.members[1].generation == Generation(1));
  CHECK(carried.members[2].owned.empty());
}

TEST_CASE("moves: moved, new, gone, contested, forced") {
  const Group before = group_of(R"({"topics":{"a":4,"b":1},"members":[{"id":"m","owned":{"a":[0,1],"b":[0]}},
                                    {"id":"n","owned":{"a":[1,2]}},{"id":"o"}]})");
  const Group after = group_of(R"({"topics":{"a":4},"members":[{"id":"n"},{"id":"o"}]})");
  const Moves moves =
      moves_between(before, owned_by_member(before), after, {{at(0, 0), at(0, 1)}, {at(0, 2), at(0, 3)}});
  REQUIRE(moves.moved.size() == 2);
  CHECK(moves.moved[0].partition == at(0, 0));  // m left
  CHECK(moves.moved[0].owner_left);
  CHECK(moves.moved[1].partition == at(0, 2));  // n had it, o got it
  CHECK(!moves.moved[1].forced());
  CHECK(moves.forced() == 1);
  CHECK(moves.newly_assigned == std::vector<TopicPartition>{at(0, 3)});
  CHECK(moves.unassigned == std::vector<TopicPartition>{at(1, 0)});  // topic b is gone
  CHECK(moves.contested == std::vector<TopicPartition>{at(0, 1)});   // and stays with n, which claimed it too
  CHECK(moves.least_possible == 1);
  CHECK(!moves.least_is_exact);
}

TEST_CASE("the least possible number of moves fills the larger shares where most is owned") {
  // 7 partitions, 3 members: shares 3, 2, 2. Kept at most 3 + 1 + 0 of 6 + 1 owned: 3 move.
  const Group group = group_of(R"({"topics":{"a":7},"members":[{"id":"m","owned":{"a":[0,1,2,3,4,5]}},
                                   {"id":"n","owned":{"a":[6]}},{"id":"o"}]})");
  const Moves moves = moves_between(group, owned_by_member(group), group, owned_by_member(group));
  CHECK(moves.moved.empty());
  CHECK(moves.least_possible == 3);
  CHECK(moves.avoidable() == 0);
}

}  // namespace
}  // namespace lanewise::allocate

#include <cstdint>
#include <limits>
#include <vector>

#include "libcore/allocate/contiguous.h"
#include "libcore/allocate/weighted.h"
#include "tests/support/catch.h"

namespace lanewise::allocate {
namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
using Weights = std::vector<std::int64_t>;

TEST_CASE("a contiguous split puts the remainder first and leaves the tail empty") {
  const auto ten = ContiguousSplit::of(10, 3);
  REQUIRE(ten);
  CHECK((*ten)[0] == HalfOpenRange{0, 4});
  CHECK((*ten)[1] == HalfOpenRange{4, 7});
  CHECK((*ten)[2] == HalfOpenRange{7, 10});
  const auto two = ContiguousSplit::of(2, 4);
  REQUIRE(two);
  CHECK((*two)[1] == HalfOpenRange{1, 2});
  CHECK((*two)[2] == HalfOpenRange{2, 2});
  CHECK((*two)[3].size() == 0);
}

TEST_CASE("a contiguous split of 2^64-1 into as many parts") {
  constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();
  const auto split = ContiguousSplit::of(kAll, kAll);
  REQUIRE(split);
  CHECK((*split)[kAll - 1] == HalfOpenRange{kAll - 1, kAll});
}

TEST_CASE("an inclusive split of all of int64") {
  const auto one = InclusiveSplit::of(kMin, kMax, 1);
  REQUIRE(one);
  CHECK((*one)[0] == InclusiveRange{kMin, kMax});
  // 2^64 = 3 * 6148914691236517205 + 1.
  const auto three = InclusiveSplit::of(kMin, kMax, 3);
  REQUIRE(three);
  CHECK((*three)[0] == InclusiveRange{kMin, kMin + 6148914691236517205});
  CHECK((*three)[2] == InclusiveRange{kMax - 6148914691236517204, kMax});
  const auto most = InclusiveSplit::of(kMin, kMax, std::numeric_limits<std::uint64_t>::max());
  REQUIRE(most);
  CHECK((*most)[0] == InclusiveRange{kMin, kMin + 1});
  CHECK((*most)[1] == InclusiveRange{kMin + 2, kMin + 2});
}

TEST_CASE("an inclusive split with more parts than values leaves the tail out") {
  const auto split = InclusiveSplit::of(-1, 0, 3);
  REQUIRE(split);
  CHECK((*split)[0] == InclusiveRange{-1, -1});
  CHECK((*split)[1] == InclusiveRange{0, 0});
  CHECK((*split)[2] == std::nullopt);
}

TEST_CASE("splits that cannot be are refused") {
  CHECK(ContiguousSplit::of(3, 0).error().code == ErrorCode::usage);
  CHECK(InclusiveSplit::of(0, 3, 0).error().code == ErrorCode::usage);
  CHECK(InclusiveSplit::of(3, 2, 1).error().what == "the range is empty: 3 is greater than 2");
}

TEST_CASE("longest first meets Graham's worst case") {
  // {2m-1, 2m-1, ..., m+1, m+1, m, m, m}: 4m-1 where 3m is possible.
  const auto three = longest_first(Weights{5, 5, 4, 4, 3, 3, 3}, 3);
  REQUIRE(three);
  CHECK(three->maximum == 11);
  const auto two = longest_first(Weights{3, 3, 2, 2, 2}, 2);
  REQUIRE(two);
  CHECK(two->worker_of == std::vector<std::size_t>{0, 1, 0, 1, 0});
  CHECK(two->loads == Weights{7, 5});
  CHECK(two->lower_bound == 6);
  CHECK(two->gap() == 1);
}

TEST_CASE("the lower bound is the best of three") {
  CHECK(*makespan_lower_bound(Weights{1, 1, 1, 1, 1}, 2) == 3);  // the mean rounded up
  CHECK(*makespan_lower_bound(Weights{9, 1, 1}, 2) == 9);        // the heaviest
  CHECK(*makespan_lower_bound(Weights{5, 5, 5}, 2) == 10);       // three items, two workers
  CHECK(*makespan_lower_bound(Weights{}, 2) == 0);
}

TEST_CASE("weights are checked") {
  CHECK(longest_first(Weights{1, -2}, 2).error().what == "weight 1 is negative: -2");
  CHECK(contiguous_parts(Weights{kMax, 1}, 2).error().code == ErrorCode::bad_input);
  CHECK(contiguous_parts(Weights{1}, 0).error().code == ErrorCode::usage);
  CHECK(parts_within(Weights{1}, -1).error().code == ErrorCode::usage);
  const auto largest = contiguous_parts(Weights{kMax - 1, 1}, 2);
  REQUIRE(largest);
  CHECK(largest->maximum == kMax - 1);
  CHECK(contiguous_parts(Weights{kMax}, 1)->maximum == kMax);
}

TEST_CASE("contiguous parts: the least maximum, cut as far right as it allows") {
  const auto result = contiguous_parts(Weights{1, 2, 3, 4, 5, 6, 7, 8, 9}, 3);
  REQUIRE(result);
  CHECK(result->maximum == 17);
  CHECK(result->parts == std::vector<Part>{{0, 5, 15}, {5, 7, 13}, {7, 9, 17}});
  CHECK(contiguous_parts(Weights{}, 3)->parts.empty());
  CHECK(contiguous_parts(Weights{0, 0}, 3)->parts == std::vector<Part>{{0, 2, 0}});
}

TEST_CASE("a limit is kept with the fewest parts, or the culprit is named") {
  const Weights weights{4, 4, 2, 9, 1};
  const auto ten = parts_within(weights, 10);
  REQUIRE(ten);
  CHECK(ten->within);
  CHECK(ten->parts == std::vector<Part>{{0, 3, 10}, {3, 5, 10}});
  const auto eight = parts_within(weights, 8);
  REQUIRE(eight);
  CHECK(!eight->within);
  CHECK(eight->culprit == 3U);
  const auto one_part = parts_within(weights, 10, 1);
  REQUIRE(one_part);
  CHECK(!one_part->within);
  CHECK(one_part->parts.size() == 2);
  CHECK(parts_within(Weights{}, 0, 0)->within);
}

}  // namespace
}  // namespace lanewise::allocate

#include "libcore/route/top_keys.h"

#include <vector>

#include "tests/support/catch.h"

namespace lanewise::route {

namespace {

const Choice kSomewhere(Partition(0));

// As many keys as there are counters, each with five records, none of them in the list.
std::vector<TopKeys::Known> five_each() {
  std::vector<TopKeys::Known> counts;
  for (std::uint64_t i = 1; i <= TopKeys::kCounters; ++i) counts.push_back({.fingerprint = i, .records = 5});
  return counts;
}

}  // namespace

TEST_CASE("a key without a counter takes over the lowest, and admits what it took") {
  TopKeys top(1);
  top.start_estimating(five_each());
  top.count(1'000'000, "newcomer", kSomewhere);
  CHECK(top.report() == std::vector<TopKey>{{"newcomer", kSomewhere, 6, 5}});
}

TEST_CASE("a counter that was known before its key goes on exactly") {
  TopKeys top(1);
  top.start_estimating(five_each());
  CHECK(top.report().empty());  // no key's bytes were ever seen here
  top.count(7, "seven", kSomewhere);
  CHECK(top.report() == std::vector<TopKey>{{"seven", kSomewhere, 6, 0}});
}

TEST_CASE("only the highest counts become counters") {
  TopKeys top(2);
  std::vector<TopKeys::Known> counts = five_each();
  counts.push_back({.fingerprint = 2'000'000, .records = 1});
  counts.push_back({.fingerprint = 3'000'000, .records = 9});
  top.start_estimating(counts);
  top.count(2'000'000, "low", kSomewhere);
  top.count(3'000'000, "high", kSomewhere);
  CHECK(top.report() == std::vector<TopKey>{{"high", kSomewhere, 10, 0}, {"low", kSomewhere, 6, 5}});
}

TEST_CASE("with counters to spare a new key starts from nothing") {
  TopKeys top(2);
  top.seen(1, 1, "old", kSomewhere);
  top.seen(1, 2, "old", kSomewhere);
  top.start_estimating({{.fingerprint = 1, .records = 2}});
  top.count(2, "new", kSomewhere);
  top.count(1, "old", kSomewhere);
  CHECK(top.report() == std::vector<TopKey>{{"old", kSomewhere, 3, 0}, {"new", kSomewhere, 1, 0}});
}

}  // namespace lanewise::route

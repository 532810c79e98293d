// Lines to entries, entries in the order of their times, texts to numbers.
#include "libcore/order/history.h"

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/judged.h"

namespace lanewise::order {

namespace {

Entry at(std::int64_t time, std::int64_t line) {
  Entry entry;
  entry.ts = time;
  entry.known = Entry::kTs;
  entry.line = line;
  return entry;
}

Entry timeless(std::int64_t line) {
  Entry entry;
  entry.line = line;
  return entry;
}

}  // namespace

TEST_CASE("sources are merged by time, and each keeps the order of its lines") {
  std::vector<std::int64_t> given;
  TimeMerge merge(1000, [&](const Entry& entry) { given.push_back(entry.line); });
  merge.add(at(10, 1), 0);
  merge.add(at(30, 2), 0);
  merge.add(at(20, 3), 0);  // never before line 2, whatever it says
  merge.add(timeless(4), 0);
  merge.add(at(15, 5), 1);
  merge.add(at(30, 6), 1);
  CHECK(given.empty());
  merge.finish();
  CHECK(given == std::vector<std::int64_t>{1, 5, 2, 3, 4, 6});
  CHECK(merge.too_late() == 0);
}

TEST_CASE("a bounded merge gives out the older half, and counts what comes too late") {
  std::vector<std::int64_t> given;
  TimeMerge merge(4, [&](const Entry& entry) { given.push_back(entry.line); });
  for (std::int64_t i = 1; i <= 4; ++i) merge.add(at(10 * i, i), 0);
  CHECK(given == std::vector<std::int64_t>{1, 2});
  merge.add(at(15, 5), 1);
  CHECK(merge.too_late() == 1);
  merge.finish();
  CHECK(given == std::vector<std::int64_t>{1, 2, 5, 3, 4});
}

TEST_CASE("a topic that is not named is the first one that is") {
  Places places;
  const std::string_view unknown;
  const std::uint32_t bare = places.add(unknown, unknown, 7);
  CHECK(places.text(bare) == "partition 7");
  const std::uint32_t named = places.add("orders", unknown, 7);
  CHECK(named == bare);
  CHECK(places.text(bare) == "orders/7");
  CHECK(places.add("other", unknown, 7) != bare);
  CHECK(places.add(unknown, unknown, 7) == bare);
  // A queue id repeats across brokers.
  CHECK(places.add("orders", "broker-a", 7) != places.add("orders", "broker-b", 7));
  CHECK(places.text(places.add("orders", "broker-b", 7)) == "orders broker-b/7");
  CHECK_FALSE(places.partition(places.add("orders", unknown, std::nullopt)));
}

TEST_CASE("keys are told apart by topic and group, and counted once") {
  const auto judged = test::judge_text(
      "group=g topic=t key=A seq=1\n"
      "group=h topic=t key=A seq=1\n"
      "group=g topic=u key=A seq=1\n"
      "group=g topic=t key=A seq=2\n");
  CHECK(judged.conclusion.findings.empty());
  CHECK(judged.conclusion.keys == 2);
}

TEST_CASE("numbers that nobody counts with are not ranked") {
  const auto judged = test::judge_text(
      "key=A seq=9223372036854775807\n"
      "key=A seq=-9223372036854775808\n"
      "topic=t partition=0 offset=-1 key=B\n"
      "topic=t partition=0 offset=9223372036854775807 key=B\n");
  CHECK(judged.conclusion.findings.empty());
  CHECK(judged.conclusion.totals.handlings == 4);
}

TEST_CASE("texts of a batch are numbered in their own order, however many") {
  LocalNames names;
  CHECK(names.add({}) == 0);
  for (int round = 0; round < 2; ++round) {
    for (std::uint32_t i = 1; i <= 1000; ++i) {
      // The views must live on.
      static std::vector<std::string> texts(1001);
      texts[i] = std::to_string(i);
      CHECK(names.add(texts[i]) == i);
    }
  }
  names.clear();
  CHECK(names.add("x") == 1);
}

}  // namespace lanewise::order

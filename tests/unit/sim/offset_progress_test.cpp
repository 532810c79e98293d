#include "libcore/sim/offset_progress.h"

#include <numeric>
#include <set>
#include <span>
#include <vector>

#include "libcore/sim/pending_queue.h"
#include "libcore/stats/random.h"
#include "tests/support/catch.h"

namespace lanewise::sim {

TEST_CASE("progress is the lowest unfinished offset, in whatever order they finish") {
  stats::Random random(1);
  for (const std::size_t window : {1U, 2U, 63U, 64U, 65U, 500U, 5000U}) {
    std::vector<std::int64_t> order(5000);
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = 0; i < order.size(); i += window) {
      random.shuffle(std::span(order).subspan(i, std::min(window, order.size() - i)));
    }
    OffsetProgress progress;
    std::set<std::int64_t> finished;
    std::int64_t lowest = 0;
    for (const std::int64_t offset : order) {
      progress.finish(offset);
      finished.insert(offset);
      while (finished.contains(lowest)) ++lowest;
      REQUIRE(progress.next() == lowest);
    }
  }
}

TEST_CASE("a new owner starts at what was committed") {
  OffsetProgress progress;
  for (std::int64_t offset = 0; offset < 10; ++offset) progress.finish(offset);
  progress.commit();
  for (std::int64_t offset = 10; offset < 200; ++offset) progress.finish(offset);
  progress.rewind_to_committed();
  CHECK(progress.next() == 10);
  progress.finish(12);
  progress.finish(3);  // long since done
  CHECK(progress.next() == 10);
  progress.finish(10);
  progress.finish(11);
  CHECK(progress.next() == 13);
  CHECK(progress.committed() == 10);
}

TEST_CASE("pending things come by time, and in the order of arrival within a moment") {
  stats::Random random(9);
  PendingQueue queue;
  std::vector<std::pair<std::int64_t, std::uint32_t>> expected;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    const std::int64_t time = random.between(-50, 50);
    queue.push(time, i % 2 == 0 ? PendingQueue::What::done : PendingQueue::What::start, i);
    expected.emplace_back(time, i);
  }
  std::sort(expected.begin(), expected.end());
  for (const auto& [time, slot] : expected) {
    const auto entry = queue.pop();
    REQUIRE(entry.time_ns == time);
    REQUIRE(entry.slot() == slot);
    REQUIRE(entry.what() == (slot % 2 == 0 ? PendingQueue::What::done : PendingQueue::What::start));
  }
  CHECK(queue.empty());
}

}  // namespace lanewise::sim

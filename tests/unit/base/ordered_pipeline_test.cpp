#include "libcore/base/ordered_pipeline.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <new>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <sys/eventfd.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

#include "tests/support/catch.h"

namespace lanewise {
namespace {

struct Item {
  int number = 0;
  int square = 0;
};
using Pipeline = OrderedPipeline<Item>;

// Numbers from 0 to below `end`.
Pipeline::Produce count_to(int end) {
  return [next = 0, end](Item& item) mutable {
    if (next == end) return false;
    item.number = next++;
    return true;
  };
}

// Later items are done sooner, to tempt the order.
void square_unevenly(Item& item) {
  if (item.number % 3 == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
  item.square = item.number * item.number;
}

TEST_CASE("pipeline: results come in the order of produce, for any number of threads") {
  for (const unsigned threads : {0U, 1U, 2U, 8U}) {
    for (const int items : {0, 1, 2, 3, 500}) {
      Pipeline pipeline(threads, count_to(items), square_unevenly);
      int seen = 0;
      while (const Item* item = pipeline.next()) {
        REQUIRE(item->number == seen);
        REQUIRE(item->square == seen * seen);
        ++seen;
      }
      CHECK(seen == items);
      CHECK(pipeline.next() == nullptr);
      CHECK(pipeline.next() == nullptr);
    }
  }
}

TEST_CASE("pipeline: produce is never run by two at once") {
  std::atomic<int> inside = 0;
  std::atomic<bool> overlapped = false;
  Pipeline pipeline(
      8,
      [&, next = 0](Item& item) mutable {
        overlapped = overlapped || inside.fetch_add(1) != 0;
        std::this_thread::yield();
        inside.fetch_sub(1);
        item.number = next;
        return next++ < 2000;
      },
      [](Item&) {});
  while (pipeline.next() != nullptr) {
  }
  CHECK_FALSE(overlapped);
}

// How many items came before the exception, and that it comes again.
int delivered_before_failure(Pipeline& pipeline) {
  int seen = 0;
  try {
    while (pipeline.next() != nullptr) ++seen;
    FAIL("no exception");
  } catch (const std::runtime_error& error) {
    CHECK(std::string(error.what()) == "broken");
  }
  CHECK_THROWS_AS(pipeline.next(), std::runtime_error);
  return seen;
}

TEST_CASE("pipeline: an exception takes its item's place, for any number of threads") {
  for (const unsigned threads : {1U, 2U, 8U}) {
    for (int round = 0; round < 20; ++round) {
      Pipeline by_produce(
          threads,
          [next = 0](Item& item) mutable {
            if (next == 17) throw std::runtime_error("broken");
            item.number = next++;
            return true;
          },
          square_unevenly);
      CHECK(delivered_before_failure(by_produce) == 17);
      Pipeline by_work(threads, count_to(1000), [](Item& item) {
        square_unevenly(item);
        if (item.number >= 23) throw std::runtime_error("broken");
      });
      CHECK(delivered_before_failure(by_work) == 23);
    }
  }
}

TEST_CASE("pipeline: a slow consumer stops the workers after a ring's worth of items") {
  for (const unsigned threads : {1U, 2U, 8U}) {
    std::atomic<int> produced = 0;
    Pipeline pipeline(
        threads,
        [&](Item& item) {
          item.number = produced++;
          return true;
        },
        [](Item&) {});
    for (int taken = 1; taken <= 5; ++taken) {
      REQUIRE(pipeline.next() != nullptr);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      // One is with the consumer, all others of the ring are ahead of it.
      CHECK(produced <= taken - 1 + static_cast<int>(threads <= 1 ? 1 : threads + 4));
    }
  }
}

TEST_CASE("pipeline: behind an item that is alone nothing is produced until it has been given back") {
  for (const unsigned threads : {2U, 8U}) {
    std::atomic<int> produced = 0;
    Pipeline pipeline(
        threads,
        [&](Item& item) {
          item.number = produced++;
          return item.number < 100;
        },
        square_unevenly, [](const Item& item) { return item.number % 10 == 4; });
    int seen = 0;
    while (const Item* item = pipeline.next()) {
      REQUIRE(item->number == seen++);
      if (item->number % 10 != 4) continue;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      CHECK(produced == item->number + 1);
    }
    CHECK(seen == 100);
  }
}

TEST_CASE("pipeline: destroyed early, whatever the workers are at") {
  for (const unsigned threads : {1U, 2U, 8U}) {
    for (int taken = 0; taken < 5; ++taken) {
      Pipeline pipeline(threads, [](Item&) { return true; }, square_unevenly);
      for (int i = 0; i < taken; ++i) REQUIRE(pipeline.next() != nullptr);
    }
  }
}

// Waits as a source does that reads a pipe nobody writes to.
class Waiting {
 public:
  Waiting() : fd_(::eventfd(0, 0)) {}
  ~Waiting() { ::close(fd_); }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  void wait() const {
    pollfd descriptor{.fd = fd_, .events = POLLIN, .revents = 0};
    (void)::poll(&descriptor, 1, -1);
  }
  void wake() const { (void)!::write(fd_, "\1\0\0\0\0\0\0\0", 8); }

 private:
  int fd_;
};

TEST_CASE("pipeline: destroyed while produce waits, once it is woken") {
  const Waiting input;
  std::atomic<bool> is_waiting = false;
  {
    Pipeline pipeline(
        4,
        [&, next = 0](Item& item) mutable {
          item.number = next++;
          if (item.number < 3) return true;
          is_waiting = true;
          input.wait();
          return false;
        },
        square_unevenly);
    for (int i = 0; i < 3; ++i) REQUIRE(pipeline.next() != nullptr);
    while (!is_waiting) std::this_thread::yield();
    CHECK_FALSE(pipeline.ready());
    input.wake();
  }
  CHECK(is_waiting);
}

TEST_CASE("pipeline: what is produced is delivered though produce waits for more") {
  for (const unsigned threads : {2U, 3U, 8U}) {
    const Waiting input;
    Pipeline pipeline(
        threads,
        [&, next = 0](Item& item) mutable {
          item.number = next++;
          if (item.number == 1) input.wait();
          return item.number < 2;
        },
        square_unevenly);
    const Item* const first = pipeline.next();
    REQUIRE(first != nullptr);
    CHECK(first->number == 0);
    input.wake();
    const Item* const second = pipeline.next();
    REQUIRE(second != nullptr);
    CHECK(second->square == 1);
    CHECK(pipeline.next() == nullptr);
  }
}

TEST_CASE("pipeline: ready tells whether next would wait") {
  Pipeline alone(1, count_to(3), square_unevenly);
  CHECK_FALSE(alone.ready());  // next() would do the work itself

  const Waiting input;
  Pipeline pipeline(
      2,
      [&, next = 0](Item& item) mutable {
        item.number = next++;
        if (item.number == 2) input.wait();
        return item.number < 3;
      },
      square_unevenly);
  const auto becomes_ready = [&] {
    for (int i = 0; i < 2000 && !pipeline.ready(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return pipeline.ready();
  };
  CHECK(becomes_ready());
  REQUIRE(pipeline.next()->number == 0);
  CHECK(becomes_ready());
  REQUIRE(pipeline.next()->number == 1);
  CHECK_FALSE(pipeline.ready());
  input.wake();
  CHECK(becomes_ready());
  REQUIRE(pipeline.next()->number == 2);
  CHECK(becomes_ready());  // the end, too, comes without waiting
  CHECK(pipeline.next() == nullptr);
}

TEST_CASE("pipeline: threads that cannot be started are done without") {
  for (const unsigned given : {0U, 1U, 3U}) {
    for (const bool is_memory : {true, false}) {
      unsigned started = 0;
      const Pipeline::StartThread start = [&](const std::function<void()>& run) {
        if (started == given && is_memory) throw std::bad_alloc();
        if (started == given)
          throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
        ++started;
        return std::thread(run);
      };
      Pipeline pipeline(8, count_to(100), square_unevenly, {}, start);
      int seen = 0;
      while (const Item* item = pipeline.next()) CHECK(item->number == seen++);
      CHECK(seen == 100);
      CHECK(started == given);
    }
  }
}

TEST_CASE("pipeline: an item keeps its memory from use to use") {
  // Items are a ring: what an item owns is reused, which is what readers build on.
  std::atomic<int> made = 0;
  struct Owner {
    std::unique_ptr<int> memory;
  };
  int left = 100;
  OrderedPipeline<Owner> pipeline(
      2,
      [&](Owner& owner) {
        if (!owner.memory) {
          owner.memory = std::make_unique<int>(0);
          ++made;
        }
        return left-- > 0;
      },
      [](Owner& owner) { ++*owner.memory; });
  int total = 0;
  while (const Owner* owner = pipeline.next()) total += *owner->memory > 0 ? 1 : 0;
  CHECK(total == 100);
  CHECK(made <= 6);
}

}  // namespace
}  // namespace lanewise

#include "libcore/order/tails.h"

#include <vector>

#include "tests/support/catch.h"

namespace lanewise::order {

namespace {

Tails after(const std::vector<std::int64_t>& numbers) {
  Tails tails;
  for (const std::int64_t number : numbers) tails.add(number);
  return tails;
}

}  // namespace

TEST_CASE("the longest increasing run of what came") {
  CHECK(after({}).length() == 0);
  CHECK(after({1, 2, 3}).length() == 3);
  CHECK(after({3, 2, 1}).length() == 1);
  CHECK(after({1, 2, 5, 6, 3, 4, 7, 8}).length() == 6);
  CHECK(after({6, 0, 4, 2, 8, 10, 12}).length() == 5);
}

TEST_CASE("a key that goes on in order after a disorder costs no more") {
  Tails tails = after({5, 6, 3, 4});
  for (std::int64_t number = 7; number < 100'000; ++number) tails.add(number);
  CHECK(tails.runs() == 2);
  CHECK(tails.length() == 99'995);
}

TEST_CASE("what came before and below may be put in front") {
  Tails tails = after({10});
  tails.prepend(7, 7);
  for (const std::int64_t number : {6, 8, 5, 9}) tails.add(number);
  CHECK(tails.length() == 3);  // 7 10 6 8 5 9
}

TEST_CASE("beyond its runs it says that it is not exact") {
  Tails tails;
  for (std::size_t i = 0; i <= Tails::kMostRuns; ++i) tails.add(static_cast<std::int64_t>(2 * i));
  CHECK_FALSE(tails.exact());
}

}  // namespace lanewise::order

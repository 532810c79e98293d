#include "libcore/order/seen_offsets.h"

#include <string>

#include "tests/support/catch.h"

namespace lanewise::order {

namespace {

using Answer = SeenOffsets::Answer;

std::string unseen(const SeenOffsets& seen, std::int64_t first, std::int64_t last) {
  std::string text;
  seen.for_each_unseen(first, last, [&](std::int64_t from, std::int64_t to) {
    text += std::to_string(from) + ".." + std::to_string(to) + " ";
  });
  return text;
}

}  // namespace

TEST_CASE("an offset is fresh once, also after its page is full and gone") {
  SeenOffsets seen;
  for (std::int64_t offset = 0; offset < 10'000; ++offset) REQUIRE(seen.add(offset) == Answer::fresh);
  for (const std::int64_t offset : {0, 4095, 4096, 8191, 9999}) CHECK(seen.add(offset) == Answer::repeated);
  CHECK(seen.add(10'000) == Answer::fresh);
  CHECK(seen.contiguous_until() == 10'001);
}

TEST_CASE("holes are found within pages, between them, and beyond what was seen") {
  SeenOffsets seen;
  CHECK_FALSE(seen.lowest());
  CHECK(unseen(seen, 3, 5) == "3..5 ");
  for (const std::int64_t offset :
       std::initializer_list<std::int64_t>{10, 11, 14, 4095, 4097, 1'000'000'000'000})
    seen.add(offset);
  CHECK(seen.lowest() == 10);
  CHECK(seen.highest() == 1'000'000'000'000);
  CHECK(unseen(seen, 10, 4100) == "12..13 15..4094 4096..4096 4098..4100 ");
  CHECK(unseen(seen, 4098, 1'000'000'000'001) == "4098..999999999999 1000000000001..1000000000001 ");
  CHECK(seen.contiguous_until() == 12);
  CHECK(seen.has(14));
  CHECK_FALSE(seen.has(15));
}

TEST_CASE("offsets may come from the highest down") {
  SeenOffsets seen;
  for (std::int64_t offset = 5000; offset >= 0; --offset) REQUIRE(seen.add(offset) == Answer::fresh);
  CHECK(unseen(seen, 0, 5000).empty());
  CHECK(seen.add(SeenOffsets::kMostOffset) == Answer::fresh);
  CHECK(seen.has(SeenOffsets::kMostOffset));
}

TEST_CASE("beyond its pages the lowest are forgotten, and nobody says that they are missing") {
  SeenOffsets seen(2);
  seen.add(0);
  seen.add(4096);
  seen.add(2 * 4096);
  CHECK(seen.forgot());
  CHECK(seen.add(1) == Answer::forgotten);
  CHECK(seen.has(1));
  CHECK(seen.add(4096) == Answer::repeated);
  CHECK(unseen(seen, 0, 4098) == "4097..4098 ");
}

}  // namespace lanewise::order

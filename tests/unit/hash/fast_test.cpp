#include "libcore/hash/fast.h"

#include <array>
#include <cmath>
#include <set>
#include <string>

#include "tests/support/catch.h"

namespace lanewise::hash {

// The fast hash has no published values and promises none. What its users rely on is tested: no key of a
// plausible set shares a hash, all bits are usable, length and seed matter.

TEST_CASE("keys that differ in length or in one byte do not share a fast hash") {
  std::set<std::uint64_t> seen;
  std::size_t keys = 0;
  for (std::size_t size = 0; size <= 100; ++size) {
    std::string key(size, 'a');
    seen.insert(fast_hash(key));
    ++keys;
    for (std::size_t i = 0; i < size; ++i) {
      key[i] = 'b';
      seen.insert(fast_hash(key));
      ++keys;
      key[i] = 'a';
    }
  }
  CHECK(seen.size() == keys);
}

TEST_CASE("every bit of the fast hash of numbered keys is set half of the time") {
  constexpr int kKeys = 20000;
  std::array<int, 64> ones{};
  std::array<int, 64> number_ones{};
  for (int i = 0; i < kKeys; ++i) {
    const std::uint64_t h = fast_hash("order-" + std::to_string(i));
    const std::uint64_t of_number = fast_hash(static_cast<std::uint64_t>(i));
    for (std::size_t bit = 0; bit < 64; ++bit) {
      ones[bit] += static_cast<int>((h >> bit) & 1);
      number_ones[bit] += static_cast<int>((of_number >> bit) & 1);
    }
  }
  // Five standard deviations of a fair coin.
  const double allowed = 5 * std::sqrt(kKeys * 0.25);
  for (std::size_t bit = 0; bit < 64; ++bit) {
    CAPTURE(bit);
    CHECK(std::abs(ones[bit] - kKeys / 2) < allowed);
    CHECK(std::abs(number_ones[bit] - kKeys / 2) < allowed);
  }
}

TEST_CASE("a seed makes another fast hash") {
  CHECK(fast_hash("order-1", 1) != fast_hash("order-1", 2));
  CHECK(fast_hash(std::uint64_t{7}, 1) != fast_hash(std::uint64_t{7}, 2));
}

}  // namespace lanewise::hash

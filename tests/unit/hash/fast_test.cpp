#include "libcore/hash/fast.h"

#include <array>
#include <cmath>
#include <cstring>
#include <set>
#include <string>

#include "libcore/hash/process_seed.h"
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

TEST_CASE("keys chosen to make a factor of the fold zero collide under no other seed") {
  // Without a seed the constants are known: this word makes the first factor zero, whatever follows.
  std::set<std::uint64_t> known;
  std::set<std::uint64_t> seeded;
  for (int i = 0; i < 1000; ++i) {
    std::string key(16, '\0');
    std::memcpy(key.data(), &detail::kSecret1, 8);
    std::memcpy(key.data() + 8, &i, sizeof i);
    known.insert(fast_hash(key));
    seeded.insert(fast_hash(key, 0x1234567812345678));
  }
  CHECK(known.size() == 1);  // what a seed is for
  CHECK(seeded.size() == 1000);
}

TEST_CASE("the seed of a run does not change within it") {
  CHECK(process_seed() == process_seed());
  CHECK(process_seed() != 0);
}

}  // namespace lanewise::hash

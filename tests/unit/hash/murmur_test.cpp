#include <array>
#include <string>

#include "libcore/hash/murmur2.h"
#include "libcore/hash/murmur3_128.h"
#include "libcore/hash/murmur3_32.h"
#include "libcore/hash/murmur3_hash64.h"
#include "tests/support/catch.h"

namespace lanewise::hash {

namespace {

void append_le(std::string& out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out.push_back(static_cast<char>(value >> (8 * i)));
}

// SMHasher's verification: the hashes of {}, {0}, {0,1} … {0..254} with seeds 256, 255 … 1, concatenated,
// hashed with seed 0; the first four bytes of that. One wrong tail or constant changes it.
template <class Hash>
std::uint32_t smhasher_code(Hash hash_into) {
  std::string key;
  std::string hashes;
  for (unsigned i = 0; i < 256; ++i) {
    hash_into(key, 256 - i, hashes);
    key.push_back(static_cast<char>(i));
  }
  std::string last;
  hash_into(hashes, 0, last);
  return load_le<std::uint32_t>(last.data());
}

// 0x9747b28c as the Java int it is in the code that uses it.
constexpr auto kSeedAsJavaInt = static_cast<std::int32_t>(kKafkaMurmur2Seed);

}  // namespace

TEST_CASE("murmur2 gives SMHasher's verification code") {
  CHECK(smhasher_code([](std::string_view key, std::uint32_t seed, std::string& out) {
          append_le(out, murmur2(key, seed), 4);
        }) == 0x27864c1e);
}

TEST_CASE("murmur2 gives the values of Kafka's own test") {  // UtilsTest.testMurmur2
  const auto java = [](std::string_view key) { return static_cast<std::int32_t>(murmur2(key)); };
  CHECK(java("21") == -973932308);
  CHECK(java("foobar") == -790332482);
  CHECK(java("a-little-bit-long-string") == -985981536);
  CHECK(java("a-little-bit-longer-string") == -1486304829);
  CHECK(java("lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8") == -58897971);
  CHECK(java("abc") == 479470107);
}

TEST_CASE("murmur3_32 gives SMHasher's verification code") {
  CHECK(smhasher_code([](std::string_view key, std::uint32_t seed, std::string& out) {
          append_le(out, murmur3_32(key, seed), 4);
        }) == 0xb0f57ee3);
}

TEST_CASE("murmur3_32 gives the values that clients computed") {
  // Guava 31.1 murmur3_32_fixed(0), rabbitmq-stream-java-client HashUtils.MURMUR3.
  CHECK(murmur3_32("", 0) == 0);
  CHECK(murmur3_32("a", 0) == 1009084850);
  CHECK(murmur3_32("", 104729) == 3329588566);
  CHECK(murmur3_32("a", 104729) == 1086686554);
}

TEST_CASE("murmur3_x64_128 gives SMHasher's verification code") {
  CHECK(smhasher_code([](std::string_view key, std::uint32_t seed, std::string& out) {
          const Hash128 hash = murmur3_x64_128(key, seed);
          append_le(out, hash.h1, 8);
          append_le(out, hash.h2, 8);
        }) == 0x6384ba69);
}

TEST_CASE("murmur3_x64_128 takes a seed that was extended with its sign as another seed") {
  // commons-codec 1.15 hash128x64 (both halves) and Guava 31.1 murmur3_128(0x9747b28c).asLong(), all run.
  const Hash128 plain = murmur3_x64_128("order-1", kKafkaMurmur2Seed);
  CHECK(static_cast<std::int64_t>(plain.h1) == -6374891277665958053);
  CHECK(static_cast<std::int64_t>(plain.h2) == 7547769098527938262);
  const auto extended = static_cast<std::uint64_t>(static_cast<std::int64_t>(kSeedAsJavaInt));
  CHECK(static_cast<std::int64_t>(murmur3_x64_128("order-1", extended).h1) == 3506563362807528188);
}

TEST_CASE("murmur3_hash64 gives the values that commons-codec printed") {
  const auto java = [](std::string_view key, std::int32_t seed) {
    return static_cast<std::int64_t>(murmur3_hash64(key, seed));
  };
  CHECK(java("order-1", kSeedAsJavaInt) == -7024230298528493903);
  CHECK(java("", kSeedAsJavaInt) == -1961345103148138607);
  CHECK(java("a", 104729) == -2460741455279943289);
}

}  // namespace lanewise::hash

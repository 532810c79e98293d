#include "libcore/route/explain.h"

#include <string>

#include <fmt/format.h>

#include "libcore/route/registry.h"
#include "tests/support/catch.h"

namespace lanewise::route {

namespace {

// One line a step, "name|value|note".
std::string shown(std::string_view name, KeyView key, std::uint32_t count) {
  const Explanation explanation = (*find_partitioner(name))->partitioner->explain(key, count);
  std::string text = explanation.method + "\n";
  for (const Step& step : explanation.steps)
    text += fmt::format("{}|{}|{}\n", step.name, step.value, step.note);
  return text;
}

}  // namespace

TEST_CASE("the Java client's choice is explained step by step") {
  // The hash is kafkajs#1154's; 2852638518 - 2^31 = 705154870, which is 10 modulo 15.
  CHECK(shown("kafka", KeyView::of("TT0124"), 15) ==
        "murmur2, seed 0x9747b28c, mask\n"
        "bytes|54 54 30 31 32 34|6 bytes, UTF-8\n"
        "murmur2|0xaa07cf36|2852638518\n"
        "masked|0x2a07cf36|705154870\n"
        "% 15|10|\n");
}

TEST_CASE("a signed remainder is shown with its sign, and what becomes of it") {
  // FNV-1a of "a" is 0xe40c292c (published), as int32 -468965076; 468965076 = 7 * 66995010 + 6.
  CHECK(shown("sarama", KeyView::of("a"), 7) ==
        "FNV-1a 32, abs of the remainder\n"
        "bytes|61|1 byte, UTF-8\n"
        "fnv1a|0xe40c292c|3826002220\n"
        "signed|-468965076|as int32\n"
        "% 7|-6|\n"
        "abs|6|\n");
  CHECK(shown("librdkafka-fnv1a", KeyView::of("a"), 7) ==
        "FNV-1a 32, negated if negative\n"
        "bytes|61|1 byte, UTF-8\n"
        "fnv1a|0xe40c292c|3826002220\n"
        "signed|-468965076|as int32\n"
        "negated|0x1bf3d6d4|468965076\n"
        "% 7|6|\n");
}

TEST_CASE("a negative queue is explained as the failure it is") {
  const std::string text = shown("rocketmq-4.7", KeyView::of("GydZG_"), 12);
  CHECK(text.find("hashCode|0x80000000|2147483648\n") != std::string::npos);
  CHECK(text.find("Math.abs|-2147483648|has no positive counterpart in an int\n") != std::string::npos);
  CHECK(text.find("% 12|-8|no such queue: the client fails with IndexOutOfBoundsException\n") !=
        std::string::npos);
}

TEST_CASE("a Java string is shown in the units that are hashed") {
  CHECK(shown("rocketmq", KeyView::of("\xc3\xa9"), 12) ==
        "String.hashCode, abs of the remainder\n"
        "bytes|c3 a9|2 bytes, UTF-8\n"
        "UTF-16|00e9|1 unit\n"
        "hashCode|0x000000e9|233\n"
        "signed|233|as int32\n"
        "% 12|5|\n");
  const std::string broken = shown("rocketmq", KeyView::of("\xff"), 12);
  CHECK(broken.find("bytes|ff|1 byte, not UTF-8\n") != std::string::npos);
  CHECK(broken.find("UTF-16|fffd|1 unit, what is not UTF-8 as U+FFFD\n") != std::string::npos);
}

TEST_CASE("64-bit hashes are shown whole") {  // commons-codec 1.15 printed -7024230298528493903
  CHECK(shown("murmur3-hash64-codec", KeyView::of("order-1"), 12) ==
        "commons-codec hash64, seed 0x9747b28c, floorMod\n"
        "bytes|6f 72 64 65 72 2d 31|7 bytes, UTF-8\n"
        "hash64|0x9e84ebc26bac4eb1|11422513775181057713\n"
        "signed|-7024230298528493903|as int64\n"
        "floorMod 12|1|\n");
}

TEST_CASE("what is not determined is explained, not guessed") {
  CHECK(shown("librdkafka", KeyView::of(""), 12) ==
        "CRC-32, unsigned\n"
        "bytes|-|0 bytes, the empty key\n"
        "partition|-|the empty key is not hashed: a random, sticky or next partition\n");
  CHECK(shown("kafka", KeyView::null(), 12) ==
        "murmur2, seed 0x9747b28c, mask\n"
        "bytes|-|no key\n"
        "partition|-|a null key is not hashed: a random, sticky or next partition\n");
  CHECK(shown("rocketmq", KeyView::null(), 12).find("partition|-|a null key is refused by the client\n") !=
        std::string::npos);
  CHECK(shown("kafka", KeyView{}, 12).find("partition|-|the key is not known\n") != std::string::npos);
  CHECK(shown("librdkafka-random", KeyView::of("a"), 12).find("keys are ignored") != std::string::npos);
}

TEST_CASE("a null key that is hashed as the empty key says so") {
  const std::string text = shown("librdkafka-murmur2", KeyView::null(), 12);
  CHECK(text.find("bytes|-|no key, hashed as the empty key\n") != std::string::npos);
  CHECK(text.find("murmur2|0x106e08d9|275646681\n") != std::string::npos);
  CHECK(text.find("% 12|9|\n") != std::string::npos);
}

TEST_CASE("a long key is cut in its explanation") {
  const Step step = bytes_step(KeyView::of(std::string(40, 'x')));
  CHECK(step.value.size() == 32 * 3 - 1 + std::string(" …").size());
  CHECK(step.note == "40 bytes, UTF-8");
}

}  // namespace lanewise::route

// Expected values were printed by OpenJDK 17.
#include "libcore/allocate/java_hash_map.h"

#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace lanewise::allocate {
namespace {

std::vector<std::size_t> order_of(const std::vector<std::string>& keys) {
  std::vector<std::int32_t> hashes;
  for (const std::string& key : keys) hashes.push_back(java_string_hash(key));
  return java_hash_map_order(hashes);
}

TEST_CASE("String.hashCode counts UTF-16 units and wraps") {
  CHECK(java_string_hash("") == 0);
  CHECK(java_string_hash("Aa") == java_string_hash("BB"));
  CHECK(java_string_hash("orders") == -1008770331);
  CHECK(java_string_hash("gr\u00f6\u00dfe") == 98762257);
  CHECK(java_string_hash("\U0001F600x") == 54959989);
}

TEST_CASE("TopicPartition.hashCode") {
  CHECK(java_topic_partition_hash(java_string_hash("orders"), 7) == -1008769153);
}

TEST_CASE("String.compareTo compares UTF-16 units, then length") {
  CHECK(java_compare("cid-10", "cid-2") < 0);
  CHECK(java_compare("cid", "cid-1") < 0);
  CHECK(java_compare("cid", "cid") == 0);
  // As bytes it is the other way round.
  CHECK(java_compare("\uFF21", "\U0001F600") > 0);
}

TEST_CASE("HashMap's iteration order, after it has grown twice") {
  std::vector<std::string> keys;
  for (int i = 0; i < 30; ++i) keys.push_back("consumer-" + std::to_string(i));
  CHECK(order_of(keys) == std::vector<std::size_t>{11, 10, 6,  17, 5,  16, 4,  19, 3,  18, 2,  13, 1, 12, 0,
                                                   15, 14, 20, 22, 21, 28, 27, 29, 24, 23, 26, 25, 9, 8,  7});
  // Equal hashes stay in the order of insertion.
  CHECK(order_of({"Aa", "BB", "C#", "AaAa", "BBBB", "AaBB", "BBAa"}) ==
        std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6});
}

TEST_CASE("HashSet's first element, as it grows and shrinks") {
  const std::int32_t topic = java_string_hash("orders");
  JavaHashSet<int> set;
  std::string firsts;
  for (int i = 0; i < 40; ++i) {
    set.insert(i * 7 % 41, java_topic_partition_hash(topic, i * 7 % 41));
    firsts += std::to_string(set.first()) + ",";
  }
  CHECK(set.size() == 40);
  for (int i = 0; i < 30; ++i) {
    set.erase(i * 7 % 41, java_topic_partition_hash(topic, i * 7 % 41));
    firsts += std::to_string(set.first()) + ",";
  }
  std::string expected = "0,";
  for (int i = 0; i < 23; ++i) expected += "7,";
  for (int i = 0; i < 5; ++i) expected += "8,";
  for (int i = 0; i < 40; ++i) expected += "39,";
  CHECK(firsts == expected + "12,");
  set.erase(99, 99);
  CHECK(set.size() == 10);
}

}  // namespace
}  // namespace lanewise::allocate

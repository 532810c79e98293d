#include "libcore/route/registry.h"

#include <set>
#include <string>

#include "tests/support/catch.h"

namespace lanewise::route {

namespace {

std::string found(std::string_view name) {
  const auto info = find_partitioner(name);
  return info ? std::string((*info)->name) : std::string();
}

Choice choice_of(std::string_view name, KeyView key, std::uint32_t count) {
  Choice choice;
  (*find_partitioner(name))->partitioner->assign({&key, 1}, count, {&choice, 1});
  return choice;
}

}  // namespace

TEST_CASE("names and aliases are unique, lower case and without underscores") {
  std::set<std::string_view> seen;
  for (const PartitionerInfo& info : all_partitioners()) {
    std::vector<std::string_view> names = info.aliases;
    names.push_back(info.name);
    for (const std::string_view name : names) {
      CAPTURE(name);
      CHECK(seen.insert(name).second);
      CHECK(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-.") == std::string_view::npos);
      CHECK(found(name) == info.name);
    }
    CHECK_FALSE(info.summary.empty());
    CHECK(info.partitioner != nullptr);
  }
}

TEST_CASE("the default stands first") { CHECK(all_partitioners().front().name == "kafka"); }

TEST_CASE("a partitioner is found by the names people type") {
  CHECK(found("java") == "kafka");
  CHECK(found("librdkafka-consistent_random") == "librdkafka");
  CHECK(found("consistent_random") == "librdkafka");
  CHECK(found("murmur2_random") == "librdkafka-murmur2-random");
  CHECK(found("Kafka") == "kafka");
  CHECK(found("SelectMessageQueueByHash") == "rocketmq");
}

TEST_CASE("an unknown name is answered with near ones") {
  const auto swapped = find_partitioner("kakfa");
  REQUIRE_FALSE(swapped);
  CHECK(swapped.error().code == ErrorCode::usage);
  CHECK(swapped.error().what == "no partitioner is named 'kakfa'");
  CHECK(swapped.error().hint == "did you mean kafka? lanewise route --list all names them");
  CHECK(find_partitioner("rocketmq-4").error().hint ==
        "did you mean rocketmq or rocketmq-4.7? lanewise route --list all names them");
  CHECK(find_partitioner("zzzzzz").error().hint == "lanewise route --list all names them");
  CHECK_FALSE(find_partitioner(""));
}

TEST_CASE("a bare murmur3 is refused with its readings") {
  for (const char* name : {"murmur3", "murmur3-64", "murmur3-128", "MURMUR3_128"}) {
    CAPTURE(name);
    const auto refused = find_partitioner(name);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::usage);
    for (const char* reading :
         {"murmur3-hash64-codec", "murmur3-128-h1 ", "murmur3-128-h1-signext", "murmur3-128-h2"}) {
      CHECK(refused.error().hint.find(reading) != std::string::npos);
    }
  }
  CHECK(find_partitioner("murmur3").error().what == "'murmur3' is read in 4 ways that disagree on every key");
}

TEST_CASE("several names come with commas between") {
  const auto two = find_partitioners("java,librdkafka");
  REQUIRE(two);
  REQUIRE(two->size() == 2);
  CHECK((*two)[0]->name == "kafka");
  CHECK((*two)[1]->name == "librdkafka");
  CHECK_FALSE(find_partitioners("kafka,"));
  CHECK_FALSE(find_partitioners("kafka,java"));
  CHECK_FALSE(find_partitioners("kafka,murmur3"));
}

TEST_CASE("null and empty keys go where the table says") {
  // From the clients' sources: librdkafka's rdkafka_msg.c, sarama's partitioner.go, Kafka's
  // BuiltInPartitioner.
  const auto twelfths = [](std::string_view name, KeyView key) {
    return choice_of(name, key, 12).partition();
  };
  const KeyView empty = KeyView::of("");
  CHECK(twelfths("kafka", empty) == Partition(9));
  CHECK(twelfths("kafka", KeyView::null()) == std::nullopt);
  CHECK(twelfths("librdkafka", empty) == std::nullopt);
  CHECK(twelfths("librdkafka", KeyView::null()) == std::nullopt);
  CHECK(twelfths("librdkafka-consistent", empty) == Partition(0));
  CHECK(twelfths("librdkafka-consistent", KeyView::null()) == Partition(0));
  CHECK(twelfths("librdkafka-murmur2", KeyView::null()) == Partition(9));
  CHECK(twelfths("librdkafka-murmur2-random", KeyView::null()) == std::nullopt);
  CHECK(twelfths("librdkafka-murmur2-random", empty) == Partition(9));
  CHECK(twelfths("librdkafka-fnv1a", KeyView::null()) == Partition(3));
  CHECK(twelfths("librdkafka-fnv1a-random", KeyView::null()) == std::nullopt);
  CHECK(twelfths("librdkafka-random", KeyView::of("order-1")) == std::nullopt);
  CHECK(twelfths("sarama", empty) == Partition(3));
  CHECK(twelfths("sarama", KeyView::null()) == std::nullopt);
  CHECK(twelfths("sarama-crc", empty) == Partition(0));
  CHECK(twelfths("rocketmq", KeyView::null()) == std::nullopt);

  for (const PartitionerInfo& info : all_partitioners()) {
    CAPTURE(info.name);
    CHECK(twelfths(info.name, KeyView{}) == std::nullopt);  // absent: not known
    CHECK(twelfths(info.name, empty).has_value() == (info.empty_key == KeyRule::hashed));
    CHECK(twelfths(info.name, KeyView::null()).has_value() == (info.null_key == KeyRule::as_empty));
  }
}

TEST_CASE("a hash of -2^31 is what each era of a client made of it") {
  // apache/rocketmq#2421: abs of -2^31 stays negative, and so do -2^31 % 3 and % 12.
  const KeyView key = KeyView::of("polygenelubricants");
  CHECK(choice_of("rocketmq-4.7", key, 3) == Choice(Partition(-2)));
  CHECK(choice_of("rocketmq-4.7", key, 12) == Choice(Partition(-8)));
  CHECK(choice_of("rocketmq-4.7", key, 64) == Choice(Partition(0)));
  CHECK(choice_of("rocketmq", key, 3) == Choice(Partition(2)));
  CHECK(choice_of("rocketmq", key, 12) == Choice(Partition(8)));
  // IBM/sarama#709: 2^31 % 3 is 2, and the mask makes it 0.
  CHECK(choice_of("sarama", KeyView::of("1468509572224"), 3) == Choice(Partition(2)));
  CHECK(choice_of("sarama-reference", KeyView::of("1468509572224"), 3) == Choice(Partition(0)));
}

TEST_CASE("keys of public reports land where the reports say") {
  // node-rdkafka#817: Java puts it on 26 of 32; kafkajs#357: Java puts 100:48069 on 9 of 12.
  CHECK(choice_of("kafka", KeyView::of("fd7af248-ce5c-46a5-93d7-1c0c9005b99d"), 32) == Choice(Partition(26)));
  CHECK(choice_of("kafka", KeyView::of("100:48069"), 12) == Choice(Partition(9)));
}

TEST_CASE("a title names the default") {
  CHECK(title(**find_partitioner("kafka")) == "kafka (default of the Java client)");
  CHECK(title(**find_partitioner("sarama-crc")) == "sarama-crc");
}

}  // namespace lanewise::route

#include "libcore/route/compare.h"

#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace lanewise::route {

namespace {

std::vector<std::uint8_t> flags(std::span<const std::uint8_t> span) { return {span.begin(), span.end()}; }

}  // namespace

TEST_CASE("Kafka and librdkafka over six keys") {
  // kafkajs#1154 and librdkafka 2.0.2, which was run: order-2 agrees, the empty key is open in librdkafka.
  auto comparison = *Comparison::create(*find_partitioners("kafka,librdkafka"), 15);
  const std::vector<KeyView> keys = {KeyView::of("TT0124"),  KeyView::of("order-1"), KeyView::of("order-2"),
                                     KeyView::of("order-3"), KeyView::of("order-7"), KeyView::of("")};
  const auto batch = comparison.add(keys);
  CHECK(flags(batch.differs) == std::vector<std::uint8_t>{1, 1, 0, 1, 1, 1});
  CHECK(flags(batch.first) == std::vector<std::uint8_t>{1, 1, 1, 1, 1, 1});
  const std::vector<int> kafka = {10, 1, 3, 9, 7, 6};
  const std::vector<int> librdkafka = {9, 4, 3, 8, 8};
  for (std::size_t i = 0; i < keys.size(); ++i) {
    CHECK(batch.choices[0][i] == Choice(Partition(kafka[i])));
    CHECK(batch.choices[1][i] == (i < 5 ? Choice(Partition(librdkafka[i])) : Choice()));
  }

  const CompareReport report = comparison.report();
  CHECK(report.keys.keys == 6);
  CHECK(report.differing_keys.keys == 5);
  CHECK(report.records == 6);
  CHECK(report.partitioners[0].undetermined.keys == 0);
  CHECK(report.partitioners[1].undetermined.keys == 1);
  CHECK(report.partitioners[1].empty_key_open);
  CHECK_FALSE(report.partitioners[1].null_key_open);
  CHECK(report.partitioners[1].differs_from_first.keys == 5);
}

TEST_CASE("what nobody determines counts as different") {
  auto comparison = *Comparison::create(*find_partitioners("kafka,sarama-murmur2"), 12);
  const std::vector<KeyView> keys = {KeyView::of("order-1"), KeyView::null(), KeyView::null(), KeyView{}};
  const auto batch = comparison.add(keys);
  CHECK(flags(batch.differs) == std::vector<std::uint8_t>{0, 1, 1, 0});
  CHECK(flags(batch.first) == std::vector<std::uint8_t>{1, 1, 0, 0});
  const CompareReport report = comparison.report();
  CHECK(report.keys.keys == 2);
  CHECK(report.differing_keys.keys == 1);
  CHECK(report.records == 3);
  CHECK(report.differing_records == 2);
  CHECK(report.unknown_records == 1);
  CHECK(report.partitioners[0].null_key_open);
}

TEST_CASE("the null key is not the empty key") {
  auto comparison = *Comparison::create(*find_partitioners("kafka,librdkafka-murmur2"), 12);
  const std::vector<KeyView> keys = {KeyView::of(""), KeyView::null()};
  const auto batch = comparison.add(keys);
  CHECK(flags(batch.differs) == std::vector<std::uint8_t>{0, 1});
  CHECK(comparison.report().keys.keys == 2);
}

TEST_CASE("three partitioners: each against the first, and all together") {
  auto comparison = *Comparison::create(*find_partitioners("kafka,librdkafka-murmur2,sarama"), 12);
  const std::vector<KeyView> keys = {KeyView::of("order-1")};  // 10, 10, 1
  const auto batch = comparison.add(keys);
  CHECK(batch.differs[0] == 1);
  const CompareReport report = comparison.report();
  CHECK(report.partitioners[1].differs_from_first.keys == 0);
  CHECK(report.partitioners[2].differs_from_first.keys == 1);
}

TEST_CASE("a comparison of one, or over no partition, is refused") {
  CHECK_FALSE(Comparison::create({}, 12));
  CHECK_FALSE(Comparison::create(*find_partitioners("kafka"), 12));
  CHECK_FALSE(Comparison::create(*find_partitioners("kafka,sarama"), 0));
  CHECK_FALSE(Comparison::create(*find_partitioners("kafka,sarama"), 0x80000000U));
}

TEST_CASE("differences are exact when distinct keys are an estimate") {
  CompareOptions options;
  options.max_bytes = 32 << 10;
  auto comparison = *Comparison::create(*find_partitioners("kafka,librdkafka-murmur2-random"), 12, options);
  for (int from = 0; from < 50000; from += 500) {
    std::vector<std::string> texts;
    for (int i = from; i < from + 500; ++i) texts.push_back("order-" + std::to_string(i));
    std::vector<KeyView> keys;
    for (const std::string& text : texts) keys.push_back(KeyView::of(text));
    keys.push_back(KeyView::null());
    comparison.add(keys);
  }
  const CompareReport report = comparison.report();
  CHECK_FALSE(report.keys.exact);
  CHECK(report.differing_records == 100);
  CHECK(report.partitioners[1].null_key_open);
}

}  // namespace lanewise::route

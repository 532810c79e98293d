#include "libcore/route/stats.h"

#include <cmath>
#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace lanewise::route {

namespace {

Choice to(std::int32_t partition) { return Choice(Partition(partition)); }

}  // namespace

TEST_CASE("keys and records are counted per partition") {
  auto stats = *KeyStats::create(4);
  const std::vector<KeyView> keys = {KeyView::of("a"), KeyView::of("b"), KeyView::of("a"),
                                     KeyView::of("a"), KeyView::of(""),  KeyView::null(),
                                     KeyView{},        KeyView::null(),  KeyView::of("c")};
  const std::vector<Choice> choices = {to(0), to(1), to(0), to(0), to(0), Choice(), Choice(), to(1), to(-2)};
  stats.add(keys, choices);
  const StatsReport report = stats.report();
  CHECK(report.keys.keys == 3);  // a, b and the empty key; null is none, c has no place
  CHECK(report.keys.exact);
  CHECK(report.records == 6);
  CHECK(report.undetermined_records == 2);
  CHECK(report.misplaced_records == 1);
  CHECK(report.partitions == std::vector<PartitionLoad>{{2, 4}, {1, 2}, {0, 0}, {0, 0}});
  CHECK(report.empty_partitions == 2);
  CHECK(report.fullest_by_keys == Fullest{Partition(0), 2, 0.75, 2 / 0.75});
  CHECK(report.fullest_by_records == Fullest{Partition(0), 4, 1.5, 4 / 1.5});
  CHECK(report.top == std::vector<TopKey>{{"a", to(0), 3, 0}, {"", to(0), 1, 0}, {"b", to(1), 1, 0}});
  // By hand: (2-.75)^2 + (1-.75)^2 + 2 * .75^2 = 2.75, over .75.
  REQUIRE(report.evenness);
  CHECK(report.evenness->statistic == Approx(2.75 / 0.75));
  CHECK(report.evenness->degrees_of_freedom == 3);
  CHECK_FALSE(report.evenness->reliable);
}

TEST_CASE("statistics of nothing are nothing") {
  const StatsReport report = KeyStats::create(3)->report();
  CHECK(report.keys.keys == 0);
  CHECK(report.empty_partitions == 3);
  CHECK_FALSE(report.evenness);
  CHECK(report.fullest_by_keys == Fullest{});
  CHECK(report.top.empty());
  CHECK_FALSE(KeyStats::create(0));
}

TEST_CASE("a key gets into the top whenever it gets there") {
  StatsOptions options;
  options.top = 2;
  auto stats = *KeyStats::create(1, options);
  const auto feed = [&](std::string_view key, int times) {
    const KeyView view = KeyView::of(key);
    const Choice choice = to(0);
    for (int i = 0; i < times; ++i) stats.add({&view, 1}, {&choice, 1});
  };
  feed("x", 3);
  feed("y", 4);
  feed("late", 2);
  feed("x", 1);
  feed("late", 3);
  CHECK(stats.report().top == std::vector<TopKey>{{"late", to(0), 5, 0}, {"x", to(0), 4, 0}});
}

TEST_CASE("of keys with as many records those with the lesser bytes are told, however many are asked for") {
  for (const std::size_t wanted : {1U, 2U, 3U, 4U}) {
    StatsOptions options;
    options.top = wanted;
    auto stats = *KeyStats::create(1, options);
    for (const std::string_view key : {"d", "b", "c", "a", "b", "c", "d"}) {
      const KeyView view = KeyView::of(key);
      const Choice choice = to(0);
      stats.add({&view, 1}, {&choice, 1});
    }
    const std::vector<TopKey> all{
        {"b", to(0), 2, 0}, {"c", to(0), 2, 0}, {"d", to(0), 2, 0}, {"a", to(0), 1, 0}};
    CHECK(stats.report().top ==
          std::vector<TopKey>(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(wanted)));
  }
}

TEST_CASE("with more keys than memory, records stay exact and the rest is bounded") {
  StatsOptions options;
  options.max_bytes = 64 << 10;  // 1024 slots: 768 keys
  options.top = 3;
  auto stats = *KeyStats::create(8, options);
  constexpr int kKeys = 60000;
  for (int i = 0; i < kKeys; ++i) {
    const std::string cold = "cold-" + std::to_string(i);
    const bool even = i % 2 == 0;
    const std::vector<KeyView> keys = {KeyView::of(cold), KeyView::of("hot"),
                                       even ? KeyView::of("warm") : KeyView::of(cold)};
    const std::vector<Choice> choices = {to(i % 8), to(3), to(even ? 5 : i % 8)};
    stats.add(keys, choices);
  }
  const StatsReport report = stats.report();
  CHECK(report.records == 3 * kKeys);
  CHECK_FALSE(report.keys.exact);
  CHECK(report.keys.relative_error < 0.06);
  CHECK(std::abs(static_cast<double>(report.keys.keys) - (kKeys + 2)) <
        4 * report.keys.relative_error * kKeys);
  REQUIRE(report.top.size() == 3);
  CHECK(report.top[0].key == "hot");
  CHECK(report.top[0].records == kKeys);  // was counted from the beginning: no error
  CHECK(report.top[0].too_high == 0);
  CHECK(report.top[1].key == "warm");
  CHECK(report.top[1].records == kKeys / 2);
  // A cold key has two records at most; what the sketch claims beyond is admitted.
  CHECK(report.top[2].records - report.top[2].too_high <= 2);
}

TEST_CASE("p-values are those of the printed tables") {
  // Upper 5 %, 1 % and 0.1 % points of chi-square, to the digits printed (NIST e-Handbook, table 1.3.6.7.4).
  CHECK(chi_square_p_value(3.841, 1) == Approx(0.05).epsilon(0.001));
  CHECK(chi_square_p_value(18.307, 10) == Approx(0.05).epsilon(0.001));
  CHECK(chi_square_p_value(23.209, 10) == Approx(0.01).epsilon(0.001));
  CHECK(chi_square_p_value(124.342, 100) == Approx(0.05).epsilon(0.001));
  CHECK(chi_square_p_value(149.449, 100) == Approx(0.001).epsilon(0.001));
  // Two degrees of freedom are exp(-x / 2), four exp(-x / 2) * (1 + x / 2).
  for (const double x : {0.0, 0.1, 1.0, 5.0, 50.0, 600.0}) {
    CAPTURE(x);
    CHECK(chi_square_p_value(x, 2) == Approx(std::exp(-x / 2)).epsilon(1e-10));
    CHECK(chi_square_p_value(x, 4) == Approx(std::exp(-x / 2) * (1 + x / 2)).epsilon(1e-10));
  }
  // The median of a large chi-square is k (1 - 2 / (9 k))^3, Wilson and Hilferty.
  const double k = 1048575;
  CHECK(chi_square_p_value(k * std::pow(1 - 2 / (9 * k), 3), 1048575) == Approx(0.5).epsilon(1e-4));
}

TEST_CASE("evenness needs two partitions and a key") {
  const std::vector<std::int64_t> one = {7};
  CHECK_FALSE(chi_square(one));
  const std::vector<std::int64_t> even = {7, 7, 7};
  CHECK(chi_square(even)->statistic == 0);
  CHECK(chi_square(even)->p_value == 1);
  CHECK(chi_square(even)->reliable);
  const std::vector<std::int64_t> uneven = {0, 100};
  CHECK(chi_square(uneven)->p_value < 1e-20);
}

}  // namespace lanewise::route

#include "libcore/stats/zipf.h"

#include <cmath>
#include <vector>

#include "libcore/stats/exponential.h"
#include "libcore/stats/fixed_point.h"
#include "tests/support/catch.h"

namespace lanewise::stats {

namespace {

// Chi-square of draws against 1/rank^s, ranks whose expectation is small taken together; and its degrees of
// freedom.
std::pair<double, double> chi_square(std::uint32_t ranks, std::uint32_t exponent_milli, int draws,
                                     std::uint64_t seed) {
  const ZipfSampler sampler(ranks, exponent_milli);
  Random random(seed);
  std::vector<double> seen(ranks);
  for (int i = 0; i < draws; ++i) ++seen[sampler.draw(random)];
  double total = 0;
  for (std::uint32_t rank = 1; rank <= ranks; ++rank) total += std::pow(rank, exponent_milli / -1000.0);
  double result = 0;
  double cells = 0;
  double expected = 0;
  double observed = 0;
  for (std::uint32_t rank = 1; rank <= ranks; ++rank) {
    expected += draws * std::pow(rank, exponent_milli / -1000.0) / total;
    observed += seen[rank - 1];
    if (expected < 20 && rank != ranks) continue;
    result += (observed - expected) * (observed - expected) / expected;
    ++cells;
    expected = 0;
    observed = 0;
  }
  return {result, cells - 1};
}

}  // namespace

TEST_CASE("logarithm and power of two agree with the mathematical ones") {
  for (const std::uint64_t n : {1ULL, 2ULL, 3ULL, 10ULL, 1000ULL, 65535ULL, 65536ULL, 123456789ULL, ~0ULL}) {
    CHECK(static_cast<double>(log2_q32(n)) / 4294967296.0 ==
          Approx(std::log2(static_cast<double>(n))).margin(1e-9));
  }
  for (const double x : {0.0, 0.25, 0.5, 1.0, 1.75, 3.3, 20.125}) {
    const auto fixed = static_cast<std::uint64_t>(x * 4294967296.0);
    CHECK(static_cast<double>(exp2_negative_q64(fixed)) / 18446744073709551616.0 ==
          Approx(std::exp2(-x)).epsilon(1e-9));
  }
  CHECK(exp2_negative_q64(std::uint64_t{64} << 32U) == 0);
}

TEST_CASE("draws have Zipf's shape") {
  for (const auto& [ranks, exponent] : std::vector<std::pair<std::uint32_t, std::uint32_t>>{
           {1000, 0}, {1000, 1000}, {3000, 800}, {50, 2000}, {100'000, 1100}, {7, 10'000}, {2, 500}}) {
    const auto [value, freedom] = chi_square(ranks, exponent, 1'000'000, 17);
    INFO(ranks << " ranks, s = " << exponent << "/1000: " << value << " with " << freedom);
    // Four standard deviations above the mean of the chi-square distribution.
    CHECK(value < freedom + 4 * std::sqrt(2 * freedom) + 4);
  }
}

TEST_CASE("one rank is always drawn, and its share is the whole") {
  const ZipfSampler sampler(1, 1000);
  Random random(1);
  CHECK(sampler.draw(random) == 0);
  CHECK(sampler.top_share_ppm() >= 999'999);
}

TEST_CASE("the top rank's share is 1 over the harmonic number") {
  CHECK(ZipfSampler(10, 1000).top_share_ppm() == Approx(1e6 / 2.928968).margin(2));  // H(10) = 2.928968
}

TEST_CASE("waiting times have mean 1 and the exponential's tail") {
  const ExponentialTable table;
  Random random(4);
  constexpr int kDraws = 1'000'000;
  double sum = 0;
  int above_two = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double value = static_cast<double>(table.draw(random)) / 65536.0;
    sum += value;
    above_two += value > 2 ? 1 : 0;
  }
  CHECK(sum / kDraws == Approx(1).margin(0.005));
  CHECK(above_two / static_cast<double>(kDraws) == Approx(std::exp(-2)).margin(0.002));
}

}  // namespace lanewise::stats

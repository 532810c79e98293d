// The p-value is the regularized upper incomplete gamma function Q(k/2, x/2).
//
// Idea: left of the mean its complement is a series of positive terms, each x / (a + n) times the one before;
// right of it Q is a continued fraction, evaluated from the front (Lentz). Each converges fast on its side,
// and neither subtracts.
// Source: Abramowitz and Stegun 6.5.29 and 6.5.31; critical values of printed tables hold it.
// Rejected: std::lgamma, which writes a global sign; the normal approximation, which is wrong in the tail
// where a p-value matters.
#include "libcore/route/spread.h"

#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

namespace lanewise::route {

namespace {

// ln Gamma(x) for x > 0: Stirling's series, from x = 10 on good to 1e-13; below, by Gamma(x + 1) = x
// Gamma(x).
double log_gamma(double x) {
  double shift = 0;
  while (x < 10) {
    shift -= std::log(x);
    x += 1;
  }
  const double r = 1 / (x * x);
  const double series = (1.0 / 12 - r * (1.0 / 360 - r * (1.0 / 1260 - r * (1.0 / 1680 - r / 1188)))) / x;
  constexpr double kHalfLogTwoPi = 0.91893853320467274178;
  return shift + (x - 0.5) * std::log(x) - x + kHalfLogTwoPi + series;
}

// Q(a, x) for a > 0, x >= 0.
double upper_gamma(double a, double x) {
  if (x <= 0) return 1;
  constexpr double kSmall = std::numeric_limits<double>::epsilon();
  const double front = std::exp(a * std::log(x) - x - log_gamma(a));
  if (x < a + 1) {
    double term = 1 / a;
    double sum = term;
    for (double n = a + 1; term > sum * kSmall; n += 1) {
      term *= x / n;
      sum += term;
    }
    return 1 - front * sum;
  }
  constexpr double kTiny = 1e-300;
  double b = x + 1 - a;
  double c = 1 / kTiny;
  double d = 1 / b;
  double fraction = d;
  for (double n = 1;; n += 1) {
    const double numerator = -n * (n - a);
    b += 2;
    d = numerator * d + b;
    if (std::abs(d) < kTiny) d = kTiny;
    c = b + numerator / c;
    if (std::abs(c) < kTiny) c = kTiny;
    d = 1 / d;
    const double factor = d * c;
    fraction *= factor;
    if (std::abs(factor - 1) <= 4 * kSmall) return front * fraction;
  }
}

}  // namespace

Result<void> check_countable(std::uint32_t partition_count) {
  if (partition_count >= 1 && partition_count <= kMaxCountedPartitions) return {};
  return usage_error(fmt::format("cannot count keys over {} partitions", partition_count),
                     fmt::format("1 to {} are possible", kMaxCountedPartitions));
}

Fullest fullest(std::span<const std::int64_t> counts) {
  Fullest result;
  std::int64_t total = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    total += counts[i];
    if (counts[i] > result.count) {
      result.count = counts[i];
      result.partition = Partition(static_cast<std::int32_t>(i));
    }
  }
  result.mean = static_cast<double>(total) / static_cast<double>(counts.size());
  if (total > 0) result.times_mean = static_cast<double>(result.count) / result.mean;
  return result;
}

std::optional<ChiSquare> chi_square(std::span<const std::int64_t> distinct_keys) {
  const std::int64_t total = std::accumulate(distinct_keys.begin(), distinct_keys.end(), std::int64_t{0});
  if (distinct_keys.size() < 2 || total == 0) return std::nullopt;
  const double mean = static_cast<double>(total) / static_cast<double>(distinct_keys.size());
  ChiSquare result;
  for (const std::int64_t count : distinct_keys) {
    const double off = static_cast<double>(count) - mean;
    result.statistic += off * off / mean;
  }
  result.degrees_of_freedom = static_cast<std::int64_t>(distinct_keys.size()) - 1;
  result.p_value = chi_square_p_value(result.statistic, result.degrees_of_freedom);
  result.reliable = mean >= 5;
  return result;
}

double chi_square_p_value(double statistic, std::int64_t degrees_of_freedom) {
  return upper_gamma(static_cast<double>(degrees_of_freedom) / 2, statistic / 2);
}

}  // namespace lanewise::route

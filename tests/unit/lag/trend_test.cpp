// What a partition's samples are called, at the borders.
#include "libcore/lag/trend.h"

#include <vector>

#include "tests/support/catch.h"

namespace lanewise::lag {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

struct Point {
  std::int64_t s;
  std::int64_t committed;
  std::int64_t end;
};

std::vector<Sample> samples_of(const std::vector<Point>& points, bool with_times = true) {
  std::vector<Sample> samples;
  for (const Point& point : points) {
    samples.push_back({with_times ? std::optional(point.s * kSecond) : std::nullopt, point.committed,
                       point.end, point.end - point.committed});
  }
  return samples;
}

Trend trend_of_samples(const std::vector<Sample>& samples) {
  PartitionLag row;
  row.committed = samples.back().committed;
  row.end = samples.back().end;
  row.lag = samples.back().lag;
  return judge(row, samples, {});
}
Trend trend_of(const std::vector<Point>& points) { return trend_of_samples(samples_of(points)); }

}  // namespace

TEST_CASE("one snapshot tells the level and no trend") {
  CHECK(trend_of({{0, 10, 10}}).state == State::caught_up);
  CHECK(trend_of({{0, 10, 11}}).state == State::behind);
  CHECK(trend_of({{0, 12, 11}}).state == State::ahead);
  CHECK(trend_of({{0, 10, 11}}).eta_s == std::nullopt);
  CHECK(trend_of_samples({{0, std::nullopt, 9, std::nullopt}}).state == State::unknown);
}

TEST_CASE("rates of a minute") {
  const Trend trend = trend_of({{0, 5000, 7690}, {60, 6380, 11590}});
  CHECK(trend.state == State::growing);
  CHECK(trend.rates.in == Approx(65.0));
  CHECK(trend.rates.out == Approx(23.0));
  CHECK(trend.rates.net == Approx(42.0));
  CHECK(trend.never_catches_up);
  const Trend draining = trend_of({{0, 400, 880}, {60, 880, 1120}});
  CHECK(draining.state == State::draining);
  CHECK(draining.eta_s == Approx(60.0));
}

TEST_CASE("the slack is what comes in within a commit interval") {
  // 20 a second, so 100 are under way between two commits.
  CHECK(trend_of({{0, 900, 910}, {60, 2010, 2110}}).state == State::steady);
  CHECK(trend_of({{0, 900, 910}, {60, 2009, 2110}}).state ==
        State::steady);  // 101 behind, but no more than +91
  CHECK(trend_of({{0, 900, 910}, {60, 1999, 2110}}).state == State::growing);  // +101
  CHECK(trend_of({{0, 700, 910}, {60, 2000, 2110}}).state == State::steady);   // -100
  CHECK(trend_of({{0, 699, 910}, {60, 2000, 2110}}).state == State::draining);
  CHECK_FALSE(trend_of({{0, 900, 910}, {60, 2010, 2110}}).never_catches_up);
  CHECK(trend_of({{0, 800, 910}, {60, 2000, 2111}}).never_catches_up);
}

TEST_CASE("stuck: records wait and no commit moves for two commit intervals") {
  CHECK(trend_of({{0, 300, 300}, {10, 300, 301}}).state == State::stuck);
  CHECK(trend_of({{0, 300, 301}, {9, 300, 400}}).state == State::behind);
  CHECK(trend_of({{0, 300, 301}, {9, 300, 400}}).is_too_near);
  CHECK(trend_of({{0, 300, 340}, {60, 300, 340}}).state ==
        State::stuck);  // nothing comes, and nobody handles
  const Trend trend = trend_of({{0, 290, 300}, {10, 300, 300}, {20, 300, 310}, {30, 300, 320}});
  CHECK(trend.state == State::stuck);
  CHECK(trend.still_ns == 20 * kSecond);
  CHECK(trend.came_still == 20);
}

TEST_CASE("a lag of one that nothing moves is no alarm") {
  const Trend trend = trend_of({{0, 1041, 1042}, {600, 1041, 1042}});
  CHECK(trend.state == State::steady);
  CHECK_FALSE(trend.never_catches_up);
  CHECK(trend_of({{0, 1041, 1042}, {600, 1041, 1043}}).state == State::stuck);
}

TEST_CASE("the present counts, not the whole") {
  const Trend trend = trend_of({{0, 0, 90000}, {30, 60000, 93000}, {60, 61000, 99000}});
  CHECK(trend.state == State::growing);
  CHECK(trend.rates.net == Approx(5000.0 / 30));
  CHECK(trend.net_of_all == Approx(-52000.0 / 60));
  // Snapshots near to each other are taken together until they are two commit intervals apart.
  const Trend near = trend_of({{0, 0, 100}, {5, 100, 200}, {10, 200, 300}, {14, 210, 500}});
  CHECK(near.span_ns == 14 * kSecond);
  CHECK(near.net_of_all == std::nullopt);
}

TEST_CASE("commits that went back") {
  const Trend trend = trend_of({{0, 500, 600}, {60, 200, 660}});
  CHECK(trend.state == State::rewound);
  CHECK(trend.went_back == 300);
  CHECK(trend_of({{0, 500, 600}, {60, 200, 660}, {120, 499, 700}}).state == State::rewound);
  CHECK(trend_of({{0, 500, 600}, {60, 200, 660}, {120, 500, 700}}).state == State::draining);
}

TEST_CASE("an end that went back: nothing is compared across it") {
  const Trend trend = trend_of({{0, 500, 600}, {60, 5, 30}});
  CHECK(trend.state == State::recreated);
  CHECK(trend.shrank == 570);
  CHECK(trend.rates.net == std::nullopt);
  const Trend later = trend_of({{0, 500, 600}, {60, 5, 30}, {120, 5, 90}});
  CHECK(later.state == State::stuck);
  CHECK(later.rates.in == Approx(1.0));
}

TEST_CASE("without times there are signs and no rates") {
  const Trend trend = trend_of_samples(samples_of({{0, 5000, 7690}, {60, 6380, 11590}}, false));
  CHECK(trend.state == State::growing);
  CHECK(trend.rates.net == std::nullopt);
  CHECK(trend.came == 3900);
  CHECK(trend.handled == 1380);
  CHECK(trend_of_samples(samples_of({{0, 300, 300}, {60, 300, 360}}, false)).state == State::behind);
}

TEST_CASE("a commit that was not there before is no movement") {
  std::vector<Sample> samples = samples_of({{0, 0, 600}, {60, 600, 700}});
  samples[0].committed.reset();
  samples[0].lag.reset();
  const Trend trend = trend_of_samples(samples);
  CHECK(trend.state == State::behind);
  CHECK(trend.rates.in == Approx(100.0 / 60));
  CHECK(trend.rates.out == std::nullopt);
}

TEST_CASE("numbers at the ends of int64 do not overflow") {
  std::vector<Sample> samples = samples_of({{0, 0, 0}, {60, 0, 0}});
  samples[0].end = INT64_MIN;
  samples[0].committed = INT64_MAX;
  samples[0].lag = INT64_MIN;
  samples[1].end = INT64_MAX;
  samples[1].committed = INT64_MIN;
  samples[1].lag = INT64_MAX;
  CHECK(trend_of_samples(samples).went_back == INT64_MAX);
  CHECK(saturating_sum(INT64_MAX, 1) == INT64_MAX);
  CHECK(saturating_difference(INT64_MIN, 1) == INT64_MIN);
}

TEST_CASE("every state has its two names") {
  for (std::size_t s = 0; s < kStates; ++s) {
    CHECK_FALSE(name_of(static_cast<State>(s)).empty());
    CHECK(word_of(static_cast<State>(s)).find(' ') == std::string_view::npos);
  }
  CHECK(name_of(State::missing) == "missing");
  CHECK(name_of(Finding::no_consumer) == "no_consumer");
}

}  // namespace lanewise::lag

// What a log looks like: popularity, rate, lives, layouts.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "libcore/sim/event_generator.h"
#include "tests/support/small_log.h"

namespace lanewise::sim {

namespace {

using test::check;
using test::generate;
using test::Json;
using test::judge;
using test::OrderOracle;
using test::small;

// Of the many lines that are only counted: the whole parser is not needed for a field of our own writer.
std::string_view value_in(std::string_view line, std::string_view name, char end) {
  const std::size_t at = line.find(name);
  REQUIRE(at != std::string_view::npos);
  const std::string_view rest = line.substr(at + name.size());
  return rest.substr(0, rest.find(end));
}
std::string_view key_in(std::string_view line) { return value_in(line, "\"key\":\"", '"'); }

template <class Visit>
void for_each_line(std::string_view log, Visit&& visit) {
  for (std::size_t from = 0; from < log.size();) {
    const std::size_t end = log.find('\n', from);
    visit(log.substr(from, end - from));
    from = end + 1;
  }
}

}  // namespace

TEST_CASE("popularity is Zipf's over the keys that are alive") {
  GeneratorConfig config;
  config.records = 60'000;
  config.keys = 1000;
  config.zipf = 1.0;
  config.stored = true;
  config.handled = HandledAs::nothing;
  std::map<std::string_view, double> count;
  const auto made = generate(config);
  for_each_line(made.log, [&](std::string_view line) { ++count[key_in(line)]; });
  std::vector<double> counts;
  for (const auto& [key, times] : count) counts.push_back(times);
  std::sort(counts.rbegin(), counts.rend());
  double harmonic = 0;
  for (int rank = 1; rank <= 1000; ++rank) harmonic += 1.0 / rank;
  double chi_square = 0;
  for (int rank = 1; rank <= 20; ++rank) {
    const double expected = 60'000 / harmonic / rank;
    chi_square += (counts[static_cast<std::size_t>(rank - 1)] - expected) *
                  (counts[static_cast<std::size_t>(rank - 1)] - expected) / expected;
  }
  CHECK(chi_square < 45.3);  // 20 degrees of freedom, one in a thousand
}

TEST_CASE("as many keys are active each second as were asked for") {
  GeneratorConfig config;
  config.records = 40'000;
  config.rate = 4000;
  config.keys = 20'000;
  config.active_keys = 1000;
  config.active_for = std::chrono::seconds(5);
  config.zipf = 0;
  config.stored = true;
  config.handled = HandledAs::nothing;
  const auto made = generate(config);
  std::map<std::string_view, std::set<std::string_view>> active;  // by second
  std::set<std::string_view> all;
  for_each_line(made.log, [&](std::string_view line) {
    const std::string_view ts = value_in(line, "\"ts\":", ',');
    active[ts.substr(0, ts.size() - 3)].insert(key_in(line));
    all.insert(key_in(line));
  });
  REQUIRE(active.size() == 10);
  for (const auto& [second, keys] : active) {
    // 1000 alive, a fifth of them replaced within the second; each is seen with probability 1 - e^-4 at
    // least.
    CHECK(keys.size() <= 1300);
    CHECK(keys.size() >= 940);
  }
  // Ten seconds of 1000 keys that stay for five: the first 1000 and about 2000 after them.
  CHECK(all.size() > 2500);
  CHECK(all.size() < 3600);
}

TEST_CASE("the rate is kept") {
  GeneratorConfig config = small();
  config.rate = 333.333;
  config.records = 1000;
  const auto made = generate(config);
  const OrderOracle oracle = judge(config, made.log);
  CHECK(static_cast<double>(oracle.stored.back().ts - config.start.count()) / 1e9 ==
        Approx(3.0).margin(0.004));
  CHECK(made.summary.waited_ns == 0);
}

TEST_CASE("writers wait when handlings pile up") {
  GeneratorConfig config = small();
  config.service = std::chrono::milliseconds(20);  // of 12 threads, 600 a second at best
  config.max_lag = 200;
  check(config);
  CHECK(generate(config).summary.waited_ns > 1'000'000'000);
}

TEST_CASE("states and steps end complete") {
  GeneratorConfig config = small();
  config.keys.reset();
  config.states = {"created", "paid", "shipped"};
  for (const std::uint64_t records : {2U, 3U, 100U, 1001U}) {
    config.records = records;
    const auto made = generate(config);
    CHECK(made.summary.records == records / 3 * 3);
    CHECK(judge(config, made.log).findings.empty());
  }
  config.states.clear();
  config.steps = {"A", "B", "C", "D"};
  config.step_within = std::chrono::milliseconds(100);
  config.records = 5000;
  check(config);
}

TEST_CASE("one of everything is enough") {
  GeneratorConfig config = small();
  config.keys = 1;
  config.partitions = 1;
  config.producers = 1;
  config.members = 1;
  config.threads = 1;
  config.records = 50;
  config.faults = {{FaultKind::overtake, 1}};
  check(config);
  config.faults = {{FaultKind::replay, 1}};
  check(config);
  config.records = 1;
  config.faults = {};
  check(config);
}

TEST_CASE("layouts and fields") {
  GeneratorConfig config = small();
  config.records = 10;
  config.assignments = false;
  config.commits = false;
  config.handled = HandledAs::nothing;
  config.format = record::EventFormat::kcat;
  std::istringstream kcat(generate(config).log);
  int lines = 0;
  for (std::string text; std::getline(kcat, text); ++lines) {
    const Json json = Json::parse(text);
    CHECK(Json::parse(json["payload"].get<std::string>())["entity"] == json["key"]);
    CHECK(json["tstype"] == "create");
  }
  CHECK(lines == 10);
  config.format = record::EventFormat::logfmt;
  config.fields = FieldSet().with(Field::key).with(Field::seq);
  const std::string log = generate(config).log;
  CHECK(log.substr(0, 23) == "event=append key=order-");
  CHECK(std::count(log.begin(), log.end(), '=') == 30);
}

TEST_CASE("a layout has what it cannot be without, whatever the fields") {
  GeneratorConfig config = small();
  config.records = 20;
  config.fields = FieldSet().with(Field::seq);
  GeneratorConfig all = config;
  all.fields = FieldSet::usual();
  for (const HandledAs handled : {HandledAs::record, HandledAs::start_and_done}) {
    config.handled = all.handled = handled;
    config.format = all.format = record::EventFormat::spring_boot;
    std::istringstream few(generate(config).log);
    std::istringstream many(generate(all).log);
    constexpr std::size_t kMoment = sizeof "2026-01-01T00:00:00.000Z" - 1;
    int lines = 0;
    for (std::string x, y; std::getline(few, x) && std::getline(many, y); ++lines) {
      CHECK(x.substr(0, kMoment) == y.substr(0, kMoment));
      CHECK(x.substr(0, 4) == "2026");
      CHECK(x.find("ts=") == std::string::npos);
    }
    CHECK(lines > 40);
  }
  config.handled = all.handled = HandledAs::nothing;
  config.format = all.format = record::EventFormat::kcat;
  std::istringstream few(generate(config).log);
  std::istringstream many(generate(all).log);
  for (std::string x, y; std::getline(few, x) && std::getline(many, y);) {
    for (const char* const member : {"topic", "partition", "offset", "ts", "key"})
      CHECK(Json::parse(x)[member] == Json::parse(y)[member]);
  }
}

}  // namespace lanewise::sim

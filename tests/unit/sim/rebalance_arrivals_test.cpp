// Records of a simulation at the ends of what a scenario may ask for, and holds that give their place to
// others.
#include <fmt/format.h>

#include "libcore/route/registry.h"
#include "libcore/sim/rebalance/arrivals.h"
#include "libcore/sim/rebalance/scenario_json.h"
#include "libcore/sim/rebalance/tenure.h"
#include "tests/support/catch.h"

using namespace lanewise;
using namespace lanewise::sim::rebalance;

namespace {

Arrivals arrivals_of(const std::string& load) {
  auto scenario =
      read_scenario(R"({"topics":{"t":1},"heartbeat":"24h","commit_every":"24h",)" + load + "}", "test");
  INFO((scenario ? std::string() : describe(scenario.error())));
  REQUIRE(scenario);
  const allocate::Group group{.name = {}, .topics = scenario->topics, .members = {}};
  const allocate::PartitionTable partitions(group);
  return {*scenario, scenario->load, partitions, *(*route::find_partitioner("kafka"))->partitioner};
}

}  // namespace

TEST_CASE("the rarest rates are kept", "[rebalance]") {
  for (const auto& [rate, gap_s] :
       {std::pair("0.000001/s", 1e6), std::pair("0.0001/s", 1e4), std::pair("50/s", 0.02)}) {
    Arrivals arrivals = arrivals_of(fmt::format(R"("rate":"{}")", rate));
    constexpr int kRecords = 100;
    for (int i = 0; i < kRecords; ++i) arrivals.take();
    const double mean_s = static_cast<double>(arrivals.next_us()) / 1e6 / (kRecords + 1);
    INFO(rate);
    CHECK(mean_s == Approx(gap_s).epsilon(0.4));  // four standard deviations
  }
}

TEST_CASE("a handling may take longer than an hour", "[rebalance]") {
  Arrivals fixed = arrivals_of(R"("rate":"1/s","service":"2h","service_times":"fixed")");
  CHECK(fixed.take().record.service_us == 2 * 3600 * kSecond);
  Arrivals drawn = arrivals_of(R"("rate":"1/s","service":"8000h")");
  double sum_s = 0;
  for (int i = 0; i < 2000; ++i) sum_s += static_cast<double>(drawn.take().record.service_us) / 1e6;
  CHECK(sum_s / 2000 == Approx(8000.0 * 3600).epsilon(0.1));
}

TEST_CASE("what was planned for a hold that is over finds nobody", "[rebalance]") {
  Tenures tenures;
  const TenureId first = tenures.add({.partition = 1, .progress = {}});
  const TenureId second = tenures.add({.partition = 2, .progress = {}});
  tenures.end(first);
  CHECK(tenures.find(first) == nullptr);
  const TenureId third = tenures.add({.partition = 3, .progress = {}});
  CHECK(third.slot == first.slot);
  CHECK(tenures.find(first) == nullptr);
  CHECK(tenures.find(TenureId::of(first.token())) == nullptr);
  CHECK(tenures.find(TenureId::of(third.token()))->partition == 3);
  CHECK(tenures.find(second)->partition == 2);
  CHECK(tenures.find(second)->serial < tenures.find(third)->serial);
}

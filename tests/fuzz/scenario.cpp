// Any text as a scenario; one that is read is valid and can be run. The first byte decides how.
#include "libcore/route/registry.h"
#include "libcore/sim/rebalance/scenario_json.h"
#include "libcore/sim/rebalance/simulation.h"
#include "tests/fuzz/entry.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanewise;
  using namespace lanewise::sim::rebalance;
  if (size == 0) return 0;
  const std::string_view text = fuzz::as_text(data + 1, size - 1);
  auto scenario = read_scenario(text, "fuzz");
  if (!scenario) {
    fuzz::require(!scenario.error().what.empty(), "an error without a sentence", std::string(text));
    return 0;
  }
  fuzz::require(check(*scenario).has_value(), "a scenario that was read is not valid", std::string(text));
  // What takes long is no fault, but no use either.
  std::int64_t partitions = 0;
  for (const allocate::Topic& topic : scenario->topics) partitions += topic.partitions;
  const double seconds = static_cast<double>(scenario->until_us) / kSecond;
  const double ticks = seconds * static_cast<double>(scenario->pods.size() + 1) *
                       (1 + 1e6 / static_cast<double>(scenario->heartbeat_us.value_or(3 * kSecond)) +
                        1e6 / static_cast<double>(scenario->load.commit_every_us));
  if (partitions > 200 || scenario->load.keys > 1000 || scenario->load.rate * seconds > 5000 ||
      ticks > 50'000)
    return 0;
  scenario->protections = {.stop_fetch = (data[0] & 1U) == 0,
                           .drain = (data[0] & 2U) == 0,
                           .resume_at_commit = (data[0] & 4U) == 0,
                           .fencing = (data[0] & 8U) == 0};
  const auto method = find_method((data[0] & 16U) == 0 ? "eager" : "cooperative", std::nullopt);
  const auto kafka = route::find_partitioner("kafka");
  const auto outcome = simulate(*scenario, *method, *(*kafka)->partitioner, {});
  if (!outcome) return 0;
  fuzz::require(outcome->tally.records == outcome->tally.handled + outcome->tally.backlog_end,
                "records are missing", std::string(text));
  return 0;
}

#include "libcore/sim/event_generator.h"

#include <array>
#include <cassert>
#include <utility>

#include "libcore/sim/log_run.h"

namespace lanewise::sim {

namespace {

constexpr std::array<std::string_view, kFields> kFieldNames = {
    "topic",  "partition", "offset",     "key",     "seq",      "time",   "group",
    "member", "thread",    "generation", "attempt", "producer", "payload"};

bool wants(const GeneratorConfig& config, FaultKind kind) {
  for (const FaultCount& fault : config.faults) {
    if (fault.kind == kind && fault.count > 0) return true;
  }
  return false;
}

}  // namespace

std::span<const std::string_view> field_names() { return kFieldNames; }

Result<EventGenerator> EventGenerator::create(GeneratorConfig config, const route::Partitioner& partitioner) {
  auto plan = plan_log(config);
  if (!plan) return std::move(plan).error();
  auto keys = KeyTable::create(config.key_prefix, plan->keys, config.partitions, partitioner);
  if (!keys) return std::move(keys).error();
  constexpr std::array<std::string_view, 2> kSuffixes = {":pay", ":ship"};
  for (const PlannedFault& fault : plan->faults) {
    if (fault.kind != FaultKind::composite_keys) continue;
    if (auto added = keys->add_entity(kSuffixes); !added) return std::move(added).error();
  }
  // Only the payload names the entity.
  if (wants(config, FaultKind::composite_keys)) config.fields = config.fields.with(Field::payload);
  // The envelope has no way to leave its own members out, and the seq stands nowhere but in the payload.
  if (config.format == record::EventFormat::kcat) {
    for (const Field field :
         {Field::topic, Field::partition, Field::offset, Field::key, Field::time, Field::payload}) {
      config.fields = config.fields.with(field);
    }
  }
  return EventGenerator(std::make_unique<LogRun>(std::move(config), *std::move(plan), *std::move(keys)));
}

EventGenerator::EventGenerator(std::unique_ptr<LogRun> run) : run_(std::move(run)) {}
EventGenerator::EventGenerator(EventGenerator&&) noexcept = default;
EventGenerator& EventGenerator::operator=(EventGenerator&&) noexcept = default;
EventGenerator::~EventGenerator() = default;

bool EventGenerator::fill(std::string& out, std::size_t bytes) { return run_->fill(out, bytes); }

std::uint64_t EventGenerator::written() const { return run_->written(); }

const GeneratorSummary& EventGenerator::summary() const { return run_->summary(); }

void EventGenerator::write_truth(std::string& out) const { run_->write_truth(out); }

}  // namespace lanewise::sim

#include "libcore/sim/fault.h"

#include <array>
#include <vector>

#include "libcore/base/suggest.h"

namespace lanewise::sim {

namespace {

using enum FaultKind;
using enum Verdict;

constexpr std::array<FaultInfo, kFaultKinds> kTable = {{
    {overtake, "overtake", "overtake", real, "execute", true, "", "a record is handled after its successor"},
    {early, "early", "early", real, "execute", true, "", "a record is handled far ahead of its turn"},
    {overlap, "overlap", "overlap", real, "execute", true, "",
     "two records of a key are handled at the same time"},
    {double_dispatch, "double-dispatch", "double-dispatch", real, "execute", true, "",
     "one record is handled by two threads at once"},
    {redelivery, "redelivery", "redelivery", benign, "delivery", true, "",
     "a record is delivered a second time"},
    {replay, "replay", "replay", benign, "rebalance", true, "",
     "a member crashes and goes on from the committed offset"},
    {zombie, "zombie", "zombie", real, "rebalance", true, "replay",
     "an old owner finishes a record after the new owner has handled it"},
    {skip, "skip", "skip", real, "delivery", true, "",
     "a record at or above the last commit is never handled"},
    {loss, "loss", "loss", real, "commit", true, "", "a record below the last commit is never handled"},
    {duplicate, "duplicate", "write-duplicate", real, "write", false, "",
     "a record is written at two offsets"},
    {write_reorder, "write-reorder", "write-reorder", real, "write", false, "",
     "a producer's record lands behind its successor"},
    {split_key, "split-key", "split-key", real, "route", false, "", "a key goes to two partitions in turn"},
    {composite_keys, "composite-keys", "split-entity", real, "route", false, "",
     "one entity is written under two keys"},
    {state_rollback, "state-rollback", "rollback", real, "write", false, "", "a key's state goes back"},
    {step_missing, "step-missing", "incomplete", real, "write", false, "",
     "a key never gets one of its steps"},
    {step_twice, "step-twice", "duplicate-step", real, "write", false, "", "a key gets a step twice"},
    {step_late, "step-late", "late-step", real, "write", false, "", "a key's last step comes too late"},
    {pool_resize, "pool-resize", "mapping-changed", info, "execute", true, "",
     "all keys of a member change thread at one moment"},
    {clock_skew, "clock-skew", "clock-skew", info, "clock", false, "",
     "one member's or producer's clock is seconds apart"},
}};

// What people call faults, where it is the name of none or of several.
struct Word {
  std::string_view word;
  std::string_view kinds;
};
constexpr std::array<Word, 10> kWords = {{
    {"gap", "skip (above the last commit) or loss (below it)"},
    {"hole", "skip (above the last commit) or loss (below it)"},
    {"missing", "skip, loss or step-missing"},
    {"lost", "loss"},
    {"reorder", "overtake (in handling) or write-reorder"},
    {"out-of-order", "overtake (in handling) or write-reorder"},
    {"crash", "replay"},
    {"rebalance", "replay or zombie"},
    {"concurrent", "overlap or double-dispatch"},
    {"misrouted", "split-key"},
}};

}  // namespace

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case real: return "real";
    case benign: return "benign";
    case Verdict::info: break;
  }
  return "info";
}

std::span<const FaultInfo> fault_table() { return kTable; }

const FaultInfo& info(FaultKind kind) { return kTable[static_cast<std::size_t>(kind)]; }

std::optional<FaultKind> fault_named(std::string_view name) {
  for (const FaultInfo& row : kTable) {
    if (row.name == name) return row.kind;
  }
  return std::nullopt;
}

std::optional<std::string> faults_meant(std::string_view name) {
  for (const Word& word : kWords) {
    if (word.word == name) return std::string(word.kinds);
  }
  for (const FaultInfo& row : kTable) {
    if (row.code == name) return std::string(row.name);
  }
  std::vector<std::string> names;
  names.reserve(kTable.size());
  for (const FaultInfo& row : kTable) names.emplace_back(row.name);
  return nearest(name, names);
}

}  // namespace lanewise::sim

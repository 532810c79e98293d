#include "libcore/order/finding.h"

#include <algorithm>
#include <array>

namespace lanewise::order {

namespace {

using enum Verdict;

constexpr std::array<CodeInfo, kCodes> kTable = {{
    {Code::overtake, "overtake", Check::overtake, real, Stage::execute,
     "a record was handled after a later one of its key",
     "let one worker at a time have a key, and hand its records on in order"},
    {Code::early, "early", Check::overtake, real, Stage::execute,
     "one record was handled before several earlier ones of its key",
     "position the consumer before it runs; hand on nothing that is ahead of its turn"},
    {Code::retry_overtaken, "retry-overtaken", Check::overtake, real, Stage::execute,
     "a record was retried after later ones of its key had been handled",
     "hold back a key while one of its records waits for a retry"},
    {Code::overlap, "overlap", Check::overlap, real, Stage::execute,
     "two records of a key were handled at the same time", "let one worker at a time have a key"},
    {Code::double_dispatch, "double-dispatch", Check::overlap, real, Stage::execute,
     "one record was handled by two workers at the same time",
     "hand a record to a worker once; look for a fetch that is not paused while work is queued"},
    {Code::zombie, "zombie", Check::overlap, real, Stage::rebalance,
     "an old owner ended a record after the new one had handled records of its key",
     "finish or drop work in progress before the revoke callback returns; let the sink refuse an older seq"},
    {Code::stale_prefetch, "stale-prefetch", Check::overtake, real, Stage::rebalance,
     "a record that had been fetched before the assignment was handled before the committed offset",
     "empty fetched buffers when partitions are assigned anew"},
    {Code::duplicate, "duplicate", Check::duplicate, real, Stage::execute,
     "a record was handled again, and nothing in the log explains it",
     "let the handler refuse what it has seen: by seq or by id"},
    {Code::redelivery, "redelivery", Check::duplicate, benign, Stage::delivery, "a record was tried again",
     "retries are legal; the handler must bear them"},
    {Code::replay, "replay", Check::duplicate, benign, Stage::rebalance,
     "records were handled again from the committed offset", "commit more often if replays cost too much"},
    {Code::partial_replay, "partial-replay", Check::duplicate, real, Stage::rebalance,
     "records were handled again, but not all from the committed offset on, each key in order",
     "look where the new owner seeks to: it should be the committed offset, and nothing left out from there"},
    {Code::gap, "gap", Check::gap, real, Stage::undecided, "a number of a key's sequence never came",
     "look for the missing number at the writer and in the topic"},
    {Code::skip, "skip", Check::gap, real, Stage::delivery,
     "a record at or above the committed offset was not handled",
     "restart or seek to the committed offset before anything is committed beyond it"},
    {Code::loss, "loss", Check::loss, real, Stage::commit,
     "a record below the committed offset was never handled",
     "commit only what is finished: the lowest unfinished offset"},
    {Code::hole_in_offsets, "hole-in-offsets", Check::gap, info, Stage::log,
     "offsets that no record has: transaction markers, aborted or compacted records", ""},
    {Code::split_key, "split-key", Check::split_key, real, Stage::route, "a key lies in several partitions",
     "drain the old partition before the number of partitions or the partitioner changes"},
    {Code::moved_key, "moved-key", Check::split_key, info, Stage::route,
     "a key changed its partition, the old one handled to its end", ""},
    {Code::write_reorder, "write-reorder", Check::write_reorder, real, Stage::write,
     "a record lies in the log behind a later one of its key",
     "one producer for a key; with retries, idempotence or one request in flight"},
    {Code::write_duplicate, "write-duplicate", Check::write_duplicate, real, Stage::write,
     "a record was written at two offsets", "turn on the producer's idempotence"},
    {Code::thread_hop, "thread-hop", Check::overlap, info, Stage::execute,
     "a key's records ran on another thread than the one before", ""},
    {Code::two_owners, "two-owners", Check::overlap, real, Stage::rebalance,
     "two members handled records of a partition by turns, in one generation",
     "give a partition to one member at a time; look for two views of who is in the group"},
    {Code::unowned_record, "unowned-record", Check::overlap, real, Stage::rebalance,
     "a record was handled by a member that its partition had been taken from",
     "stop and drop what is fetched before the revoke callback returns"},
    {Code::commit_ahead, "commit-ahead", Check::loss, real, Stage::commit,
     "an offset was committed before the records below it had been handled",
     "commit only what is finished: the lowest unfinished offset"},
    {Code::commit_regression, "commit-regression", Check::loss, real, Stage::commit,
     "a lower offset was committed after a higher one",
     "forget what is to be committed when a partition is revoked; commit from one thread"},
    {Code::inconsistent_offsets, "inconsistent-offsets", Check::write_duplicate, real, Stage::log,
     "one offset holds two different records", "look whether two topics or clusters are mixed in the dump"},
    {Code::times_back, "times-back", Check::overtake, undecided, Stage::undecided,
     "a record's start and end lie before those of the record of its key above it",
     "log a handling when it ends, with times of one clock; or use --merge"},
}};

constexpr std::array<CheckInfo, kChecks> kCheckTable = {{
    {Check::overlap, "overlap", "overlap"},
    {Check::overtake, "overtake", "overtake"},
    {Check::duplicate, "duplicate", "duplicate"},
    {Check::write_reorder, "write-reorder", "write order"},
    {Check::write_duplicate, "write-duplicate", "write duplicates"},
    {Check::split_key, "split-key", "split key"},
    {Check::gap, "gap", "gap"},
    {Check::loss, "loss", "loss"},
    {Check::generation, "generation", "generation"},
}};

}  // namespace

std::span<const CodeInfo> codes() { return kTable; }
const CodeInfo& info(Code code) { return kTable[static_cast<std::size_t>(code)]; }

std::string_view name_of(Verdict verdict) {
  constexpr std::array<std::string_view, 4> kNames{"real", "benign", "info", "undecided"};
  return kNames[static_cast<std::size_t>(verdict)];
}

std::string_view name_of(Stage stage) {
  constexpr std::array<std::string_view, 8> kNames{"write",   "route",     "log",    "delivery",
                                                   "execute", "rebalance", "commit", "undecided"};
  return kNames[static_cast<std::size_t>(stage)];
}

std::span<const CheckInfo> checks() { return kCheckTable; }
const CheckInfo& info(Check check) { return kCheckTable[static_cast<std::size_t>(check)]; }

std::optional<Check> find_check(std::string_view name) {
  const auto* const found = std::find_if(kCheckTable.begin(), kCheckTable.end(),
                                         [&](const CheckInfo& row) { return row.name == name; });
  return found == kCheckTable.end() ? std::nullopt : std::optional(found->check);
}

}  // namespace lanewise::order

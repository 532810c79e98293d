#include "libcore/order/coverage.h"

namespace lanewise::order {

std::array<CheckState, kChecks> possible_checks(const Coverage& seen, std::size_t members,
                                                std::size_t partitions, bool dense_seqs) {
  std::array<CheckState, kChecks> states;
  for (const CheckInfo& row : checks()) states[static_cast<std::size_t>(row.check)].check = row.check;
  const auto set = [&](Check check, bool applies, bool possible, std::string why_not, std::string remedy) {
    CheckState& state = states[static_cast<std::size_t>(check)];
    state.applies = applies;
    state.possible = applies && possible;
    if (state.possible) return;
    state.lacking = why_not == "no commits" ? "no commit events"
                    : why_not == "no field" ? "no generation field"
                                            : why_not;
    state.why_not = std::move(why_not);
    state.remedy = std::move(remedy);
  };
  const bool ranked = seen.handled_seqs || seen.handled_offsets;
  const std::string no_handling = "no handling";
  const std::string add_handling = "add the consumer's log";
  set(Check::overlap, true, seen.handled && seen.intervals, seen.handled ? "no start and end" : no_handling,
      seen.handled ? "log a start and a done line, or start_ts and end_ts" : add_handling);
  set(Check::overtake, true, seen.handled && ranked, seen.handled ? "no seq and no offset" : no_handling,
      seen.handled ? "name them with --seq or --map offset=PATH" : add_handling);
  set(Check::duplicate, seen.handled, ranked, "no seq and no offset",
      "name them with --seq or --map offset=PATH");
  set(Check::write_reorder, true, seen.stored && seen.stored_seqs,
      seen.stored ? "no seq in the dump" : "no dump of the topic",
      seen.stored ? "name it with --seq" : "add the dump");
  set(Check::write_duplicate, seen.stored, seen.stored_seqs, "no seq in the dump", "name it with --seq");
  set(Check::split_key, seen.stored || partitions > 1, seen.keys, "no key", "name it with --key");
  set(Check::gap, true, seen.handled_offsets || (dense_seqs && (seen.stored_seqs || seen.handled_seqs)),
      !dense_seqs    ? "seqs are sparse"
      : seen.handled ? "no seq and no offset"
      : seen.stored  ? "no seq in the dump"
                     : no_handling,
      !dense_seqs || (!seen.handled && !seen.stored) ? add_handling
                                                     : "name them with --seq or --map offset=PATH");
  set(Check::loss, true, seen.commits && seen.handled_offsets,
      seen.commits ? "no offsets of handlings" : "no commits",
      seen.commits ? "name them with --map offset=PATH" : "add the commit lines");
  set(Check::generation, seen.handled && members > 1, seen.generations, "no field", "log the generation");
  return states;
}

namespace {

// Other codes are found on the way, by less than their check wants.
bool is_what_its_check_asks(Code code) {
  switch (code) {
    case Code::loss:
    case Code::skip:
    case Code::gap:
    case Code::split_key:
    case Code::write_reorder:
    case Code::write_duplicate: return true;
    default: return false;
  }
}

}  // namespace

void count_as_made(std::array<CheckState, kChecks>& states, const std::vector<Finding>& findings) {
  for (const Finding& found : findings) {
    if (found.verdict != Verdict::real || !is_what_its_check_asks(found.code)) continue;
    CheckState& state = states[static_cast<std::size_t>(info(found.code).check)];
    state.applies = true;
    state.possible = true;
  }
}

}  // namespace lanewise::order

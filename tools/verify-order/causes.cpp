#include "tools/verify-order/causes.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "libcore/base/text.h"
#include "libcore/order/saturate.h"

namespace lanewise::verify_order_tool {

namespace {

using order::Code;
using order::Finding;
using order::Handling;

constexpr std::size_t kLongestName = 80;

std::string member_of(const Verdict& verdict, const Handling& record) {
  const std::string& name = verdict.names().members.text(record.member);
  return name.empty() ? "a worker" : printable(name, kLongestName);
}

// "orders-7": a topic and partition as Kafka's own log lines write them.
std::string log_name(const Verdict& verdict, std::uint32_t place) {
  const auto topic = verdict.names().places.topic(place);
  const auto partition = verdict.names().places.partition(place);
  if (!topic || !partition) return verdict.names().places.text(place);
  return fmt::format("{}-{}", printable(*topic, kLongestName), *partition);
}

std::string range(std::int64_t first, std::int64_t last) {
  return first == last ? fmt::format("{}", first) : fmt::format("{}..{}", first, last);
}

// "12 records of 3 keys"
std::string how_many(const Verdict& verdict, const std::vector<const Finding*>& findings,
                     std::string_view noun) {
  std::int64_t count = 0;
  std::set<std::uint32_t> keys;
  std::set<std::uint32_t> partitions;  // whose records have no key
  bool all_have_one = true;
  for (const Finding* finding : findings) {
    count = order::saturating_add(count, finding->count);
    if (!finding->key) {
      all_have_one = false;
    } else if (verdict.judge.keys()[*finding->key].has(order::KeyHistory::kPartition)) {
      partitions.insert(*finding->key);
    } else {
      keys.insert(*finding->key);
    }
  }
  std::string text = counted(count, noun);
  if (all_have_one && partitions.empty())
    text += " of " + counted(static_cast<std::int64_t>(keys.size()), "key");
  if (all_have_one && keys.empty())
    text += " of " + counted(static_cast<std::int64_t>(partitions.size()), "partition");
  return text;
}

// "as far as 3 records; 4 would have to move"
std::string how_far(const std::vector<const Finding*>& findings) {
  std::int64_t extent = 0;
  std::int64_t moves = 0;
  bool moves_known = true;
  std::optional<std::int64_t> late_ns;
  for (const Finding* finding : findings) {
    extent = std::max(extent, finding->extent.value_or(0));
    if (finding->moves) moves += *finding->moves;
    moves_known = moves_known && finding->moves;
    if (finding->late_ns) late_ns = std::max(late_ns.value_or(0), *finding->late_ns);
  }
  std::string text = fmt::format("up to {} late", counted(extent, "record"));
  if (late_ns) text += fmt::format(" and {}", duration(*late_ns));
  if (moves_known && moves > 0) text += fmt::format("; {} would have to move", moves);
  return text;
}

std::vector<std::string> zombie_lines(const Verdict& verdict, const Finding& finding) {
  const Handling& late = *finding.late;
  const Handling& newer = *finding.newer;
  std::string first = fmt::format("{} went on with {}", member_of(verdict, late), place_of(verdict, late));
  if (finding.zombie && finding.zombie->went_on_ns) {
    first += fmt::format(" for {} after {} was revoked from it at {}", duration(*finding.zombie->went_on_ns),
                         log_name(verdict, late.place), verdict.clock.time(*finding.zombie->revoked_ns));
  } else {
    first +=
        fmt::format(" after {} had taken {} over", member_of(verdict, newer), log_name(verdict, late.place));
  }
  std::vector<std::string> lines{first};
  if (!finding.zombie) return lines;
  std::string second = fmt::format("{} handled {} of that key inside it", member_of(verdict, newer),
                                   counted(finding.zombie->records_inside, "record"));
  if (finding.zombie->busy_inside_ns > 0)
    second += fmt::format(" ({} together)", duration(finding.zombie->busy_inside_ns));
  if (finding.zombie->too_late_ns && late.has(Handling::kSeq) && newer.has(Handling::kSeq)) {
    second += fmt::format("; seq {} took effect {} after seq {}", late.rank,
                          duration(*finding.zombie->too_late_ns), newer.rank);
  }
  lines.push_back(second);
  return lines;
}

// Numbers that never came: the first few ranges.
std::vector<std::string> missing_lines(const Verdict& verdict, const std::vector<const Finding*>& findings) {
  constexpr std::size_t kShown = 3;
  const Finding& first = *findings.front();
  // Of offsets alone nothing tells what became of them.
  const std::string_view meaning = first.code == Code::hole_in_offsets
                                       ? "not handled, or transaction markers, aborted or compacted records: "
                                         "a dump of the topic would tell"
                                       : order::info(first.code).meaning;
  std::vector<std::string> lines{fmt::format(
      "{} in {}: {}", how_many(verdict, findings, first.code == Code::hole_in_offsets ? "offset" : "record"),
      counted(static_cast<std::int64_t>(findings.size()), "place"), meaning)};
  for (std::size_t i = 0; i < std::min(kShown, findings.size()); ++i) {
    const Finding& finding = *findings[i];
    std::string text;
    if (finding.place && finding.first_offset) {
      text = fmt::format("{}@{}", verdict.names().places.text(*finding.place),
                         range(*finding.first_offset, *finding.last_offset));
    }
    if (finding.key && finding.first_seq) {
      if (!text.empty()) text += ", ";
      text += fmt::format("{} seq {}", verdict.keys.shown(verdict.key_of(*finding.key)),
                          range(*finding.first_seq, *finding.last_seq));
    }
    text += fmt::format(" ({})", counted(finding.count, "record"));
    if (finding.committed) text += fmt::format("; committed is {}", *finding.committed);
    if (finding.code == Code::skip && finding.committed.value_or(0) <= finding.first_offset.value_or(0))
      text += ": missing, not lost";
    lines.push_back(text);
  }
  if (findings.size() > kShown) lines.push_back(fmt::format("and {} more", findings.size() - kShown));
  return lines;
}

std::string replay_fault(const Verdict& verdict, const std::vector<const Finding*>& findings) {
  const Finding& first = *findings.front();
  const std::string committed =
      first.committed ? fmt::format("the committed offset {}", *first.committed) : "where it began";
  const std::string again = how_many(verdict, findings, "record") + " handled again ";
  const auto left_out = [&] { return range(*first.first_offset, *first.last_offset); };
  switch (first.replay_fault) {
    case order::ReplayFault::above_commit:
      return fmt::format("{}from {}, not from {}: {} left out", again, first.late->offset, committed,
                         left_out());
    case order::ReplayFault::left_out: return fmt::format("{}without {}", again, left_out());
    case order::ReplayFault::disordered: return again + "out of their order";
    case order::ReplayFault::below_commit:
    case order::ReplayFault::none: break;
  }
  return fmt::format("{}from below {}", again, committed);
}

std::vector<std::string> sentences(const Verdict& verdict, const std::vector<const Finding*>& findings) {
  const Finding& first = *findings.front();
  const auto simply = [&](std::string_view what) {
    return fmt::format("{} {}", how_many(verdict, findings, "record"), what);
  };
  switch (first.code) {
    case Code::zombie: return zombie_lines(verdict, first);
    case Code::overtake:
      return {fmt::format("{}, {}{}", simply("came after later ones"), how_far(findings),
                          first.stage == order::Stage::route ? ": a consequence of its two partitions" : "")};
    case Code::retry_overtaken: return {simply("retried after later ones had been handled")};
    case Code::early:
    case Code::stale_prefetch:
      return {fmt::format("{} before earlier ones, {}", simply("handled"), how_far(findings))};
    case Code::overlap: return {simply("ran while another of its key did")};
    case Code::double_dispatch: return {simply("handled by two workers at once")};
    case Code::duplicate:
      return {first.stage == order::Stage::rebalance
                  ? simply("handled again by another owner, or by one that had lost the partition")
                  : simply("handled again, and nothing in the log explains it")};
    case Code::partial_replay: return {replay_fault(verdict, findings)};
    case Code::two_owners: return {simply("handled by two members by turns, in one generation")};
    case Code::unowned_record: return {simply("handled by a member that had lost the partition")};
    case Code::commit_ahead: return {simply("committed before they were handled")};
    case Code::commit_regression:
      return {fmt::format("{}@{} was committed after {}", log_name(verdict, *first.place), *first.committed,
                          *first.last_offset + 1)};
    case Code::inconsistent_offsets: return {simply("at an offset that holds another record")};
    case Code::times_back:
      return {simply("ended, by its times, before the one of its key that stands above it had begun")};
    case Code::split_key: {
      std::string text = simply("in another partition than the one before");
      if (first.late && first.newer) {
        text += fmt::format(": {} lies in {} and {}", verdict.keys.shown(verdict.key_of(*first.key)),
                            verdict.names().places.text(first.newer->place),
                            verdict.names().places.text(first.late->place));
        if (first.late->has(Handling::kStored)) text += "; a dump tells no order across them";
      }
      return {text};
    }
    case Code::write_reorder:
      return {fmt::format("{} in the log, {}", simply("behind later ones"), how_far(findings))};
    case Code::write_duplicate: return {simply("written twice")};
    case Code::gap:
    case Code::skip:
    case Code::loss:
    case Code::hole_in_offsets: return missing_lines(verdict, findings);
    case Code::redelivery:
    case Code::replay:
    case Code::moved_key:
    case Code::thread_hop: return {std::string(order::info(first.code).meaning)};
  }
  return {};
}

std::vector<std::string> evidence_lines(const Verdict& verdict, const Finding& finding) {
  struct Row {
    std::string_view role;
    const Handling* record;
    std::string at;
  };
  std::vector<Row> rows;
  // Of an early record it is the newer one that is out of place.
  const bool is_early = finding.code == Code::early || finding.code == Code::stale_prefetch;
  if (finding.late)
    rows.push_back({is_early ? "passed" : "late", &*finding.late, verdict.at(finding.late->line)});
  if (finding.newer)
    rows.push_back({is_early ? "early" : "newer", &*finding.newer, verdict.at(finding.newer->line)});
  if (is_early) std::reverse(rows.begin(), rows.end());
  std::size_t width = 0;
  for (const Row& row : rows) width = std::max(width, row.at.size());
  std::vector<std::string> lines;
  for (const Row& row : rows) {
    const Handling& record = *row.record;
    std::string line = fmt::format("{:<7} {:<{}}", row.role, row.at, width);
    if (const auto time = record.time_ns()) line += "  " + verdict.clock.time(*time);
    line += finding.code == Code::commit_regression ? "  commit"
            : record.has(Handling::kStored)         ? "  stored"
            : record.has(Handling::kFailed)         ? "  fail"
            : record.has(Handling::kBegun)          ? "  done"
                                                    : "  handled";
    if (const std::string place = place_of(verdict, record); !place.empty()) line += "  " + place;
    if (finding.key) {
      if (const std::string about = who(verdict, record, *finding.key); !about.empty()) line += "  " + about;
    }
    const std::string& member = verdict.names().members.text(record.member);
    if (!member.empty()) line += "  " + printable(member, kLongestName);
    lines.push_back(line);
  }
  return lines;
}

}  // namespace

std::string place_of(const Verdict& verdict, const Handling& record) {
  const std::string place = verdict.names().places.text(record.place);
  return record.has(Handling::kOffset) ? fmt::format("{}@{}", place, record.offset) : place;
}

std::string who(const Verdict& verdict, const Handling& record, std::uint32_t key) {
  const bool is_partition = verdict.judge.keys()[key].has(order::KeyHistory::kPartition);
  std::string text = is_partition ? "" : verdict.keys.shown(verdict.key_of(key));
  if (record.has(Handling::kSeq)) text += fmt::format("{}seq {}", text.empty() ? "" : " ", record.rank);
  return text;
}

Cause describe_cause(const Verdict& verdict, const std::vector<const Finding*>& findings) {
  const Finding& first = *findings.front();
  Cause cause{.lines = sentences(verdict, findings), .evidence = evidence_lines(verdict, first)};
  std::string stage(first.stage == order::Stage::undecided ? "stage not decidable"
                                                           : order::name_of(first.stage));
  if (first.stage == order::Stage::execute && !first.after_rebalance)
    stage += ", or rebalance: no assignment lines";
  cause.lines.front() = fmt::format("{} ({}): {}", order::info(first.code).name, stage, cause.lines.front());
  return cause;
}

}  // namespace lanewise::verify_order_tool

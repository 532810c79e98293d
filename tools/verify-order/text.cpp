// The report as text: the verdict, its causes with their first examples, what was allowed, what was checked
// and what was not, what was read.
#include "libcore/base/text.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/verify-order/causes.h"
#include "tools/verify-order/run.h"

namespace lanewise::verify_order_tool {

namespace {

using order::Code;
using order::Finding;

constexpr std::size_t kListedPlaces = 4;
constexpr std::size_t kShownCauses = 5;  // more with -v

std::string percent(std::int64_t part, std::int64_t whole) {
  return fmt::format("{:.1f} %",
                     whole == 0 ? 0.0 : 100 * static_cast<double>(part) / static_cast<double>(whole));
}

// How often something happened that ranges of numbers are told of: a range is once.
std::int64_t times_of(const Finding& finding) {
  return finding.first_offset || finding.first_seq ? 1 : finding.count;
}

std::string times(std::int64_t count) {
  return count == 1 ? "once" : count == 2 ? "twice" : fmt::format("{} times", count);
}

class TextReport {
 public:
  TextReport(const Verdict& verdict, cli::Session& session)
      : verdict_(verdict), conclusion_(verdict.conclusion), totals_(conclusion_.totals), session_(session) {}

  void print() {
    sort_out();
    if (conclusion_.count(order::Verdict::real) > 0) {
      print_broken();
    } else {
      print_kept();
    }
    print_causes(order::Verdict::real, "cause");
    print_causes(order::Verdict::undecided, "unclear");
    if (verdict_.word() == "kept") print_proof();
    print_retries();
    print_benign();
    print_info();
    print_checked();
    print_not();
    print_read();
  }

 private:
  void put(std::string_view label, const std::string& text) {
    session_.out().write(fmt::format("{:<9} {}\n", label, text));
  }
  void more(const std::string& text) { put("", text); }

  void sort_out() {
    // Upstream first: what went wrong there explains what follows.
    for (const Finding& finding : conclusion_.findings) {
      const bool follows = finding.stage == order::Stage::route && finding.code != Code::split_key;
      by_code_[{finding.verdict, finding.stage, follows, finding.code}].push_back(&finding);
    }
  }

  [[nodiscard]] std::string partitions() const {
    const std::string_view noun = conclusion_.coverage.brokers ? "queue" : "partition";
    return counted(conclusion_.partitions, noun);
  }

  void print_broken() {
    std::int64_t count = 0;
    std::int64_t after = 0;
    std::int64_t real = 0;
    std::optional<std::int64_t> first;
    std::optional<std::int64_t> last;
    for (const Finding& finding : conclusion_.findings) {
      if (finding.verdict != order::Verdict::real) continue;
      ++real;
      count += times_of(finding);
      after += finding.after_rebalance.value_or(false) ? 1 : 0;
      if (finding.first_ns && (!first || *finding.first_ns < *first)) first = finding.first_ns;
      if (finding.last_ns && (!last || *finding.last_ns > *last)) last = finding.last_ns;
    }
    std::string text =
        conclusion_.keys_broken > 0
            ? fmt::format("{} of {}", conclusion_.keys_broken, counted(conclusion_.keys, "key"))
            : fmt::format("in {} of {}", conclusion_.partitions_broken, partitions());
    text += ", " + times(count);
    if (first) text += ", " + verdict_.clock.span(*first, *last, false);
    if (after == real) {
      text += ", after a rebalance";
    } else if (after > 0) {
      text += fmt::format(", {} of {} after a rebalance", after, real);
    }
    if (last && totals_.last_ns && *last < *totals_.last_ns) text += "; nothing since";
    session_.out().write(
        fmt::format("{}    {}\n", cli::styled("ORDER BROKEN", cli::Style::red, session_.color()), text));
    if (conclusion_.keys_ended_old == 0) return;
    const order::KeyHistory& key = verdict_.judge.keys()[*conclusion_.ended_old];
    const std::string_view what = key.has(order::KeyHistory::kBySeq) ? "seq" : "offset";
    session_.out().write(
        fmt::format("{} ended on an old record: {} finished with {} {}, newest {} {}     (lanewise "
                    "verify-order -l{} lists them)\n",
                    counted(conclusion_.keys_ended_old, "key"),
                    verdict_.keys.shown(verdict_.key_of(*conclusion_.ended_old)), what, key.last.rank, what,
                    key.max, paths()));
  }

  [[nodiscard]] std::string paths() const {
    std::string text;
    for (const auto& report : verdict_.reports) text += ' ' + report.path;
    return verdict_.reports.size() > 3 || text == " -" ? "" : text;
  }

  void print_kept() {
    std::string text;
    if (totals_.stored > 0) text = counted(totals_.stored, "record");
    if (totals_.handlings > 0) text += (text.empty() ? "" : " and ") + counted(totals_.handlings, "handling");
    if (text.empty()) text = "nothing";
    if (conclusion_.keys > 0) text += " of " + counted(conclusion_.keys, "key");
    if (conclusion_.partitions > 0) text += " in " + partitions();
    if (totals_.first_ns) text += ", " + verdict_.clock.span(*totals_.first_ns, *totals_.last_ns, true);
    const std::string_view word = verdict_.word() == "kept"        ? "ORDER KEPT"
                                  : verdict_.word() == "undecided" ? "ORDER UNCLEAR"
                                                                   : "ORDER UNKNOWN";
    const cli::Style style = word == "ORDER KEPT" ? cli::Style::green : cli::Style::yellow;
    session_.out().write(fmt::format("{}{} {}\n", cli::styled(word, style, session_.color()),
                                     std::string(15 - word.size(), ' '), text));
  }

  void print_causes(order::Verdict wanted, std::string_view label) {
    std::size_t shown = 0;
    for (const auto& [what, findings] : by_code_) {
      if (std::get<0>(what) != wanted) continue;
      if (++shown > kShownCauses && !session_.options().verbose) {
        more("more kinds with -v, all of them with -o jsonl");
        return;
      }
      const Cause cause = describe_cause(verdict_, findings);
      put(label, cause.lines.front());
      for (std::size_t i = 1; i < cause.lines.size(); ++i) more(cause.lines[i]);
      for (const std::string& line : cause.evidence) session_.out().write("  " + line + '\n');
      const std::string_view advice = order::info(std::get<Code>(what)).advice;
      if (!advice.empty() && !std::get<bool>(what) && wanted == order::Verdict::real)
        put("advice", std::string(advice));
    }
  }

  void print_proof() {
    if (totals_.pairs > 0) {
      std::string text;
      if (conclusion_.coverage.intervals) {
        text = fmt::format("{} of {} neighbouring pairs of a {} ran one after the other",
                           totals_.sequential_pairs, totals_.pairs, unit());
        if (totals_.closest) {
          const order::ClosestPair& pair = *totals_.closest;
          text += fmt::format(" (closest: {}, {}", duration(pair.gap_ns), subject(pair.key));
          if (pair.first && pair.second) text += fmt::format(" seq {} then {}", *pair.first, *pair.second);
          text += ')';
        }
      } else {
        text = fmt::format("{} of a {} came one after the other", counted(totals_.pairs, "neighbouring pair"),
                           unit());
      }
      if (is_possible(order::Check::overtake)) {
        text += is_possible(order::Check::gap) && conclusion_.coverage.handled_seqs
                    ? "; no seq was skipped or passed"
                    : "; none was passed";
      }
      put("proved", text);
    } else if (totals_.stored > 0 && is_possible(order::Check::write_reorder)) {
      put("proved", "the log holds every key in the order of its seqs, each once");
    }
    const auto& places = conclusion_.places;
    if (places.empty() ||
        !std::all_of(places.begin(), places.end(), [](const auto& place) { return place.in_order; }))
      return;
    const std::string_view queue = conclusion_.coverage.brokers ? "queue" : "partition";
    std::vector<std::string> listed;
    for (const auto& place : places) {
      listed.push_back(fmt::format("{} offsets {}..{}", verdict_.names().places.text(place.place),
                                   place.first_offset, place.last_offset));
    }
    const std::string text = places.size() <= kListedPlaces ? fmt::format("{}", fmt::join(listed, ", "))
                                                            : fmt::format("in all {}", partitions());
    if (totals_.pairs > 0) {
      more(fmt::format("{} order too: {}", queue, text));
    } else {
      put("proved", fmt::format("{} order: {}", queue, text));
    }
  }

  [[nodiscard]] std::string subject(std::uint32_t number) const {
    const order::KeyHistory& key = verdict_.judge.keys()[number];
    if (key.has(order::KeyHistory::kPartition)) return verdict_.names().places.text(key.last.place);
    return verdict_.keys.shown(verdict_.key_of(number));
  }

  [[nodiscard]] std::string_view unit() const { return conclusion_.keys > 0 ? "key" : "partition"; }

  [[nodiscard]] bool is_possible(order::Check check) const {
    return conclusion_.checks[static_cast<std::size_t>(check)].possible;
  }

  void print_retries() {
    if (!totals_.retry) return;
    const order::Handling& retry = *totals_.retry;
    std::string what = counted(totals_.retried, "record");
    if (totals_.retried == 1) {
      what +=
          fmt::format(" ({}{})", retry.has(order::Handling::kOffset) ? place_of(verdict_, retry) + ", " : "",
                      who(verdict_, retry, *totals_.retry_key));
    }
    what += totals_.retried == 1 ? " tried twice" : " tried again";
    const std::string_view queue = conclusion_.coverage.brokers ? "queue" : "partition";
    what += totals_.retries_passed == 0
                ? fmt::format("; nothing of its {} passed it", queue)
                : fmt::format("; later ones of its {} passed {}", queue, totals_.retries_passed);
    if (totals_.longest_stand_ns) {
      what += totals_.retries_passed == 0
                  ? fmt::format("; the {} stood {}", queue, duration(*totals_.longest_stand_ns))
                  : fmt::format("; the longest wait was {}", duration(*totals_.longest_stand_ns));
    }
    put("retries", what);
  }

  void print_benign() {
    std::int64_t replays = 0;
    std::int64_t records = 0;
    std::int64_t redelivered = 0;
    const Finding* replay = nullptr;
    for (const Finding& finding : conclusion_.findings) {
      if (finding.verdict != order::Verdict::benign) continue;
      if (finding.code == Code::replay) {
        ++replays;
        records += finding.count;
        if (replay == nullptr || finding.count > replay->count) replay = &finding;
      } else {
        redelivered += finding.count;
      }
    }
    if (replay != nullptr) {
      std::string text = replays == 1 ? "replay of " + counted(records, "record")
                                      : fmt::format("{} replays of {}", replays, counted(records, "record"));
      if (replay->late && replay->late->has(order::Handling::kOffset)) {
        const auto partition = verdict_.names().places.partition(replay->late->place);
        const std::string from = replay->committed
                                     ? fmt::format(", from the committed offset {}", *replay->committed)
                                     : ", after a rebalance";
        text += replays == 1 ? fmt::format(" ({}@{}{})", partition.value_or(0), replay->late->offset, from)
                             : fmt::format(" (the longest {}, at {}@{}{})", replay->count,
                                           partition.value_or(0), replay->late->offset, from);
      }
      put("benign", fmt::format("{}: {} of {}", text, percent(records, totals_.handlings),
                                counted(totals_.handlings, "handling")));
    }
    if (redelivered > totals_.retried)
      put("benign", fmt::format("redelivery of {}", counted(redelivered - totals_.retried, "record")));
  }

  void print_info() {
    std::int64_t moved = 0;
    for (const Finding& finding : conclusion_.findings) {
      if (finding.verdict != order::Verdict::info) continue;
      if (finding.code == Code::thread_hop) {
        put("info", fmt::format("{} (legal: {} may change threads between batches)",
                                counted(finding.count, "thread hop"),
                                conclusion_.coverage.brokers ? "an orderly queue" : "a key"));
      } else if (finding.code == Code::moved_key) {
        ++moved;
      } else if (finding.code == Code::hole_in_offsets) {
        const bool in_log = finding.scope == order::Vocabulary::kLog;
        const bool has_seqs = in_log ? conclusion_.coverage.stored_seqs : conclusion_.coverage.handled_seqs;
        put("info",
            fmt::format("{}: {} between {} and {} that no record has: transaction markers, aborted or "
                        "compacted records{}",
                        verdict_.names().places.text(*finding.place), counted(finding.count, "offset"),
                        *finding.first_offset, *finding.last_offset,
                        has_seqs ? ", and no seq is missing between those that came"
                                 : ", or records that the input leaves out"));
      }
    }
    if (moved > 0)
      put("info", fmt::format("{} changed partition, the old one drained", counted(moved, "key")));
  }

  void print_checked() {
    std::vector<std::string_view> names;
    for (const order::CheckState& state : conclusion_.checks) {
      if (state.possible) names.push_back(order::info(state.check).title);
    }
    std::string text = names.empty() ? "nothing" : fmt::format("{}", fmt::join(names, ", "));
    if (verdict_.merged && totals_.skew_ns) {
      const bool pods = std::any_of(
          verdict_.reports.begin(), verdict_.reports.end(),
          [](const record::InputReport& report) { return report.wrapper == record::Wrapper::kubectl; });
      text += fmt::format("          holds for clock skew between {} below {}", pods ? "pods" : "members",
                          duration(*totals_.skew_ns));
    }
    put("checked", text);
  }

  void print_not() {
    std::vector<std::string> parts;
    for (const order::CheckState& state : conclusion_.checks) {
      if (!state.applies || state.possible) continue;
      parts.push_back(fmt::format("{} ({})", order::info(state.check).title, state.why_not));
    }
    const auto also = [&](std::int64_t count, std::string_view noun, std::string_view what) {
      if (count > 0) parts.push_back(fmt::format("{} {}", counted(count, noun), what));
    };
    also(totals_.null_keys, "record", "without a key");
    also(totals_.unfinished, "handling", "that began and did not end");
    also(totals_.waiting, "record", "fetched and not handled when the log ends");
    also(totals_.sent, "record", "that was only sent");
    also(totals_.not_followed, "record", "of keys beyond the limit");
    also(totals_.not_judged, "record", "not judged: too late, or too many holes");
    const Strangers& strangers = verdict_.strangers;
    if (strangers.unknown_events > 0) parts.push_back(strangers.about_events());
    if (strangers.undated_times > 0) parts.push_back(strangers.about_dates());
    also(totals_.unnamed, "record", "with neither a key nor a partition");
    also(totals_.ends_before_start, "handling", "that ended before it started, by its times");
    if (totals_.unranked > 0 && is_possible(order::Check::overtake))
      also(totals_.unranked, "handling", "with neither a seq nor an offset");
    if (!parts.empty()) put("not", fmt::format("{}", fmt::join(parts, ", ")));
  }

  void print_read() {
    std::string text = cli::ReadLog::describe_reading(verdict_.reports);
    std::vector<std::string> parts;
    if (verdict_.merged) {
      parts.push_back(
          fmt::format("{} merged by time",
                      verdict_.options.merge
                          ? counted(static_cast<std::int64_t>(verdict_.reports.size()), "file")
                          : counted(static_cast<std::int64_t>(verdict_.names().members.size()), "consumer")));
    }
    if (conclusion_.count(order::Verdict::real) > 0) {
      if (conclusion_.keys > 0) parts.push_back(counted(conclusion_.keys, "key"));
      if (conclusion_.partitions > 0) parts.push_back(partitions());
    }
    if (!parts.empty()) text += fmt::format(": {}", fmt::join(parts, ", "));
    put("read", text);
  }

  const Verdict& verdict_;
  const order::Conclusion& conclusion_;
  const order::Totals& totals_;
  cli::Session& session_;
  std::map<std::tuple<order::Verdict, order::Stage, bool, Code>, std::vector<const Finding*>> by_code_;
};

}  // namespace

void print_text(const Verdict& verdict, cli::Session& session) { TextReport(verdict, session).print(); }

}  // namespace lanewise::verify_order_tool

// The judge against what is known otherwise: generated logs with their truth files, small histories against
// definitions that are computed the slow way, and itself with other threads and blocks.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <rapidcheck.h>

#include "libcore/order/seen_offsets.h"
#include "libcore/order/tails.h"
#include "tests/support/generated_log.h"
#include "tests/support/judged.h"
#include "tests/support/judged_truth.h"
#include "tests/support/sequence_oracle.h"

namespace {

using namespace lanewise;
using order::Code;
using sim::FaultKind;

constexpr std::array kCovered{FaultKind::overtake,        FaultKind::early,         FaultKind::overlap,
                              FaultKind::double_dispatch, FaultKind::redelivery,    FaultKind::replay,
                              FaultKind::zombie,          FaultKind::skip,          FaultKind::loss,
                              FaultKind::duplicate,       FaultKind::write_reorder, FaultKind::split_key};

sim::GeneratorConfig any_log() {
  sim::GeneratorConfig config;
  config.seed = *rc::gen::arbitrary<std::uint64_t>();
  config.records = *rc::gen::inRange<std::uint64_t>(200, 3000);
  config.keys = *rc::gen::inRange<std::uint32_t>(60, 600);
  if (*rc::gen::arbitrary<bool>()) config.active_keys = *rc::gen::inRange<std::uint32_t>(1, 100);
  config.zipf = *rc::gen::inRange(0, 2500) / 1000.0;
  config.rate = *rc::gen::element(50.0, 700.0, 4000.0, 100'000.0);
  config.partitions = *rc::gen::inRange<std::uint32_t>(2, 12);
  config.members = *rc::gen::inRange<std::uint32_t>(2, 5);
  config.threads = *rc::gen::inRange<std::uint32_t>(2, 5);
  if (*rc::gen::arbitrary<bool>()) config.groups.emplace_back("audit");
  config.commit_every = std::chrono::milliseconds(*rc::gen::inRange(1, 2000));
  config.stored = *rc::gen::arbitrary<bool>();
  config.handled = *rc::gen::element(sim::HandledAs::record, sim::HandledAs::start_and_done);
  config.assignments = *rc::gen::arbitrary<bool>();
  config.format = *rc::gen::element(record::EventFormat::jsonl, record::EventFormat::logfmt);
  config.time_unit = *rc::gen::element(record::TimeUnit::nanoseconds, record::TimeUnit::microseconds,
                                       record::TimeUnit::milliseconds);
  return config;
}

void holds(const sim::GeneratorConfig& config) {
  const auto made = test::generate(config);
  const test::Judged judged = test::judge_text(made.log);
  const bool one_view = config.stored || config.groups.size() == 1;
  const std::string difference = test::TruthComparison(judged, made.truth, one_view).difference();
  if (!difference.empty()) RC_LOG() << difference;
  RC_ASSERT(difference.empty());
  RC_ASSERT(judged.conclusion.complete);
}

// A key's numbers: some of first .. first + n, shuffled near by.
std::vector<std::int64_t> any_arrivals() {
  const auto n = *rc::gen::inRange<std::size_t>(1, 30);
  std::vector<std::int64_t> numbers;
  for (std::size_t i = 0; i < n; ++i) {
    if (*rc::gen::inRange(0, 8) > 0) numbers.push_back(5 + static_cast<std::int64_t>(i));
  }
  const auto swaps = *rc::gen::inRange<std::size_t>(0, 12);
  for (std::size_t i = 0; i < swaps && numbers.size() > 1; ++i) {
    const auto from = *rc::gen::inRange<std::size_t>(0, numbers.size());
    const auto to = std::min(numbers.size() - 1, from + *rc::gen::inRange<std::size_t>(0, 6));
    const std::int64_t moved = numbers[from];
    numbers.erase(numbers.begin() + static_cast<std::ptrdiff_t>(from));
    numbers.insert(numbers.begin() + static_cast<std::ptrdiff_t>(to), moved);
  }
  return numbers;
}

// Sums and maxima over a key's findings of some codes.
struct Measured {
  std::int64_t late = 0;
  std::int64_t early = 0;
  std::int64_t extent = 0;
  std::int64_t displacement = 0;
  std::int64_t inversions = 0;
  std::optional<std::int64_t> moves = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>> missing;
};

std::map<std::string, Measured> measure(const test::Judged& judged, Code late_code) {
  std::map<std::string, Measured> by_key;
  for (const order::Finding& finding : judged.conclusion.findings) {
    Measured& key = by_key[judged.key(finding)];
    if (finding.code == Code::gap) key.missing.emplace_back(*finding.first_seq, *finding.last_seq);
    if (finding.code != late_code && finding.code != Code::early) continue;
    (finding.code == Code::early ? key.early : key.late) += finding.count;
    key.extent = std::max(key.extent, *finding.extent);
    key.displacement = std::max(key.displacement, *finding.displacement);
    key.inversions += *finding.inversions;
    if (key.moves && finding.moves) {
      *key.moves += *finding.moves;
    } else {
      key.moves.reset();
    }
  }
  for (auto& [name, key] : by_key) std::sort(key.missing.begin(), key.missing.end());
  return by_key;
}

void same_as_defined(const Measured& found, const test::SequenceTruth& truth, bool is_written) {
  if (is_written) {
    // In the log there is no early record: what lies behind a later one is late.
    RC_ASSERT((found.late > 0) == (truth.late + truth.early > 0));
  } else if (found.moves) {
    RC_ASSERT(found.late == truth.late);
    RC_ASSERT(found.early == truth.early);
  } else {
    // One came below all that was seen, after a disorder that was over and is forgotten: who was early there
    // is not asked again.
    RC_ASSERT((found.late + found.early > 0) == (truth.late + truth.early > 0));
  }
  RC_ASSERT(found.extent == truth.extent);
  RC_ASSERT(found.displacement == truth.displacement);
  RC_ASSERT(found.inversions == truth.inversions);
  if (found.moves) RC_ASSERT(*found.moves == truth.moves);
}

// Three keys' numbers as one history, key by key at random.
std::vector<std::pair<char, std::int64_t>> interleaved(std::map<char, std::vector<std::int64_t>> keys) {
  std::vector<std::pair<char, std::int64_t>> lines;
  std::map<char, std::size_t> next;
  while (!keys.empty()) {
    auto at = keys.begin();
    std::advance(at, *rc::gen::inRange<std::size_t>(0, keys.size()));
    std::size_t& i = next[at->first];
    if (i == at->second.size()) {
      keys.erase(at);
    } else {
      lines.emplace_back(at->first, at->second[i++]);
    }
  }
  return lines;
}

std::string render(const test::Judged& judged) {
  std::string text;
  for (const order::Finding& finding : judged.conclusion.findings) {
    text += fmt::format("{} {} {} {} {} {} {}\n", order::info(finding.code).name,
                        order::name_of(finding.verdict), judged.key(finding), finding.count, finding.line,
                        finding.late ? finding.late->line : 0, finding.newer ? finding.newer->line : 0);
  }
  return text + fmt::format("{} {} {}", judged.conclusion.keys, judged.conclusion.totals.handlings,
                            judged.conclusion.totals.sequential_pairs);
}

}  // namespace

int main() {
  bool ok = true;
  ok &= rc::check("a log without faults is clean", [] { holds(any_log()); });

  ok &= rc::check("every planted fault is found as the truth file tells it, and nothing else", [] {
    sim::GeneratorConfig config = any_log();
    std::uint64_t room = std::min<std::uint64_t>(config.records / 12, *config.keys);
    const bool one_kind = *rc::gen::arbitrary<bool>();
    const FaultKind only = *rc::gen::elementOf(kCovered);
    for (const FaultKind kind : kCovered) {
      if (one_kind && kind != only) continue;
      const auto count =
          static_cast<std::uint32_t>(std::min<std::uint64_t>(*rc::gen::inRange<std::uint32_t>(0, 4), room));
      room -= count;
      config.faults.push_back({kind, count});
    }
    holds(config);
  });

  ok &= rc::check("the order of seqs is measured as it is defined", [] {
    std::map<char, std::vector<std::int64_t>> keys;
    for (const char key : {'A', 'B', 'C'}) keys[key] = any_arrivals();
    std::string log;
    for (const auto& [key, seq] : interleaved(keys)) log += fmt::format("key={} seq={}\n", key, seq);
    const auto measured = measure(test::judge_text(log), Code::overtake);
    RC_LOG() << log;
    for (const auto& [key, arrivals] : keys) {
      const auto truth = test::judge_sequence(arrivals);
      const auto at = measured.find(std::string(1, key));
      const Measured found = at == measured.end() ? Measured{} : at->second;
      same_as_defined(found, truth, false);
      RC_ASSERT(found.missing == truth.missing);
    }
  });

  ok &= rc::check("and so is that of a dump", [] {
    const auto arrivals = any_arrivals();
    std::string log;
    for (std::size_t i = 0; i < arrivals.size(); ++i) {
      log += fmt::format("event=append topic=t partition=0 offset={} key=A seq={}\n", i, arrivals[i]);
    }
    const auto measured = measure(test::judge_text(log), Code::write_reorder);
    RC_LOG() << log;
    const auto at = measured.find("A");
    const auto truth = test::judge_sequence(arrivals);
    same_as_defined(at == measured.end() ? Measured{} : at->second, truth, true);
    RC_ASSERT((at == measured.end() ? Measured{} : at->second).missing == truth.missing);
  });

  ok &= rc::check("and that of offsets, where a key has no seqs", [] {
    // Numbers are dense in the partition and sparse in each key.
    const auto all = any_arrivals();
    std::map<char, std::vector<std::int64_t>> keys;
    std::string log;
    for (const std::int64_t offset : all) {
      const char key = *rc::gen::element('A', 'B');
      keys[key].push_back(offset);
      log += fmt::format("topic=t partition=3 offset={} key={}\n", offset, key);
    }
    const auto measured = measure(test::judge_text(log), Code::overtake);
    RC_LOG() << log;
    for (const auto& [key, arrivals] : keys) {
      const auto at = measured.find(std::string(1, key));
      same_as_defined(at == measured.end() ? Measured{} : at->second, test::judge_sequence(arrivals), false);
    }
  });

  ok &= rc::check("handlings of a key overlap where two of them share a moment", [] {
    struct Interval {
      std::int64_t start, end, seq;
    };
    std::vector<Interval> handlings;
    std::int64_t at = 0;
    const auto n = *rc::gen::inRange<std::int64_t>(1, 14);
    for (std::int64_t seq = 1; seq <= n; ++seq) {
      at += *rc::gen::inRange<std::int64_t>(-4, 8);
      handlings.push_back({at, at + *rc::gen::inRange<std::int64_t>(0, 8), seq});
    }
    std::stable_sort(handlings.begin(), handlings.end(),
                     [](const Interval& a, const Interval& b) { return a.end < b.end; });
    std::string log;
    std::int64_t beside = 0;
    for (std::size_t i = 0; i < handlings.size(); ++i) {
      const Interval& x = handlings[i];
      constexpr std::int64_t kBase = 1'795'747'860'000;
      log += fmt::format("key=A seq={} start_ts={} end_ts={}\n", x.seq, kBase + x.start, kBase + x.end);
      beside +=
          std::any_of(handlings.begin(), handlings.begin() + static_cast<std::ptrdiff_t>(i),
                      [&](const Interval& y) { return std::max(x.start, y.start) < std::min(x.end, y.end); })
              ? 1
              : 0;
    }
    RC_LOG() << log;
    const test::Judged judged = test::judge_text(log);
    const auto found = judged.with(Code::overlap);
    RC_ASSERT(found.empty() == (beside == 0));
    if (beside > 0) RC_ASSERT(found.front()->count == beside);
  });

  ok &= rc::check("the same is said for any number of threads, any blocks, and by files", [] {
    sim::GeneratorConfig config = any_log();
    config.records = std::min<std::uint64_t>(config.records, 800);
    config.format = record::EventFormat::jsonl;
    for (const FaultKind kind :
         {FaultKind::overtake, FaultKind::zombie, FaultKind::loss, FaultKind::duplicate}) {
      config.faults.push_back({kind, 1});
    }
    const auto made = test::generate(config);
    const std::string once = render(test::judge_text(made.log));
    test::JudgedOptions small;
    small.threads = *rc::gen::inRange(1U, 4U);
    small.block_bytes = *rc::gen::inRange<std::size_t>(1, 5000);
    RC_ASSERT(render(test::judge_text(made.log, small)) == once);
  });

  ok &= rc::check("sources that stand one after another are put into one history", [] {
    sim::GeneratorConfig config = any_log();
    config.handled = sim::HandledAs::start_and_done;
    config.format = record::EventFormat::jsonl;
    config.time_unit = record::TimeUnit::nanoseconds;
    config.stored = false;
    config.faults = {{FaultKind::overtake, 2}, {FaultKind::zombie, 1}, {FaultKind::replay, 1}};
    const auto made = test::generate(config);
    // Each member's lines as a file of its own.
    std::map<std::string, std::string> files;
    std::istringstream lines(made.log);
    std::string line;
    while (std::getline(lines, line)) files[nlohmann::json::parse(line)["member"]] += line + '\n';
    std::vector<std::string> texts;
    for (const auto& [member, text] : files) texts.push_back(text);
    test::JudgedOptions merge;
    merge.history.merge_inputs = true;
    merge.judge.merged = true;
    const test::Judged apart = test::judge_texts(texts, merge);
    const test::Judged whole = test::judge_text(made.log);
    for (const Code code : {Code::overtake, Code::zombie, Code::replay}) {
      RC_ASSERT(apart.with(code).size() == whole.with(code).size());
    }
    RC_ASSERT(apart.conclusion.count(order::Verdict::real) == whole.conclusion.count(order::Verdict::real));
  });

  ok &= rc::check("tails are as long as the longest increasing run", [] {
    const auto arrivals = any_arrivals();
    order::Tails tails;
    for (const std::int64_t number : arrivals) tails.add(number);
    RC_ASSERT(static_cast<std::int64_t>(arrivals.size()) - tails.length() ==
              test::judge_sequence(arrivals).moves);
  });

  ok &= rc::check("offsets are seen once, and holes are what was not seen", [] {
    const auto offsets = *rc::gen::container<std::vector<std::int64_t>>(
        rc::gen::oneOf(rc::gen::inRange<std::int64_t>(0, 40), rc::gen::inRange<std::int64_t>(4080, 4110),
                       rc::gen::inRange<std::int64_t>(0, 1'000'000'000'000)));
    order::SeenOffsets seen;
    std::set<std::int64_t> known;
    for (const std::int64_t offset : offsets) {
      const bool is_new = known.insert(offset).second;
      RC_ASSERT((seen.add(offset) == order::SeenOffsets::Answer::fresh) == is_new);
    }
    if (known.empty()) return;
    // A run that fills pages.
    for (std::int64_t offset = 4096; offset < 12288; ++offset) {
      seen.add(offset);
      known.insert(offset);
    }
    std::vector<std::pair<std::int64_t, std::int64_t>> holes;
    seen.for_each_unseen(*known.begin(), *known.rbegin(),
                         [&](std::int64_t first, std::int64_t last) { holes.emplace_back(first, last); });
    std::vector<std::pair<std::int64_t, std::int64_t>> expected;
    for (auto at = std::next(known.begin()); at != known.end(); ++at) {
      if (*std::prev(at) + 1 < *at) expected.emplace_back(*std::prev(at) + 1, *at - 1);
    }
    RC_ASSERT(holes == expected);
    std::int64_t count = 0;
    seen.for_each_seen(*known.begin(), *known.rbegin(),
                       [&](std::int64_t first, std::int64_t last) { count += last - first + 1; });
    RC_ASSERT(count == static_cast<std::int64_t>(known.size()));
    RC_ASSERT(seen.has(5000) && !seen.has(*known.rbegin() + 1));
  });
  return ok ? 0 : 1;
}

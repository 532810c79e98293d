// Properties of key routing: remainders against the division they replace, reductions against the formulas
// their clients' sources contain, batches against single keys, samples against counts.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <rapidcheck.h>

#include "libcore/hash/fast.h"
#include "libcore/route/compare.h"
#include "libcore/route/divisor.h"
#include "libcore/route/key_table.h"
#include "libcore/route/reductions.h"
#include "libcore/route/registry.h"
#include "libcore/route/resize.h"
#include "libcore/route/stats.h"

namespace lanewise::route {

namespace {

// Partition counts as people have them, and the edges of what is allowed.
rc::Gen<std::uint32_t> partition_counts() {
  return rc::gen::oneOf(
      rc::gen::inRange<std::uint32_t>(1, 300),
      rc::gen::map(rc::gen::inRange<unsigned>(0, 31), [](unsigned bits) { return 1U << bits; }),
      rc::gen::inRange<std::uint32_t>(1, 0x80000000U), rc::gen::just(std::uint32_t{0x7fffffff}));
}

// RapidCheck's arbitrary numbers are small at first; a hash of one is as likely to be any number.
template <class T>
rc::Gen<T> hashes() {
  constexpr T kTop = static_cast<T>(T{1} << (8 * sizeof(T) - 1));
  return rc::gen::oneOf(rc::gen::arbitrary<T>(),
                        rc::gen::map(rc::gen::arbitrary<std::uint64_t>(),
                                     [](std::uint64_t x) { return static_cast<T>(hash::fast_hash(x)); }),
                        rc::gen::element<T>(T{0}, T{1}, static_cast<T>(~T{0}), kTop, kTop - 1, kTop + 1,
                                            T{0x7fffffff}, T{0x80000000U}));
}

std::vector<std::string> some_keys() {
  return *rc::gen::container<std::vector<std::string>>(
      rc::gen::container<std::string>(rc::gen::arbitrary<char>()));
}

std::vector<KeyView> views(const std::vector<std::string>& keys) {
  std::vector<KeyView> result;
  for (const std::string& key : keys) result.push_back(KeyView::of(key));
  return result;
}

void remainder_by_reciprocal_is_the_remainder() {
  const auto d = *partition_counts();
  const auto x = *hashes<std::uint64_t>();
  const Divisor by(d);
  RC_ASSERT(by.remainder(x) == x % d);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::uint64_t y = hash::fast_hash(i, x);
    RC_ASSERT(by.remainder(y) == y % d);
  }
  // Multiples of d and their neighbours are where a quotient that is one too low shows.
  const std::uint64_t multiple = x / d * d;
  RC_ASSERT(by.remainder(multiple) == 0U);
  RC_ASSERT(by.remainder(multiple - 1) == (multiple - 1) % d);
}

// Each reduction as its client writes it, in arithmetic wide enough never to overflow.
void reductions_of_32_bits_are_the_clients_formulas() {
  const auto count = *partition_counts();
  const auto h = *hashes<std::uint32_t>();
  const std::int64_t n = count;
  const std::int64_t s = static_cast<std::int32_t>(h);
  RC_ASSERT(Mask(count)(h) == static_cast<std::int64_t>(h & 0x7fffffffU) % n);
  RC_ASSERT(Unsigned<std::uint32_t>(count)(h) == static_cast<std::int64_t>(h) % n);
  RC_ASSERT(AbsOfRemainder(count)(h) == std::abs(s % n));
  RC_ASSERT(MagnitudeFirst(count)(h) == std::abs(s) % n);
  RC_ASSERT(FloorMod<std::uint32_t>(count)(h) == ((s % n) + n) % n);
  const std::int64_t java_abs = static_cast<std::int32_t>(s < 0 ? 0U - h : h);
  RC_ASSERT(RemainderOfAbs(count)(h) == java_abs % n);
}

void reductions_of_64_bits_are_the_clients_formulas() {
  const auto count = *partition_counts();
  const auto h = *hashes<std::uint64_t>();
  const std::int64_t n = count;
  const auto s = static_cast<std::int64_t>(h);
  RC_ASSERT(FloorMod<std::uint64_t>(count)(h) == ((s % n) + n) % n);
  RC_ASSERT(static_cast<std::uint64_t>(Unsigned<std::uint64_t>(count)(h)) == h % count);
}

void a_batch_is_its_keys_one_by_one() {
  const auto keys = some_keys();
  const auto count = *partition_counts();
  const std::vector<KeyView> batch = views(keys);
  for (const PartitionerInfo& info : all_partitioners()) {
    std::vector<Choice> choices(batch.size());
    info.partitioner->assign(batch, count, choices);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      Choice alone;
      info.partitioner->assign({&batch[i], 1}, count, {&alone, 1});
      RC_ASSERT(alone == choices[i]);
      RC_ASSERT(info.partitioner->explain(batch[i], count).choice == choices[i]);
      if (choices[i].determined()) {
        RC_ASSERT(choices[i].partition()->value < static_cast<std::int64_t>(count));
      }
    }
  }
}

void clients_said_to_agree_do() {
  const auto keys = some_keys();
  const auto count = *partition_counts();
  const auto agree = [&](const char* names) {
    auto comparison = *Comparison::create(*find_partitioners(names), count);
    comparison.add(views(keys));
    return comparison.report().differing_records == 0;
  };
  RC_ASSERT(agree("kafka,librdkafka-murmur2,librdkafka-murmur2-random,sarama-murmur2"));
  RC_ASSERT(agree("sarama,librdkafka-fnv1a,librdkafka-fnv1a-random"));
  RC_ASSERT(agree("librdkafka-consistent,sarama-crc"));
}

void expected_moves_are_what_all_residues_show() {
  const auto a = *rc::gen::inRange<std::uint32_t>(1, 60);
  const auto b = *rc::gen::inRange<std::uint32_t>(1, 60);
  const auto expected = *expected_moves(ResizeLaw::residue, a, b);
  std::uint64_t kept = 0;
  for (std::uint64_t h = 0; h < expected.of; ++h) kept += h % a == h % b ? 1U : 0U;
  RC_ASSERT(kept == expected.kept);
  for (const std::uint32_t count : cheaper_counts(a, b)) {
    RC_ASSERT(count % a == 0 || a % count == 0);
    RC_ASSERT(expected_moves(ResizeLaw::residue, a, count)->moved_share() < expected.moved_share());
  }
}

void a_large_key_table_knows_every_key_and_no_other() {
  const auto numbers =
      *rc::gen::container<std::vector<std::uint64_t>>(rc::gen::inRange<std::uint64_t>(0, 5000));
  KeyTable<int> table;
  std::map<std::uint64_t, int> truth;
  for (const std::uint64_t number : numbers) {
    const auto found = table.find_or_add(hash::fast_hash(number));
    RC_ASSERT(found.first == !truth.contains(number));
    RC_ASSERT(*found.payload == truth[number]);
    truth[number] = ++*found.payload;
  }
  RC_ASSERT(table.exact());
  RC_ASSERT(table.count().keys == static_cast<std::int64_t>(truth.size()));
}

void a_small_key_table_estimates_within_its_error() {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto keys = *rc::gen::inRange<std::uint64_t>(2000, 40000);
  KeyTable<std::uint64_t> table(32 << 10);  // 1024 slots: at most 768 keys
  for (int round = 0; round < 2; ++round) {
    for (std::uint64_t i = 0; i < keys; ++i) {
      const auto found = table.find_or_add(hash::fast_hash(i, seed));
      if (found.payload == nullptr) continue;
      if (!found.first) RC_ASSERT(*found.payload == i);
      *found.payload = i;
    }
  }
  const KeyCount count = table.count();
  RC_ASSERT(!count.exact);
  // Half of 768 stay after a step, give or take; so the error is near 1 / sqrt(384), or smaller.
  RC_ASSERT(count.relative_error < 0.06);
  const double off = std::abs(static_cast<double>(count.keys) - static_cast<double>(keys));
  RC_ASSERT(off < 5 * count.relative_error * static_cast<double>(keys));
}

void statistics_add_up_and_top_keys_admit_their_error() {
  // A third of the records lies on seven keys, the rest on twenty thousand.
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto records = *rc::gen::inRange<std::uint64_t>(0, 40000);
  std::vector<std::string> texts;
  for (std::uint64_t i = 0; i < records; ++i) {
    const std::uint64_t h = hash::fast_hash(i, seed);
    texts.push_back(std::to_string(h % 3 == 0 ? (h >> 8) % 7 : (h >> 8) % 20000));
  }
  std::map<std::string, std::int64_t> truth;
  for (const std::string& text : texts) ++truth[text];
  std::vector<std::int64_t> counts;
  for (const auto& [key, count] : truth) counts.push_back(count);
  std::sort(counts.rbegin(), counts.rend());

  StatsOptions options;
  options.max_bytes = *rc::gen::element<std::size_t>(48U << 10, 4U << 20);
  auto stats = *KeyStats::create(12, options);
  const std::vector<KeyView> keys = views(texts);
  std::vector<Choice> choices(keys.size());
  (*find_partitioner("kafka"))->partitioner->assign(keys, 12, choices);
  for (std::size_t at = 0; at < keys.size(); at += 500) {
    const std::size_t size = std::min<std::size_t>(500, keys.size() - at);
    stats.add(std::span(keys).subspan(at, size), std::span<const Choice>(choices).subspan(at, size));
  }
  const StatsReport report = stats.report();
  std::int64_t records_in_all = 0;
  std::int64_t keys_in_all = 0;
  for (const PartitionLoad& load : report.partitions) {
    records_in_all += load.records;
    keys_in_all += load.keys;
  }
  RC_ASSERT(records_in_all == static_cast<std::int64_t>(records));
  RC_ASSERT(keys_in_all == report.keys.keys);
  if (report.keys.exact) RC_ASSERT(keys_in_all == static_cast<std::int64_t>(truth.size()));
  RC_ASSERT(report.top.size() == std::min<std::size_t>(10, truth.size()));
  for (std::size_t i = 0; i < report.top.size(); ++i) {
    const TopKey& top = report.top[i];
    RC_ASSERT(top.records >= truth[top.key]);
    RC_ASSERT(top.records - top.too_high <= truth[top.key]);
    RC_ASSERT(top.records >= counts[i]);
    if (report.keys.exact) RC_ASSERT(top.records == counts[i]);
  }
}

}  // namespace

}  // namespace lanewise::route

int main() {
  using namespace lanewise::route;
  bool ok = true;
  const auto holds = [&ok](const char* what, void (*property)()) { ok = rc::check(what, property) && ok; };
  holds("a remainder by the reciprocal is the remainder", remainder_by_reciprocal_is_the_remainder);
  holds("32-bit reductions are the clients' formulas", reductions_of_32_bits_are_the_clients_formulas);
  holds("64-bit reductions are the clients' formulas", reductions_of_64_bits_are_the_clients_formulas);
  holds("a batch is its keys one by one, and what is explained of each", a_batch_is_its_keys_one_by_one);
  holds("clients said to agree do, on every key", clients_said_to_agree_do);
  holds("expected moves are what all residues show", expected_moves_are_what_all_residues_show);
  holds("a large key table knows every key and no other", a_large_key_table_knows_every_key_and_no_other);
  holds("a small key table estimates within its error", a_small_key_table_estimates_within_its_error);
  holds("statistics add up, and top keys admit their error",
        statistics_add_up_and_top_keys_admit_their_error);
  return ok ? 0 : 1;
}

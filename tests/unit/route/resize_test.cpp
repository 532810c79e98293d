#include "libcore/route/resize.h"

#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace lanewise::route {

namespace {

std::vector<std::string> numbered(int from, int to) {
  std::vector<std::string> keys;
  for (int i = from; i <= to; ++i) keys.push_back("order-" + std::to_string(i));
  return keys;
}

std::vector<KeyView> views(const std::vector<std::string>& keys) {
  std::vector<KeyView> result;
  for (const std::string& key : keys) result.push_back(KeyView::of(key));
  return result;
}

const PartitionerInfo& partitioner(std::string_view name) { return **find_partitioner(name); }

}  // namespace

TEST_CASE("growing 12 to 16 over ten thousand keys") {
  // Computed beforehand by another implementation of murmur2 and the mask.
  const auto keys = numbered(1, 10000);
  auto study = *ResizeStudy::create(partitioner("kafka"), 12, 16);
  const auto all = views(keys);
  for (std::size_t at = 0; at < all.size(); at += 1000) study.add(std::span(all).subspan(at, 1000));
  const ResizeReport report = study.report();

  CHECK(report.keys == KeyCount{.keys = 10000, .exact = true, .relative_error = 0});
  CHECK(report.moved.keys == 7575);
  CHECK(report.kept.keys == 2425);
  CHECK(report.moved_share == Approx(0.7575));
  CHECK(report.moved_share_error == 0);
  CHECK(report.after ==
        Fullest{.partition = Partition(8), .count = 669, .mean = 625, .times_mean = 669.0 / 625});
  CHECK(report.before.partition == Partition(6));
  CHECK(report.before.count == 876);
  CHECK(report.before.times_mean == Approx(876 / (10000.0 / 12)));
  REQUIRE(report.expected);
  CHECK(*report.expected == ExpectedMoves{.kept = 12, .of = 48});
  CHECK(report.expected->moved_share() == 0.75);
  REQUIRE(report.cheaper.size() == 1);
  CHECK(report.cheaper[0].count == 24);
  CHECK(report.cheaper[0].moved.keys == 5062);
  CHECK(report.cheaper[0].moved_share == Approx(0.5062));
  CHECK(report.cheaper[0].expected->moved_share() == 0.5);
}

TEST_CASE("a key that comes again moves once, and null keys do not move") {
  auto study = *ResizeStudy::create(partitioner("kafka"), 12, 16);
  // order-1 has the hash 1221710326 (printed by Kafka's code): 10 of 12, 6 of 16.
  const std::vector<KeyView> keys = {KeyView::of("order-1"), KeyView::null(), KeyView::of("order-1"),
                                     KeyView{}};
  const auto batch = study.add(keys);
  CHECK(batch.before[0] == Choice(Partition(10)));
  CHECK(batch.after[0] == Choice(Partition(6)));
  CHECK(batch.moves(0));
  CHECK(std::vector<std::uint8_t>(batch.first.begin(), batch.first.end()) ==
        std::vector<std::uint8_t>{1, 0, 0, 0});
  const ResizeReport report = study.report();
  CHECK(report.keys.keys == 1);
  CHECK(report.moved.keys == 1);
  CHECK(report.undetermined_records == 2);
}

TEST_CASE("the share that stays is min / lcm") {
  // By hand: of the residues modulo lcm, those with the same remainder both ways.
  CHECK(*expected_moves(ResizeLaw::residue, 12, 16) == ExpectedMoves{.kept = 12, .of = 48});
  CHECK(*expected_moves(ResizeLaw::residue, 16, 12) == ExpectedMoves{.kept = 12, .of = 48});
  CHECK(*expected_moves(ResizeLaw::residue, 12, 24) == ExpectedMoves{.kept = 12, .of = 24});
  CHECK(*expected_moves(ResizeLaw::residue, 7, 7) == ExpectedMoves{.kept = 7, .of = 7});
  CHECK(*expected_moves(ResizeLaw::residue, 4, 5) ==
        ExpectedMoves{.kept = 4, .of = 20});  // n -> n+1 moves n/(n+1)
  CHECK_FALSE(expected_moves(ResizeLaw::unknown, 12, 16));
}

TEST_CASE("cheaper counts split or join whole partitions") {
  using Counts = std::vector<std::uint32_t>;
  CHECK(cheaper_counts(12, 16) == Counts{24});
  CHECK(cheaper_counts(12, 40) == Counts{36, 48});
  CHECK(cheaper_counts(12, 24).empty());  // is one already
  CHECK(cheaper_counts(12, 12).empty());
  CHECK(cheaper_counts(16, 12) == Counts{8});
  CHECK(cheaper_counts(60, 26) == Counts{20, 30});
  CHECK(cheaper_counts(13, 12) == Counts{});  // joining all of 13 moves 12/13, as 13 -> 12 does
  CHECK(cheaper_counts(1, 5).empty());
}

TEST_CASE("a study of too many partitions, or none, is refused") {
  CHECK_FALSE(ResizeStudy::create(partitioner("kafka"), 0, 16));
  CHECK_FALSE(ResizeStudy::create(partitioner("kafka"), 12, kMaxCountedPartitions + 1));
}

TEST_CASE("without an end to keys the study estimates, and says how well") {
  ResizeOptions options;
  options.max_bytes = 64 << 10;
  auto study = *ResizeStudy::create(partitioner("kafka"), 12, 16, options);
  for (int from = 1; from <= 200000; from += 1000) {
    const auto keys = numbered(from, from + 999);
    study.add(views(keys));
  }
  const ResizeReport report = study.report();
  CHECK_FALSE(report.keys.exact);
  CHECK(report.keys.relative_error > 0);
  CHECK(report.keys.relative_error < 0.05);
  CHECK(std::abs(static_cast<double>(report.keys.keys) - 200000) < 4 * report.keys.relative_error * 200000);
  CHECK(std::abs(report.moved_share - 0.75) < 4 * report.moved_share_error);
  CHECK(report.moved.keys + report.kept.keys == report.keys.keys);
}

TEST_CASE("negative partitions of an old client are counted, not placed") {
  auto study = *ResizeStudy::create(partitioner("rocketmq-4.7"), 3, 4);
  const std::vector<KeyView> keys = {KeyView::of("polygenelubricants")};  // -2 of 3, 0 of 4
  study.add(keys);
  const ResizeReport report = study.report();
  CHECK(report.negative_keys == 1);
  CHECK(report.moved.keys == 1);
  CHECK(report.before.count == 0);
  CHECK(report.after.count == 1);
}

}  // namespace lanewise::route

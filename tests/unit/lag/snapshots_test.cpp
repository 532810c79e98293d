// What is one moment and what is the next, and how groups are summed and ordered.
#include <string>
#include <vector>

#include "libcore/lag/document_reader.h"
#include "libcore/lag/lag_report.h"
#include "tests/support/catch.h"

namespace lanewise::lag {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
const Selection kAll{[](std::string_view) { return true; }, [](std::string_view) { return true; }};

class Taken {
 public:
  Taken& add(const std::vector<std::string>& rows, std::optional<std::int64_t> file_time = std::nullopt) {
    DocumentReader reader(names_, {}, 0);
    for (const std::string& row : rows) {
      if (row.find(' ') != std::string::npos && !in_table_)
        reader.add("GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID");
      in_table_ = row.find(' ') != std::string::npos;
      reader.add(row);
    }
    in_table_ = false;
    Document document = std::move(reader).finish();
    builder_.add(document, file_time);
    return *this;
  }
  [[nodiscard]] SnapshotSequence finish(std::optional<std::int64_t> interval = std::nullopt) {
    return std::move(builder_).finish(interval);
  }

 private:
  Names names_;
  SnapshotBuilder builder_;
  bool in_table_ = false;
};

}  // namespace

TEST_CASE("a partition that comes again begins the next snapshot, two groups do not") {
  Taken taken;
  const SnapshotSequence one = taken.add({"a t 0 1 2 1 - - -"}).add({"b t 0 1 2 1 - - -"}).finish();
  CHECK(one.snapshots.size() == 1);
  Taken again;
  const SnapshotSequence two = again.add({"a t 0 1 2 1 - - -", "b t 0 1 2 1 - - -"})
                                   .add({"c t 0 1 2 1 - - -", "", "a t 0 1 2 1 - - -"})
                                   .finish();
  REQUIRE(two.snapshots.size() == 2);
  CHECK(two.snapshots[1].rows.size() == 2);  // c is of the second file, so of the second moment
}

TEST_CASE("pastes in one text are taken apart, by what comes again or by their times") {
  Taken taken;
  const SnapshotSequence pasted =
      taken.add({"a t 0 1 2 1 - - -", "", "a t 0 2 3 1 - - -"}).finish(5 * kSecond);
  REQUIRE(pasted.snapshots.size() == 2);
  CHECK(pasted.source == TimeSource::interval);
  CHECK(pasted.snapshots[1].time_ns == 5 * kSecond);
  Taken timed;
  const SnapshotSequence two =
      timed.add({"2026-11-27T02:51:00Z", "a t 0 1 2 1 - - -", "2026-11-27T02:50:00Z", "b t 0 1 2 1 - - -"})
          .finish(5 * kSecond);
  REQUIRE(two.snapshots.size() == 2);
  CHECK(two.source == TimeSource::text);  // it beats the interval
  CHECK(two.was_reordered);
  CHECK(*two.snapshots[1].time_ns - *two.snapshots[0].time_ns == 60 * kSecond);
  CHECK(two.snapshots[0].rows.at(0).group == "b");
}

TEST_CASE("a header without rows behind the only table") {
  Taken taken;
  const SnapshotSequence sequence = taken.add({"a t 0 1 2 1 - - -", "", "GROUP TOPIC"}).finish();
  REQUIRE(sequence.snapshots.size() == 1);
  CHECK(sequence.snapshots[0].rows.size() == 1);
  Taken empty;
  CHECK_FALSE(empty.add({"a t 0 1 2 1 - - -", "2026-11-27T02:51:00Z", "x y"}).finish().snapshots.empty());
}

TEST_CASE("the files' times count if they ascend") {
  Taken ascending;
  CHECK(ascending.add({"a t 0 1 2 1 - - -"}, 10).add({"a t 0 1 2 1 - - -"}, 20).finish().source ==
        TimeSource::file);
  Taken alike;
  CHECK(alike.add({"a t 0 1 2 1 - - -"}, 10).add({"a t 0 1 2 1 - - -"}, 10).finish().source ==
        TimeSource::none);
  Taken piped;
  CHECK(piped.add({"a t 0 1 2 1 - - -"}, 10).add({"a t 0 1 2 1 - - -"}).finish().source == TimeSource::none);
}

TEST_CASE("sums leave out what is not known, count what is below 0, and keep apart what nobody reads") {
  Taken taken;
  const LagReport report = judge(
      taken
          .add({"g t 0 10 15 5 c /1.1.1.1 c", "g t 1 - 42 - c /1.1.1.1 c", "g t 2 20 11 -9 c /1.1.1.1 c",
                "g t 3 - 0 - c /1.1.1.1 c", "g old 0 1 1001 1000 - - -", "g old 1 7 - - - - -"})
          .finish(),
      {}, kAll);
  REQUIRE(report.groups.size() == 1);
  const Sums& sums = report.groups[0].sums;
  CHECK(sums.partitions == 6);
  CHECK(sums.lag == 5);
  CHECK(sums.most_lag == 47);
  CHECK(sums.unknown == 1);  // a log in which nothing was written has no lag, commit or not
  CHECK(sums.no_commit == 1);
  CHECK(sums.negative == 1);
  CHECK(sums.least_lag == -9);
  CHECK(sums.stale == 2);
  CHECK(sums.stale_lag == 1000);
  CHECK(sums.stale_unknown == 1);
  CHECK(sums.known_lag() == 1005);
  CHECK(sums.counted() == 3);
  CHECK(report.groups[0].state == State::behind);
  CHECK(place_of(report.worst(report.groups[0])->row).partition == 0);
}

TEST_CASE("groups stand worst first, and in the state of their worst partition") {
  Taken taken;
  const LagReport report =
      judge(taken
                .add({"drains t 0 0 900 900 - - -", "grows t 0 0 100 100 - - -", "grows t 1 0 0 0 - - -",
                      "stuck t 0 5 5 0 - - -", "unknown t 0 - 9 - - - -", "done t 0 9 9 0 - - -"})
                .add({"drains t 0 800 900 100 - - -", "grows t 0 10 900 890 - - -", "grows t 1 7 7 0 - - -",
                      "stuck t 0 5 50 45 - - -", "unknown t 0 - 9 - - - -", "done t 0 9 9 0 - - -"})
                .finish(60 * kSecond),
            {}, kAll);
  std::vector<std::string_view> order;
  for (const GroupReport& group : report.groups) order.push_back(group.name);
  CHECK(order == std::vector<std::string_view>{"grows", "stuck", "unknown", "drains", "done"});
  CHECK(report.groups[0].state == State::growing);
  CHECK(report.share_of_worst(report.groups[0]) == Approx(1.0));
  CHECK(report.span_ns == 60 * kSecond);
  CHECK(report.groups[3].eta_s == Approx(100 / (800.0 / 60)));
}

TEST_CASE("a group's time left is that of its slowest partition") {
  Taken taken;
  const LagReport report = judge(taken.add({"g t 0 0 1000 1000 - - -", "g t 1 0 1000 1000 - - -"})
                                     .add({"g t 0 900 1000 100 - - -", "g t 1 100 1000 900 - - -"})
                                     .finish(60 * kSecond),
                                 {}, kAll);
  CHECK(report.groups.at(0).eta_s == Approx(540.0));
  CHECK_FALSE(report.groups[0].never_catches_up);
}

TEST_CASE("partitions that are gone are told, and counted in no sum") {
  Taken taken;
  const LagReport report = judge(taken.add({"g t 0 0 10 10 c1 /1.1.1.1 c", "g t 1 0 10 10 c1 /1.1.1.1 c"})
                                     .add({"g t 0 5 10 5 c2 /1.1.1.1 c"})
                                     .finish(60 * kSecond),
                                 {}, kAll);
  REQUIRE(report.groups.size() == 1);
  CHECK(report.groups[0].gone.size() == 1);
  CHECK(report.total.lag == 5);
  CHECK(report.partitions.at(0).member_changed);
}

TEST_CASE("what is not selected is not there") {
  Taken taken;
  SnapshotSequence sequence = taken.add({"a t 0 0 10 10 - - -", "b u 0 0 10 10 - - -"}).finish();
  const LagReport report = judge(sequence, {},
                                 {[](std::string_view group) { return group == "b"; },
                                  [](std::string_view topic) { return topic == "u"; }});
  REQUIRE(report.groups.size() == 1);
  CHECK(report.groups[0].name == "b");
  CHECK(judge({}, {}, kAll).groups.empty());
}

}  // namespace lanewise::lag

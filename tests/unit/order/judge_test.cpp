// What the golden cases of verify-order cannot show well: bounds, evidence, and what must not be said.
#include "libcore/order/judge.h"

#include <string>

#include <fmt/format.h>

#include "tests/support/catch.h"
#include "tests/support/judged_codes.h"

namespace lanewise::order {

namespace {

using test::codes;
using test::judge_text;
using test::judge_texts;
using test::line;

}  // namespace

TEST_CASE("tables are in the order of their enumerations") {
  for (std::size_t i = 0; i < kCodes; ++i) CHECK(order::codes()[i].code == static_cast<Code>(i));
  for (std::size_t i = 0; i < kChecks; ++i) {
    CHECK(checks()[i].check == static_cast<Check>(i));
    CHECK(find_check(checks()[i].name) == static_cast<Check>(i));
  }
  CHECK_FALSE(find_check("nothing"));
}

TEST_CASE("another key's place in the partition is no disorder") {
  CHECK(codes(judge_text(line(1, "A", 1, 0, 5) + line(0, "B", 1, 10, 15) + line(3, "A", 2, 20, 25) +
                         line(2, "B", 2, 30, 35)))
            .empty());
}

TEST_CASE("a record in flight when the log ends is not missing") {
  const auto judged = judge_text(
      "event=start topic=t partition=0 offset=0 key=A seq=1 ts=1795747860000\n"
      "event=start topic=t partition=0 offset=1 key=B seq=1 ts=1795747860001\n"
      "event=done topic=t partition=0 offset=1 key=B seq=1 ts=1795747860002\n");
  CHECK(codes(judged).empty());
  CHECK(judged.conclusion.totals.unfinished == 1);
}

TEST_CASE("what a crash cut off is lost if it was committed, and replayed if it comes again") {
  const std::string begun =
      "event=start topic=t partition=0 offset=0 key=A seq=1 member=a ts=1795747860000\n"
      "event=done topic=t partition=0 offset=0 key=A seq=1 member=a ts=1795747860001\n"
      "event=start topic=t partition=0 offset=1 key=A seq=2 member=a ts=1795747860002\n"
      "event=crash member=a ts=1795747860003\n";
  const auto lost =
      judge_text(begun +
                 "event=commit topic=t partition=0 offset=2 member=a ts=1795747860004\n"
                 "event=resume topic=t partition=0 offset=2 member=b ts=1795747860005\n"
                 "event=start topic=t partition=0 offset=2 key=A seq=3 member=b ts=1795747860006\n"
                 "event=done topic=t partition=0 offset=2 key=A seq=3 member=b ts=1795747860007\n");
  CHECK(codes(lost) == "loss:real");
  const auto again =
      judge_text(begun +
                 "event=resume topic=t partition=0 offset=1 member=b ts=1795747860005\n"
                 "event=start topic=t partition=0 offset=1 key=A seq=2 member=b ts=1795747860006\n"
                 "event=done topic=t partition=0 offset=1 key=A seq=2 member=b ts=1795747860007\n");
  CHECK(codes(again) == "replay:benign");
}

TEST_CASE("a first handling by an old owner that is behind is out of order by the rebalance") {
  const auto judged = judge_text(
      line(0, "A", 1, 0, 5, "member=a generation=1") + line(2, "A", 3, 20, 25, "member=b generation=2") +
      line(1, "A", 2, 30, 35, "member=a generation=1") + line(3, "A", 4, 40, 45, "member=b generation=2"));
  CHECK(codes(judged) == "overtake:real");
  CHECK(judged.conclusion.findings.front().stage == Stage::rebalance);
}

TEST_CASE("a commit of an old owner does not count") {
  const std::string log =
      line(0, "A", 1, 0, 5, "member=a generation=1") + line(2, "A", 3, 20, 25, "member=b generation=2");
  CHECK(codes(judge_text(log + "event=commit topic=t partition=0 offset=3 member=a generation=1\n")) ==
        "skip:real");
  CHECK(codes(judge_text(log + "event=commit topic=t partition=0 offset=3 member=b generation=2\n")) ==
        "loss:real");
}

TEST_CASE("times of one member must agree with the order of its lines before two handlings overlap") {
  // The done line of the first stands behind the start line of the second, at the same millisecond.
  const std::string log =
      "event=start key=A seq=1 thread=1 ts=1795747860000\n"
      "event=start key=A seq=2 thread=2 ts=1795747860005\n"
      "event=done key=A seq=1 thread=1 ts=1795747860005\n"
      "event=done key=A seq=2 thread=2 ts=1795747860009\n";
  CHECK(codes(judge_text(log)).empty());
}

TEST_CASE("beyond max_keys records are counted and the conclusion is not complete") {
  test::JudgedOptions options;
  options.judge.max_keys = 1;
  const auto judged = judge_text("key=A seq=1\nkey=B seq=2\nkey=B seq=1\nkey=A seq=2\n", options);
  CHECK(codes(judged).empty());
  CHECK(judged.conclusion.totals.not_followed == 2);
  CHECK_FALSE(judged.conclusion.complete);
}

TEST_CASE("beyond max_holes what comes late is not judged, and not called a duplicate") {
  test::JudgedOptions options;
  options.judge.max_holes = 0;
  const auto judged = judge_text("key=A seq=1\nkey=A seq=4\nkey=A seq=2\nkey=A seq=5\n", options);
  CHECK(codes(judged).empty());
  CHECK(judged.conclusion.totals.not_judged == 2);  // the hole, and what came late
  CHECK_FALSE(judged.conclusion.complete);
}

TEST_CASE("the holes of one key are bounded, so that a late record never looks at more") {
  std::string log;
  for (int seq = 0; seq < 40'000; seq += 2) log += fmt::format("key=A seq={}\n", seq);
  for (int seq = 1; seq < 40'000; seq += 2) log += fmt::format("key=A seq={}\n", seq);
  const auto judged = judge_text(log);
  CHECK_FALSE(judged.conclusion.complete);
  CHECK(judged.conclusion.totals.not_judged > 0);
  CHECK(judged.conclusion.count(Verdict::real) > 0);
}

TEST_CASE("beyond max_findings they are counted, and their keys are broken all the same") {
  test::JudgedOptions options;
  options.judge.max_findings = 1;
  const auto judged =
      judge_text("key=A seq=1\nkey=A seq=3\nkey=A seq=2\nkey=B seq=1\nkey=B seq=3\nkey=B seq=2\n", options);
  CHECK(codes(judged) == "overtake:real");
  CHECK(judged.conclusion.keys_broken == 2);
  CHECK(judged.conclusion.count(Verdict::real) == 2);
  CHECK_FALSE(judged.conclusion.complete);
}

TEST_CASE("evidence is the earliest record with a larger number, however long ago it came") {
  std::string log = "key=A seq=1\nkey=A seq=3\n";
  for (int seq = 4; seq < 3000; ++seq) log += fmt::format("key=A seq={}\n", seq);
  for (int other = 0; other < 70'000; ++other) log += "key=B seq=" + std::to_string(other) + "\n";
  log += "key=A seq=2\n";
  const auto judged = judge_text(log);
  REQUIRE(codes(judged) == "overtake:real");
  const Finding& found = judged.conclusion.findings.front();
  CHECK(LineRef::line(found.newer->line) == 2);
  CHECK(found.extent == 2997);
  CHECK(found.displacement == 2997);
  CHECK(found.moves == 1);
}

TEST_CASE("what two files of one time show is undecided") {
  const std::string a = "key=A seq=1 ts=1795747860000\nkey=A seq=3 ts=1795747860020\n";
  CHECK(codes(judge_texts({a, "key=A seq=2 ts=1795747860010\n"})) == "overtake:undecided");
  CHECK(codes(judge_texts({a, "key=A seq=2 ts=1795747860030\n"})) == "overtake:real");
}

}  // namespace lanewise::order

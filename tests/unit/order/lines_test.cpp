// What lines lack or contradict: keys, seqs, places, times; and inputs that come in another order.
#include <string>

#include "tests/support/catch.h"
#include "tests/support/judged_codes.h"

namespace lanewise::order {

using test::codes;
using test::judge_text;
using test::judge_texts;
using test::line;

TEST_CASE("a seq without a key says nothing") {
  CHECK(
      codes(judge_text("topic=t partition=0 offset=0 seq=5\ntopic=t partition=0 offset=1 seq=3\n")).empty());
  const auto judged = judge_text("seq=5\nseq=3\n");
  CHECK(codes(judged).empty());
  CHECK(judged.conclusion.totals.unnamed == 2);
  CHECK_FALSE(judged.conclusion.checks[static_cast<std::size_t>(Check::overtake)].possible);
}

TEST_CASE("a record of the key without a seq may be the one that is missing") {
  CHECK(codes(judge_text("key=A seq=1\nkey=A seq=3\n")) == "gap:real");
  CHECK(codes(judge_text("key=A seq=1\nkey=A\nkey=A seq=3\n")) == "gap:undecided");
}

TEST_CASE("start lines that name no place belong to the done lines that do") {
  const auto judged = judge_text(
      "event=start key=A seq=1 thread=1\n"
      "event=start key=A seq=2 thread=2\n"
      "event=done key=A seq=2 thread=2 topic=t partition=0 offset=1\n"
      "event=done key=A seq=1 thread=1 topic=t partition=0 offset=0\n");
  CHECK(judged.conclusion.keys == 1);
  CHECK(judged.with(Code::overlap).size() == 1);
}

TEST_CASE("a negative partition is one that is not known") {
  CHECK(codes(judge_text("partition=-1 offset=5 key=A seq=1\noffset=5 key=A seq=2\n")).empty());
}

TEST_CASE("an end before the start is not believed, and said") {
  const auto judged = judge_text(
      "key=A seq=1 start_ts=1795747860500 end_ts=1795747860100\n"
      "key=A seq=2 start_ts=1795747860200 end_ts=1795747860600\n");
  CHECK(codes(judged).empty());
  CHECK(judged.conclusion.totals.ends_before_start == 1);
  CHECK_FALSE(judged.conclusion.complete);
}

TEST_CASE("times that say the opposite of the lines leave it undecided") {
  CHECK(codes(judge_text(line(0, "A", 1, 100, 150) + line(1, "A", 2, 0, 50))) == "times-back:undecided");
  // The other way round both say that 1 came first.
  CHECK(codes(judge_text(line(1, "A", 2, 100, 150) + line(0, "A", 1, 0, 50))).empty());
}

TEST_CASE("one that overlaps is found behind any number that do not") {
  std::string log = line(0, "A", 1, 0, 50);
  // Lines out of the order of their times, so that nothing ends the search early.
  for (int i = 1; i < 200; ++i) log += line(i, "A", i + 1, 10'000 - 20 * i, 10'010 - 20 * i);
  const auto judged = judge_text(log + line(500, "A", 501, 40, 60));
  CHECK(judged.with(Code::overlap).size() == 1);
}

TEST_CASE("a pair that touches within the clock's grain is one after the other") {
  const auto judged = judge_text(
      "event=start key=A seq=1 thread=1 ts=1795747860000\n"
      "event=start key=A seq=2 thread=2 ts=1795747860005\n"
      "event=done key=A seq=1 thread=1 ts=1795747860005\n"
      "event=done key=A seq=2 thread=2 ts=1795747860009\n");
  CHECK(judged.conclusion.totals.sequential_pairs == judged.conclusion.totals.pairs);
}

TEST_CASE("a late offset whose passers are forgotten is told by the last one, or not judged") {
  std::string others;
  for (int i = 0; i < 70'000; ++i) others += fmt::format("topic=t partition=1 offset={} key=B\n", i);
  const std::string first = "topic=t partition=0 offset=0 key=A\ntopic=t partition=0 offset=9 key=A\n";
  const auto told = judge_text(first + others + "topic=t partition=0 offset=5 key=A\n");
  REQUIRE(told.with(Code::overtake).size() == 1);
  CHECK_FALSE(told.with(Code::overtake).front()->moves);
  const auto untold = judge_text(first + "topic=t partition=0 offset=3 key=A\n" + others +
                                 "topic=t partition=0 offset=5 key=A\n");
  CHECK(untold.conclusion.totals.not_judged == 1);
}

TEST_CASE("a key that comes back to one of many partitions is split") {
  std::string log;
  for (int partition = 0; partition < 12; ++partition)
    log += fmt::format("topic=t partition={} offset=0 key=A\n", partition);
  CHECK(codes(judge_text(log)) == "moved-key:info");
  CHECK(codes(judge_text(log + "topic=t partition=10 offset=1 key=A\n")) == "split-key:real");
}

TEST_CASE("an input whose sources are merged comes before the next input") {
  test::JudgedOptions options;
  const std::string pods =
      "[pod/a/app] key=A seq=2 ts=2026-11-27T02:51:01Z\n[pod/b/app] key=A seq=1 ts=2026-11-27T02:51:00Z\n";
  const auto judged = judge_texts({pods, "key=A seq=3 ts=2026-11-27T02:51:02Z\n"}, options);
  CHECK(judged.conclusion.count(Verdict::real) == 0);
}

TEST_CASE("a file that lies wholly before the one in front of it tells no order across them") {
  const std::string newer = "key=A seq=3 ts=1795747870000\nkey=A seq=4 ts=1795747870001\n";
  const std::string older = "key=A seq=1 ts=1795747860000\nkey=A seq=2 ts=1795747860001\n";
  const auto judged = judge_texts({newer, older});
  CHECK(judged.conclusion.count(Verdict::real) == 0);
  CHECK(judged.conclusion.count(Verdict::undecided) > 0);
  CHECK(judged.conclusion.inputs_back == 1);
  CHECK(codes(judge_texts({older, newer})).empty());
}

TEST_CASE("what one file shows is not doubted for what two of them show") {
  const std::string a =
      "key=A seq=1 ts=1795747860000\nkey=A seq=3 ts=1795747860020\nkey=A seq=6 ts=1795747860021\n";
  const std::string b =
      "key=A seq=2 ts=1795747860010\nkey=A seq=5 ts=1795747860030\nkey=A seq=4 ts=1795747860031\n";
  const auto judged = judge_texts({a, b});
  CHECK(judged.conclusion.count(Verdict::real) == 0);
  const std::string c =
      b + "key=A seq=9 ts=1795747860032\nkey=A seq=8 ts=1795747860033\nkey=A seq=7 ts=1795747860034\n";
  const auto more = judge_texts({a, c});
  CHECK(more.conclusion.count(Verdict::real) == 1);
  CHECK(more.conclusion.count(Verdict::undecided) == 1);
}

TEST_CASE("times and numbers of any size are subtracted without overflow") {
  const auto judged = judge_text(
      "key=A seq=1 member=a start_ts=\"1680-01-01T00:00:00Z\" end_ts=\"1680-01-02T00:00:00Z\"\n"
      "key=A seq=3 member=a start_ts=\"2260-01-01T00:00:00Z\" end_ts=\"2260-01-02T00:00:00Z\"\n"
      "key=A seq=2 member=b start_ts=\"2260-01-03T00:00:00Z\" end_ts=\"2260-01-04T00:00:00Z\"\n");
  CHECK(codes(judged) == "overtake:real");
}

}  // namespace lanewise::order

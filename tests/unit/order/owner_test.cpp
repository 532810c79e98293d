// Whose a partition is, and what an owner that is none any more still does.
#include <string>

#include "tests/support/catch.h"
#include "tests/support/judged_codes.h"

namespace lanewise::order {

using test::codes;
using test::event;
using test::judge_text;
using test::line;
using test::plain;

TEST_CASE("what lines give to one member stays its own, whoever had it before") {
  // a, b, c in turn; then a, the owner before the last, works on.
  const std::string log = event("assign", "member=a") + plain(0, "A", 1, "member=a") +
                          event("assign", "member=b") + plain(1, "A", 2, "member=b") +
                          event("assign", "member=c") + plain(2, "A", 3, "member=c") +
                          plain(1, "A", 2, "member=a") + plain(3, "A", 4, "member=c");
  const auto judged = judge_text(log);
  REQUIRE(codes(judged) == "duplicate:real");
  CHECK(judged.conclusion.findings.front().stage == Stage::rebalance);
}

TEST_CASE("an old owner that handles a record again is no replay, and its key ends on an old record") {
  const auto judged =
      judge_text(plain(0, "A", 1, "member=a generation=1") + plain(1, "A", 2, "member=b generation=2") +
                 plain(0, "A", 1, "member=a generation=1"));
  CHECK(codes(judged) == "duplicate:real");
  CHECK(judged.conclusion.keys_ended_old == 1);
}

TEST_CASE("a member that works on after it was revoked is told, even if nothing else is wrong") {
  const std::string log = event("assign", "member=a") + plain(0, "A", 1, "member=a") +
                          event("revoke", "member=a") +
                          event("start", "offset=1 key=B seq=1 member=a ts=1795747860000") +
                          event("done", "offset=1 key=B seq=1 member=a ts=1795747860001");
  CHECK(codes(judge_text(log)) == "unowned-record:real");
  // Given back to it, it is the owner again.
  const std::string back = event("assign", "member=a") + plain(0, "A", 1, "member=a") +
                           event("revoke", "member=a") + event("assign", "member=a") +
                           plain(1, "B", 1, "member=a");
  CHECK(codes(judge_text(back)).empty());
}

TEST_CASE("a member of which no line tells takes over unasked") {
  const std::string log = event("assign", "member=a") + plain(0, "A", 1, "member=a") +
                          plain(1, "A", 2, "member=b") + plain(2, "A", 3, "member=b");
  CHECK(codes(judge_text(log)).empty());
}

TEST_CASE("two members by turns in one generation are two owners") {
  const std::string log =
      plain(0, "A", 1, "member=a generation=1") + plain(1, "A", 2, "member=b generation=1") +
      plain(2, "A", 3, "member=a generation=1") + plain(3, "A", 4, "member=b generation=1");
  const auto judged = judge_text(log);
  REQUIRE(codes(judged) == "two-owners:real");
  CHECK(judged.conclusion.findings.front().count == 1);
  // A generation a turn is a rebalance a turn.
  const std::string turns =
      plain(0, "A", 1, "member=a generation=1") + plain(1, "A", 2, "member=b generation=2") +
      plain(2, "A", 3, "member=a generation=3") + plain(3, "A", 4, "member=b generation=4");
  CHECK(codes(judge_text(turns)).empty());
}

TEST_CASE("where neither lines nor generations tell, turns may be rebalances") {
  const std::string once =
      plain(0, "A", 1, "member=a") + plain(1, "A", 2, "member=b") + plain(2, "A", 3, "member=a");
  CHECK(codes(judge_text(once)).empty());
  CHECK(codes(judge_text(once + plain(3, "A", 4, "member=b"))) == "two-owners:undecided");
}

TEST_CASE("what begins under an old generation is the old owner's, though it lost nothing that was seen") {
  const auto judged =
      judge_text(event("assign", "member=a generation=5") + plain(3, "A", 2, "member=b generation=4") +
                 plain(2, "A", 1, "member=b generation=4"));
  CHECK(codes(judged) == "unowned-record:real overtake:real");
  for (const Finding& finding : judged.conclusion.findings) CHECK(finding.stage == Stage::rebalance);
}

TEST_CASE("what lines without a group have told holds for a group that shows later") {
  const std::string unnamed = event("commit", "offset=3");
  const std::string handled = plain(0, "A", 1, "group=g member=a") + plain(2, "A", 3, "group=g member=a");
  CHECK(codes(judge_text(unnamed + handled)) == "loss:real");
  CHECK(codes(judge_text(handled + unnamed)) == "loss:real");
}

TEST_CASE("commits without a group say nothing certain where two groups handle the partition") {
  std::string log;
  for (const char* const group : {"group=g member=a", "group=h member=b"}) {
    log += plain(0, "A", 1, group) + plain(2, "A", 3, group);
  }
  const auto judged =
      judge_text(log + event("commit", "offset=3 member=a") + event("commit", "offset=1 member=b"));
  CHECK(judged.conclusion.count(Verdict::real) == 0);
  CHECK(judged.conclusion.count(Verdict::undecided) == 2);
}

TEST_CASE("a record that was begun and is committed is lost, whoever had it in hand") {
  const std::string begun = line(0, "A", 1, 0, 5, "member=a") +
                            event("start", "offset=1 key=B seq=1 member=a ts=1795747860010") +
                            line(2, "A", 2, 20, 25, "member=a");
  CHECK(codes(judge_text(begun)).empty());
  CHECK(codes(judge_text(begun + event("commit", "offset=3 member=a"))) == "loss:real");
  CHECK(codes(judge_text(begun + event("commit", "offset=1 member=a"))).empty());
  // Of a member that left it waits for the next one.
  const auto left = judge_text(begun + event("commit", "offset=1 member=a") + "event=leave member=a\n");
  CHECK(codes(left).empty());
  CHECK(left.conclusion.totals.waiting == 1);
}

TEST_CASE("commits that go back, and commits ahead of what was handled") {
  const std::string handled = plain(0, "A", 1, "member=a");
  CHECK(codes(judge_text(handled + event("commit", "offset=1 member=a") + plain(1, "A", 2, "member=a") +
                         event("commit", "offset=2 member=a")))
            .empty());
  CHECK(codes(judge_text(handled + event("commit", "offset=2 member=a") + plain(1, "A", 2, "member=a") +
                         event("commit", "offset=2 member=a"))) == "commit-ahead:real");
  CHECK(codes(judge_text(handled + plain(1, "A", 2, "member=a") + event("commit", "offset=2 member=a") +
                         event("commit", "offset=1 member=a"))) == "commit-regression:real");
}

TEST_CASE("a record that failed and was never done is not handled") {
  const std::string failed = event("fail", "offset=0 key=A seq=1 member=a");
  const std::string later = event("done", "offset=1 key=A seq=2 member=a");
  CHECK(codes(judge_text(failed + later + event("commit", "offset=2 member=a"))) == "loss:real");
  CHECK(codes(judge_text(failed + event("done", "offset=0 key=A seq=1 member=a attempt=1") + later +
                         event("commit", "offset=2 member=a"))) == "redelivery:benign");
  // Left out on purpose: that is its outcome.
  CHECK(codes(judge_text(failed + event("skip", "offset=0 key=A seq=1 member=a") + later +
                         event("commit", "offset=2 member=a"))) == "redelivery:benign");
}

}  // namespace lanewise::order

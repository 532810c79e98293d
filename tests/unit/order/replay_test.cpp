// What a new owner handles again: allowed, or not.
#include "libcore/order/replay.h"

#include <string>

#include "tests/support/catch.h"
#include "tests/support/judged_codes.h"

namespace lanewise::order {

using test::codes;
using test::event;
using test::judge_text;
using test::plain;

namespace {

// a handles offsets 0..3 of one key and commits `committed`; then b has the partition.
std::string moved(int committed) {
  std::string log = event("assign", "member=a");
  for (int offset = 0; offset < 4; ++offset) log += plain(offset, "A", offset + 1, "member=a");
  return log + event("commit", fmt::format("member=a offset={}", committed).c_str()) +
         event("assign", "member=b");
}

ReplayFault fault_of(const test::Judged& judged) { return judged.conclusion.findings.front().replay_fault; }

}  // namespace

TEST_CASE("a replay begins at the commit, and leaves nothing out") {
  const std::string again = plain(2, "A", 3, "member=b") + plain(3, "A", 4, "member=b");
  const auto judged = judge_text(moved(2) + again + plain(4, "A", 5, "member=b"));
  REQUIRE(codes(judged) == "replay:benign");
  CHECK(judged.conclusion.findings.front().committed == 2);
}

TEST_CASE("one that begins above the commit has left something out") {
  const auto judged = judge_text(moved(1) + plain(3, "A", 4, "member=b") + plain(4, "A", 5, "member=b"));
  REQUIRE(codes(judged) == "partial-replay:real");
  CHECK(fault_of(judged) == ReplayFault::above_commit);
  CHECK(judged.conclusion.findings.front().first_offset == 1);
  CHECK(judged.conclusion.findings.front().last_offset == 2);
}

TEST_CASE("one with a hole has left something out") {
  const auto judged = judge_text(moved(0) + plain(0, "A", 1, "member=b") + plain(3, "A", 4, "member=b"));
  REQUIRE(codes(judged) == "partial-replay:real");
  CHECK(fault_of(judged) == ReplayFault::left_out);
}

TEST_CASE("one that stops and goes on with new records has left something out") {
  const auto judged = judge_text(moved(1) + plain(1, "A", 2, "member=b") + plain(4, "A", 5, "member=b"));
  REQUIRE(codes(judged) == "partial-replay:real");
  CHECK(fault_of(judged) == ReplayFault::left_out);
  // One that the log ends in has not.
  CHECK(codes(judge_text(moved(1) + plain(1, "A", 2, "member=b"))) == "replay:benign");
}

TEST_CASE("one that is cut short has left out what the next owner does not begin with") {
  const std::string fetched = event("fetch", "member=b offset=2 key=C");
  // b has handled 1 and 3 when c gets the partition.
  const std::string b = plain(1, "B", 1, "member=b") + plain(3, "D", 1, "member=b");
  std::string log = event("assign", "member=a");
  for (int offset = 0; offset < 4; ++offset)
    log += plain(offset, std::string(1, "ABCD"[offset]).c_str(), 1, "member=a");
  log += event("commit", "member=a offset=1") + event("assign", "member=b");
  const auto ended = [](int committed) {
    std::string rest =
        event("commit", fmt::format("member=b offset={}", committed).c_str()) + event("assign", "member=c");
    for (int offset = committed; offset < 4; ++offset)
      rest += plain(offset, std::string(1, "ABCD"[offset]).c_str(), 1, "member=c");
    return rest + plain(4, "E", 1, "member=c");
  };
  // Committed up to 2, which b had fetched: c goes on with it.
  CHECK(codes(judge_text(log + fetched + b + ended(2))) == "replay:benign replay:benign");
  // Whether b had it nobody tells.
  CHECK(codes(judge_text(log + b + ended(2))) == "partial-replay:undecided replay:benign");
  // Committed beyond it: nobody handles it again.
  CHECK(codes(judge_text(log + fetched + b + ended(3))) == "partial-replay:real replay:benign");
}

TEST_CASE("one in which a key goes back is out of order") {
  const auto judged = judge_text(moved(1) + plain(3, "A", 4, "member=b") + plain(2, "A", 3, "member=b") +
                                 plain(1, "A", 2, "member=b"));
  REQUIRE(codes(judged) == "partial-replay:real");
  CHECK(fault_of(judged) == ReplayFault::disordered);
}

TEST_CASE("where an owner says that it begins does not excuse it from the log's commits") {
  const auto judged =
      judge_text(moved(3) + event("resume", "member=b offset=1") + plain(1, "A", 2, "member=b") +
                 plain(2, "A", 3, "member=b") + plain(3, "A", 4, "member=b"));
  REQUIRE(codes(judged) == "partial-replay:real");
  CHECK(fault_of(judged) == ReplayFault::below_commit);
  CHECK(judged.conclusion.findings.front().committed == 3);
}

TEST_CASE("what the first owner did not begin with is missing") {
  const std::string log = event("resume", "member=a offset=5") + plain(8, "A", 1, "member=a");
  const auto judged = judge_text(log);
  REQUIRE(codes(judged) == "skip:undecided");
  CHECK(judged.conclusion.findings.front().first_offset == 5);
  CHECK(judged.conclusion.findings.front().last_offset == 7);
}

TEST_CASE("a third handling in one epoch is no replay, however long ago the second was") {
  std::string log = plain(0, "A", 1, "member=a") + plain(1, "A", 2, "member=a") +
                    plain(0, "A", 1, "member=b") + plain(1, "A", 2, "member=b");
  for (int i = 0; i < 70'000; ++i)
    log += fmt::format("topic=t partition=1 offset={} key=B seq={} member=c\n", i, i);
  const auto judged = judge_text(log + plain(0, "A", 1, "member=b"));
  CHECK(codes(judged) == "replay:benign duplicate:undecided");
  CHECK(judged.conclusion.totals.not_judged == 1);
}

}  // namespace lanewise::order

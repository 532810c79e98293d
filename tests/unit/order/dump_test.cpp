// Records as they lie in the log: their order is that of their offsets, and a dump tells of what it holds.
#include <string>

#include "tests/support/catch.h"
#include "tests/support/judged_codes.h"

namespace lanewise::order {

using test::codes;
using test::event;
using test::judge_text;
using test::judge_texts;
using test::plain;

namespace {

std::string stored(int partition, int offset, const char* key, int seq) {
  return fmt::format("event=append topic=t partition={} offset={} key={} seq={}\n", partition, offset, key,
                     seq);
}

}  // namespace

TEST_CASE("lines of a dump may come in any order") {
  CHECK(codes(judge_text(stored(0, 2, "A", 2) + stored(0, 1, "A", 1))).empty());
  const auto judged = judge_text(stored(0, 3, "A", 1) + stored(0, 2, "A", 3) + stored(0, 1, "A", 2));
  REQUIRE(codes(judged) == "write-reorder:real");
  CHECK(judged.conclusion.findings.front().late->offset == 3);
}

TEST_CASE("two dumps in the wrong order are still one log") {
  const std::string first = stored(0, 0, "A", 1) + stored(0, 1, "A", 2);
  const std::string second = stored(0, 2, "A", 3) + stored(0, 3, "A", 4);
  CHECK(codes(judge_texts({second, first})).empty());
}

TEST_CASE("one offset with two records is told; one that is dumped twice is not") {
  CHECK(codes(judge_text(stored(0, 1, "A", 1) + stored(0, 1, "B", 1))) == "inconsistent-offsets:real");
  CHECK(codes(judge_text(stored(0, 1, "A", 1) + stored(0, 1, "A", 2))) == "inconsistent-offsets:real");
  CHECK(codes(judge_text(stored(0, 1, "A", 1) + stored(0, 1, "A", 1))).empty());
}

TEST_CASE("a dump that holds a part of the partition says nothing of the rest") {
  std::string dump;
  for (int offset = 0; offset < 3; ++offset) dump += stored(0, offset, "D", offset + 1);
  std::string handled;
  for (int offset = 0; offset < 10; ++offset) {
    if (offset != 5)
      handled += fmt::format("event=done topic=t partition=0 offset={} key=K{}\n", offset, offset);
  }
  handled += event("commit", "offset=10");
  // 5 is below the commit, and beyond what the dump holds.
  CHECK(codes(judge_text(dump + handled)) == "hole-in-offsets:undecided");
  for (int offset = 3; offset < 10; ++offset) dump += stored(0, offset, "D", offset + 1);
  CHECK(codes(judge_text(dump + handled)) == "loss:real");
}

TEST_CASE("a partition that was committed and never handled") {
  const std::string dump = stored(3, 0, "A", 1) + stored(3, 1, "A", 2);
  const std::string other = plain(0, "B", 1, "member=a");
  const std::string commit = "event=commit topic=t partition=3 offset=2 member=a\n";
  CHECK(codes(judge_text(dump + other + commit)) == "loss:undecided");
  CHECK(codes(judge_text(dump + other + "event=resume topic=t partition=3 offset=0 member=a\n" + commit)) ==
        "loss:real");
}

TEST_CASE("a key in two partitions is no split one where it is shown to be handled one after the other") {
  const std::string dump = stored(0, 0, "A", 1) + stored(1, 0, "A", 2);
  CHECK(codes(judge_text(dump)) == "split-key:real");
  const std::string first = "topic=t partition=0 offset=0 key=A seq=1 member=a\n";
  const std::string second = "topic=t partition=1 offset=0 key=A seq=2 member=a\n";
  CHECK(codes(judge_text(dump + first + second)) == "moved-key:info");
  CHECK(codes(judge_text(dump + second)) == "split-key:real");
}

TEST_CASE("a hole below the commit is not called a marker, and loss is not checked then") {
  const std::string log =
      plain(0, "A", 1, "member=a") + plain(1, "B", 1, "member=a") + plain(3, "B", 2, "member=a");
  CHECK(codes(judge_text(log)) == "hole-in-offsets:info");
  const auto judged = judge_text(log + event("commit", "offset=4 member=a"));
  CHECK(codes(judged) == "hole-in-offsets:undecided");
  CHECK_FALSE(judged.conclusion.checks[static_cast<std::size_t>(Check::loss)].possible);
}

TEST_CASE("a lost record within another key's gap is told too") {
  const std::string log = event("fetch", "offset=1 key=A seq=2") + event("fetch", "offset=2 key=B seq=1") +
                          plain(0, "A", 1) + plain(3, "A", 3);
  const auto lost = [&](int committed) {
    std::int64_t records = 0;
    for (const Finding& found :
         judge_text(log + event("commit", fmt::format("offset={}", committed).c_str())).conclusion.findings)
      records += found.code == Code::loss ? found.count : 0;
    return records;
  };
  CHECK(lost(4) == 2);  // A's second, and the only one of B
  CHECK(lost(2) == 1);  // B's is not committed
}

TEST_CASE("offsets that were fetched, or are of keys beyond the limit, are records") {
  const std::string log =
      plain(0, "A", 1) + event("fetch", "offset=1 key=B") + plain(2, "A", 2) + event("commit", "offset=3");
  CHECK(codes(judge_text(log)) == "loss:real");
  test::JudgedOptions options;
  options.judge.max_keys = 1;
  CHECK(codes(judge_text(plain(0, "A", 1) + plain(1, "B", 1) + plain(2, "A", 2), options)).empty());
}

}  // namespace lanewise::order

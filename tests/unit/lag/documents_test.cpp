// Lines as they were pasted, in every layout, and what becomes of the others.
#include <string>
#include <string_view>
#include <vector>

#include "libcore/lag/document_reader.h"
#include "libcore/lag/layout.h"
#include "libcore/lag/text_line.h"
#include "tests/support/catch.h"

namespace lanewise::lag {

namespace {

constexpr std::string_view kKafka23 =
    "GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID";
constexpr std::string_view kProgress =
    "#Topic  #Broker Name  #QID  #Broker Offset  #Consumer Offset  #Diff  #LastTime";

struct Reading {
  Names names;
  Document document;

  explicit Reading(const std::vector<std::string>& lines, const record::TimeZone& zone = {}) {
    DocumentReader reader(names, zone, 0);
    for (const std::string& line : lines) reader.add(line);
    document = std::move(reader).finish();
  }
  [[nodiscard]] const PartitionLag& row(std::size_t i) const { return document.rows.at(i); }
};

std::string with(std::string_view header) { return std::string(header); }

}  // namespace

TEST_CASE("a missing value is unknown and not 0") {
  const Reading read(
      {with(kKafka23), "g t 0 - 42 - c-1 /10.0.0.1 c", "g t 1 7 - - - - -", "g t 2 0 0 0 - - -"});
  REQUIRE(read.document.rows.size() == 3);
  CHECK(read.row(0).committed == std::nullopt);
  CHECK(read.row(0).end == 42);
  CHECK(read.row(0).lag == std::nullopt);
  CHECK(read.row(0).findings.has(Finding::no_commit));
  CHECK(lag_bounds(read.row(0)).least == 0);
  CHECK(lag_bounds(read.row(0)).most == 42);
  CHECK(read.row(1).findings.has(Finding::end_unknown));
  CHECK(lag_bounds(read.row(1)).most == std::nullopt);
  CHECK(read.row(2).lag == 0);
  CHECK_FALSE(read.row(2).findings.has(Finding::no_commit));
  CHECK(fetchable(read.row(2)) == std::nullopt);
  CHECK(lost(read.row(2)) == std::nullopt);
  CHECK(window(read.row(2)) == std::nullopt);
}

TEST_CASE("a printed lag is kept with its sign, and compared with the offsets") {
  const Reading read(
      {with(kKafka23), "g t 0 2020 1611 -409 - - -", "g t 1 10 20 9 - - -", "g t 2 10 20 - - - -"});
  REQUIRE(read.document.rows.size() == 3);
  CHECK(read.row(0).lag == -409);
  CHECK(read.row(0).findings.has(Finding::committed_beyond_end));
  CHECK(lag_bounds(read.row(0)).most == 0);
  CHECK(read.row(1).lag == 9);
  CHECK(read.row(1).findings.has(Finding::lag_disagrees));
  CHECK(read.row(2).lag == 10);
  CHECK(read.row(2).lag_source == LagSource::computed);
}

TEST_CASE("rows may be as wide as they like, and hosts lose their slash") {
  const Reading read({"GROUP   TOPIC   PARTITION  CURRENT-OFFSET  LOG-END-OFFSET  LAG  OWNER",
                      "a-group-that-is-longer-than-its-column a-topic-too 0   5  6  1  client-1_/10.9.2.2",
                      "g t 1 unknown 9 unknown none", "g t 2 1 2 1 zookeeper-thread-0"});
  REQUIRE(read.document.rows.size() == 3);
  CHECK(read.row(0).group == "a-group-that-is-longer-than-its-column");
  CHECK(read.row(0).client == "client-1");
  CHECK(read.row(0).host == "10.9.2.2");
  CHECK_FALSE(read.row(1).has_member());
  CHECK(read.row(2).member == "zookeeper-thread-0");
}

TEST_CASE("an id that runs on into the host is parted at the last slash") {
  const Reading read({"TOPIC  PARTITION  CURRENT-OFFSET  LOG-END-OFFSET  LAG  CONSUMER-ID  HOST  CLIENT-ID",
                      "t 0 1 3 2 svc/a-5f0c1c52/10.9.0.11 svc/a"});
  REQUIRE(read.document.rows.size() == 1);
  CHECK(read.row(0).member == "svc/a-5f0c1c52");
  CHECK(read.row(0).host == "10.9.0.11");
  CHECK_FALSE(is_known(read.row(0).group));
}

TEST_CASE("names with blanks are cut where the titles begin") {
  const Reading read(
      {"GROUP     TOPIC  PARTITION  CURRENT-OFFSET  LOG-END-OFFSET  LAG  CONSUMER-ID  HOST       CLIENT-ID",
       "my group  t      3          10              15              5    c 1-77       /10.0.0.1  c 1"});
  REQUIRE(read.document.rows.size() == 1);
  CHECK(read.row(0).group == "my group");
  CHECK(read.row(0).partition == 3);
  CHECK(read.row(0).client == "c 1");
}

TEST_CASE("every layout that tells lag is recognised by its own titles, and by no other's") {
  for (const Layout& layout : layouts()) {
    std::string with_all;
    std::string required;
    for (const Column& column : layout.columns) {
      const std::string_view sign = layout.cells == Cells::hashes ? "#" : "";
      const std::string_view gap = layout.cells == Cells::commas ? ", " : "  ";
      const auto add = [&](std::string& line) {
        line += (line.empty() ? "" : std::string(gap)) + std::string(sign) + std::string(column.title);
      };
      add(with_all);
      if (!column.optional) add(required);
    }
    for (const std::string& line : {with_all, required}) {
      Header header;
      INFO(line);
      REQUIRE(recognise_header(line, header));
      CHECK(header.layout->name == layout.name);
    }
  }
  Header header;
  CHECK_FALSE(recognise_header("GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG NEW-COLUMN", header));
  CHECK_FALSE(recognise_header(with(kKafka23) + " NEW-COLUMN", header));
  CHECK_FALSE(recognise_header("GROUP", header));
  CHECK_FALSE(recognise_header("", header));
}

TEST_CASE("colours, carriage returns and a byte order mark are no part of a line") {
  std::string scratch;
  CHECK(without_escapes("\x1b[31m130\x1b[0m x\x1b", scratch) == "130 x");
  CHECK(without_escapes("\xef\xbb\xbfplain", scratch) == "plain");
  const Reading read({"\x1b[1m" + with(kKafka23) + "\x1b[0m\r", "g t 0 1 \x1b[31m3\x1b[0m 2 - - -\r"});
  REQUIRE(read.document.rows.size() == 1);
  CHECK(read.row(0).end == 3);
}

TEST_CASE("what is said of groups between the tables is kept, with the table it stands above") {
  const Reading read({"Consumer group 'a' has no active members.", with(kKafka23), "a t 0 1 3 2 - - -",
                      "Warning: Consumer group 'b' is rebalancing.", with(kKafka23),
                      "b t 0 1 3 2 c /1.1.1.1 c", "b t 1 1 3 2 - - -",
                      "Error: Consumer group 'c' does not exist.",
                      "Error: The consumer group 'd' does not exist."});
  REQUIRE(read.document.groups.size() == 4);
  CHECK(read.document.groups[0].state == "Empty");
  CHECK(read.document.groups[0].before_table == 0);
  CHECK(read.document.groups[1].state == "Rebalancing");
  CHECK(read.document.groups[1].before_table == 1);
  CHECK(read.document.groups[3].group == "d");
  CHECK(read.document.failures.empty());
  CHECK_FALSE(read.row(2).findings.has(Finding::stale_subscription));  // in a rebalance nobody has anything
}

TEST_CASE("what no member reads is stale only while its group has members, in that table") {
  const Reading read({with(kKafka23), "g t 0 1 3 2 c /1.1.1.1 c", "g old 0 1 3 2 - - -", "h t 0 1 3 2 - - -",
                      "g new 0 - 3 - - - -", with(kKafka23), "g t 0 1 3 2 - - -"});
  REQUIRE(read.document.rows.size() == 5);
  CHECK(read.row(1).findings.has(Finding::stale_subscription));
  CHECK_FALSE(read.row(2).findings.has(Finding::stale_subscription));
  CHECK_FALSE(read.row(3).findings.has(Finding::stale_subscription));
  CHECK_FALSE(read.row(4).findings.has(Finding::stale_subscription));
}

TEST_CASE("other lines are counted and kept, failures are failures, cut rows are unreadable") {
  const Reading read({"some log line", with(kKafka23), "g t 0 1 3 2 - - -",
                      "SLF4J: Class path contains 2 bindings.", "g t 1 5", "1 2 3 - -",
                      "Error: Executing consumer group command failed due to x",
                      "org.apache.rocketmq.tools.command.SubCommandException: ConsumerProgressSubCommand"});
  CHECK(read.document.lines == 8);
  CHECK(read.document.rows.size() == 1);
  CHECK(read.document.other == 2);
  REQUIRE(read.document.other_lines.size() == 2);
  CHECK(read.document.other_lines[1].line == 4);
  CHECK(read.document.unreadable == 2);
  CHECK(read.document.unreadable_lines[0].line == 5);
  CHECK(read.document.failures.size() == 2);
}

TEST_CASE("tables without lag are refused, and their rows are nobody's") {
  const Reading read({"GROUP  TOPIC  PARTITION  NEW-OFFSET  beta  t  0  0",
                      "GROUP COORDINATOR (ID) STATE #MEMBERS", "g host:9092  (1) Stable 2"});
  REQUIRE(read.document.refused.size() == 2);
  CHECK(read.document.refused[0].what == "a reset plan, not lag");
  CHECK(read.document.refused[1].line == 2);
  CHECK(read.document.rows.empty());
  CHECK(read.document.other == 0);
}

TEST_CASE("a line that is a time is the time of the tables below it") {
  const Reading read({with(kKafka23), "g t 0 1 3 2 - - -", "2026-11-27T02:50:00Z", with(kKafka23),
                      "g t 0 1 3 2 - - -", "1795747860000"});
  REQUIRE(read.document.tables.size() == 2);
  CHECK(read.document.tables[0].time_ns == std::nullopt);
  CHECK(read.document.tables[1].time_ns == 1795747800000000000);
  CHECK(read.document.other == 1);  // digits alone may be anything
}

TEST_CASE("RocketMQ: rows are read from the right, times may be missing") {
  const Reading read({with(kProgress), "%RETRY%grp b-a 0 15 15 0 2026-03-02 09:58:11",
                      "T b-a 0 1000 990 10 N/A", "T b-a 1 500 647260983 -647260483 1970-01-01 08:00:00",
                      "T b-b 0 20 20 0", "", "Consume TPS: 12.50", "Diff Total: -647260473"});
  REQUIRE(read.document.rows.size() == 4);
  CHECK(read.row(0).last_time == "2026-03-02 09:58:11");
  CHECK(read.row(1).last_ns == std::nullopt);
  CHECK_FALSE(is_known(read.row(2).last_time));
  CHECK(read.row(2).findings.has(Finding::committed_beyond_end));
  CHECK(read.row(3).partition == 0);
  CHECK(read.row(3).broker == "b-b");
  for (const PartitionLag& row : read.document.rows) CHECK(row.group == "grp");
  CHECK(read.document.tables[0].footer_lag == -647260473);
  CHECK(read.document.tables[0].footer_per_s == 12.5);
  CHECK_FALSE(read.document.tables[0].footer_disagrees());
  CHECK(read.document.other == 0);
}

TEST_CASE("RocketMQ: a footer that the rows do not add up to") {
  const Reading read({with(kProgress), "T b-a 0 1000 990 10 N/A", "Diff Total: 30"});
  CHECK(read.document.tables.at(0).footer_disagrees());
}

TEST_CASE("RocketMQ: the client's address and the window") {
  const Reading read(
      {"#Topic #Broker Name #QID #Broker Offset #Consumer Offset #Client IP #Diff #Inflight #LastTime",
       "T b-a 0 2000 900 10.9.0.21 1100 1000 2026-11-27 02:31:07", "T b-a 1 5 5 N/A 0 0 N/A"},
      *record::TimeZone::parse("+08:00"));
  REQUIRE(read.document.rows.size() == 2);
  CHECK(read.row(0).host == "10.9.0.21");
  CHECK(window(read.row(0)) == 1000);
  CHECK(read.row(0).fetched == 1900);
  CHECK(read.row(0).findings.has(Finding::window_full));
  CHECK(read.row(0).last_ns == 1795717867000000000);
  CHECK_FALSE(read.row(1).has_member());
}

TEST_CASE("RocketMQ: all groups, with blanks where a group is offline") {
  const Reading read({"#Group  #Count  #Version  #Type  #Model  #TPS  #Diff Total",
                      "settle 2 V5_3_1 PUSH CLUSTERING 120 1002", "audit_reader 0 OFFLINE 0 55000",
                      "poller 1 V4_9_8 PULL 3 0", "never_started 0 OFFLINE 0 0"});
  REQUIRE(read.document.rows.size() == 4);
  REQUIRE(read.document.groups.size() == 4);
  CHECK(read.document.groups[0].model == "CLUSTERING");
  CHECK(read.row(1).lag == 55000);
  CHECK(read.row(1).findings.has(Finding::no_consumer));
  CHECK_FALSE(is_known(read.document.groups[1].type));
  CHECK(read.document.groups[2].type == "PULL");
  CHECK(read.row(2).lag == 0);
  CHECK(read.row(3).lag == std::nullopt);  // zeros are what mqadmin prints when it could not ask
  CHECK(read.row(3).partition == std::nullopt);
}

TEST_CASE("RocketMQ: names that were cut make one place of two") {
  const std::string cut(32, 'x');
  const Reading read({with(kProgress), cut + " b-a 0 10 5 5 N/A", cut + " b-a 0 20 5 15 N/A"});
  CHECK(read.row(0).findings.has(Finding::name_may_be_cut));
  CHECK_FALSE(read.row(0).findings.has(Finding::twice_in_table));
  CHECK(read.row(1).findings.has(Finding::twice_in_table));
}

}  // namespace lanewise::lag

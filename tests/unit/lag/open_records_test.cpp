// What an event log leaves open.
#include "libcore/lag/open_records.h"

#include <string>
#include <string_view>

#include "tests/support/catch.h"

namespace lanewise::lag {

namespace {

using record::EventKind;
constexpr std::int64_t kMillisecond = 1'000'000;

LogEvent event(EventKind kind, std::int64_t ms, std::int64_t offset, std::string_view key = {}) {
  LogEvent event;
  event.kind = kind;
  event.partition = 2;
  event.offset = offset;
  event.ts_ns = ms * kMillisecond;
  event.member = "m-1";
  event.thread = "t-1";
  if (key.data() != nullptr) event.key = KeyView::of(key);
  return event;
}

OpenRecords hanging() {
  OpenRecords open;
  open.add(event(EventKind::commit, 0, 3));
  open.add(event(EventKind::start, 10, 3, "a"));
  open.add(event(EventKind::start, 20, 4, "b"));
  open.add(event(EventKind::done, 60, 4, "b"));
  open.add(event(EventKind::fetch, 70, 5, "a"));
  open.add(event(EventKind::start, 80, 6, "b"));
  open.add(event(EventKind::done, 120, 6, "b"));
  open.add(event(EventKind::fetch, 200, 7, "a"));
  return open;
}

}  // namespace

TEST_CASE("the window, what is done in it and what is open") {
  const OpenRecords open = hanging();
  REQUIRE(open.windows().size() == 1);
  const PartitionWindow& window = open.windows()[0];
  CHECK(window.committed == 3);
  CHECK(window.next == 8);
  CHECK(window.span() == 5);
  CHECK(window.done.size() == 2);
  CHECK(window.open.size() == 3);
  CHECK(window.running() == 1);
  CHECK(window.not_seen() == 0);
  CHECK(window.open.begin()->first == 3);
  CHECK(window.open.begin()->second.key.bytes == "a");
  CHECK(open.now_ns() == 200 * kMillisecond);
  CHECK(open.ends_now());
  CHECK(open.usual_ns() == 40 * kMillisecond);
  CHECK(open.handled() == 2);
}

TEST_CASE("a commit settles what lies below it, seen or not") {
  OpenRecords open = hanging();
  open.add(event(EventKind::done, 210, 3, "a"));
  open.add(event(EventKind::commit, 220, 5));
  const PartitionWindow& window = open.windows()[0];
  CHECK(window.span() == 3);
  CHECK(window.done.size() == 1);
  CHECK(window.details.size() == 1);
  open.add(event(EventKind::commit, 230, 20));
  CHECK(window.span() == 0);
  CHECK(window.open.empty());
  CHECK(window.done.size() == 0);
}

TEST_CASE("offsets that no line tells of are not seen") {
  OpenRecords open;
  open.add(event(EventKind::commit, 0, 0));
  open.add(event(EventKind::fetch, 0, 9, "a"));
  CHECK(open.windows()[0].not_seen() == 9);
}

TEST_CASE("without a commit the window is not known, and what is open is") {
  OpenRecords open;
  open.add(event(EventKind::start, 0, 9, "a"));
  CHECK(open.windows()[0].span() == std::nullopt);
  CHECK(open.windows()[0].not_seen() == std::nullopt);
  CHECK(open.windows()[0].open.size() == 1);
}

TEST_CASE("a new owner begins at the commit, and what it runs again is open again") {
  OpenRecords open = hanging();
  open.add(event(EventKind::resume, 300, 3));
  const PartitionWindow& window = open.windows()[0];
  CHECK(window.open.empty());
  CHECK(window.done.size() == 2);
  CHECK(window.next == 7);
  open.add(event(EventKind::start, 310, 4, "b"));
  CHECK(window.done.size() == 1);
  CHECK(window.open.size() == 1);
}

TEST_CASE("whoever lost the partition, left or crashed has its records no more") {
  for (const EventKind kind : {EventKind::revoke, EventKind::lost, EventKind::leave, EventKind::crash}) {
    OpenRecords open = hanging();
    open.add(event(kind, 300, 0));
    CHECK(open.windows()[0].open.begin()->second.owner_is_gone);
    open.add(event(EventKind::start, 310, 3, "a"));
    CHECK_FALSE(open.windows()[0].open.begin()->second.owner_is_gone);
  }
  OpenRecords open = hanging();
  LogEvent other = event(EventKind::crash, 300, 0);
  other.member = "m-2";
  open.add(other);
  CHECK_FALSE(open.windows()[0].open.begin()->second.owner_is_gone);
}

TEST_CASE("a record that stands for a whole handling is done, and a failed one stays open") {
  OpenRecords open;
  LogEvent whole = event(EventKind::none, 50, 0, "a");
  whole.start_ns = 10 * kMillisecond;
  whole.end_ns = 50 * kMillisecond;
  open.add(whole);
  open.add(event(EventKind::start, 60, 1, "a"));
  open.add(event(EventKind::fail, 70, 1, "a"));
  open.add(event(EventKind::skip, 80, 2, "a"));
  CHECK(open.windows()[0].done.size() == 2);
  CHECK(open.usual_ns() == 40 * kMillisecond);
  REQUIRE(open.windows()[0].open.size() == 1);
  CHECK(open.windows()[0].open.begin()->second.has_failed);
}

TEST_CASE("events without a place are counted, and those of the write side are not missed") {
  OpenRecords open;
  LogEvent lost = event(EventKind::done, 0, 0);
  lost.partition.reset();
  open.add(lost);
  lost.kind = EventKind::append;
  open.add(lost);
  CHECK(open.unplaced() == 1);
  CHECK(open.windows().empty());
}

TEST_CASE("partitions of groups, topics and brokers are told apart") {
  OpenRecords open;
  for (const std::string_view broker : {"broker-a", "broker-b"}) {
    LogEvent started = event(EventKind::start, 0, 0, "a");
    started.topic = "T";
    started.broker = broker;
    open.add(started);
    open.add(started);
  }
  CHECK(open.windows().size() == 2);
}

TEST_CASE("what holds up") {
  constexpr std::int64_t kSecond = 1'000'000'000;
  CHECK(holds_up(kSecond, 100 * kMillisecond));
  CHECK_FALSE(holds_up(kSecond - 1, 1));
  CHECK_FALSE(holds_up(kSecond, 101 * kMillisecond));
  CHECK(holds_up(10 * kSecond, std::nullopt));
  CHECK_FALSE(holds_up(10 * kSecond - 1, std::nullopt));
}

TEST_CASE("offsets at the end of int64") {
  OpenRecords open;
  open.add(event(EventKind::commit, 0, INT64_MAX));
  open.add(event(EventKind::start, 0, INT64_MAX, "a"));
  open.add(event(EventKind::done, 0, INT64_MAX, "a"));
  open.add(event(EventKind::start, 0, INT64_MIN, "a"));
  CHECK(open.windows()[0].span() == 0);
}

}  // namespace lanewise::lag

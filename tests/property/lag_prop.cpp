// Properties of what lag-report reads: a table that is printed in a layout is read as its rows, runs of
// offsets are a set of offsets, and what is open is what naive bookkeeping leaves.
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <rapidcheck.h>

#include "libcore/lag/document_reader.h"
#include "libcore/lag/layout.h"
#include "libcore/lag/offset_set.h"
#include "libcore/lag/open_records.h"

namespace lanewise::lag {
namespace {

// A row as a layout can show it.
struct Printed {
  std::string group, topic, broker, member, host, client;
  std::int64_t partition = 0;
  std::optional<std::int64_t> committed, end;
  std::int64_t inflight = 0;
};

std::string some_name(const char* letters) {
  return *rc::gen::suchThat(
      rc::gen::resize(60, rc::gen::container<std::string>(rc::gen::elementOf(std::string(letters)))),
      [](const std::string& name) { return !name.empty() && name != "-"; });
}

std::optional<std::int64_t> some_offset() {
  if (*rc::gen::inRange(0, 4) == 0) return std::nullopt;
  return *rc::gen::inRange<std::int64_t>(0, 1'000'000'000'000);
}

Printed some_row(const Layout& layout) {
  constexpr const char* kLetters = "abcXYZ019._-";
  const bool rocketmq = layout.system == System::rocketmq;
  Printed row;
  row.group = "g" + some_name(kLetters);
  row.topic = "t" + some_name(kLetters);
  row.broker = "b" + some_name(kLetters);
  row.partition = *rc::gen::inRange<std::int64_t>(0, 2000);
  row.committed = rocketmq ? some_offset().value_or(0) : some_offset();
  row.end = rocketmq ? some_offset().value_or(0) : some_offset();
  row.inflight = *rc::gen::inRange<std::int64_t>(0, 2000);
  if (*rc::gen::arbitrary<bool>()) {
    row.member = "c" + some_name(kLetters);
    row.host = "10.0.0.1";
    row.client = "c" + some_name(kLetters);
  }
  return row;
}

std::string cell_of(const Printed& row, Role role, const Layout& layout) {
  const bool rocketmq = layout.system == System::rocketmq;
  const std::string_view none = layout.columns.back().title == "OWNER" ? "unknown" : "-";
  const auto number = [&](const std::optional<std::int64_t>& value) {
    return value ? fmt::format("{}", *value) : std::string(none);
  };
  switch (role) {
    case Role::group: return row.group;
    case Role::topic: return row.topic;
    case Role::broker: return row.broker;
    case Role::partition: return fmt::format("{}", row.partition);
    case Role::committed: return number(row.committed);
    case Role::end: return number(row.end);
    case Role::lag:
      return row.committed && row.end ? fmt::format("{}", *row.end - *row.committed) : std::string(none);
    case Role::window: return fmt::format("{}", row.inflight);
    case Role::member: return row.member.empty() ? "-" : row.member;
    case Role::host:
      return row.host.empty() ? (rocketmq ? "N/A" : "-") : rocketmq ? row.host : "/" + row.host;
    case Role::client: return row.client.empty() ? "-" : row.client;
    case Role::owner: return row.host.empty() ? "none" : row.client + "_/" + row.host;
    case Role::last_time: return "2026-11-27 02:50:59";
    default: return "7";
  }
}

std::string line_of(const std::vector<std::string>& cells, const Layout& layout, std::size_t width) {
  if (layout.cells == Cells::commas) return fmt::format("{}", fmt::join(cells, ", "));
  std::string line;
  for (const std::string& cell : cells) line += fmt::format("{:<{}} ", cell, width);
  return line;
}

void check_layout(const Layout& layout) {
  const bool with_optional = *rc::gen::arbitrary<bool>();
  const auto width = *rc::gen::inRange<std::size_t>(1, 70);
  std::vector<const Column*> columns;
  for (const Column& column : layout.columns)
    if (with_optional || !column.optional) columns.push_back(&column);
  std::vector<Printed> rows;
  const auto count = *rc::gen::inRange<std::size_t>(0, 8);
  for (std::size_t i = 0; i < count; ++i) rows.push_back(some_row(layout));

  Names names;
  DocumentReader reader(names, {}, 0);
  std::vector<std::string> titles;
  for (const Column* const column : columns) {
    titles.push_back((layout.cells == Cells::hashes ? "#" : "") + std::string(column->title));
  }
  reader.add(line_of(titles, layout, width));
  for (const Printed& row : rows) {
    std::vector<std::string> cells;
    for (const Column* const column : columns) cells.push_back(cell_of(row, column->role, layout));
    reader.add(line_of(cells, layout, width));
  }
  const Document document = std::move(reader).finish();
  RC_ASSERT(document.rows.size() == rows.size());
  RC_ASSERT(document.other == 0);
  RC_ASSERT(document.unreadable == 0);
  const auto has = [&](Role role) {
    return std::any_of(columns.begin(), columns.end(),
                       [&](const Column* column) { return column->role == role; });
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Printed& printed = rows[i];
    const PartitionLag& read = document.rows[i];
    if (has(Role::group)) RC_ASSERT(read.group == printed.group);
    RC_ASSERT(read.topic == printed.topic);
    if (has(Role::broker)) RC_ASSERT(read.broker == printed.broker);
    RC_ASSERT(read.partition == printed.partition);
    RC_ASSERT(read.committed == printed.committed);
    RC_ASSERT(read.end == printed.end);
    if (printed.committed && printed.end) {
      RC_ASSERT(read.lag == *printed.end - *printed.committed);
    } else {
      RC_ASSERT(!read.lag);
    }
    if (has(Role::window)) RC_ASSERT(window(read) == printed.inflight);
    if (has(Role::host) || has(Role::owner)) RC_ASSERT(read.host == printed.host);
    if (has(Role::member)) RC_ASSERT(read.member == printed.member);
    if (has(Role::client)) RC_ASSERT(read.client == printed.client);
    RC_ASSERT(read.line == static_cast<std::int64_t>(i) + 2);
  }
}

void check_offset_set() {
  OffsetSet runs;
  std::set<std::int64_t> all;
  const auto steps = *rc::gen::inRange(0, 200);
  for (int i = 0; i < steps; ++i) {
    const auto offset = *rc::gen::inRange<std::int64_t>(-20, 40);
    switch (*rc::gen::inRange(0, 8)) {
      case 0:
        runs.remove(offset);
        all.erase(offset);
        break;
      case 1:
        runs.remove_below(offset - 20);
        all.erase(all.begin(), all.lower_bound(offset - 20));
        break;
      default: runs.add(offset); all.insert(offset);
    }
    RC_ASSERT(runs.size() == static_cast<std::int64_t>(all.size()));
    for (std::int64_t o = -21; o <= 41; ++o) RC_ASSERT(runs.contains(o) == all.contains(o));
    RC_ASSERT(runs.end().has_value() == !all.empty());
    if (!all.empty()) RC_ASSERT(*runs.end() == *all.rbegin() + 1);
    std::size_t holes = 0;
    for (const std::int64_t o : all) holes += all.contains(o - 1) ? 0U : 1U;
    RC_ASSERT(runs.runs() == holes);
  }
}

// The same rules as open_records.h tells them, with a set for everything.
void check_open_records() {
  using record::EventKind;
  OpenRecords open;
  std::set<std::int64_t> opened;
  std::set<std::int64_t> done;
  std::optional<std::int64_t> committed;
  std::int64_t next = 0;
  const auto steps = *rc::gen::inRange(1, 150);
  for (int i = 0; i < steps; ++i) {
    LogEvent event;
    event.kind = *rc::gen::element(EventKind::fetch, EventKind::start, EventKind::done, EventKind::done,
                                   EventKind::fail, EventKind::commit, EventKind::resume, EventKind::skip);
    const auto offset = *rc::gen::inRange<std::int64_t>(0, 30);
    event.partition = 0;
    event.offset = offset;
    event.key = KeyView::of("k");
    open.add(event);
    const bool settled = committed && offset < *committed;
    switch (event.kind) {
      case EventKind::resume: opened.clear(); [[fallthrough]];
      case EventKind::commit:
        committed = offset;
        opened.erase(opened.begin(), opened.lower_bound(offset));
        done.erase(done.begin(), done.lower_bound(offset));
        next = event.kind == EventKind::commit ? std::max(next, offset)
                                               : std::max(offset, done.empty() ? 0 : *done.rbegin() + 1);
        break;
      case EventKind::done:
      case EventKind::skip:
        next = std::max(next, offset + 1);
        opened.erase(offset);
        if (!settled) done.insert(offset);
        break;
      default:
        next = std::max(next, offset + 1);
        if (settled) break;
        done.erase(offset);
        opened.insert(offset);
    }
    const PartitionWindow& window = open.windows().at(0);
    RC_ASSERT(window.committed == committed);
    RC_ASSERT(window.next == next);
    RC_ASSERT(window.done.size() == static_cast<std::int64_t>(done.size()));
    RC_ASSERT(window.details.size() == done.size());
    RC_ASSERT(window.open.size() == opened.size());
    for (const std::int64_t o : opened) RC_ASSERT(window.open.contains(o));
    for (const std::int64_t o : done) RC_ASSERT(window.done.contains(o));
  }
}

bool run_all() {
  bool ok = true;
  for (const Layout& layout : layouts()) {
    if (!layout.tells_lag() || layout.columns.front().title == "Group") continue;
    ok &= rc::check(fmt::format("a table of {} is read as its rows", layout.name),
                    [&] { check_layout(layout); });
  }
  ok &= rc::check("runs of offsets are a set of offsets", check_offset_set);
  ok &= rc::check("what is open is what naive bookkeeping leaves", check_open_records);
  return ok;
}

}  // namespace
}  // namespace lanewise::lag

int main() { return lanewise::lag::run_all() ? 0 : 1; }

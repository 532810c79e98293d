// The layouts of tables that tell lag, and of those that look like it and do not: one registry. A layout is
// recognised by the titles of its header; its rows are read by title, never by position in the file's first
// table, because widths differ from one block to the next.
//
// To add one: a row in layout.cpp, and if its rows are laid out as no other's, a reader of rows beside
// kafka_groups.cpp.
//
// Immutable; safe from any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "libcore/lag/document.h"
#include "libcore/lag/names.h"
#include "libcore/record/timestamp.h"

namespace lanewise::lag {

// What a column holds.
enum class Role : std::uint8_t {
  group,
  topic,
  broker,
  partition,
  committed,
  end,
  lag,
  window,  // fetched - committed
  member,
  host,
  client,
  owner,  // client and host in one, before Kafka 0.10.2
  last_time,
  members,  // how many
  version,
  type,
  model,
  per_s,
  ignored,
};

struct Column {
  std::string_view title;
  Role role = Role::ignored;
  bool optional = false;
};

// How the cells of a line are told apart.
enum class Cells : std::uint8_t {
  blanks,  // words; where that does not come out, cut where the header's titles begin
  commas,
  hashes,  // titles begin with '#' and hold blanks; rows are words, read from the right
};

enum class RowKind : std::uint8_t {
  row,          // `row` is filled
  group,        // `facts` is filled: the line is of a group as a whole; `row` too
  idle_member,  // a member that owns nothing; `row` names its group
  other,        // no part of the table
  unreadable,   // meant as a row: `what` says what is wrong
};

struct Layout;

// A header that was recognised.
struct Header {
  const Layout* layout = nullptr;
  std::vector<Role> roles;
  std::vector<std::size_t> starts;  // where each title begins, in bytes
};

// What a reader of rows is given, and fills.
struct RowReading {
  Names& names;
  const record::TimeZone& zone;
  std::vector<std::string_view> words;  // scratch
  PartitionLag row;
  GroupFacts facts;
  std::string what;
};

struct Layout {
  std::string_view name;           // "kafka-consumer-groups 2.3+"
  std::string_view versions = {};  // which versions of which command print it, for the manual page
  System system = System::kafka;
  Cells cells = Cells::blanks;
  std::span<const Column> columns = {};
  RowKind (*read_row)(const Header& header, std::string_view line, RowReading& reading) = nullptr;
  std::string_view refused = {};  // what the table is instead of a table of lag; such a layout reads no rows

  [[nodiscard]] bool tells_lag() const { return refused.empty(); }
};

std::span<const Layout> layouts();

// Whether the line is the header of a layout. Of one that is refused the line need only begin with the
// titles, since some print all rows behind them.
bool recognise_header(std::string_view line, Header& header);

}  // namespace lanewise::lag

// Any text as pasted tables: every line is accounted for, rows are sound, and line ends do not matter.
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "libcore/lag/document_reader.h"
#include "libcore/lag/lag_report.h"
#include "tests/fuzz/entry.h"

namespace {

using namespace lanewise;

lag::Document read(lag::Names& names, std::string_view text, std::string_view line_end) {
  lag::DocumentReader reader(names, {}, 0);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    reader.add(std::string(text.substr(0, end)).append(line_end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return std::move(reader).finish();
}

bool is_same(const lag::PartitionLag& a, const lag::PartitionLag& b) {
  return lag::place_of(a) == lag::place_of(b) && a.committed == b.committed && a.end == b.end &&
         a.lag == b.lag && a.fetched == b.fetched && a.host == b.host && a.member == b.member &&
         a.client == b.client && a.line == b.line;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::as_text(data, size);
  lag::Names names;
  lag::Document document = read(names, text, "");
  lag::Document with_returns = read(names, text, "\r");

  fuzz::require(document.meant_as_rows() + document.other <= document.lines, "more rows than lines");
  fuzz::require(document.rows.size() == with_returns.rows.size() && document.other == with_returns.other &&
                    document.unreadable == with_returns.unreadable,
                "a carriage return at the line's end changed what is read", std::string(text));
  for (std::size_t i = 0; i < document.rows.size(); ++i) {
    const lag::PartitionLag& row = document.rows[i];
    fuzz::require(is_same(row, with_returns.rows[i]), "a carriage return changed a row", std::string(text));
    fuzz::require(!row.partition || *row.partition >= 0, "a negative partition");
    fuzz::require(row.line > 0 && row.line <= document.lines, "a row on no line");
    fuzz::require(row.lag.has_value() == (row.lag_source != lag::LagSource::none), "a lag from nowhere");
    const lag::LagBounds bounds = lag::lag_bounds(row);
    fuzz::require(bounds.least >= 0 && (!bounds.most || *bounds.most >= bounds.least),
                  "bounds the wrong way round");
    (void)lag::window(row);
  }
  std::size_t end = 0;
  for (const lag::DocumentTable& table : document.tables) {
    fuzz::require(table.first_row == end && table.end_row >= end, "tables that do not follow each other");
    end = table.end_row;
  }
  fuzz::require(end == document.rows.size(), "rows of no table");

  // The same text twice is two snapshots wherever it has a row, and between them nothing moves.
  const bool has_rows = !document.rows.empty();
  lag::SnapshotBuilder builder;
  builder.add(document, 1);
  builder.add(with_returns, 2);
  lag::SnapshotSequence sequence = std::move(builder).finish(60'000'000'000);
  fuzz::require(!has_rows || sequence.snapshots.size() >= 2, "two snapshots taken for one");
  const auto all = [](std::string_view) { return true; };
  const lag::LagReport report = lag::judge(std::move(sequence), {}, {all, all});
  fuzz::require(report.total.counted() >= 0, "fewer partitions than none");
  std::size_t partitions = 0;
  for (const lag::GroupReport& group : report.groups) partitions += group.partitions.size();
  fuzz::require(partitions == report.partitions.size(), "partitions of no group");
  return 0;
}

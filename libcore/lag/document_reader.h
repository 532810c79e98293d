// Reads the lines of one input of pasted text into a Document: tables in any layout of the registry, several
// of them, in any order, with noise between them.
//
//     DocumentReader reader(names, zone);
//     for (…) reader.add(line);
//     Document document = std::move(reader).finish();
//
// A line without a table above it is a remark, a time, blank, or other. A line that is a time and nothing
// else (`date -Is`) is the time of the tables below it, up to the next such line.
//
// Not thread safe. Memory: the rows (some 250 bytes each, at most kMostRows), the first kKeptLines of what
// could not be read. O(n) in the bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "libcore/lag/document.h"
#include "libcore/lag/layout.h"
#include "libcore/lag/names.h"
#include "libcore/record/timestamp.h"

namespace lanewise::lag {

class DocumentReader {
 public:
  // `names` must outlive the document. `zone` is what times without a zone are in. `input` is the number that
  // rows say they are from.
  DocumentReader(Names& names, record::TimeZone zone, std::size_t input);

  // The next line, without its end.
  void add(std::string_view line);
  // A line that was too long to be handed on; `what` says so.
  void add_too_long(std::string what);
  [[nodiscard]] Document finish() &&;

 private:
  void take(std::string_view line);
  bool take_remark(std::string_view line);
  void take_row(std::string_view line);
  void begin_table(std::string_view line);
  void end_table();
  void count_other(std::string_view line);
  void count_unreadable(std::string_view line, std::string what);

  Names& names_;
  record::TimeZone zone_;
  std::size_t input_;
  Document document_;
  Header header_;
  bool in_table_ = false;  // of a layout that tells lag
  bool in_refused_table_ = false;
  std::optional<std::int64_t> time_ns_;
  std::string_view last_named_group_;  // by a remark, for tables that do not name theirs
  RowReading reading_;
  std::string first_word_;  // of the last row: a line that begins like it was meant as one
  std::string scratch_;
};

// Whether the line alone shows that a text is a document of this kind: a header, or a remark.
bool tells_of_lag(std::string_view line);

}  // namespace lanewise::lag

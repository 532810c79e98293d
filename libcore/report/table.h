// Tables, once for every tool: aligned text for people, tsv for scripts, markdown for tickets.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise::report {

enum class Align : std::uint8_t { left, right };
enum class TableStyle : std::uint8_t { text, tsv, markdown };

struct Column {
  std::string title;
  Align align = Align::left;
};

class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // Requires: as many cells as columns.
  void add_row(std::vector<std::string> cells);
  [[nodiscard]] std::size_t rows() const { return rows_.size(); }

  // text: two blanks between columns, no blanks at line ends. tsv: a tab; a cell's own tabs, line ends and
  // backslashes as \t \n \r \\. In text and markdown a line end in a cell is a blank, and control characters
  // and bytes that are not UTF-8 are \xHH: a name from somebody's input cannot command a terminal.
  [[nodiscard]] std::string render(TableStyle style) const;

  // As text whose last column goes on below itself: at line ends of its own, and between words where a line
  // would be longer than `width`. A word that is too long stays whole.
  [[nodiscard]] std::string render_within(std::size_t width) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// Columns a terminal gives to UTF-8 text: code points, wide East Asian ones and emoji twice, combining marks
// none (Unicode 14.0, see width_ranges.h), a byte that is no UTF-8 one. Terminals differ over emoji that are
// joined, or chosen by U+FE0F: each part counts here.
std::size_t display_width(std::string_view text);

}  // namespace lanewise::report

#include "libcore/report/table.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "libcore/base/text.h"

namespace lanewise::report {

namespace {

constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

// What breaks the form is escaped: in tsv tab, line ends and the backslash that escapes them; elsewhere a
// line end is a blank, and what else would move a terminal's cursor or begin a command is shown by its
// number.
std::string escaped(std::string_view cell, TableStyle style) {
  std::string out;
  for (const char c : cell) {
    if (style == TableStyle::tsv) {
      switch (c) {
        case '\t': out += "\\t"; break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\\': out += "\\\\"; break;
        default: out += c;
      }
    } else if (style == TableStyle::markdown && c == '|') {
      out += "\\|";
    } else {
      out += c == '\n' || c == '\r' ? ' ' : c;
    }
  }
  return style == TableStyle::tsv ? out : printable(out, kUnlimited);
}

std::string padded(const std::string& cell, std::size_t width, Align align) {
  const std::string blanks(width - std::min(width, display_width(cell)), ' ');
  return align == Align::right ? blanks + cell : cell + blanks;
}

// The lines of a text: those it has, and others so that none is wider than `width` if words allow it.
std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string_view word = text.substr(0, end);
    std::string& line = lines.back();
    if (line.empty()) {
      line = word;
    } else if (display_width(line) + 1 + display_width(word) <= width) {
      line.append(" ").append(word);
    } else {
      lines.emplace_back(word);
    }
    if (end < text.size() && text[end] == '\n') lines.emplace_back();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

void Table::add_row(std::vector<std::string> cells) {
  assert(cells.size() == columns_.size());
  rows_.push_back(std::move(cells));
}

std::string Table::render(TableStyle style) const {
  std::vector<std::vector<std::string>> lines;
  std::vector<std::string> titles;
  for (const Column& column : columns_) titles.push_back(column.title);
  lines.push_back(std::move(titles));
  lines.insert(lines.end(), rows_.begin(), rows_.end());

  std::vector<std::size_t> widths(columns_.size(), 0);
  for (auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      line[i] = escaped(line[i], style);
      widths[i] = std::max(widths[i], display_width(line[i]));
    }
  }
  std::string out;
  for (std::size_t row = 0; row < lines.size(); ++row) {
    std::string text = style == TableStyle::markdown ? "|" : "";
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      switch (style) {
        case TableStyle::text:
          text += (i > 0 ? "  " : "") + padded(lines[row][i], widths[i], columns_[i].align);
          break;
        case TableStyle::tsv: text += (i > 0 ? "\t" : "") + lines[row][i]; break;
        case TableStyle::markdown:
          text += ' ' + padded(lines[row][i], widths[i], columns_[i].align) + " |";
          break;
      }
    }
    if (style == TableStyle::text) text.erase(text.find_last_not_of(' ') + 1);
    out += text + '\n';
    if (style == TableStyle::markdown && row == 0) {
      out += '|';
      for (std::size_t i = 0; i < columns_.size(); ++i) {
        out += std::string(widths[i] + 1, '-') + (columns_[i].align == Align::right ? ":|" : "-|");
      }
      out += '\n';
    }
  }
  return out;
}

std::string Table::render_within(std::size_t width) const {
  constexpr std::size_t kLeast = 20;  // for the last column, however narrow the terminal
  std::size_t before = 0;
  for (std::size_t i = 0; i + 1 < columns_.size(); ++i) {
    std::size_t column = display_width(columns_[i].title);
    for (const auto& row : rows_) column = std::max(column, display_width(row[i]));
    before += column + 2;
  }
  const std::size_t room = std::max(kLeast, width - std::min(width, before));
  Table broken(columns_);
  for (const auto& row : rows_) {
    std::vector<std::string> cells = row;
    for (const std::string& line : wrapped(row.back(), room)) {
      cells.back() = line;
      broken.add_row(cells);
      for (std::string& cell : cells) cell.clear();
    }
  }
  return broken.render(TableStyle::text);
}

}  // namespace lanewise::report

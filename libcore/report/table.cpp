#include "libcore/report/table.h"

#include <algorithm>
#include <cassert>

namespace lanewise::report {

namespace {

struct CodePoint {
  char32_t value;
  std::size_t bytes;
};

// The code point at the front; a byte that begins none counts as itself.
CodePoint decode(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  if (length == 1 || length > text.size()) return {first, 1};
  char32_t value = first & (0xffU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) value = value << 6 | (static_cast<unsigned char>(text[i]) & 0x3f);
  return {value, length};
}

// The ranges of Unicode's East_Asian_Width W and F that keys and names have in practice, and emoji.
std::size_t width_of(char32_t c) {
  const bool combining =
      (c >= 0x300 && c <= 0x36f) || (c >= 0x200b && c <= 0x200f) || (c >= 0xfe00 && c <= 0xfe0f);
  if (combining) return 0;
  const bool wide =
      (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) || (c >= 0xac00 && c <= 0xd7a3) ||
      (c >= 0xf900 && c <= 0xfaff) || (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
      (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x1f300 && c <= 0x1f64f) || (c >= 0x1f680 && c <= 0x1f6ff) ||
      (c >= 0x1f900 && c <= 0x1f9ff) || (c >= 0x20000 && c <= 0x3fffd);
  return wide ? 2 : 1;
}

std::string escaped(std::string_view cell, TableStyle style) {
  std::string out;
  for (const char c : cell) {
    if (style == TableStyle::markdown && c == '|') {
      out += "\\|";
    } else if (style == TableStyle::tsv && c == '\t') {
      out += "\\t";
    } else if (c == '\n') {
      out += style == TableStyle::tsv ? "\\n" : " ";
    } else {
      out += c;
    }
  }
  return out;
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

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const CodePoint point = decode(text);
    width += width_of(point.value);
    text.remove_prefix(point.bytes);
  }
  return width;
}

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

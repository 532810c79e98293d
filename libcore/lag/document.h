// What one input of pasted text holds: tables of partitions, what was said of groups between them, and the
// lines that are neither.
//
// Nothing is dropped in silence: every line is a header, a row, a remark, blank, or it is counted as `other`
// (no part of any table) or as `unreadable` (meant as a row, and not one), and the first of each are kept.
//
// Plain data; rows hold views into the Names that the reader was given.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libcore/lag/partition_lag.h"

namespace lanewise::lag {

struct Layout;

// A table: a header and the rows below it, up to the next header.
struct DocumentTable {
  const Layout* layout = nullptr;
  std::int64_t line = 0;                // of the header
  std::optional<std::int64_t> time_ns;  // of a line above it that is a time and nothing else
  std::size_t first_row = 0;            // its rows are [first_row, end_row) of the document
  std::size_t end_row = 0;

  // RocketMQ's footer: the tool's own sums, signed.
  std::optional<std::int64_t> footer_lag;
  std::optional<std::int64_t> footer_window;
  std::optional<double> footer_per_s;  // "Consume TPS"

  // The same sums over its rows, and whether a retry topic gave its rows their group.
  std::int64_t rows_lag = 0;
  std::int64_t rows_window = 0;
  bool named_by_retry_topic = false;

  // The footer is there and the rows do not add up to it: some are missing.
  [[nodiscard]] bool footer_disagrees() const {
    return (footer_lag && *footer_lag != rows_lag) || (footer_window && *footer_window != rows_window);
  }
};

// What an input says of a group as a whole.
struct GroupFacts {
  std::string_view group;
  std::size_t before_table = 0;          // it stands above the table of this index (or behind the last)
  std::string_view state;                // "Empty", "Rebalancing", "Missing"; null: nothing is said
  std::optional<std::int64_t> members;   // how many are online
  std::int64_t idle_members = 0;         // members that own no partition
  std::string_view version;              // of the clients
  std::string_view type;                 // "PUSH"
  std::string_view model;                // "CLUSTERING"
  std::optional<double> consumed_per_s;  // by the tool's own count
};

struct TextLine {
  std::int64_t line = 0;
  std::string text;  // its first bytes
  std::string what;  // what is wrong with it, if something is
};

struct Document {
  std::vector<PartitionLag> rows;
  std::vector<DocumentTable> tables;
  std::vector<GroupFacts> groups;

  std::int64_t lines = 0;
  std::int64_t other = 0;
  std::int64_t unreadable = 0;
  std::vector<TextLine> other_lines;       // the first few
  std::vector<TextLine> unreadable_lines;  // the first few
  std::vector<TextLine> failures;          // the tool that printed this says that it failed: rows are missing
  std::vector<TextLine> refused;           // tables that tell no lag, and what they are
  bool is_full = false;                    // more rows than are kept

  // Lines that were, or should have been, rows.
  [[nodiscard]] std::int64_t meant_as_rows() const {
    return static_cast<std::int64_t>(rows.size()) + unreadable;
  }
};

inline constexpr std::size_t kKeptLines = 20;
inline constexpr std::size_t kKeptText = 200;
// A gigabyte of rows. What is meant as a describe output and has more was not meant.
inline constexpr std::size_t kMostRows = 4'000'000;

}  // namespace lanewise::lag

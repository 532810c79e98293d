// The tools there are, by the question each answers: one row here, one folder beside this one, one page in
// man/. And the pages beside theirs.
#pragma once

#include <array>
#include <string_view>

namespace lanewise {

struct ToolEntry {
  std::string_view name;
  std::string_view short_name;  // empty: none
  std::string_view question;
};

inline constexpr std::array kTools{
    ToolEntry{"route", "", "which partition does a key go to, in this client, and does every client agree?"},
    ToolEntry{"split", "", "which member gets which partitions, and what moves when the group changes?"},
    ToolEntry{"verify-order", "verify",
              "was any key handled out of order, lost or doubled, and at which stage?"},
    ToolEntry{"lag-report", "lag", "how far behind are we, is it moving, and what is stuck?"},
    ToolEntry{"simulate-rebalance", "simulate",
              "what would a rebalance do: moves, pauses, duplicates, reorders?"},
    ToolEntry{"generate-events", "", "make test data with known faults"},
};

// The pages that are about no tool: what `lanewise help` shows by these names too.
struct PageEntry {
  std::string_view name;
  char section;
  std::string_view about;
};

inline constexpr std::array kPages{
    PageEntry{"lanewise", '1', "all tools: options, streams, profiles, exit status"},
    PageEntry{"group", '5', "the document that describes a group"},
    PageEntry{"scenario", '5', "the document that simulate-rebalance runs"},
    PageEntry{"events", '7', "records: fields, formats, mapping"},
    PageEntry{"reports", '7', "what reports in JSON Lines hold"},
    PageEntry{"partitioners", '7', "how clients map a key to a partition"},
    PageEntry{"strategies", '7', "how groups divide partitions among members"},
};

}  // namespace lanewise

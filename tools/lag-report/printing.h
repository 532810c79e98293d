// What a report on documents is printed from, and the ways to print it.
#pragma once

#include <string>
#include <vector>

#include "libcore/cli/session.h"
#include "libcore/lag/document.h"
#include "libcore/lag/lag_report.h"
#include "libcore/report/table.h"
#include "tools/lag-report/options.h"

namespace lanewise::lag_tool {

// An input, without its rows.
struct ReadDocument {
  std::string name;
  bool is_path = false;  // a file, that a command line can name again
  lag::Document document;
};

struct Printed {
  const lag::LagReport& report;
  const std::vector<ReadDocument>& documents;
  const Options& options;
  bool is_complete = true;
  std::vector<std::string> not_checked;  // names for programs
};

std::string text_of(const Printed& printed, bool verbose);  // report_text.cpp
std::string jsonl_of(const Printed& printed, int status);   // report_jsonl.cpp
report::Table table_of(const lag::LagReport& report);       // partitions_table.cpp, for tsv

// A group's partitions for people, worst first, at most `most` of them.
report::Table partitions_for_people(const Printed& printed, const lag::GroupReport& group, std::size_t most);

// The command to paste, without "next"; empty if there is none that helps.
std::string next_command(const Printed& printed);

}  // namespace lanewise::lag_tool

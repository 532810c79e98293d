// What is printed about a tool from its declarations: --help for people, --describe-options for the scripts
// that make completions and compare pages.
#pragma once

#include <string>

#include "libcore/cli/parser.h"
#include "libcore/cli/tool.h"

namespace lanewise::cli {

// Options that every tool has, under this heading, are only named in --help.
inline constexpr const char* kGeneralGroup = "General";

std::string help_text(const Tool& tool, const Parser& parser, bool color);
std::string describe_options(const Tool& tool, const Parser& parser);

}  // namespace lanewise::cli

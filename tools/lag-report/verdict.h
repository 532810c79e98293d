// The first line of a report: what is the matter, in a sentence.
#pragma once

#include <string>
#include <string_view>

#include "libcore/lag/lag_report.h"

namespace lanewise::lag_tool {

std::string verdict_text(const lag::LagReport& report);
// The same as a word: "falling_behind", "unknown", "behind", "keeping_up".
std::string_view verdict_word(const lag::LagReport& report);

// What a name of `not_checked` stands for, and why.
std::string not_checked_text(std::string_view name);

}  // namespace lanewise::lag_tool

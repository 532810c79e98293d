// --profile NAME: options kept in a file, one a line, and put where the flag stands.
//
//     # ~/.config/lanewise/shop.conf
//     --partitions 64
//     --partitioner librdkafka
//     --map key=/order/id
//
// A line is an option and, after blanks or `=`, its value as it stands to the end of the line: no quoting.
// Blank lines, lines that begin with #, and a byte order mark are passed over. A NAME with a slash is a path.
#pragma once

#include <string>
#include <vector>

#include "libcore/base/result.h"
#include "libcore/cli/parser.h"

namespace lanewise::cli {

// The command line in pieces, in the order in which they count: the words before, between and behind the
// profiles, and a piece for each line of a profile, which carries its place. Errors: usage (with place), and
// what reading the file meets.
Result<std::vector<Words>> expand_profiles(const std::vector<std::string>& arguments);

}  // namespace lanewise::cli

// --profile NAME: options kept in a file, one a line, and put where the flag stands.
//
//     # ~/.config/lanewise/shop.conf
//     --partitions 64
//     --partitioner librdkafka
//     --map key=/order/id
//
// A line is an option and, after blanks, its value as it stands to the end of the line: no quoting. Blank
// lines and lines that begin with # are passed over. A NAME with a slash is a path.
#pragma once

#include <string>
#include <vector>

#include "libcore/base/result.h"

namespace lanewise::cli {

// The arguments with every --profile replaced by its file's options. Errors: usage, not_found, io.
Result<std::vector<std::string>> expand_profiles(const std::vector<std::string>& arguments);

}  // namespace lanewise::cli

// What --version prints.
#pragma once

#include <string>
#include <string_view>

namespace lanewise::cli {

// "lanewise route 0.1.0", then commit, compiler and build, then the libraries.
std::string version_text(std::string_view program);

}  // namespace lanewise::cli

// A whole small document: a group, a scenario, a list.
#pragma once

#include <cstddef>
#include <string>

#include "libcore/base/result.h"

namespace lanewise::io {

// The content of a file, or of standard input for "-", decompressed as open_source does it. More than
// `most_bytes` is a limit error, for what is meant as a document and is that large was not meant.
Result<std::string> read_all(const std::string& path, std::size_t most_bytes);

}  // namespace lanewise::io

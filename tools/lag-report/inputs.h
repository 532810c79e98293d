// The inputs of a run: what each of them is, and documents read.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "libcore/cli/session.h"
#include "libcore/io/peeked_source.h"
#include "libcore/lag/document.h"
#include "libcore/lag/names.h"
#include "tools/lag-report/options.h"

namespace lanewise::lag_tool {

enum class InputKind : std::uint8_t {
  document,  // tables and remarks that were copied from a terminal
  events,    // records, one a line
};

struct OpenInput {
  std::string name;                          // for messages
  std::unique_ptr<io::PeekedSource> source;  // null: it could not be opened
  std::optional<Error> error;                // why not
  InputKind kind = InputKind::document;
};

// Opens an input and tells what it is from its first lines. Errors: io, not_found; bad_input for what is no
// text.
OpenInput open_input(const record::Input& input);

// Reads a document and tells of what could not be read. `number`: what its rows say they are from.
// `is_complete` becomes false where a line was not understood, or the text itself says that rows are missing.
lag::Document read_document(OpenInput input, const Options& options, std::size_t number, lag::Names& names,
                            cli::Session& session, bool& is_complete);

// When a file was last changed; empty for a pipe and what else is no file.
std::optional<std::int64_t> file_time_ns(const std::string& path);

std::string display_name(const std::string& path);

}  // namespace lanewise::lag_tool

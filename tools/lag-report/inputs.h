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

// An input that has been looked at. A file is opened again when its turn comes, so that there may be more
// files than descriptors; what can be read only once is kept open.
struct KnownInput {
  std::string path;
  std::string name;                          // for messages
  std::unique_ptr<io::PeekedSource> source;  // null: to be opened, or it could not be
  std::optional<Error> error;                // why it could not
  InputKind kind = InputKind::document;
};

// Tells what an input is from its first lines. `error`: io, not_found; bad_input for what is no text.
KnownInput know_input(const record::Input& input);

// Its bytes, from the first.
Result<std::unique_ptr<io::ByteSource>> take_source(KnownInput& input);

// Reads a document and tells of what could not be read. `number`: what its rows say they are from.
// `is_complete` becomes false where a line was not understood, or the text itself says that rows are missing.
lag::Document read_document(KnownInput input, const Options& options, std::size_t number, lag::Names& names,
                            cli::Session& session, bool& is_complete);

// When a file was last changed; empty for a pipe and what else is no file.
std::optional<std::int64_t> file_time_ns(const std::string& path);

std::string display_name(const std::string& path);

}  // namespace lanewise::lag_tool

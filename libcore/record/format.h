// The formats that records are read from: one explicit table, from which help, completions and pages are
// made.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "libcore/base/result.h"
#include "libcore/record/batch_builder.h"
#include "libcore/record/mapping.h"
#include "libcore/record/projection.h"

namespace lanewise::record {

enum class Format : std::uint8_t { automatic, jsonl, kcat, logfmt, text, keys };

// What a record of an input tells: that something was written, that it lies in the log, or that it was
// handled.
enum class Meaning : std::uint8_t { written, stored, handled };

struct FormatInfo {
  Format format;
  std::string_view name;
  std::string_view summary;
  bool is_json;
  Meaning meaning;  // of a record without `event`
};

// `keys` is not among them: a tool that reads bare keys offers it itself.
std::span<const FormatInfo> formats();
const FormatInfo& info(Format format);
// Error: usage, with the names there are.
Result<Format> find_format(std::string_view name);

// One `--pattern RE2` or `--pattern EVENT=RE2`: named groups are field names.
struct Pattern {
  std::string regex;
  EventKind event = EventKind::none;  // what its lines are, if it says so
};
// Error: usage, for what RE2 does not take, and for a named group that is no field.
Result<Pattern> parse_pattern(std::string_view text);
// The longest text that every match of the pattern holds, as far as it can be seen without parsing
// alternatives; empty if none of three bytes or more. A line that holds it and does not match was meant to.
std::string longest_literal(std::string_view regex);

// How an input is read. Shared by the inputs that were given the same options.
struct ReadingOptions {
  Format format = Format::automatic;
  std::vector<Mapping> mappings;
  std::vector<Pattern> patterns;
  ValueRules rules;
  std::optional<Meaning> as;
  char delimiter = '\n';
  std::optional<std::string> null_key;  // of `keys`: the line that means no key
};

// What `auto` decides from the first lines of an input. Patterns decide for `text`; a line that is an object
// for JSON, kcat's if it carries what `kcat -J` prints and no `event`; `name=value` pairs of our vocabulary
// for logfmt. The lines may come bit by bit, as a pipe gives them: what is certain stays so whatever follows.
class Recogniser {
 public:
  // `options` must outlive it.
  explicit Recogniser(const ReadingOptions& options);
  // Takes some whole lines more (the very last may lack its end). The format, once it is certain.
  std::optional<Format> add(std::string_view lines);
  // There are no more lines. Error: bad_input, when nothing is recognised, with what to say instead.
  [[nodiscard]] Result<Format> conclude() const;

 private:
  std::optional<Format> look_at(std::string_view line);

  const ReadingOptions& options_;
  Projection vocabulary_;
  std::optional<Format> certain_;
  std::size_t lines_ = 0;             // that are not blank
  std::size_t lines_with_pairs_ = 0;  // among them
  bool is_utf16_ = false;
};

// The same over all there is.
Result<Format> recognise(std::string_view first_lines, const ReadingOptions& options);

// Turns blocks of one format into rows. One a worker; not shared.
class Decoder {
 public:
  Decoder() = default;
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  virtual ~Decoder() = default;

  // One call a block: a row in the builder for each record of `block`, in order, and all else counted.
  virtual void decode(std::string_view block, BatchBuilder& rows) = 0;
};

// Requires: format is not automatic; everything passed outlives the decoder.
std::unique_ptr<Decoder> make_decoder(Format format, const ReadingOptions& options,
                                      const Projection& projection, std::size_t max_line);

}  // namespace lanewise::record

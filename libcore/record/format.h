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
#include "libcore/record/wrapper.h"

namespace lanewise::record {

enum class Format : std::uint8_t {
  automatic,
  jsonl,
  kcat,
  logfmt,
  text,
  spring_boot,
  console_consumer,
  keys
};

struct ReadingOptions;
class Decoder;

// A row of the table: what help, completions and pages say of a format, and how its lines are known and read.
struct FormatInfo {
  Format format;
  std::string_view name;
  std::string_view summary;
  bool is_json;
  Meaning meaning;  // of a record without `event`
  // Whether a line can be of no other format; null where `auto` needs more than one line to tell.
  bool (*knows)(std::string_view line);
  std::unique_ptr<Decoder> (*make)(const ReadingOptions& options, const Projection& projection,
                                   std::size_t max_line);
};

// `keys` is not among them: a tool that reads bare keys offers it itself.
std::span<const FormatInfo> formats();
const FormatInfo& info(Format format);
// Error: usage, with the names there are.
Result<Format> find_format(std::string_view name);
// "handled", "stored" or "written". Error: usage.
Result<Meaning> find_meaning(std::string_view name);

// One `--pattern RE2` or `--pattern EVENT=RE2`: named groups are field names.
struct Pattern {
  std::string regex;
  EventKind event = EventKind::none;  // what its lines are, if it says so
  FieldSet fields;                    // that its groups name
};
// Error: usage, for what RE2 does not take, and for a named group that is no field.
Result<Pattern> parse_pattern(std::string_view text);
// The longest text that every match of the pattern holds, as far as it can be seen without parsing
// alternatives; empty if none of three bytes or more. A line that holds it and does not match was meant to.
std::string longest_literal(std::string_view regex);

// How an input is read. Shared by the inputs that were given the same options.
struct ReadingOptions {
  Format format = Format::automatic;
  std::optional<Wrapper> wrapper;  // else it is recognised
  std::vector<Mapping> mappings;
  std::vector<Pattern> patterns;
  ValueRules rules;
  std::optional<Meaning> as;  // instead of the format's meaning
  std::string topic;          // of records that do not name theirs; empty: unknown
  char delimiter = '\n';
  std::optional<std::string> null_key;  // of `keys`: the line that means no key
};

// A line on its way into a row.
struct Line {
  std::string_view text;   // what is to be read of it
  std::string_view whole;  // as it stands in the input, without its end
  std::uint32_t number;    // within the block, from 0
};

// Turns blocks of one format into rows. One a worker; not shared.
class Decoder {
 public:
  Decoder() = default;
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  virtual ~Decoder() = default;

  // One call a block: the rows of each line of `block`, in order, and all else counted. Most lines are one
  // row; one that tells of several partitions is a row for each.
  virtual void decode(std::string_view block, BatchBuilder& rows) = 0;
  // The same for one line, which may stand in a wrapper or a layout. It is counted already.
  virtual void read_line(const Line& line, BatchBuilder& rows) = 0;
};

// Of the lines that are left when the wrapper is peeled off. Requires: format is not automatic; everything
// passed outlives the decoder.
std::unique_ptr<Decoder> make_decoder(Format format, Wrapper wrapper, const ReadingOptions& options,
                                      const Projection& projection, std::size_t max_line);

}  // namespace lanewise::record

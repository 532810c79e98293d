// The reference reader of JSON records: our own scanner, exact about the grammar and forgiving where people's
// data needs it (see json_cursor.h). json_reader.h tries simdjson first, which is four times faster and
// accepts a subset of this; what simdjson refuses comes here, and only here are messages made.
//
// A line is one object; of a repeated name the first counts. An escaped lone surrogate ("\ud800") is accepted
// where nobody asks for the string.
//
// One scanner a thread. O(line), about 0.5 GB/s.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "libcore/record/batch_builder.h"
#include "libcore/record/json_cursor.h"
#include "libcore/record/projection.h"

namespace lanewise::record {

class JsonScanner : private JsonCursor {
 public:
  enum class Outcome : std::uint8_t { record, not_json, bad_field };

  // Sets the fields of `line` in the builder's current row. On anything but `record`, what() says why.
  Outcome scan(std::string_view line, const Projection& projection, BatchBuilder& row);
  // The same for the value of one member that was found elsewhere, in a column of text: its own fields, what
  // stands in the JSON it holds, and the headers it lists. `node` may be null: nobody asks for it.
  Outcome take_text(const Node* node, std::string_view text, BatchBuilder& row);
  // Sets one field from a value in JSON; text that is none is set as text. The text may be gone afterwards.
  // False where the field refuses it: the builder says why.
  bool scan_value(std::string_view text, Leaf leaf, BatchBuilder& row);
  using JsonCursor::what;

  using JsonCursor::has_member;
  using JsonCursor::locate;
  using JsonCursor::locate_members;

 private:
  // The readers of wanted values. Recursion is as deep as the projection's paths.
  bool read_object(const Node& node);
  bool read_array(const Node& node);
  bool read_header_array(const Node& node);
  bool read_header_object(const Node& node);
  bool read_header_text(const Node& node, std::string_view text);
  bool read_value(const Node& node);
  bool read_string_value(const Node& node);
  bool read_nested(const Node& node, std::string_view text);
  bool read_composite(const Node& node, char opening);
  bool read_first_value(const Node& node);
  bool read_position(Leaf leaf);
  bool read_dependency(Leaf leaf);
  bool apply(bool accepted);

  BatchBuilder* row_ = nullptr;
  bool refused_ = false;  // a field refused its value: the line is JSON all the same
  bool brief_ = false;    // the text being read does not live as long as the batch
  unsigned nesting_ = 0;  // JSON in a string in JSON …
};

}  // namespace lanewise::record

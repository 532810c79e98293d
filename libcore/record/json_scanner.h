// The reference reader of JSON records: our own scanner, exact about the grammar and forgiving where people's
// data needs it. json_reader.h tries simdjson first, which is four times faster and accepts a subset of this;
// what simdjson refuses comes here, and only here are messages made.
//
// Accepted is RFC 8259 with three liberties that cost no record: any byte from 0x80 up inside a string
// (simdjson wants UTF-8 everywhere), a number of any length (it wants 64 bits or a finite double), any depth
// (it wants 1024). An escaped lone surrogate ("\ud800") is accepted where nobody asks for the string. A line
// is one object; of a repeated name the first counts.
//
// No recursion over the input: nesting costs a bit a level. One scanner a thread. O(line), about 0.5 GB/s.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libcore/record/batch_builder.h"
#include "libcore/record/projection.h"

namespace lanewise::record {

class JsonScanner {
 public:
  enum class Outcome : std::uint8_t { record, not_json, bad_field };

  // Sets the fields of `line` in the builder's current row. On anything but `record`, what() says why.
  Outcome scan(std::string_view line, const Projection& projection, BatchBuilder& row);
  [[nodiscard]] const std::string& what() const { return what_; }

  // The value at a path as it stands in the line, e.g. `{"a":1}` or `"text"`; nullopt if there is none. Steps
  // go into objects and arrays, not into JSON held in strings, whose values stand nowhere in the line.
  std::optional<std::string_view> locate(std::string_view line, const Path& path);
  // Whether an object has a member of that name, seen before the line ends or stops being JSON.
  bool has_member(std::string_view line, std::string_view name);

 private:
  struct String {
    std::string_view raw;  // between the quotes
    bool has_escapes = false;
  };

  void begin(std::string_view line);
  bool enter(std::string_view step);  // moves to the value of that name or index
  bool fail(const char* expected);
  void skip_blanks();
  bool take(char c);
  bool take_word(std::string_view word);
  bool take_string(String& string);
  bool take_number(std::string_view& digits);
  bool skip_value();
  // Decodes escapes into `scratch` where there are any. False for a lone surrogate.
  static bool decode(const String& string, std::string& scratch, std::string_view& text);
  static bool text_of(std::string_view value, std::string& scratch, std::string_view& text);

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
  bool read_position(Leaf leaf);
  bool read_dependency(Leaf leaf);
  bool apply(bool accepted);

  const char* at_ = nullptr;
  const char* end_ = nullptr;
  const char* begin_ = nullptr;
  BatchBuilder* row_ = nullptr;
  bool refused_ = false;  // a field refused its value: the line is JSON all the same
  bool brief_ = false;    // the text being read does not live as long as the batch
  unsigned nesting_ = 0;  // JSON in a string in JSON …
  std::vector<std::uint64_t> levels_;
  std::string what_;
};

}  // namespace lanewise::record

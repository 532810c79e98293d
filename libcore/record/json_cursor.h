// JSON's grammar over one line of text: a cursor that takes what should stand next, or says what does not.
//
// Accepted is RFC 8259 with three liberties that cost no record: any byte from 0x80 up inside a string
// (simdjson wants UTF-8 everywhere), a number of any length (it wants 64 bits or a finite double), any depth
// (it wants 1024).
//
// No recursion over the input: nesting costs a bit a level. One cursor a thread. O(line).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libcore/record/mapping.h"

namespace lanewise::record {

// Appends what an escape of the form \uXXXX at the front of `text` stands for (two of them, for a surrogate
// pair) and returns how many bytes of it that took; 0, and nothing appended, if there is none or half a pair.
std::size_t append_unicode_escape(std::string& out, std::string_view text);

class JsonCursor {
 public:
  // The value at a path as it stands in the line, e.g. `{"a":1}` or `"text"`; nullopt if there is none. Steps
  // go into objects and arrays, not into JSON held in strings, whose values stand nowhere in the line.
  std::optional<std::string_view> locate(std::string_view line, const Path& path);
  // The values of all members of that name, in the object that the line is; none where it ends or stops being
  // JSON before its end.
  void locate_members(std::string_view line, std::string_view name, std::vector<std::string_view>& values);
  // Whether an object has a member of that name, seen before the line ends or stops being JSON.
  bool has_member(std::string_view line, std::string_view name);

  // Why it is no JSON, as a sentence.
  [[nodiscard]] const std::string& what() const { return what_; }

 protected:
  struct String {
    std::string_view raw;  // between the quotes
    bool has_escapes = false;
  };

  void begin(std::string_view line);
  bool enter(std::string_view step);  // moves to the value of that name or index
  bool fail(const char* expected);    // keeps the first failure's sentence
  void skip_blanks();
  bool take(char c);
  bool take_word(std::string_view word);
  bool take_string(String& string);
  bool take_number(std::string_view& digits);
  bool skip_value();
  // Decodes escapes into `scratch` where there are any. False for a lone surrogate.
  static bool decode(const String& string, std::string& scratch, std::string_view& text);
  // The text of a string, or the digits of an integer, given as it stands in a line.
  static bool text_of(std::string_view value, std::string& scratch, std::string_view& text);

  const char* at_ = nullptr;
  const char* end_ = nullptr;
  const char* begin_ = nullptr;
  std::string what_;

 private:
  std::vector<std::uint64_t> levels_;  // a bit for each container that skip_value has open: 1 for an object
};

}  // namespace lanewise::record

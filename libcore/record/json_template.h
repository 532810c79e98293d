// The lines of a log are alike: the same members in the same order, with other values. A template is what
// stands between the values of one line, learned from a line that is known to be JSON; another line is read
// by comparing that text and taking what lies between, which is three times as fast as parsing it.
//
//     {"topic":"…","partition":#,"key":"…","seq":#}      … any string without a backslash, # any integer
//
// A line that fits is JSON with the same members, and gives the same row as the parser would: strings hold no
// control byte, integers have no leading zero and fit 64 bits, null is part of the text. Every other line, be
// it in disorder or only of another shape, is left to the parser, which has the say.
// tests/fuzz/json_readers.cpp holds the two together.
//
// One a decoder; not shared. O(line).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "libcore/record/batch_builder.h"
#include "libcore/record/projection.h"

namespace lanewise::record {

class JsonTemplate {
 public:
  enum class Outcome : std::uint8_t {
    read,       // the row has all that the line says
    untouched,  // the line does not fit
    spoilt,     // nor does it, or a value was refused; the row must be begun anew
  };

  // Takes the shape of `line`, an object that a parser has accepted. False, and no template: it has other
  // values than strings, integers and null, or one that `root` wants to look into.
  bool learn(std::string_view line, const Node& root);

  // Requires: io::Buffer::kSlack readable bytes behind the line.
  Outcome read(std::string_view line, BatchBuilder& row) const;

  // Whether the same lines fit. Requires: learned for the same root.
  [[nodiscard]] bool is_like(const JsonTemplate& other) const;

 private:
  enum class Kind : std::uint8_t { string, integer, null, end };
  // The text before a value, and the value.
  struct Step {
    std::uint32_t text;  // where it begins in text_
    std::uint32_t size;
    Kind kind;
    const Node* node;  // who wants the value, or null
  };

  void push(std::string_view text, Kind kind, const Node* node);

  std::vector<Step> steps_;
  std::string text_;
};

// The templates of a decoder: a few shapes at a time, and none where lines have no shape in common.
class JsonTemplates {
 public:
  // As JsonTemplate::read, by whichever fits.
  JsonTemplate::Outcome read(std::string_view line, BatchBuilder& row);
  // A line that none fitted and that the parser has accepted.
  void learn(std::string_view line, const Node& root);

 private:
  static constexpr int kMostPatience = 64;
  static constexpr int kRest = 4096;
  static constexpr std::size_t kMostTemplates = 4;

  std::vector<JsonTemplate> templates_;
  std::size_t latest_ = 0;        // the one that fitted last
  std::size_t next_ = 0;          // the one to be replaced next
  int patience_ = kMostPatience;  // falls with each line that none fits, rises with each that one does
  int resting_ = 0;               // lines until they are tried again
};

}  // namespace lanewise::record

// One JSON object on one line, written in the order of the calls. Every report in JSON Lines is made with it.
//
//     out.write(JsonLine("summary").number("schema", 1).boolean("complete", true).line());
//
// Whole numbers stand without a fraction; unknown is null (a key that is not known is left out, since null
// says that there is none); a key that is not UTF-8 is written as NAME_b64.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "libcore/base/key.h"

namespace lanewise::report {

class JsonLine {
 public:
  // Begins with "kind" unless `kind` is empty.
  explicit JsonLine(std::string_view kind);

  JsonLine& text(std::string_view name, std::string_view value);
  JsonLine& text_or_null(std::string_view name, std::optional<std::string_view> value);
  JsonLine& number(std::string_view name, std::int64_t value);
  JsonLine& number_or_null(std::string_view name, std::optional<std::int64_t> value);
  // Rounded to `digits` after the point; trailing zeros are dropped.
  JsonLine& real(std::string_view name, double value, int digits);
  JsonLine& boolean(std::string_view name, bool value);
  JsonLine& null(std::string_view name);
  // null for a null key, nothing at all for one that is not known; NAME_b64 for what is not UTF-8.
  JsonLine& key(std::string_view name, KeyView value);
  JsonLine& texts(std::string_view name, std::span<const std::string_view> values);
  JsonLine& numbers(std::string_view name, std::span<const std::int64_t> values);
  // Objects within this one, each made with a writer of its own (without a kind).
  JsonLine& object(std::string_view name, const JsonLine& value);
  JsonLine& objects(std::string_view name, std::span<const JsonLine> values);
  // JSON that is there already, as somebody's record has it.
  JsonLine& raw(std::string_view name, std::string_view json);

  // The object with its line end. The writer is spent.
  [[nodiscard]] std::string line();

 private:
  void member(std::string_view name);
  void append_text(std::string_view value);
  template <class Values, class Append>
  JsonLine& array(std::string_view name, const Values& values, Append append);

  std::string out_ = "{";
};

}  // namespace lanewise::report

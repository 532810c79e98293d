// Small JSON documents that people write (groups, scenarios), read strictly: what stands twice, or nests
// beyond reason, is refused with its place. Records are another matter: record/json_reader.h.
//
// A value keeps the order of its members and the text of its numbers, so that it can be written again as it
// was. nlohmann-json parses (json_document.cpp); its own values are not used, because those that keep an
// order search every member at each insertion, and a document may hold a hundred thousand topics. Thread
// safety: values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "libcore/base/result.h"

namespace lanewise::json {

enum class Kind : std::uint8_t { null, boolean, number, string, array, object };

struct Value {
  Kind kind = Kind::null;
  bool truth = false;     // of a boolean
  std::string text = {};  // of a string, without quotes and escapes; of a number, its digits
  std::vector<Value> elements = {};
  std::vector<std::pair<std::string, Value>> members = {};  // in the order of the document, no name twice

  [[nodiscard]] bool is_null() const { return kind == Kind::null; }
  [[nodiscard]] bool is_boolean() const { return kind == Kind::boolean; }
  [[nodiscard]] bool is_number() const { return kind == Kind::number; }
  [[nodiscard]] bool is_string() const { return kind == Kind::string; }
  [[nodiscard]] bool is_array() const { return kind == Kind::array; }
  [[nodiscard]] bool is_object() const { return kind == Kind::object; }

  // The member of that name, or null; a member that is `null` is the same as one left out. O(members).
  [[nodiscard]] const Value* find(std::string_view name) const;
  // An integer of 64 bits, also as a string of digits.
  [[nodiscard]] std::optional<std::int64_t> integer() const;
  // As JSON on one line.
  [[nodiscard]] std::string dump() const;
  // The same, cut to what fits a line of an error.
  [[nodiscard]] std::string shown() const;
};

// The document in `text`. Errors: not JSON, with the line; a name that stands twice in one object, because
// readers of JSON disagree on which one counts; nested more than 100 levels deep, because walking recurses.
// They name `source`, and hint at `page`, which says what a document holds. Linear.
Result<Value> parse(std::string_view text, const std::string& source, std::string_view page);

// "members[0].owned": where something stands.
std::string member_path(std::string_view base, std::string_view name);
std::string element_path(std::string_view base, std::size_t index);

}  // namespace lanewise::json

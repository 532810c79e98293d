// Small JSON documents that people write (groups, scenarios), read strictly: what stands twice, or nests
// beyond reason, is refused with its place. Records are another matter: record/json_reader.h.
//
// nlohmann's ordered_json keeps the document's order. To be included by .cpp files only.
// Thread safety: functions of their arguments.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "libcore/base/result.h"

namespace lanewise::json {

using Json = nlohmann::ordered_json;

// The document in `text`. Errors: not JSON, with the line; a name that stands twice in one object, of which
// nlohmann would keep the last without a word; nested more than 100 levels deep, because walking recurses.
// They name `source`, and hint at `page`, which says what a document holds. Linear.
Result<Json> parse(std::string_view text, const std::string& source, std::string_view page);

// The member of that name, or null; `null` is the same as leaving it out.
const Json* field(const Json& object, const char* name);
// An integer of 64 bits, also as a string of digits.
std::optional<std::int64_t> integer_in(const Json& value);
// As JSON, cut to what fits a line of an error.
std::string shown(const Json& value);

// "members[0].owned": where something stands.
std::string member_path(std::string_view base, std::string_view name);
std::string element_path(std::string_view base, std::size_t index);

}  // namespace lanewise::json

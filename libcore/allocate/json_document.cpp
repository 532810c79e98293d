// nlohmann keeps the last of two equal names without a word, so the parser's callback watches for them.
#include "libcore/allocate/json_document.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lanewise::allocate {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostNesting = 100;

// How many containers are open at the deepest place. Walking a document's values recurses, so what is nested
// beyond any document is refused before it is read.
std::size_t nesting_of(std::string_view text) {
  std::size_t depth = 0;
  std::size_t deepest = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      deepest = std::max(deepest, ++depth);
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
  return deepest;
}

// nlohmann: "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while ...".
std::string reason(std::string_view what) {
  const std::size_t column = what.find("column ");
  const std::size_t colon = column == std::string_view::npos ? column : what.find(": ", column);
  return std::string(colon == std::string_view::npos ? what : what.substr(colon + 2));
}

}  // namespace

Result<void> check_json_document(std::string_view text, std::string_view source, const DocumentKind& kind) {
  const Place place{std::string(source), 0};
  if (nesting_of(text) > kMostNesting) {
    return bad_input(fmt::format("nested more than {} levels deep", kMostNesting), place,
                     fmt::format("{} has {}; see {}", kind.name, kind.levels, kind.page));
  }
  std::vector<std::set<std::string>> open;
  std::string twice;
  const auto watch = [&](int /*depth*/, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::object_start) open.emplace_back();
    if (event == Json::parse_event_t::object_end) open.pop_back();
    if (event == Json::parse_event_t::key && twice.empty()) {
      const auto& name = value.get_ref<const std::string&>();
      if (!open.back().insert(name).second) twice = name;
    }
    return true;
  };
  try {
    const Json parsed = Json::parse(text, watch);
  } catch (const Json::parse_error& error) {
    const std::size_t at = std::min(error.byte, text.size());
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    return bad_input(fmt::format("not JSON: {}", reason(error.what())), {std::string(source), line},
                     fmt::format("{} is JSON; see {}", kind.name, kind.page));
  } catch (const Json::out_of_range&) {
    return bad_input("holds a number that no reader can keep", place,
                     fmt::format("numbers stay within 64 bits; see {}", kind.page));
  }
  if (!twice.empty()) {
    return bad_input(fmt::format("'{}' stands twice in one object", twice), place,
                     "keep one of the two: readers disagree on which one counts");
  }
  return {};
}

}  // namespace lanewise::allocate

#include "libcore/base/json_document.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>
#include <vector>

#include <fmt/format.h>

namespace lanewise::json {

namespace {

constexpr std::size_t kMostNesting = 100;

// How many containers are open at the deepest place.
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

Result<Json> parse(std::string_view text, const std::string& source, std::string_view page) {
  if (nesting_of(text) > kMostNesting) {
    return bad_input(fmt::format("nested more than {} levels deep", kMostNesting), {source, 0},
                     fmt::format("no such document needs that; see {}", page));
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
  Json document;
  try {
    document = Json::parse(text, watch);
  } catch (const Json::parse_error& error) {
    const std::size_t at = std::min(error.byte, text.size());
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    return bad_input(fmt::format("not JSON: {}", reason(error.what())), {source, line},
                     fmt::format("the document is JSON; see {}", page));
  }
  if (!twice.empty()) {
    return bad_input(fmt::format("'{}' stands twice in one object", twice), {source, 0},
                     "keep one of the two: readers disagree on which one counts");
  }
  return document;
}

const Json* field(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

std::optional<std::int64_t> integer_in(const Json& value) {
  if (value.is_number_unsigned()) {
    const auto number = value.get<std::uint64_t>();
    if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return std::nullopt;
    return static_cast<std::int64_t>(number);
  }
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (!value.is_string()) return std::nullopt;
  const auto& text = value.get_ref<const std::string&>();
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string shown(const Json& value) {
  constexpr std::size_t kMost = 40;
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > kMost) text = text.substr(0, kMost) + "...";
  return text;
}

std::string member_path(std::string_view base, std::string_view name) {
  return base.empty() ? std::string(name) : fmt::format("{}.{}", base, name);
}
std::string element_path(std::string_view base, std::size_t index) {
  return fmt::format("{}[{}]", base, index);
}

}  // namespace lanewise::json

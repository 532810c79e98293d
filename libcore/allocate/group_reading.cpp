#include "libcore/allocate/group_reading.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "libcore/allocate/errors.h"
#include "libcore/base/suggest.h"
#include "libcore/base/text.h"

namespace lanewise::allocate {

namespace {

bool among(FieldNames names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

Error GroupReading::wrong(std::string_view path, const json::Value& value, std::string_view expected,
                          std::string hint) const {
  return bad_input(path.empty() ? fmt::format("{}, not {}", expected, value.shown())
                                : fmt::format("{}: {}, not {}", path, expected, value.shown()),
                   {source_, 0}, std::move(hint));
}

Error GroupReading::fault(std::string_view path, std::string_view what, std::string hint) const {
  return bad_input(fmt::format("{}: {}", path, what), {source_, 0}, std::move(hint));
}

Error GroupReading::too_many(std::string_view path, std::string_view what, std::string hint) const {
  return error_with_hint(ErrorCode::limit, fmt::format("{}: {}", path, what), std::move(hint), {source_, 0});
}

std::string GroupReading::carried_of(const json::Value& object, const std::string& path, FieldNames read,
                                     FieldNames read_by_others) {
  std::string carried;
  for (const auto& [name, value] : object.members) {
    if (among(read, name)) continue;
    if (!among(read_by_others, name)) {
      std::vector<std::string> known(read.begin(), read.end());
      known.insert(known.end(), read_by_others.begin(), read_by_others.end());
      result.unknown_fields.push_back(
          {.path = json::member_path(path, name), .meant = nearest(name, known).value_or("")});
    }
    carried += ',';
    append_json_string(carried, name);
    carried += ':' + value.dump();
  }
  return carried;
}

}  // namespace lanewise::allocate

// What the readers of a group document share: where errors are told to be, what is found out beside the
// groups, and the fields that are passed on. Internal to group_reader.cpp and member_reader.cpp.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "libcore/allocate/group_json.h"
#include "libcore/base/json_document.h"

namespace lanewise::allocate {

using FieldNames = std::initializer_list<std::string_view>;

class GroupReading {
 public:
  explicit GroupReading(std::string_view source) : source_(source) {}

  // A value that is not what it has to be. `hint` shows how it is written.
  [[nodiscard]] Error wrong(std::string_view path, const json::Value& value, std::string_view expected,
                            std::string hint) const;
  // What is wrong otherwise, and what to do about it.
  [[nodiscard]] Error fault(std::string_view path, std::string_view what, std::string hint) const;
  // A bound was reached.
  [[nodiscard]] Error too_many(std::string_view path, std::string_view what, std::string hint) const;

  // What an allocation does not look at, as JSON text that the writer puts back. What is not among
  // lanewise-group(5)'s names either may be misspelt, and is listed in the result.
  std::string carried_of(const json::Value& object, const std::string& path, FieldNames read,
                         FieldNames read_by_others);

  GroupDocument result;
  std::int64_t subscriptions = 0;  // that members without topics have to all, in all groups

 private:
  std::string source_;
};

}  // namespace lanewise::allocate

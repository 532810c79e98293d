// Setting a member of a JSON record without writing the record anew: the bytes of the line stay, one value is
// put in or replaced. So numbers keep their digits, strings their escapes, members their order, and whatever
// a filter knows nothing of passes through.
//
// Thread safety: one splicer a thread. O(line).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "libcore/record/json_cursor.h"

namespace lanewise::record {

// Whether the line may already have the member: a reader that took that member's column knows.
enum class Member : std::uint8_t { absent, may_be_there };

class Splicer {
 public:
  explicit Splicer(std::string name);

  // Appends `line` with `"name":value` to `out`, without a line end. An existing value is replaced where it
  // stands, and so is each where the name is repeated: of those some readers take the first and others the
  // last. Else the member is added as the last. Requires: `line` is one JSON object.
  void append(std::string& out, std::string_view line, std::string_view value, Member member);

 private:
  void find_members(std::string_view line);

  std::string name_;
  Path path_;                   // the name, as a path of one step
  bool needs_escapes_ = false;  // the name does not stand in a line as it is
  std::string opening_;         // "name": with quotes, escapes and colon
  JsonCursor cursor_;
  std::vector<std::string_view> values_;
};

}  // namespace lanewise::record

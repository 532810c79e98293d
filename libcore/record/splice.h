// Setting a member of a JSON record without writing the record anew: the bytes of the line stay, one value is
// put in or replaced. So numbers keep their digits, strings their escapes, members their order, and whatever
// a filter knows nothing of passes through.
//
// Thread safety: one splicer a thread. O(line).
#pragma once

#include <string>
#include <string_view>

#include "libcore/record/json_scanner.h"

namespace lanewise::record {

// Whether the line may already have the member: a reader that took that member's column knows.
enum class Member : std::uint8_t { absent, may_be_there };

class Splicer {
 public:
  // `name` must need no escapes.
  explicit Splicer(std::string name) : name_(std::move(name)), path_{name_} {}

  // Appends `line` with `"name":value` to `out`, without a line end. An existing value is replaced where it
  // stands (the first, if the name is repeated), else the member is added as the last. Requires: `line` is
  // one JSON object.
  void append(std::string& out, std::string_view line, std::string_view value, Member member);

 private:
  std::string name_;
  Path path_;
  JsonScanner scanner_;
};

}  // namespace lanewise::record

#include "libcore/record/splice.h"

#include "libcore/base/text.h"

namespace lanewise::record {

Splicer::Splicer(std::string name) : name_(std::move(name)) {
  append_json_string(opening_, name_);
  opening_.push_back(':');
}

void Splicer::append(std::string& out, std::string_view line, std::string_view value, Member member) {
  values_.clear();
  if (member == Member::may_be_there) cursor_.locate_members(line, name_, values_);
  std::size_t done = 0;
  for (const std::string_view found : values_) {
    const auto begin = static_cast<std::size_t>(found.data() - line.data());
    out.append(line, done, begin - done);
    out.append(value);
    done = begin + found.size();
  }
  if (!values_.empty()) {
    out.append(line, done);
    return;
  }
  const std::size_t closing = line.rfind('}');
  const std::size_t last = line.find_last_not_of(" \t\r\n", closing - 1);
  out.append(line, 0, closing);
  if (line[last] != '{') out.push_back(',');
  out.append(opening_);
  out.append(value);
  out.append(line, closing);
}

}  // namespace lanewise::record

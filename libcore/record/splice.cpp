#include "libcore/record/splice.h"

namespace lanewise::record {

void Splicer::append(std::string& out, std::string_view line, std::string_view value, Member member) {
  if (member == Member::may_be_there) {
    if (const auto found = scanner_.locate(line, path_)) {
      const auto begin = static_cast<std::size_t>(found->data() - line.data());
      out.append(line, 0, begin);
      out.append(value);
      out.append(line, begin + found->size());
      return;
    }
  }
  const std::size_t closing = line.rfind('}');
  const std::size_t last = line.find_last_not_of(" \t\r\n", closing - 1);
  out.append(line, 0, closing);
  if (line[last] != '{') out.push_back(',');
  out.push_back('"');
  out.append(name_);
  out.append("\":");
  out.append(value);
  out.append(line, closing);
}

}  // namespace lanewise::record

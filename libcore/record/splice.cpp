#include "libcore/record/splice.h"

#include <cstring>

#include "libcore/base/text.h"

namespace lanewise::record {

Splicer::Splicer(std::string name) : name_(std::move(name)), path_{name_} {
  append_json_string(opening_, name_);
  needs_escapes_ = opening_.size() != name_.size() + 2;
  opening_.push_back(':');
}

// Mostly there is one, near the front: the rest is walked only if its bytes may spell the name again.
void Splicer::find_members(std::string_view line) {
  values_.clear();
  const auto first = cursor_.locate(line, path_);
  if (!first) return;
  const std::string_view rest = line.substr(static_cast<std::size_t>(first->end() - line.begin()));
  const auto holds = [&](std::string_view text) {
    return ::memmem(rest.data(), rest.size(), text.data(), text.size()) != nullptr;
  };
  if (holds(name_) || holds("\\u") || needs_escapes_) {
    cursor_.locate_members(line, name_, values_);
  } else {
    values_.push_back(*first);
  }
}

void Splicer::append(std::string& out, std::string_view line, std::string_view value, Member member) {
  values_.clear();
  if (member == Member::may_be_there) find_members(line);
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

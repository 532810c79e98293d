#include "libcore/io/peeked_source.h"

#include <algorithm>
#include <cstring>

namespace lanewise::io {

Result<bool> PeekedSource::look_further(std::size_t bytes) {
  const std::size_t before = seen_.size();
  seen_.resize(before + bytes);
  auto read = rest_->read({seen_.data() + before, bytes});
  seen_.resize(before + (read ? *read : 0));
  if (!read) return std::move(read).error();
  return *read > 0;
}

Result<std::size_t> PeekedSource::read(std::span<char> into) {
  const std::string_view seen = this->seen();
  if (seen.empty()) return rest_->read(into);
  const std::size_t bytes = std::min(seen.size(), into.size());
  std::memcpy(into.data(), seen.data(), bytes);
  taken_ += bytes;
  if (taken_ == seen_.size()) {
    seen_ = {};
    taken_ = 0;
  }
  return bytes;
}

}  // namespace lanewise::io

#include "libcore/io/read_all.h"

#include <fmt/format.h>

#include "libcore/io/byte_source.h"

namespace lanewise::io {

Result<std::string> read_all(const std::string& path, std::size_t most_bytes) {
  constexpr std::size_t kStep = std::size_t{256} << 10;
  auto source = open_source(path);
  if (!source) return std::move(source).error();
  std::string content;
  for (;;) {
    const std::size_t have = content.size();
    content.resize(have + kStep);
    auto got = (*source)->read(std::span(content).subspan(have));
    if (!got) {
      got.error().place.source = path;
      return std::move(got).error();
    }
    content.resize(have + *got);
    if (*got == 0) return content;
    if (content.size() > most_bytes) {
      return Error{.code = ErrorCode::limit,
                   .what = fmt::format("more than {} bytes", most_bytes),
                   .place = {path},
                   .hint = "is this the right file?"};
    }
  }
}

}  // namespace lanewise::io

#include "libcore/base/result.h"

#include <cerrno>
#include <system_error>

#include <fmt/format.h>

namespace lanewise {

std::string describe(const Error& error) {
  if (error.place.source.empty()) return error.what;
  if (error.place.line == 0) return fmt::format("{}: {}", error.place.source, error.what);
  return fmt::format("{}:{}: {}", error.place.source, error.place.line, error.what);
}

Error system_error(std::string_view doing, int error_number, Place place) {
  const auto code = error_number == ENOENT ? ErrorCode::not_found : ErrorCode::io;
  return {.code = code,
          .what = fmt::format("{}: {}", doing, std::generic_category().message(error_number)),
          .place = std::move(place),
          .hint = {}};
}

}  // namespace lanewise

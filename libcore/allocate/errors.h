// The errors that base has no maker for. Thread safety: functions of their arguments.
#pragma once

#include <string>
#include <utility>

#include "libcore/base/result.h"

namespace lanewise::allocate {

inline Error error_with_hint(ErrorCode code, std::string what, std::string hint, Place place = {}) {
  Error error;
  error.code = code;
  error.what = std::move(what);
  error.hint = std::move(hint);
  error.place = std::move(place);
  return error;
}

inline Error unsupported(std::string what, std::string hint) {
  return error_with_hint(ErrorCode::unsupported, std::move(what), std::move(hint));
}

}  // namespace lanewise::allocate

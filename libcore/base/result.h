// Errors as values. A function that can fail on input, files or limits returns Result<T>; programmer mistakes
// are assertions, exhausted memory is an exception that only the command line's frame catches.
//
// Result<T> has the shape of std::expected<T, Error> (C++23), which gcc 12 does not offer in C++20, and is
// [[nodiscard]] as a class, so that no error is dropped in silence.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace lanewise {

enum class ErrorCode : std::uint8_t {
  usage,        // the command line or a scenario asks for what cannot be
  not_found,    // no such file, topic, group, name
  io,           // the operating system refused to read or write
  bad_input,    // a record, a document, a field is malformed
  limit,        // a bound the user set (or its default) was reached
  unsupported,  // well formed, but not something this version does
  internal,     // a bug of ours
};

// Where in somebody's input the error lies. `line` counts from 1; 0 means that no line is meant.
struct Place {
  std::string source;
  std::int64_t line = 0;
};

// One error: a sentence without capital or full stop, its place, and what the reader can do about it.
struct Error {
  ErrorCode code = ErrorCode::internal;
  std::string what;
  Place place = {};
  std::string hint = {};
};

// "app.log:1204: seq is not an integer: '12a'", without program name and hint.
std::string describe(const Error& error);

template <class T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  // NOLINTBEGIN(google-explicit-constructor): `return value;` and `return error;` are how it is meant to be
  // used
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}
  // NOLINTEND(google-explicit-constructor)

  [[nodiscard]] bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  // Requires: has_value().
  T& operator*() & { return *std::get_if<0>(&state_); }
  const T& operator*() const& { return *std::get_if<0>(&state_); }
  T&& operator*() && { return std::move(*std::get_if<0>(&state_)); }
  T* operator->() { return std::get_if<0>(&state_); }
  const T* operator->() const { return std::get_if<0>(&state_); }

  // Requires: !has_value().
  [[nodiscard]] Error& error() & { return *std::get_if<1>(&state_); }
  [[nodiscard]] const Error& error() const& { return *std::get_if<1>(&state_); }
  [[nodiscard]] Error&& error() && { return std::move(*std::get_if<1>(&state_)); }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  using value_type = void;

  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool has_value() const { return !error_.has_value(); }
  explicit operator bool() const { return has_value(); }

  [[nodiscard]] Error& error() & {
    assert(error_);
    return *error_;
  }
  [[nodiscard]] const Error& error() const& {
    assert(error_);
    return *error_;
  }
  [[nodiscard]] Error&& error() && {
    assert(error_);
    return std::move(*error_);
  }

 private:
  std::optional<Error> error_;
};

inline Error usage_error(std::string what, std::string hint = {}) {
  return {.code = ErrorCode::usage, .what = std::move(what), .place = {}, .hint = std::move(hint)};
}
inline Error bad_input(std::string what, Place place = {}, std::string hint = {}) {
  return {.code = ErrorCode::bad_input,
          .what = std::move(what),
          .place = std::move(place),
          .hint = std::move(hint)};
}

// An error from errno, e.g. "cannot open: No such file or directory". `doing` is the verb phrase.
Error system_error(std::string_view doing, int error_number, Place place = {});

}  // namespace lanewise

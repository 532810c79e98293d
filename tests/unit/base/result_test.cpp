#include "libcore/base/result.h"

#include <cerrno>
#include <memory>

#include "tests/support/catch.h"

namespace lanewise {

TEST_CASE("an error is described with its place, as far as it has one") {
  CHECK(describe({.code = ErrorCode::io, .what = "is a directory"}) == "is a directory");
  CHECK(describe({.code = ErrorCode::io, .what = "is a directory", .place = {"logs"}}) ==
        "logs: is a directory");
  CHECK(describe(bad_input("seq is not an integer: '12a'", {"app.log", 1204})) ==
        "app.log:1204: seq is not an integer: '12a'");
}

TEST_CASE("a missing file is told apart from other system errors") {
  CHECK(system_error("cannot open", ENOENT).code == ErrorCode::not_found);
  CHECK(system_error("cannot open", EACCES).code == ErrorCode::io);
  CHECK(system_error("cannot open", ENOENT).what == "cannot open: No such file or directory");
}

TEST_CASE("a result holds a value or an error, and moves what cannot be copied") {
  Result<std::unique_ptr<int>> good(std::make_unique<int>(7));
  REQUIRE(good);
  const std::unique_ptr<int> taken = *std::move(good);
  CHECK(*taken == 7);

  const Result<std::unique_ptr<int>> bad(usage_error("no", "say yes"));
  REQUIRE_FALSE(bad);
  CHECK(bad.error().hint == "say yes");

  CHECK(Result<void>().has_value());
  CHECK_FALSE(Result<void>(usage_error("no")).has_value());
}

}  // namespace lanewise

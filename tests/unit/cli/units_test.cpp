#include "libcore/cli/units.h"

#include "tests/support/catch.h"

namespace lanewise::cli {

TEST_CASE("sizes tell decimal from binary units") {
  CHECK(*parse_size("64MiB") == 67'108'864);
  CHECK(*parse_size("1MB") == 1'000'000);
  CHECK(*parse_size("1.5kB") == 1500);
  CHECK(*parse_size("0B") == 0);
}

TEST_CASE("durations are nanoseconds") {
  CHECK(*parse_duration("50ms") == 50'000'000);
  CHECK(*parse_duration("1.5s") == 1'500'000'000);
  CHECK(*parse_duration("2h") == 7'200'000'000'000);
  CHECK(*parse_duration("250us") == 250'000);
  CHECK(*parse_duration("10ns") == 10);
}

TEST_CASE("rates are per second") {
  CHECK(*parse_rate("4000/s") == 4000);
  CHECK(*parse_rate("90/m") == 1.5);
  CHECK(*parse_rate("7200/h") == 2);
}

TEST_CASE("a bare number is refused with the text that was meant") {
  const auto size = parse_size("64");
  REQUIRE_FALSE(size);
  CHECK(size.error().what == "'64' is a size without a unit");
  CHECK(size.error().hint == "did you mean 64MiB?");
  CHECK(parse_duration("50").error().hint == "did you mean 50ms?");
  CHECK(parse_rate("4000").error().hint == "did you mean 4000/s?");
}

TEST_CASE("what is no quantity, or none that fits, is refused") {
  for (const char* const text :
       {"", "ms", "-5ms", "1e3ms", "5 ms", "5MS", "nanms", "infms", "99999999999d"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_duration(text));
  }
  CHECK_FALSE(parse_size("9000000TiB"));
  CHECK(parse_size("64kb").error().hint == "did you mean 64kB?");
  CHECK(parse_size("64mib").error().hint == "did you mean 64MiB?");
  CHECK(parse_duration("5MS").error().hint == "did you mean 5ms?");
  CHECK(parse_duration("5parsecs").error().hint.starts_with("units of a duration are ns"));
}

TEST_CASE("whole numbers are within their bounds, and nothing but digits") {
  CHECK(*parse_integer("64", 1, 64) == 64);
  CHECK(*parse_integer("-9223372036854775808", INT64_MIN, INT64_MAX) == INT64_MIN);
  for (const char* const text : {"", "64.0", " 64", "6e1", "+6", "0x10", "65", "0", "9223372036854775808"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_integer(text, 1, 64));
  }
}

TEST_CASE("a size is shown in the largest unit that is exact") {
  CHECK(format_size(67'108'864) == "64MiB");
  CHECK(format_size(1500) == "1500B");
  CHECK(format_size(0) == "0B");
}

}  // namespace lanewise::cli

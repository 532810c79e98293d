#include "libcore/cli/progress.h"

#include "tests/support/catch.h"

namespace lanewise::cli {

TEST_CASE("progress tells how far, how fast and how long") {
  CHECK(progress_text(50'000'000, 200'000'000, 2) == "50 MB  25 MB/s  25 %  6 s left");
  CHECK(progress_text(1'200'000, 20'000'000, 3, "events") == "1.2M of 20.0M events  400k/s  6 %  47 s left");
  CHECK(progress_text(123, 4567, 1, "events") == "123 of 4567 events  123/s  3 %  36 s left");
}

TEST_CASE("progress leaves out what is not known") {
  CHECK(progress_text(50'000'000, std::nullopt, 2) == "50 MB  25 MB/s");
  CHECK(progress_text(5000, std::nullopt, 2, "events") == "5000 events  2500/s");
  CHECK(progress_text(0, 100, 1, "events") == "0 of 100 events  0/s");
  CHECK(progress_text(50, 100, 0, "events") == "50 of 100 events  0/s");
  CHECK(progress_text(101, 100, 1, "events") == "101 events  101/s");  // more than was said there would be
}

}  // namespace lanewise::cli

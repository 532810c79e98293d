#include "libcore/base/suggest.h"

#include "tests/support/catch.h"

namespace lanewise {

TEST_CASE("a mistyped name finds what was meant") {
  const std::vector<std::string> names{"route", "split", "generate-events"};
  CHECK(nearest("rout", names) == "route");
  CHECK(nearest("ruote", names) == "route");  // two letters exchanged are one step
  CHECK(nearest("generate-event", names) == "generate-events");
  CHECK(nearest("gen", names) == "generate-events");  // a beginning
  CHECK(nearest("genrate-evnts", names) == "generate-events");
}

TEST_CASE("what resembles nothing is answered with nothing") {
  const std::vector<std::string> names{"route", "split"};
  CHECK_FALSE(nearest("", names));
  CHECK_FALSE(nearest("xyzzy", names));
  CHECK_FALSE(nearest(std::string(1000, 'r'), names));
}

TEST_CASE("near names come nearest first, equally near ones in the order given") {
  const std::vector<std::string> names{"sarama", "kafka", "kafkas"};
  CHECK(near_names("kafak", names, 3) == std::vector<std::string>{"kafka"});
  CHECK(near_names("kafka", names, 3) == std::vector<std::string>{"kafka", "kafkas"});
  CHECK(near_names("kafka", names, 1) == std::vector<std::string>{"kafka"});
}

}  // namespace lanewise

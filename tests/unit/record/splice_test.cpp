#include "libcore/record/splice.h"

#include "tests/support/catch.h"

namespace lanewise::record {

namespace {

std::string spliced(std::string_view line, Member member = Member::may_be_there) {
  std::string out;
  Splicer("partition").append(out, line, "17", member);
  return out;
}

}  // namespace

TEST_CASE("a member that is not there becomes the last") {
  CHECK(spliced(R"({"key":"a"})") == R"({"key":"a","partition":17})");
  CHECK(spliced(R"({})") == R"({"partition":17})");
  CHECK(spliced(R"({ })") == R"({ "partition":17})");
  CHECK(spliced(R"({"key":"a"  } )") == R"({"key":"a"  ,"partition":17} )");
  CHECK(spliced(R"({"key":"a"})", Member::absent) == R"({"key":"a","partition":17})");
}

TEST_CASE("a value is replaced where it stands, whatever it is") {
  CHECK(spliced(R"({"partition":3,"key":"a"})") == R"({"partition":17,"key":"a"})");
  CHECK(spliced(R"({"partition" : null})") == R"({"partition" : 17})");
  CHECK(spliced(R"({"partition":{"a":[1,"}"]},"b":1})") == R"({"partition":17,"b":1})");
  CHECK(spliced(R"({"partition":"x\"}","b":1})") == R"({"partition":17,"b":1})");
}

TEST_CASE("of a repeated name all are replaced: some readers take the first, others the last") {
  CHECK(spliced(R"({"partition":1,"partition":2})") == R"({"partition":17,"partition":17})");
  CHECK(spliced(R"({"partition":1,"a":{"partition":3},"p\u0061rtition":"x","b":2})") ==
        R"({"partition":17,"a":{"partition":3},"p\u0061rtition":17,"b":2})");
}

TEST_CASE("a name is written as JSON") {
  std::string out;
  Splicer("a\"b").append(out, R"({"c":1})", "2", Member::may_be_there);
  CHECK(out == R"({"c":1,"a\"b":2})");
}

TEST_CASE("everything else keeps its bytes") {
  CHECK(spliced("{\"n\":1.50e3,\"s\":\"\\u00e9\xff\",\"big\":123456789012345678901234567890,\"o\":{"
                "\"partition\":9}}") ==
        "{\"n\":1.50e3,\"s\":\"\\u00e9\xff\",\"big\":123456789012345678901234567890,\"o\":{\"partition\":9},"
        "\"partition\":17}");
}

TEST_CASE("a name with escapes in it is the same name") {
  CHECK(spliced(R"({"p\u0061rtition":3})") == R"({"p\u0061rtition":17})");
}

}  // namespace lanewise::record

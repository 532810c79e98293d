#include "libcore/base/json_document.h"

#include "tests/support/catch.h"

namespace lanewise::json {

namespace {

Value parsed(std::string_view text) {
  auto value = parse(text, "doc.json", "lanewise-group(5)");
  REQUIRE(value);
  return *std::move(value);
}
std::string refused(std::string_view text) {
  const auto value = parse(text, "doc.json", "lanewise-group(5)");
  return value ? "" : describe(value.error());
}

}  // namespace

TEST_CASE("a document comes back as it was: order, digits, escapes where they are needed") {
  const std::string text =
      R"({"b":[1,2.50e3,12345678901234567890123],"a":{"x":null,"y":true},"s":"é\n\"","z":[],"o":{}})";
  CHECK(parsed(text).dump() == text);
  CHECK(parsed(" [ 1 , {} ] \n").dump() == "[1,{}]");
  CHECK(parsed("\xef\xbb\xbf{}").dump() == "{}");
}

TEST_CASE("members are found, and null is the same as left out") {
  const Value value = parsed(R"({"a":1,"b":null})");
  CHECK(value.find("a")->integer() == 1);
  CHECK(value.find("b") == nullptr);
  CHECK(value.find("c") == nullptr);
}

TEST_CASE("integers are exact, and also digits in a string") {
  CHECK(parsed("9223372036854775807").integer() == INT64_MAX);
  CHECK(parsed("\"-9223372036854775808\"").integer() == INT64_MIN);
  for (const char* const text :
       {"9223372036854775808", "1.0", "1e3", "\"1 \"", "\"\"", "true", "null", "[1]"}) {
    CAPTURE(text);
    CHECK_FALSE(parsed(text).integer());
  }
}

TEST_CASE("what is not JSON is refused with its line") {
  CHECK(refused("{\n\"a\":\n}").starts_with("doc.json:3: not JSON: "));
  CHECK(refused("").starts_with("doc.json:1: not JSON: "));
  CHECK(refused("{\"a\":\"\xff\"}").starts_with("doc.json:1: not JSON: "));
  CHECK(refused("1e999").starts_with("doc.json:1: not JSON: number overflow"));
  CHECK(refused("{} x").starts_with("doc.json:1: not JSON: "));
}

TEST_CASE("a name that stands twice is refused, in the same object only") {
  CHECK(refused(R"({"a":{"b":1},"c":{"b":2},"a":3})") == "doc.json: 'a' stands twice in one object");
  CHECK(refused(R"({"":1,"":2})") == "doc.json: '' stands twice in one object");
  CHECK(refused(R"([{"a":1},{"a":1}])").empty());
}

TEST_CASE("nesting is bounded") {
  CHECK(refused(std::string(100, '[') + std::string(100, ']')).empty());
  CHECK(refused(std::string(101, '[') + std::string(101, ']')) ==
        "doc.json: nested more than 100 levels deep");
  CHECK(refused(std::string(5'000'000, '[')) == "doc.json: nested more than 100 levels deep");
}

TEST_CASE("a value is shown in a line, cut between characters") {
  CHECK(parsed("[1]").shown() == "[1]");
  std::string accents(60, 'x');
  for (std::size_t i = 0; i < accents.size(); i += 2) accents.replace(i, 2, "é");
  const std::string shown = parsed("\"" + accents + "\"").shown();
  CHECK(shown.ends_with("é..."));
}

}  // namespace lanewise::json

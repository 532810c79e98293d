#include "libcore/report/json_line.h"

#include <cmath>
#include <vector>

#include "libcore/report/key_text.h"
#include "tests/support/catch.h"

namespace lanewise::report {

TEST_CASE("a line is one object, its members in the order of the calls") {
  CHECK(JsonLine("summary")
            .number("schema", 1)
            .boolean("complete", true)
            .null("late_ms")
            .raw("checked", "[]")
            .line() ==
        "{\"kind\":\"summary\",\"schema\":1,\"complete\":true,\"late_ms\":null,\"checked\":[]}\n");
  CHECK(JsonLine("").line() == "{}\n");
}

TEST_CASE("whole numbers stand without a fraction, and what is no number is null") {
  CHECK(JsonLine("").real("a", 39.0, 2).real("b", 0.125, 2).real("c", -0.001, 2).real("d", 16.20, 2).line() ==
        "{\"a\":39,\"b\":0.12,\"c\":0,\"d\":16.2}\n");
  CHECK(JsonLine("").real("a", NAN, 1).real("b", INFINITY, 1).real("c", 100, 0).line() ==
        "{\"a\":null,\"b\":null,\"c\":100}\n");
  CHECK(JsonLine("").number("min", INT64_MIN).number_or_null("n", std::nullopt).line() ==
        "{\"min\":-9223372036854775808,\"n\":null}\n");
}

TEST_CASE("a report is JSON whatever bytes a name or key has") {
  CHECK(JsonLine("").text("a", "tab\there \"x\" \\ \x01").line() ==
        "{\"a\":\"tab\\there \\\"x\\\" \\\\ \\u0001\"}\n");
  CHECK(JsonLine("").text("file", "a\xff").line().find('\xff') == std::string::npos);
  CHECK(JsonLine("").key("key", {"a\xff", KeyState::present}).line() == "{\"key_b64\":\"Yf8=\"}\n");
  CHECK(JsonLine("").key("key", {"", KeyState::null}).line() == "{\"key\":null}\n");
  CHECK(JsonLine("").key("key", {"", KeyState::present}).line() == "{\"key\":\"\"}\n");
}

TEST_CASE("a key that is not known is left out: null would say that there is none") {
  CHECK(JsonLine("").key("key", {}).number("n", 1).line() == "{\"n\":1}\n");
}

TEST_CASE("arrays and objects within a line") {
  const std::vector<std::string_view> names{"a", "b\"", "\xff"};
  const std::vector<std::int64_t> numbers{1, -2};
  std::vector<JsonLine> objects;
  objects.push_back(std::move(JsonLine("").number("n", 1)));
  objects.emplace_back("");
  CHECK(JsonLine("x").texts("names", names).numbers("numbers", numbers).texts("none", {}).line() ==
        "{\"kind\":\"x\",\"names\":[\"a\",\"b\\\"\",\"\\\\xff\"],\"numbers\":[1,-2],\"none\":[]}\n");
  CHECK(JsonLine("").object("o", objects[0]).objects("list", objects).line() ==
        "{\"o\":{\"n\":1},\"list\":[{\"n\":1},{}]}\n");
}

TEST_CASE("a hidden key is the same hash everywhere, and shows nothing of itself") {
  const KeyText hidden(true);
  const KeyView key{"order-17", KeyState::present};
  CHECK(hidden.raw(key).size() == 17);
  CHECK(hidden.raw(key) == hidden.shown(key));
  CHECK(hidden.raw(key).front() == '#');
  CHECK(hidden.raw(key) != hidden.raw({"order-18", KeyState::present}));
  CHECK(KeyText(false).shown({"a\x1b[2J", KeyState::present}).find('\x1b') == std::string::npos);
  CHECK(KeyText(false).raw({"", KeyState::null}) == "(null)");
}

}  // namespace lanewise::report

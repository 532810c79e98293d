// Lines read by the shape of the lines before them: the same rows as by the reference scanner, whatever is
// done to them.
#include "libcore/record/json_template.h"

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/json_engines.h"

namespace lanewise::record {
namespace {

// The two must agree on a block; the first line teaches the shape of the second.
void check(const std::string& block, const ReadingOptions& options) {
  const FieldSet all = test::all_fields();
  const std::string fast = test::render_decoded(block, all, options, JsonEngine::fast);
  const std::string reference = test::render_decoded(block, all, options, JsonEngine::reference);
  if (fast != reference) {
    INFO(block);
    CHECK(fast == reference);
  }
}

const std::vector<std::string>& lines() {
  static const std::vector<std::string> kList{
      R"({"topic":"orders","partition":0,"offset":12,"key":"order-32365","seq":1,"start_ts":1767225600002})",
      R"( { "key" : "a" , "seq" : -7 , "ts" : 0 , "tstype" : "unknown" , "x" : null } )",
      R"({"key":null,"seq":10,"key":"b","seq":11,"broker":1,"attempt":"3"})",
      R"({"key_b64":"/v8=","seq":999999999999999999,"depends_on":6,"event":"done","extra":"a value that is long"})",
      R"({"key":"with \"escapes\" \u00e9","seq":7})",
      R"({"key":"a","seq":1,"payload":{"a":[1]},"x":1.5})",
  };
  return kList;
}

TEST_CASE("json template: every line, with every byte changed, after one of its shape") {
  ReadingOptions options;
  for (const std::string& line : lines()) {
    for (std::size_t at = 0; at < line.size(); ++at) {
      for (const char c : {'"', '\\', '0', '9', '-', ',', ':', '}', ' ', 'x', '.', '\x01', '\xff'}) {
        std::string changed = line;
        changed[at] = c;
        check(line + "\n" + changed + "\n" + line, options);
      }
      check(line + "\n" + line.substr(0, at), options);
      check(line + "\n" + line.substr(0, at) + line.substr(at + 1), options);
      check(line + "\n" + line.substr(0, at) + "1" + line.substr(at), options);
    }
  }
}

TEST_CASE("json template: several shapes in turn, and mappings that look into values") {
  std::string block;
  for (int round = 0; round < 200; ++round) {
    for (const std::string& line : lines()) block += line + "\n";
    block += "{\"n" + std::to_string(round) + "\":1,\"key\":\"k\"}\n";
  }
  ReadingOptions options;
  check(block, options);
  options.mappings = {{Field::seq, {"payload", "a", "0"}}, {Field::key, {"key"}}, {Field::id, {"key"}}};
  check(block, options);
}

TEST_CASE("json template: what is learned and what fits") {
  const Projection projection(FieldSet{Field::key, Field::seq}, {{Field::id, {"deep", "id"}}});
  const auto learns = [&](std::string_view line) { return JsonTemplate().learn(line, projection.root()); };
  CHECK(learns(R"({"key":"a","seq":1,"x":null})"));
  CHECK(learns(R"({"key":"\\","seq":1})"));
  for (const std::string_view line :
       {R"({})", R"({"key":true})", R"({"seq":1.5})", R"({"seq":1e3})", R"({"x":[]})", R"({"x":{}})",
        R"({"k\u0065y":"a"})", R"({"seq":1234567890123456789})"})
    CHECK_FALSE(learns(line));
  JsonTemplate one;
  JsonTemplate other;
  REQUIRE(one.learn(R"({"key":"a","seq":1})", projection.root()));
  REQUIRE(other.learn(R"({"key":"bcd","seq":-234})", projection.root()));
  CHECK(one.is_like(other));
  REQUIRE(other.learn(R"({"key":"a","seq":"1"})", projection.root()));
  CHECK_FALSE(one.is_like(other));
}

}  // namespace
}  // namespace lanewise::record

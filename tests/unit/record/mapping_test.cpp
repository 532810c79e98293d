#include "libcore/record/mapping.h"

#include <string>

#include <fmt/format.h>

#include "libcore/record/projection.h"
#include "tests/support/catch.h"

namespace lanewise::record {
namespace {

Path path(std::string_view text) {
  auto parsed = parse_path(text);
  REQUIRE(parsed);
  return *parsed;
}

TEST_CASE("path: pointers and dots") {
  CHECK(path("key") == Path{"key"});
  CHECK(path("order.id") == Path{"order", "id"});
  CHECK(path("/order/id") == Path{"order", "id"});
  CHECK(path("/order.id") == Path{"order.id"});
  CHECK(path("order/id") == Path{"order/id"});
  CHECK(path("/a~1b/c~0d/~01") == Path{"a/b", "c~d", "~1"});  // RFC 6901 section 4
  CHECK(path("/a[0]/$.x") == Path{"a[0]", "$.x"});            // names, in a pointer
  CHECK(path("a~1b") == Path{"a~1b"});
  CHECK(path("/a b/\"/é") == Path{"a b", "\"", "é"});
  CHECK(path("/items/0") == Path{"items", "0"});
}

TEST_CASE("path: no step may be empty, and there is an end to them") {
  for (const std::string_view text : {"", "/", ".", "a.", ".a", "a..b", "/a//b", "/a/", "//"}) {
    const auto parsed = parse_path(text);
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().code == ErrorCode::usage);
    CHECK(parsed.error().what == fmt::format("'{}' is not a path: it has an empty step", text));
  }
  std::string deep = "a";
  for (int i = 1; i < 64; ++i) deep += ".a";
  CHECK(path(deep).size() == 64);
  CHECK_FALSE(parse_path(deep + ".a"));
}

TEST_CASE("path: other notations are refused, with what to write") {
  const auto refused = [](std::string_view text) {
    const auto parsed = parse_path(text);
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().code == ErrorCode::usage);
    return parsed.error().hint;
  };
  CHECK(refused("$.order.id") == "write /order/id");
  CHECK(refused("$['order'][0].id") == "write /order/0/id");
  CHECK(refused("$[0]") == "write /0");
  CHECK(refused("items[0].id") == "write /items/0/id; if the name has brackets, /items[0].id");
  CHECK(refused("#/order/id") == "write /order/id");
  CHECK(refused("/a~2b") == "for a name with a tilde write /a~02b");
  CHECK(refused("/a~") == "for a name with a tilde write /a~0");
}

TEST_CASE("mapping: FIELD=PATH") {
  const auto mapping = parse_mapping("key=/order/id=1");
  REQUIRE(mapping);
  CHECK(mapping->field == Field::key);
  CHECK(mapping->path == Path{"order", "id=1"});
  for (const std::string_view text : {"", "key", "=a", "colour=/a"}) {
    const auto refused = parse_mapping(text);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::usage);
    CHECK(refused.error().what == fmt::format("'{}' does not map a field", text));
    CHECK(refused.error().hint.find("fields are topic partition offset") != std::string::npos);
  }
  CHECK(parse_mapping("Key=/a").error().hint == "did you mean key=/a?");
  CHECK_FALSE(parse_mapping("key="));
  CHECK_FALSE(parse_mapping("key=/"));
}

TEST_CASE("mapping: a key in base64 under somebody's own name") {
  const auto mapping = parse_mapping("key_b64=/raw");
  REQUIRE(mapping);
  CHECK(mapping->field == Field::key);
  CHECK(mapping->is_base64);
  const Projection projection({Field::key}, {*mapping});
  REQUIRE(projection.root().find("raw") != nullptr);
  CHECK(projection.root().find("raw")->leaves.front().use == Use::base64);
  CHECK(projection.root().find("key") == nullptr);
}

TEST_CASE("projection: where a field is looked for") {
  const Projection plain({Field::key, Field::seq, Field::payload}, {});
  CHECK(plain.paths_of(Field::key) == std::vector<Path>{{"key"}});
  CHECK(plain.root().find("key") != nullptr);
  CHECK(plain.root().find("key_b64") != nullptr);
  CHECK(plain.root().find("payload") == nullptr);  // raw: found on demand
  CHECK(plain.root().find("ts") == nullptr);       // not asked for
  CHECK(plain.root().find("tstype") == nullptr);
  CHECK(plain.root().find("") == nullptr);
  CHECK(plain.root().find(std::string(1000, 'k')) == nullptr);

  const Projection mapped({Field::key, Field::seq},
                          {{Field::key, {"order", "id"}}, {Field::key, {"order", "nr"}}});
  CHECK(mapped.root().find("key") == nullptr);
  CHECK(mapped.root().find("key_b64") == nullptr);
  const Node* const order = mapped.root().find("order");
  REQUIRE(order != nullptr);
  CHECK(order->find("id") != nullptr);
  CHECK(order->find("nr") != nullptr);
  CHECK(order->find("no") == nullptr);
  CHECK(mapped.paths_of(Field::key) == std::vector<Path>{{"order", "id"}, {"order", "nr"}});
}

TEST_CASE("projection: names of every length are told apart") {
  std::vector<Mapping> mappings;
  for (std::size_t length = 1; length < 300; ++length) {
    mappings.push_back({Field::key, {std::string(length, 'a')}});
    mappings.push_back({Field::key, {std::string(length, 'b')}});
  }
  const Projection projection({Field::key}, mappings);
  for (std::size_t length = 1; length < 300; ++length) {
    for (const char c : {'a', 'b'}) {
      const Node* const node = projection.root().find(std::string(length, c));
      REQUIRE(node != nullptr);
      CHECK(node->name == std::string(length, c));
    }
    CHECK(projection.root().find(std::string(length, 'c')) == nullptr);
  }
  CHECK(projection.root().find(std::string(300, 'a')) == nullptr);
}

TEST_CASE("projection: to ask for the hash of keys is to ask for keys") {
  FieldSet wanted;
  wanted.key_hash = true;
  CHECK(Projection(wanted, {}).wanted().has(Field::key));
}

}  // namespace
}  // namespace lanewise::record

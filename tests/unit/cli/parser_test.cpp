#include "libcore/cli/parser.h"

#include "tests/support/catch.h"

namespace lanewise::cli {

namespace {

// What a tool would declare: one option of each kind, and operands.
struct Declared {
  Parser parser;
  bool bare = false;
  std::optional<std::string> name;
  std::optional<std::int64_t> partitions;
  std::string strategy;
  std::vector<std::string> order;  // what was applied, in turn

  Declared() {
    parser.flag("--bare", bare, "no decoration");
    parser.text("--name", "NAME", name, "a name");
    parser.number("-n,--partitions", "N", partitions, 1, 100, "how many");
    parser.choice(
        "--strategy", "NAME", choices_of({"sticky", "range"}),
        [this](const std::string& value) -> Result<void> {
          strategy = value;
          return {};
        },
        "which");
    parser.add({.names = "--as",
                .meta = "WHAT",
                .kind = ValueKind::text,
                .help = "holds for the files after it",
                .apply = record("--as "),
                .repeatable = true});
    parser.operand({.name = "FILE", .apply = record(""), .at_most = 3});
  }
  Declared(const Declared&) = delete;
  Declared& operator=(const Declared&) = delete;

  Apply record(std::string prefix) {
    return [this, prefix = std::move(prefix)](const std::string& value) -> Result<void> {
      order.push_back(prefix + value);
      return {};
    };
  }
  std::string refused(const std::vector<std::string>& arguments) {
    const auto parsed = parser.parse(arguments);
    return parsed ? ""
                  : parsed.error().what + (parsed.error().hint.empty() ? "" : "; " + parsed.error().hint);
  }
};

}  // namespace

TEST_CASE("options are applied in the order they stand, mixed with the operands") {
  Declared tool;
  REQUIRE(tool.parser.parse({"a", "--as", "stored", "b", "--as=handled", "c", "-n", "8", "--bare"}));
  CHECK(tool.order == std::vector<std::string>{"a", "--as stored", "b", "--as handled", "c"});
  CHECK(tool.partitions == 8);
  CHECK(tool.bare);
}

TEST_CASE("of an option given twice the last counts") {
  Declared tool;
  REQUIRE(tool.parser.parse({"-n", "8", "-n9"}));
  CHECK(tool.partitions == 9);
}

TEST_CASE("values stay what was typed") {
  Declared tool;
  REQUIRE(tool.parser.parse({"--name=", "[x]", "--", "--bare", "-"}));
  CHECK(tool.name == "");
  CHECK_FALSE(tool.bare);
  CHECK(tool.order == std::vector<std::string>{"[x]", "--bare", "-"});
  REQUIRE(tool.parser.parse({"--name", "[a,b]"}));
  CHECK(tool.name == "[a,b]");
}

TEST_CASE("mistakes are told with what was meant") {
  Declared tool;
  CHECK(tool.refused({"--partition", "8"}) == "unknown option '--partition'; did you mean --partitions?");
  CHECK(tool.refused({"--strategy", "stikcy"}) ==
        "--strategy: 'stikcy' is none of sticky, range; did you mean sticky?");
  CHECK(tool.refused({"-n", "0"}) == "--partitions: 0 is not within 1 and 100");
  CHECK(tool.refused({"-n"}) == "--partitions needs a value");
  CHECK(tool.refused({"--bare=yes"}) == "--bare takes no value");
  CHECK(tool.refused({"a", "b", "c", "d"}) == "'d' is one operand too many");
}

TEST_CASE("a value is a value, whatever it looks like") {
  for (const std::string value : {"--", "-n", "--bare", "--name=x", "[a]", "", "a b", "="}) {
    Declared tool;
    INFO(value);
    REQUIRE(tool.parser.parse({"--name", value, "a"}));
    CHECK(tool.name == value);
    CHECK(tool.order == std::vector<std::string>{"a"});
    REQUIRE(tool.parser.parse({"--name=" + value}));
    CHECK(tool.name == value);
    CHECK_FALSE(tool.bare);
  }
}

TEST_CASE("a number below zero is an operand") {
  Declared tool;
  REQUIRE(tool.parser.parse({"-10", "-n", "3"}));
  CHECK(tool.order == std::vector<std::string>{"-10"});
  CHECK(tool.refused({"-x10"}) == "unknown option '-x10'");
}

TEST_CASE("letters: flags in a row, then an option with its value, without =") {
  Declared tool;
  bool quiet = false;
  std::optional<std::string> key;
  tool.parser.flag("-q,--quiet", quiet, "less");
  tool.parser.text("-k,--literal", "KEY", key, "a key");
  REQUIRE(tool.parser.parse({"-qkorder", "-n12"}));
  CHECK(quiet);
  CHECK(key == "order");
  CHECK(tool.partitions == 12);
  REQUIRE(tool.parser.parse({"-k", "=x"}));
  CHECK(key == "=x");
  CHECK(tool.refused({"-k=order"}) ==
        "'-k=order': a letter takes its value without '='; write -k order; if the value begins with '=': "
        "--literal==order");
  CHECK(tool.refused({"-qk"}) == "--literal needs a value");
  CHECK(tool.refused({"-qx"}) == "unknown option '-qx'");
}

TEST_CASE("an option takes no value from another piece, and errors name the piece") {
  Declared tool;
  const auto refused = [&](const std::vector<std::string>& line) {
    const auto parsed = tool.parser.parse_pieces(
        std::vector<Words>{{{"a"}}, {.words = line, .place = {"p.conf", 2}, .is_one_option = true}, {{"b"}}});
    return parsed ? "" : describe(parsed.error());
  };
  CHECK(refused({"--partitions", "12"}).empty());
  CHECK(tool.order == std::vector<std::string>{"a", "b"});
  CHECK(refused({"--partitions"}) == "p.conf:2: --partitions needs a value");
  CHECK(refused({"--partitions", "x"}) == "p.conf:2: --partitions: 'x' is not a whole number");
  CHECK(refused({"--partition", "1"}) == "p.conf:2: unknown option '--partition'");
  CHECK(refused({"--bare", "yes"}) == "p.conf:2: --bare takes no value");
  CHECK(tool.refused({"a", "--bare=yes"}) == "--bare takes no value");
}

}  // namespace lanewise::cli

#include "libcore/hash/java_string.h"

#include <limits>

#include "tests/support/catch.h"

namespace lanewise::hash {

namespace {

std::int32_t java(std::string_view utf8) { return static_cast<std::int32_t>(java_string_hash(utf8)); }

}  // namespace

TEST_CASE("java_string_hash is 31 * h + unit over UTF-16") {
  CHECK(java("") == 0);
  CHECK(java("a") == 97);
  CHECK(java("polygenelubricants") == std::numeric_limits<std::int32_t>::min());
  CHECK(java("GydZG_") == std::numeric_limits<std::int32_t>::min());
  CHECK(java("DESIGNING WORKHOUSES") == std::numeric_limits<std::int32_t>::min());
  // By hand: U+00E9 is one unit, U+1F680 is the two units D83D DE80.
  CHECK(java("\xc3\xa9") == 0xe9);
  CHECK(java("\xf0\x9f\x9a\x80") == 0xd83d * 31 + 0xde80);
  CHECK(java("abcd\xc3\xa9") == (((97 * 31 + 98) * 31 + 99) * 31 + 100) * 31 + 0xe9);
}

TEST_CASE("bytes that are not UTF-8 hash as Java decodes them") {  // every value printed by JDK 17
  CHECK(java("\xff") == 65533);
  CHECK(java("\xc3(") == 2031563);   // FFFD 0028
  CHECK(java("\xe2\x82") == 65533);  // cut off: one
  CHECK(java("\xe2\x82"
             "A") == 2031588);                 // FFFD 0041
  CHECK(java("\xe2\xe2\x82\xac") == 2039887);  // FFFD 20AC
  CHECK(java("\xf0\x9f\x92"
             "A") == 2031588);              // FFFD 0041
  CHECK(java("A\xf0\x9f") == 67548);        // 0041 FFFD
  CHECK(java("\xc0\x80") == 2097056);       // overlong: one each
  CHECK(java("\xe0\x80\x80") == 65074269);  // overlong: one each
  CHECK(java("\xf0\x80\x80\x80") == 2017367872);
  CHECK(java("\xf4\x90\x80\x80") == 2017367872);  // beyond U+10FFFF
  CHECK(java("\xf8\x88\x80\x80") == 2017367872);
  CHECK(java("a\xff"
             "b") == 2124838);
}

TEST_CASE("an encoded surrogate is one replacement, as in Java") {
  CHECK(java("\xed\xa0\x80") == 65533);
  CHECK(java("\xed\xb0\x80\xed\xa0\x80") == 2097056);  // FFFD FFFD
  CHECK(java("\xed\xa0"
             "A") == 2031588);
}

TEST_CASE("the decoded string is what is hashed, and tells whether it was UTF-8") {
  const JavaString rocket = decode_java_string("x\xf0\x9f\x9a\x80");
  CHECK(rocket.units == u"x\xd83d\xde80");
  CHECK(rocket.well_formed);
  const JavaString broken = decode_java_string("\xe2\x82|");
  CHECK(broken.units == u"\xfffd|");
  CHECK_FALSE(broken.well_formed);
}

}  // namespace lanewise::hash

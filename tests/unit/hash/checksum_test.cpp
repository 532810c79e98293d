#include <string>

#include "libcore/hash/crc32.h"
#include "libcore/hash/fnv1a.h"
#include "tests/support/catch.h"

namespace lanewise::hash {

TEST_CASE("crc32 gives the published check value and what clients computed") {
  CHECK(crc32("123456789") == 0xcbf43926);  // the "check" of every CRC catalogue
  CHECK(crc32("") == 0);
  CHECK(crc32("a") == 3904355907);        // librdkafka 2.0.2, sarama, kafka-go, all run
  CHECK(crc32("order-1") == 3769860079);  // librdkafka 2.0.2, run
  // RFC 3720, B.4 is for CRC-32C; this one is zlib's for the same 32 zero bytes.
  CHECK(crc32(std::string(32, '\0')) == 0x190a55ad);
}

TEST_CASE("crc32 in pieces is the crc32 of the whole, wherever the cut lies") {
  const std::string text = "The quick brown fox jumps over the lazy dog";
  REQUIRE(crc32(text) == 0x414fa339);
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    CAPTURE(cut);
    CHECK(crc32(text.substr(cut), crc32(text.substr(0, cut))) == 0x414fa339);
  }
}

TEST_CASE("fnv1a_32 gives the published values") {  // draft-eastlake-fnv, appendix C
  CHECK(fnv1a_32("") == 0x811c9dc5);
  CHECK(fnv1a_32("a") == 0xe40c292c);
  CHECK(fnv1a_32("foobar") == 0xbf9cf968);
  CHECK(fnv1a_32("1468509572224") == 0x80000000);  // the key of IBM/sarama#709
}

}  // namespace lanewise::hash

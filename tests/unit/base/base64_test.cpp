#include "libcore/base/base64.h"

#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace lanewise {
namespace {

std::optional<std::string> decode(std::string_view text) {
  std::string out(base64_decoded_bound(text.size()), '\0');
  const auto size = base64_decode(text, out.data());
  if (!size) return std::nullopt;
  out.resize(*size);
  return out;
}

std::string encode(std::string_view bytes) {
  std::string out;
  append_base64(out, bytes);
  return out;
}

// RFC 4648 section 10.
const std::vector<std::pair<std::string, std::string>> kVectors{{"", ""},
                                                                {"f", "Zg=="},
                                                                {"fo", "Zm8="},
                                                                {"foo", "Zm9v"},
                                                                {"foob", "Zm9vYg=="},
                                                                {"fooba", "Zm9vYmE="},
                                                                {"foobar", "Zm9vYmFy"}};

TEST_CASE("base64: the vectors of RFC 4648, with padding and without") {
  for (const auto& [bytes, text] : kVectors) {
    CHECK(encode(bytes) == text);
    CHECK(decode(text) == bytes);
    CHECK(decode(text.substr(0, text.find('='))) == bytes);
  }
}

TEST_CASE("base64: every byte survives in every position") {
  for (int lead = 0; lead < 3; ++lead) {
    for (int byte = 0; byte < 256; ++byte) {
      const std::string bytes = std::string(static_cast<std::size_t>(lead), 'x') + static_cast<char>(byte);
      CHECK(decode(encode(bytes)) == bytes);
    }
  }
  CHECK(encode("\xff\xfe\xfd") == "//79");
}

TEST_CASE("base64: what is none is refused") {
  for (const std::string_view text : {"Z", "Zg=", "Zg===", "Zm9vY", "=", "==", "===", "====", "Zg==Zg==",
                                      "Zm 8=", "Zm8\n", "Zm_8", "Zm-8", "Z\xc3\xa9=="}) {
    INFO(text);
    CHECK_FALSE(decode(text));
  }
}

TEST_CASE("base64: bits left over must be zero, so that bytes have one spelling") {
  CHECK(decode("Zg") == "f");
  CHECK_FALSE(decode("Zh"));    // the same first byte, and a bit that belongs to none
  CHECK_FALSE(decode("Zm9="));  // Zm8= is "fo"
}

}  // namespace
}  // namespace lanewise

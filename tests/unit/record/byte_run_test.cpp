#include "libcore/record/byte_run.h"

#include <algorithm>
#include <array>
#include <random>
#include <string>

#include "tests/support/catch.h"

namespace lanewise::record {
namespace {

using Class = std::array<bool, 256>;

// Holds every byte but those in the ranges.
Class without(std::initializer_list<std::pair<int, int>> ranges) {
  Class bytes;
  bytes.fill(true);
  for (const auto& [first, last] : ranges) {
    for (int byte = first; byte <= last; ++byte) bytes[static_cast<std::size_t>(byte)] = false;
  }
  return bytes;
}

TEST_CASE("byte run: ends at the first byte of another class, wherever that stands") {
  const std::array<Class, 9> classes{
      without({}),                                                          // .
      without({{0, 255}}),                                                  // nothing
      without({{'\t', '\n'}, {'\f', '\r'}, {' ', ' '}}),                    // \S
      without({{0, '/'}, {':', 255}}),                                      // \d
      without({{0, '/'}, {':', '@'}, {'[', '^'}, {'`', '`'}, {'{', 255}}),  // \w
      without({{',', ','}}),
      without({{0, 0}}),
      without({{255, 255}}),
      without({{1, 1}, {3, 3}, {5, 5}, {7, 7}, {9, 9}, {250, 255}}),  // more ranges than go at once
  };
  std::mt19937 random(20261130);
  for (const Class& bytes : classes) {
    const ByteRun run(bytes);
    for (std::size_t size = 0; size < 70; ++size) {
      for (int round = 0; round < 20; ++round) {
        std::string text;
        while (text.size() < size) {
          const auto byte = static_cast<std::size_t>(random() % 256);
          // Mostly bytes of the class, so that runs are long.
          if (bytes[byte] || random() % 64 == 0 || random() % 256 == byte) text += static_cast<char>(byte);
        }
        const auto end = std::find_if_not(text.begin(), text.end(),
                                          [&](char byte) { return bytes[static_cast<unsigned char>(byte)]; });
        REQUIRE(run.end_of(text.data(), text.data() + size) - text.data() == end - text.begin());
      }
    }
  }
}

}  // namespace
}  // namespace lanewise::record

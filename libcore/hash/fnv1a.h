// FNV-1a, 32 bits: sarama's and librdkafka's fnv1a partitioners, NATS's partition(). Never changes.
//
// Source: Glenn Fowler, Landon Curt Noll, Kiem-Phong Vo; draft-eastlake-fnv. One multiply a byte, each
// waiting for the one before: there is no faster way to the same number.
//
// Thread safety: pure function. Cost: O(bytes), about four cycles each.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanewise::hash {

[[nodiscard]] constexpr std::uint32_t fnv1a_32(std::string_view bytes) {
  std::uint32_t h = 0x811c9dc5U;
  for (const char byte : bytes) {
    h ^= static_cast<unsigned char>(byte);
    h *= 0x01000193U;
  }
  return h;
}

}  // namespace lanewise::hash

// String.hashCode() of the Java string that a key's bytes decode to: RocketMQ's selectors, Pulsar's Java
// client and Flink hash keys so. h = 31 * h + unit over the UTF-16 code units; a character beyond U+FFFF is
// two of them. Never changes.
//
// Bytes that are not UTF-8 hash as `new String(bytes, UTF_8)` decodes them: each longest beginning of a
// well-formed sequence, and each byte that begins none, is one U+FFFD. One thing Java does its own way: an
// encoded surrogate (ED A0 80 to ED BF BF) is one U+FFFD, where Unicode's recommendation has three.
// Source: java.lang.String (JDK 17), compared with that JDK over 300 000 short malformed sequences.
//
// Thread safety: pure functions. Cost: O(bytes); ASCII goes four bytes at a time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lanewise::hash {

[[nodiscard]] std::uint32_t java_string_hash(std::string_view utf8);

// What is hashed, for those who show it; and whether all of it was UTF-8.
struct JavaString {
  std::u16string units;
  bool well_formed = true;
};
[[nodiscard]] JavaString decode_java_string(std::string_view utf8);

}  // namespace lanewise::hash

// The texts of an explanation that every partitioner shares: the key's bytes, a number in hexadecimal and
// decimal, a choice that is left open. What is particular to a hash or a reduction stands beside it.
//
// Thread safety: pure functions. Cost: O(shown bytes); for a person to read, never per record.
#pragma once

#include <cstdint>
#include <string_view>

#include "libcore/base/key.h"
#include "libcore/route/partitioner.h"

namespace lanewise::route {

// What a client does with a null key, or with an empty one.
enum class KeyRule : std::uint8_t {
  hashed,    // like any other key
  as_empty,  // a null key is hashed as the empty key
  open,      // not determined: random, sticky, or the next in turn
  refused,   // the client fails
};

// "hashed", "hashed as the empty key", "not determined", "refused".
[[nodiscard]] std::string_view describe(KeyRule rule);

// {"bytes", "54 54 30", "3 bytes, UTF-8"}; a long key is cut and says so.
[[nodiscard]] Step bytes_step(KeyView key);

// {name, "0x2a07cf36", "705154870"}, with all digits of the type.
[[nodiscard]] Step number_step(std::string_view name, std::uint32_t value);
[[nodiscard]] Step number_step(std::string_view name, std::uint64_t value);

// {"partition", "-", why}: what a null or an empty key that is not hashed comes to, or a key that is not
// known.
[[nodiscard]] Step open_step(KeyView key, KeyRule rule);

}  // namespace lanewise::route

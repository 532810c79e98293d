// A message key as everybody handles it: bytes, and three states that must not be mixed up. A record with
// `"key":null` has no key (partitioners treat it so); a record without the field has a key that we do not
// know; an empty key is a key like any other.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanewise {

enum class KeyState : std::uint8_t { absent, null, present };

struct KeyView {
  std::string_view bytes;  // owned by whoever made the view: a batch's keys live as long as the batch
  KeyState state = KeyState::absent;

  static constexpr KeyView of(std::string_view bytes) { return {bytes, KeyState::present}; }
  static constexpr KeyView null() { return {{}, KeyState::null}; }
  friend constexpr bool operator==(KeyView a, KeyView b) { return a.state == b.state && a.bytes == b.bytes; }
};

}  // namespace lanewise

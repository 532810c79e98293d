// Text put into a buffer that the caller knows to be large enough: bytes, numbers, JSON strings, base64. Each
// function writes at `at` and returns the place behind. No allocation, no check for room; safe from any
// thread.
//
// Fields are short (a key, a name, a time), so what counts is to get along without a call or a loop for up to
// 16 bytes.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace lanewise::record {

template <std::size_t N>
char* put(char* at, const char (&text)[N]) {
  std::memcpy(at, text, N - 1);
  return at + (N - 1);
}

inline char* put(char* at, std::string_view text) {
  const char* from = text.data();
  const std::size_t size = text.size();
  if (size > 16 || size < 4) {
    if (size > 0) std::memcpy(at, from, size);
  } else if (size >= 8) {  // the two halves may overlap
    std::memcpy(at, from, 8);
    std::memcpy(at + size - 8, from + size - 8, 8);
  } else {
    std::memcpy(at, from, 4);
    std::memcpy(at + size - 4, from + size - 4, 4);
  }
  return at + size;
}

inline constexpr char kDigitPairs[] =
    "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
    "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

// Requires: value < 100.
inline char* put_two_digits(char* at, unsigned value) {
  std::memcpy(at, kDigitPairs + 2 * std::size_t{value}, 2);
  return at + 2;
}

inline constexpr auto kPowersOfTen = [] {
  std::array<std::uint64_t, 20> powers{1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
  return powers;
}();

constexpr std::size_t decimal_digits(std::uint64_t value) {
  // 1233/4096 is log10(2) closely enough: the guess is the number of digits or one less. Zero has one digit,
  // as 1.
  const std::size_t guess = static_cast<std::size_t>(std::bit_width(value | 1U)) * 1233 >> 12U;
  return guess + ((value | 1U) < kPowersOfTen[guess] ? 0 : 1);
}

// The eight digits of a number below 10^8, leading zeros included. Three divisions at once: the number is
// parted into halves of four digits, these into pairs, and the pairs into digits, each in lanes of one word.
inline void put_eight_digits(char* at, std::uint32_t value) {
  const std::uint64_t fours = value / 10'000 | std::uint64_t{value % 10'000} << 32U;
  const std::uint64_t upper_pairs =
      fours * 10'486 >> 20U & 0x0000007f0000007fU;  // of each four: 10486/2^20 is 1/100
  const std::uint64_t pairs = (fours - upper_pairs * 100) << 16U | upper_pairs;
  const std::uint64_t tens = pairs * 103 >> 10U & 0x000f000f000f000fU;  // 103/2^10 is 1/10 below 100
  const std::uint64_t digits = ((pairs - tens * 10) << 8U | tens) | 0x3030303030303030U;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(at, &digits, 8);
  } else {
    for (unsigned i = 0; i < 8; ++i) at[i] = static_cast<char>(digits >> (8 * i) & 0xffU);
  }
}

inline char* put_number(char* at, std::int64_t value) {
  auto rest = static_cast<std::uint64_t>(value);
  if (value < 0) {
    *at++ = '-';
    rest = 0 - rest;
  }
  const std::size_t digits = decimal_digits(rest);
  char* place = at + digits;
  while (rest >= 100'000'000) {
    place -= 8;
    put_eight_digits(place, static_cast<std::uint32_t>(rest % 100'000'000));
    rest /= 100'000'000;
  }
  auto few = static_cast<std::uint32_t>(rest);
  while (few >= 100) {
    place -= 2;
    std::memcpy(place, kDigitPairs + std::size_t{2} * (few % 100), 2);
    few /= 100;
  }
  if (few >= 10) {
    std::memcpy(at, kDigitPairs + std::size_t{2} * few, 2);
  } else {
    *at = static_cast<char>('0' + few);
  }
  return at + digits;
}

enum class InvalidUtf8 : std::uint8_t { replaced, kept };

// The inside of a JSON string. At most 6 bytes for one.
char* put_escaped_slowly(char* at, std::string_view text, InvalidUtf8 invalid);

// The top bits of those bytes of a word that JSON must escape or that are not ASCII, and perhaps of bytes
// above them: zero if and only if the bytes can stand as they are.
constexpr std::uint64_t needing_care(std::uint64_t word) {
  constexpr std::uint64_t kOnes = 0x0101010101010101U;
  constexpr std::uint64_t kTops = 0x8080808080808080U;
  // A byte of `word - ones * n` borrows where it is below n; a borrow that spreads comes from a hit.
  const std::uint64_t quotes = word ^ (kOnes * '"');
  const std::uint64_t backslashes = word ^ (kOnes * '\\');
  return (word | ((word - kOnes * 0x20) & ~word) | ((quotes - kOnes) & ~quotes) |
          ((backslashes - kOnes) & ~backslashes)) &
         kTops;
}

inline std::uint64_t load_eight(const char* from) {
  std::uint64_t word = 0;
  std::memcpy(&word, from, 8);
  return word;
}
inline std::uint64_t load_four(const char* from) {
  std::uint32_t word = 0;
  std::memcpy(&word, from, 4);
  return word;
}

// Whether every byte is ASCII, printable, and neither quote nor backslash: JSON needs to change none.
inline bool is_plain(std::string_view text) {
  const char* from = text.data();
  const std::size_t size = text.size();
  if (size >= 8) {
    std::uint64_t found = needing_care(load_eight(from + size - 8));
    for (std::size_t i = 0; i + 8 <= size; i += 8) found |= needing_care(load_eight(from + i));
    return found == 0;
  }
  if (size >= 4) return needing_care(load_four(from) << 32U | load_four(from + size - 4)) == 0;
  if (size == 0) return true;
  // First, middle and last byte are all there are.
  constexpr std::uint64_t kPlain = 0x7878787878000000U;
  const auto byte = [&](std::size_t i) { return std::uint64_t{static_cast<unsigned char>(from[i])}; };
  return needing_care(kPlain | byte(0) << 16U | byte(size / 2) << 8U | byte(size - 1)) == 0;
}

inline char* put_escaped(char* at, std::string_view text, InvalidUtf8 invalid = InvalidUtf8::replaced) {
  const char* from = text.data();
  const std::size_t size = text.size();
  // Most texts have 4 to 16 bytes: looked at and copied from the same two registers.
  if (size - 8 <= 8) {
    const std::uint64_t front = load_eight(from);
    const std::uint64_t back = load_eight(from + size - 8);
    if ((needing_care(front) | needing_care(back)) == 0) {
      std::memcpy(at, &front, 8);
      std::memcpy(at + size - 8, &back, 8);
      return at + size;
    }
  } else if (is_plain(text)) {
    return put(at, text);
  }
  return put_escaped_slowly(at, text, invalid);
}

inline bool is_ascii(std::string_view text) {
  std::uint64_t found = 0;
  std::size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) found |= load_eight(text.data() + i);
  for (; i < text.size(); ++i) found |= std::uint64_t{static_cast<unsigned char>(text[i])};
  return (found & 0x8080808080808080U) == 0;
}

}  // namespace lanewise::record

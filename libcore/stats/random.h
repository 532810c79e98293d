// Random numbers of our own, because those of the standard library may not: the same seed gives the same
// numbers on every platform and with every compiler. Nothing here touches floating point.
//
// The generator is xoshiro256** (Blackman and Vigna, 2018; public domain), its state filled by splitmix64 as
// its authors advise. `stream` parts one seed into independent sequences, so that drawing more of one thing
// (service times, say) leaves another (keys) as it was. Not for secrets. One object belongs to one thread.
// About 1 ns a draw.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <span>
#include <utility>

#include "libcore/stats/fixed_point.h"

namespace lanewise::stats {

// One step of splitmix64's output function: a bijection that scatters near numbers far apart.
constexpr std::uint64_t scatter(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed, std::uint64_t stream = 0) {
    std::uint64_t state = seed ^ (stream == 0 ? 0 : scatter(stream));
    for (auto& word : state_) {
      word = scatter(state);
      state += 0x9e3779b97f4a7c15U;
    }
  }

  // Goes on from a state. Requires: not all zero.
  explicit constexpr Random(const std::array<std::uint64_t, 4>& state) : state_(state) {}

  constexpr std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17U;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Uniform over 0 .. bound-1 without bias: Lemire's multiplication, where the few low products that would
  // make some results likelier are drawn again. Requires: bound >= 1.
  constexpr std::uint64_t below(std::uint64_t bound) {
    assert(bound != 0);
    Product product = multiply(next(), bound);
    if (product.low < bound) {
      const std::uint64_t unfair = (0 - bound) % bound;
      while (product.low < unfair) product = multiply(next(), bound);
    }
    return product.high;
  }

  // Uniform over low .. high, both included. Requires: low <= high, not the whole range of int64.
  constexpr std::int64_t between(std::int64_t low, std::int64_t high) {
    assert(low <= high);
    const std::uint64_t width = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + below(width));
  }

  // Fisher and Yates: every order equally likely. O(n).
  template <class T>
  constexpr void shuffle(std::span<T> items) {
    for (std::size_t left = items.size(); left > 1; --left) std::swap(items[left - 1], items[below(left)]);
  }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace lanewise::stats

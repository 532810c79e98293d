#include "libcore/route/reductions.h"

#include <type_traits>

#include <fmt/format.h>

#include "libcore/route/explain.h"

namespace lanewise::route {

namespace {

Step remainder_step(std::string_view operation, std::uint32_t count, std::int64_t result) {
  return {.name = fmt::format("{} {}", operation, count), .value = fmt::format("{}", result), .note = {}};
}

template <class Value>
Step signed_step(Value h) {
  using Signed = std::make_signed_t<Value>;
  return {.name = "signed",
          .value = fmt::format("{}", static_cast<Signed>(h)),
          .note = sizeof(Value) == 4 ? "as int32" : "as int64"};
}

}  // namespace

void Mask::steps(std::uint32_t h, std::vector<Step>& out) const {
  out.push_back(number_step("masked", h & 0x7fffffffU));
  out.push_back(remainder_step("%", by_.divisor(), (*this)(h)));
}

template <std::unsigned_integral Value>
void Unsigned<Value>::steps(Value h, std::vector<Step>& out) const {
  out.push_back(remainder_step("%", by_.divisor(), (*this)(h)));
}
template class Unsigned<std::uint32_t>;
template class Unsigned<std::uint64_t>;

void AbsOfRemainder::steps(std::uint32_t h, std::vector<Step>& out) const {
  const auto as_signed = static_cast<std::int32_t>(h);
  out.push_back(signed_step(h));
  out.push_back(remainder_step("%", by_.divisor(), as_signed % static_cast<std::int64_t>(by_.divisor())));
  if (as_signed < 0) out.push_back({.name = "abs", .value = fmt::format("{}", (*this)(h)), .note = {}});
}

void MagnitudeFirst::steps(std::uint32_t h, std::vector<Step>& out) const {
  out.push_back(signed_step(h));
  if ((h >> 31) != 0) out.push_back(number_step("negated", 0U - h));
  out.push_back(remainder_step("%", by_.divisor(), (*this)(h)));
}

void RemainderOfAbs::steps(std::uint32_t h, std::vector<Step>& out) const {
  out.push_back(signed_step(h));
  if (h == 0x80000000U) {
    out.push_back(
        {.name = "Math.abs", .value = "-2147483648", .note = "has no positive counterpart in an int"});
  } else if ((h >> 31) != 0) {
    out.push_back({.name = "Math.abs", .value = fmt::format("{}", 0U - h), .note = {}});
  }
  Step last = remainder_step("%", by_.divisor(), (*this)(h));
  if ((*this)(h) < 0) last.note = "no such queue: the client fails with IndexOutOfBoundsException";
  out.push_back(std::move(last));
}

template <std::unsigned_integral Value>
void FloorMod<Value>::steps(Value h, std::vector<Step>& out) const {
  out.push_back(signed_step(h));
  out.push_back(remainder_step("floorMod", by_.divisor(), (*this)(h)));
}
template class FloorMod<std::uint32_t>;
template class FloorMod<std::uint64_t>;

}  // namespace lanewise::route

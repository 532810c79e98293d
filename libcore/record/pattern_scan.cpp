#include "libcore/record/pattern_scan.h"

#include <algorithm>
#include <bit>

#include "libcore/record/same_bytes.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace lanewise::record {

namespace {

constexpr std::size_t kBudgetPerByte = 8;  // bytes of runs looked at, a byte of the line
constexpr std::size_t kLeastBudget = 256;

}  // namespace

// Compares the first and the last byte of the literal at sixteen places at once.
const char* find_literal(const char* begin, const char* end, std::string_view literal) {
  const char* at = begin;
#if defined(__SSE2__)
  constexpr std::ptrdiff_t kWidth = 16;
  const auto last = static_cast<std::ptrdiff_t>(literal.size()) - 1;
  const __m128i first_byte = _mm_set1_epi8(literal.front());
  const __m128i last_byte = _mm_set1_epi8(literal.back());
  for (; end - at >= kWidth + last; at += kWidth) {
    // NOLINTBEGIN(*-reinterpret-cast): unaligned loads are defined for any address
    const __m128i firsts = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const __m128i lasts = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + last));
    // NOLINTEND(*-reinterpret-cast)
    auto places = static_cast<unsigned>(_mm_movemask_epi8(
        _mm_and_si128(_mm_cmpeq_epi8(firsts, first_byte), _mm_cmpeq_epi8(lasts, last_byte))));
    for (; places != 0; places &= places - 1) {
      const char* const place = at + std::countr_zero(places);
      if (same_bytes(place, literal.data(), literal.size())) return place;
    }
  }
#endif
  const std::string_view rest(at, static_cast<std::size_t>(end - at));
  const std::size_t found = rest.find(literal);
  return found == std::string_view::npos ? end : at + found;
}

void PatternScan::keep_groups(std::span<const int> wanted) {
  std::erase_if(steps_, [&](const Step& step) {
    const bool is_group = step.kind == Kind::open || step.kind == Kind::close;
    return is_group && std::find(wanted.begin(), wanted.end(), int{step.index}) == wanted.end();
  });
}

void PatternScan::mark(const Step& step, const char* at, std::span<const char*> begins,
                       std::span<std::string_view> groups) {
  if (step.kind == Kind::open) {
    begins[step.index] = at;
  } else {
    groups[step.index] = {begins[step.index], static_cast<std::size_t>(at - begins[step.index])};
  }
}

bool PatternScan::run_segment(std::size_t& step, const char*& at, const char* end, std::size_t& budget,
                              std::span<const char*> begins, std::span<std::string_view> groups) const {
  for (; step < steps_.size() && steps_[step].kind != Kind::gap; ++step) {
    const Step& now = steps_[step];
    switch (now.kind) {
      case Kind::literal: {
        const std::string& literal = literals_[now.index];
        if (static_cast<std::size_t>(end - at) < literal.size() ||
            !same_bytes(at, literal.data(), literal.size()))
          return false;
        at += literal.size();
        break;
      }
      case Kind::one:
        if (at == end || !classes_[now.index][static_cast<unsigned char>(*at)]) return false;
        ++at;
        break;
      case Kind::run: {
        const char* const start = at;
        at = runs_[now.index].end_of(at, end);
        const auto length = static_cast<std::size_t>(at - start);
        budget -= std::min(budget, length);
        if (length < now.least) return false;
        break;
      }
      case Kind::open:
      case Kind::close: mark(now, at, begins, groups); break;
      case Kind::end:
        if (at != end) return false;
        break;
      case Kind::gap: break;
    }
  }
  return true;
}

PatternScan::Outcome PatternScan::match(std::string_view line, std::span<std::string_view> groups) const {
  const char* at = line.data();
  const char* const end = at + line.size();
  std::size_t budget = kBudgetPerByte * line.size() + kLeastBudget;
  std::array<const char*, kMostGroups>
      begins;  // NOLINT(*-member-init): a group is opened before it is closed
  std::size_t segment = 0;
  bool searches = !is_anchored_;
  while (segment < steps_.size()) {
    if (steps_[segment].kind == Kind::gap) {
      ++segment;
      searches = true;
    }
    // The literal that a segment is searched by may stand behind the bounds of groups.
    std::size_t first = segment;
    while (searches && (steps_[first].kind == Kind::open || steps_[first].kind == Kind::close)) ++first;
    for (;;) {
      if (searches) at = find_literal(at, end, literals_[steps_[first].index]);
      if (searches && at == end) return Outcome::no_match;
      const char* const place = at;
      std::size_t step = segment;
      if (searches) {
        // What was found need not be compared again.
        for (; step < first; ++step) mark(steps_[step], at, begins, groups);
        at += literals_[steps_[step].index].size();
        ++step;
      }
      if (run_segment(step, at, end, budget, begins, groups)) {
        segment = step;
        break;
      }
      if (!searches) return Outcome::no_match;
      if (budget == 0) return Outcome::undecided;
      at = place + 1;
    }
    searches = false;
  }
  return Outcome::match;
}

}  // namespace lanewise::record

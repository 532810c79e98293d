#include "libcore/record/json_template.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "libcore/record/same_bytes.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace lanewise::record {

namespace {

constexpr std::size_t kMostText = 4096;  // of a template; longer names are not worth it
constexpr int kMostDigits = 18;

constexpr bool is_blank_byte(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
constexpr bool ends_string(char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20; }

// The first byte of [at, end) that a plain string does not hold: its quote, a backslash, a control byte; or
// end. Reads up to 15 bytes beyond.
const char* end_of_string(const char* at, const char* end) {
#if defined(__SSE2__)
  constexpr int kWidth = 16;
  const __m128i quote = _mm_set1_epi8('"');
  const __m128i backslash = _mm_set1_epi8('\\');
  const __m128i last_control = _mm_set1_epi8(0x1f);
  for (; at < end; at += kWidth) {
    const __m128i bytes =
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));  // NOLINT(*-reinterpret-cast)
    const __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(bytes, last_control), bytes);
    const __m128i quotes = _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash));
    const auto found = static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(controls, quotes)));
    if (found != 0) return std::min(at + std::countr_zero(found), end);
  }
  return end;
#else
  return std::find_if(at, end, ends_string);
#endif
}

// Eight bytes at once, the first in the lowest of `word`: how many digits stand at their beginning, and the
// number that the first `count` of them are. Without a loop over digits, whose end no processor foresees: the
// numbers of a field differ in length from line to line.
constexpr int count_digits(std::uint64_t word) {
  // 0x30 to 0x39 have nothing but zeros in the upper half of both; a carry spoils only what follows another
  // byte.
  const std::uint64_t value = word ^ 0x3030303030303030U;
  const std::uint64_t others = (value | (value + 0x0606060606060606U)) & 0xf0f0f0f0f0f0f0f0U;
  return others == 0 ? 8 : std::countr_zero(others) / 8;
}
// Requires: 1 to 8 digits.
constexpr std::int64_t first_digits(std::uint64_t word, int count) {
  word = (word ^ 0x3030303030303030U) << (64 - 8 * count);  // zeros in front
  word = word * 10 + (word >> 8);                           // pairs, in every other byte
  word = (word & 0x00ff00ff00ff00ffU) * 100 + ((word >> 16) & 0x00ff00ff00ff00ffU);
  word = (word & 0x0000ffff0000ffffU) * 10000 + ((word >> 32) & 0x0000ffff0000ffffU);
  return static_cast<std::int64_t>(word & 0xffffffffU);
}
static_assert(count_digits(0x3938373635343330U) == 8 && count_digits(0x3938373635343a30U) == 1);
static_assert(count_digits(0x2cff373635343330U) == 6 && count_digits(0x393837363534332fU) == 0);
static_assert(first_digits(0x3837363534333231U, 8) == 12345678 &&
              first_digits(0x2c2c2c2c2c343332U, 3) == 234);

constexpr std::array<std::int64_t, 8> kPowers{1, 10, 100, 1'000, 10'000, 100'000, 1'000'000, 10'000'000};

// Behind an integer of at most 18 digits, or null.
const char* take_digits_singly(const char* at, const char* end, std::int64_t& value) {
  const bool is_negative = at != end && *at == '-';
  if (is_negative) ++at;
  const char* const first = at;
  std::int64_t number = 0;
  for (; at != end; ++at) {
    const auto digit = static_cast<unsigned>(static_cast<unsigned char>(*at) - '0');
    if (digit > 9) break;
    if (at - first == kMostDigits) return nullptr;
    number = 10 * number + static_cast<std::int64_t>(digit);
  }
  if (at == first || (*first == '0' && at - first > 1)) return nullptr;
  value = is_negative ? -number : number;
  return at;
}

// The same, for up to 15 digits by words.
inline const char* take_integer(const char* at, const char* end, std::int64_t& value) {
  if (std::endian::native != std::endian::little || end - at < 16) return take_digits_singly(at, end, value);
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  const int count = count_digits(word);
  if (count == 0 || *at == '0') return take_digits_singly(at, end, value);
  if (count < 8) {
    value = first_digits(word, count);
    return at + count;
  }
  std::uint64_t rest = 0;
  std::memcpy(&rest, at + 8, sizeof rest);
  const int more = count_digits(rest);
  if (more == 0 || more == 8) return take_digits_singly(at, end, value);
  value = first_digits(word, 8) * kPowers[static_cast<std::size_t>(more)] + first_digits(rest, more);
  return at + 8 + more;
}

}  // namespace

void JsonTemplate::push(std::string_view text, Kind kind, const Node* node) {
  steps_.push_back(
      {static_cast<std::uint32_t>(text_.size()), static_cast<std::uint32_t>(text.size()), kind, node});
  text_ += text;
}

bool JsonTemplate::learn(std::string_view line, const Node& root) {
  steps_.clear();
  text_.clear();
  const char* at = line.data();
  const char* const end = at + line.size();
  const char* text = at;  // where what stands before the next value begins
  const auto skip_blanks = [&] {
    while (at != end && is_blank_byte(*at)) ++at;
  };
  const auto push_until = [&](const char* value, Kind kind, const Node* node) {
    push({text, static_cast<std::size_t>(value - text)}, kind, node);
    text = at;
    return text_.size() <= kMostText;
  };
  std::uint64_t taken = 0;
  skip_blanks();
  if (at == end || *at != '{') return false;
  do {
    ++at;
    skip_blanks();
    if (at == end || *at != '"') return false;
    const char* const name = ++at;
    at = std::find_if(at, end, ends_string);
    if (at == end || *at != '"') return false;
    const Node* node = root.find({name, static_cast<std::size_t>(at - name)});
    if (node != nullptr) {
      const std::uint64_t bit = child_bit(root, *node);
      if (!node->children.empty()) return false;
      if ((taken & bit) != 0) node = nullptr;
      taken |= bit;
    }
    ++at;
    skip_blanks();
    if (at == end || *at != ':') return false;
    ++at;
    skip_blanks();
    if (at == end) return false;
    std::int64_t ignored = 0;
    const char* value = at;
    if (*at == '"') {
      ++value;
      // Over escapes too: they are the next line's to have or not.
      for (++at; at != end && *at != '"'; ++at) {
        if (*at == '\\' && at + 1 != end) ++at;
      }
      if (at == end || !push_until(value, Kind::string, node)) return false;
      ++at;
    } else if (line.substr(static_cast<std::size_t>(at - line.data())).starts_with("null")) {
      value = at += 4;
      if (!push_until(value, Kind::null, node)) return false;
    } else {
      at = take_integer(at, end, ignored);
      if (at == nullptr || !push_until(value, Kind::integer, node)) return false;
    }
    skip_blanks();
  } while (at != end && *at == ',');
  if (at == end || *at != '}') return false;
  at = end;
  return push_until(end, Kind::end, nullptr);
}

bool JsonTemplate::is_like(const JsonTemplate& other) const {
  return text_ == other.text_ &&
         std::equal(steps_.begin(), steps_.end(), other.steps_.begin(), other.steps_.end(),
                    [](const Step& a, const Step& b) { return a.size == b.size && a.kind == b.kind; });
}

JsonTemplate::Outcome JsonTemplate::read(std::string_view line, BatchBuilder& row) const {
  const char* at = line.data();
  const char* const end = at + line.size();
  bool is_touched = false;
  const auto give_up = [&] { return is_touched ? Outcome::spoilt : Outcome::untouched; };
  for (const Step& step : steps_) {
    if (static_cast<std::size_t>(end - at) < step.size ||
        !same_bytes(at, text_.data() + step.text, step.size))
      return give_up();
    at += step.size;
    switch (step.kind) {
      case Kind::string: {
        const char* const stop = end_of_string(at, end);
        if (stop == end || *stop != '"') return give_up();
        if (step.node != nullptr) {
          is_touched = true;
          for (const Leaf leaf : step.node->leaves) {
            if (!row.set_text(leaf, {at, static_cast<std::size_t>(stop - at)}, Lifetime::batch))
              return Outcome::spoilt;
          }
        }
        at = stop;
        break;
      }
      case Kind::integer: {
        std::int64_t value = 0;
        at = take_integer(at, end, value);
        if (at == nullptr) return give_up();
        if (step.node != nullptr) {
          is_touched = true;
          for (const Leaf leaf : step.node->leaves) {
            if (!row.set_integer(leaf, value)) return Outcome::spoilt;
          }
        }
        break;
      }
      case Kind::null:
        if (step.node != nullptr) {
          is_touched = true;
          for (const Leaf leaf : step.node->leaves) row.set_null(leaf);
        }
        break;
      case Kind::end: return at == end ? Outcome::read : give_up();
    }
  }
  return give_up();
}

JsonTemplate::Outcome JsonTemplates::read(std::string_view line, BatchBuilder& row) {
  using Outcome = JsonTemplate::Outcome;
  if (resting_ > 0 || templates_.empty()) return Outcome::untouched;
  bool is_spoilt = false;
  for (std::size_t i = 0; i < templates_.size(); ++i) {
    const std::size_t number =
        latest_ + i < templates_.size() ? latest_ + i : latest_ + i - templates_.size();
    if (is_spoilt) row.begin_row();
    const Outcome outcome = templates_[number].read(line, row);
    if (outcome == Outcome::read) {
      latest_ = number;
      patience_ = std::min(patience_ + 1, kMostPatience);
      return outcome;
    }
    is_spoilt = outcome == Outcome::spoilt;
  }
  return is_spoilt ? Outcome::spoilt : Outcome::untouched;
}

void JsonTemplates::learn(std::string_view line, const Node& root) {
  if (resting_ > 0) {
    if (--resting_ == 0) patience_ = kMostPatience / 2;
    return;
  }
  if (--patience_ == 0) {
    resting_ = kRest;
    return;
  }
  JsonTemplate learned;
  if (!learned.learn(line, root)) return;
  // It has an escape, or a number beyond our digits: the shape is known.
  if (std::any_of(templates_.begin(), templates_.end(),
                  [&](const JsonTemplate& known) { return known.is_like(learned); }))
    return;
  if (templates_.size() < kMostTemplates) {
    next_ = templates_.size();
    templates_.emplace_back();
  }
  templates_[next_] = std::move(learned);
  latest_ = next_;
  next_ = (next_ + 1) % kMostTemplates;
}

}  // namespace lanewise::record

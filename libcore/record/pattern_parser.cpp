// Takes a regex apart for PatternScan. One pass; what is not understood gives the pattern to RE2.
#include <algorithm>
#include <cctype>

#include "libcore/record/pattern_scan.h"

namespace lanewise::record {

namespace {

using Class = std::array<bool, 256>;

constexpr std::size_t kMostRepeats = 64;
constexpr std::size_t kMostSteps = 256;

bool is_alnum(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

void add_range(Class& bytes, unsigned char from, unsigned char to) {
  for (unsigned c = from; c <= to; ++c) bytes[c] = true;
}

// RE2's own in Latin-1: ASCII, and \s without the vertical tab. False for another letter.
bool add_escaped_class(Class& bytes, char letter) {
  Class found{};
  switch (letter) {
    case 'd':
    case 'D': add_range(found, '0', '9'); break;
    case 'w':
    case 'W':
      add_range(found, '0', '9');
      add_range(found, 'A', 'Z');
      add_range(found, 'a', 'z');
      found['_'] = true;
      break;
    case 's':
    case 'S':
      for (const char c : {'\t', '\n', '\f', '\r', ' '}) found[static_cast<unsigned char>(c)] = true;
      break;
    default: return false;
  }
  const bool negated = letter < 'a';
  for (std::size_t c = 0; c < bytes.size(); ++c) bytes[c] = bytes[c] || found[c] != negated;
  return true;
}

bool disjoint(const Class& a, const Class& b) {
  for (std::size_t c = 0; c < a.size(); ++c) {
    if (a[c] && b[c]) return false;
  }
  return true;
}

}  // namespace

class PatternParser {
 public:
  explicit PatternParser(std::string_view regex) : rest_(regex) {}

  std::optional<PatternScan> parse() {
    if (take("^")) scan_.is_anchored_ = true;
    while (!rest_.empty()) {
      if (!take_element() || scan_.steps_.size() > kMostSteps) return std::nullopt;
    }
    if (!open_.empty() || !has_one_way() || !can_be_searched()) return std::nullopt;
    return std::move(scan_);
  }

 private:
  using Kind = PatternScan::Kind;

  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  bool take_element() {
    if (rest_.front() == '(') return take_opening();
    if (rest_.front() == ')') return take_closing();
    if (take("$")) {
      push(Kind::end, 0);
      return rest_.empty();
    }
    if (take(".*?")) {
      push(Kind::gap, 0);
      return true;
    }
    Class bytes{};
    if (take(".")) {
      add_range(bytes, 0, 255);
      bytes['\n'] = false;
      return take_repeat(bytes);
    }
    if (rest_.front() == '[') return take_class(bytes) && take_repeat(bytes);
    if (rest_.front() == '\\' && rest_.size() > 1 && add_escaped_class(bytes, rest_[1])) {
      rest_.remove_prefix(2);
      return take_repeat(bytes);
    }
    char c = 0;
    return take_byte(c) && !quantifier_follows() && push_literal(c);
  }

  bool take_opening() {
    rest_.remove_prefix(1);
    if (take("?:")) {
      open_.push_back(0);
      return true;
    }
    if (take("?P<")) {
      rest_.remove_prefix(std::min(rest_.find('>'), rest_.size() - 1) + 1);
    } else if (rest_.starts_with('?')) {
      return false;
    }
    open_.push_back(++groups_);
    push(Kind::open, groups_);
    return groups_ < PatternScan::kMostGroups;
  }

  bool take_closing() {
    if (open_.empty()) return false;
    rest_.remove_prefix(1);
    if (open_.back() != 0) push(Kind::close, open_.back());
    open_.pop_back();
    return !quantifier_follows();
  }

  [[nodiscard]] bool quantifier_follows() const {
    return !rest_.empty() && std::string_view("*+?{").find(rest_.front()) != std::string_view::npos;
  }

  // One byte that stands for itself.
  bool take_byte(char& c) {
    c = rest_.front();
    rest_.remove_prefix(1);
    if (c != '\\') return std::string_view("^$.|*+?{").find(c) == std::string_view::npos;
    if (rest_.empty()) return false;
    c = rest_.front();
    rest_.remove_prefix(1);
    if (c == 't') c = '\t';
    return c == '\t' || (!is_alnum(c) && static_cast<unsigned char>(c) < 0x80);
  }

  bool take_class(Class& bytes) {
    rest_.remove_prefix(1);
    const bool negated = take("^");
    for (bool first = true; first || !rest_.starts_with(']'); first = false) {
      if (rest_.empty() || rest_.starts_with("[:")) return false;
      if (rest_.front() == '\\' && rest_.size() > 1 && add_escaped_class(bytes, rest_[1])) {
        rest_.remove_prefix(2);
        continue;
      }
      char from = 0;
      if (!take_class_byte(from)) return false;
      char to = from;
      if (rest_.size() > 1 && rest_[0] == '-' && rest_[1] != ']') {
        rest_.remove_prefix(1);
        if (!take_class_byte(to)) return false;
      }
      if (static_cast<unsigned char>(to) < static_cast<unsigned char>(from)) return false;
      add_range(bytes, static_cast<unsigned char>(from), static_cast<unsigned char>(to));
    }
    rest_.remove_prefix(1);
    if (negated) std::transform(bytes.begin(), bytes.end(), bytes.begin(), [](bool in) { return !in; });
    return true;
  }

  // The same inside of brackets, where most signs are themselves.
  bool take_class_byte(char& c) {
    if (rest_.empty()) return false;
    if (rest_.front() == '\\') return take_byte(c);
    c = rest_.front();
    rest_.remove_prefix(1);
    return true;
  }

  bool take_repeat(const Class& bytes) {
    const auto index = static_cast<std::uint16_t>(scan_.classes_.size());
    scan_.classes_.push_back(bytes);
    scan_.runs_.emplace_back(bytes);
    const bool is_plus = take("+");
    if (is_plus || take("*")) {
      push(Kind::run, index, is_plus ? 1 : 0);
      return !quantifier_follows();
    }
    std::size_t times = 1;
    if (take("{")) {
      times = 0;
      while (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9' && times <= kMostRepeats) {
        times = 10 * times + static_cast<std::size_t>(rest_.front() - '0');
        rest_.remove_prefix(1);
      }
      if (times == 0 || times > kMostRepeats || !take("}")) return false;
    }
    for (std::size_t i = 0; i < times; ++i) push(Kind::one, index);
    return !quantifier_follows();
  }

  void push(Kind kind, std::size_t index, std::size_t least = 0) {
    scan_.steps_.push_back({kind, static_cast<std::uint16_t>(index), static_cast<std::uint16_t>(least)});
  }

  bool push_literal(char c) {
    if (!scan_.steps_.empty() && scan_.steps_.back().kind == Kind::literal) {
      scan_.literals_.back().push_back(c);
    } else {
      push(Kind::literal, scan_.literals_.size());
      scan_.literals_.emplace_back(1, c);
    }
    return true;
  }

  // The next step that looks at bytes, from `step` on.
  [[nodiscard]] std::size_t next_of_bytes(std::size_t step) const {
    const auto& steps = scan_.steps_;
    while (step < steps.size() && (steps[step].kind == Kind::open || steps[step].kind == Kind::close)) ++step;
    return step;
  }

  // A run ends where its class does, whatever follows: what follows cannot be of its class.
  [[nodiscard]] bool has_one_way() const {
    const auto& steps = scan_.steps_;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (steps[i].kind != Kind::run) continue;
      const std::size_t next = next_of_bytes(i + 1);
      if (next == steps.size() || steps[next].kind == Kind::end) continue;
      const Class& of_run = scan_.classes_[steps[i].index];
      switch (steps[next].kind) {
        case Kind::literal:
          if (of_run[static_cast<unsigned char>(scan_.literals_[steps[next].index].front())]) return false;
          break;
        case Kind::one:
          if (!disjoint(of_run, scan_.classes_[steps[next].index])) return false;
          break;
        case Kind::run:
          if (steps[next].least == 0 || !disjoint(of_run, scan_.classes_[steps[next].index])) return false;
          break;
        default: return false;
      }
    }
    return true;
  }

  // What is looked for anywhere in the line begins with a literal.
  [[nodiscard]] bool can_be_searched() const {
    const auto& steps = scan_.steps_;
    if (steps.empty()) return false;
    const auto begins_with_literal = [&](std::size_t step) {
      step = next_of_bytes(step);
      return step < steps.size() && steps[step].kind == Kind::literal;
    };
    if (!scan_.is_anchored_ && !begins_with_literal(0)) return false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (steps[i].kind == Kind::gap && !begins_with_literal(i + 1)) return false;
    }
    return true;
  }

  std::string_view rest_;
  PatternScan scan_;
  std::vector<std::uint16_t> open_;  // groups whose end is to come; 0 for those without a number
  std::uint16_t groups_ = 0;
};

std::optional<PatternScan> PatternScan::compile(std::string_view regex) {
  return PatternParser(regex).parse();
}

}  // namespace lanewise::record

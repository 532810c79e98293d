// Options, declared once. From the declarations come parsing, --help, the completions (--describe-options)
// and the lint test that holds the manual pages to them.
//
// Options are applied in the order they stand on the command line, mixed with the operands, because an option
// that says how a file is read holds for the files after it. Of an option given twice the last counts, unless
// it repeats.
//
// CLI11 stands behind it and in parser.cpp only.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "libcore/base/result.h"

namespace lanewise::cli {

// A piece of what was typed, or a line of a profile.
struct Words {
  std::vector<std::string> words;
  Place place = {};            // empty on the command line
  bool is_one_option = false;  // an option, and perhaps the one word that is its value
};

// What an option's value is, for completion.
enum class ValueKind : std::uint8_t { none, number, text, file, directory, choice, profile };

struct Choice {
  std::string name;
  std::string help;
};

using Apply = std::function<Result<void>(const std::string&)>;

struct Option {
  std::string names;  // "-n,--partitions" or "--bare"
  std::string meta;   // "N"; empty for a flag
  ValueKind kind = ValueKind::none;
  std::string help;
  Apply apply;  // called with the value, or with "" for a flag
  std::vector<Choice> choices = {};
  bool repeatable = false;
  bool hidden = false;     // told nowhere
  bool rare = false;       // only named in --help; the page tells what it does
  std::string group = {};  // filled in by Parser

  [[nodiscard]] std::string short_name() const;  // "-n" or ""
  [[nodiscard]] std::string long_name() const;   // "--partitions"
};

struct Operand {
  std::string name;  // "FILE"
  ValueKind kind = ValueKind::file;
  Apply apply;
  std::size_t at_most = std::numeric_limits<std::size_t>::max();
  // Where this option stands, the operand is one of these words instead.
  std::string words_after = {};
  std::vector<Choice> words = {};
};

class Parser {
 public:
  // Options added from here on stand under this heading in --help.
  void group(std::string title) { group_ = std::move(title); }

  void add(Option option);
  // The option added last is rarely needed. Requires: there is one.
  void mark_rare() { options_.back().rare = true; }
  void operand(Operand operand) { operand_ = std::move(operand); }

  // Requires: the operand has been declared.
  void operand_words(std::string after, std::vector<Choice> words) {
    operand_->words_after = std::move(after);
    operand_->words = std::move(words);
  }

  void flag(std::string names, bool& target, std::string help);
  void text(std::string names, std::string meta, std::optional<std::string>& target, std::string help);
  void number(std::string names, std::string meta, std::optional<std::int64_t>& target, std::int64_t least,
              std::int64_t most, std::string help);
  void number(std::string names, std::string meta, std::int64_t& target, std::int64_t least,
              std::int64_t most, std::string help);
  void size(std::string names, std::uint64_t& target, std::string help);
  void duration(std::string names, std::int64_t& target_ns, std::string help);
  // One of the choices, else an error that lists them or names the nearest. `apply` gets a valid name.
  void choice(std::string names, std::string meta, std::vector<Choice> choices, Apply apply,
              std::string help);

  // Parses and applies, piece by piece: no option takes a value from another piece. Errors: usage, with the
  // piece's place.
  Result<void> parse_pieces(const std::vector<Words>& pieces) const;
  Result<void> parse(const std::vector<std::string>& arguments) const {
    return parse_pieces({Words{arguments}});
  }

  [[nodiscard]] const std::vector<Option>& options() const { return options_; }
  [[nodiscard]] const std::optional<Operand>& operands() const { return operand_; }

 private:
  [[nodiscard]] const Option* find(std::string_view name) const;  // by letter ("-n") or long name
  [[nodiscard]] Result<std::vector<std::string>> guarded(const Words& piece) const;
  Result<void> parse_piece(const Words& piece, std::size_t& operand_count) const;

  std::vector<Option> options_;
  std::optional<Operand> operand_;
  std::string group_ = "Options";
};

// Of a value that is none of the names, with the nearest of them.
Error none_of(std::string_view value, const std::vector<std::string>& names);

// Names as choices without a help text of their own.
std::vector<Choice> choices_of(std::initializer_list<std::string_view> names);

}  // namespace lanewise::cli

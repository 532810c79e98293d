#include "libcore/cli/parser.h"

#include <algorithm>
#include <map>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/base/suggest.h"
#include "libcore/cli/units.h"

namespace lanewise::cli {

namespace {

constexpr int kManyOperands = 1 << 28;  // CLI11's own idea of "any number" is 1 << 29

std::string shown_name(const Option& option) {
  return option.long_name().empty() ? option.short_name() : option.long_name();
}

Error in_option(const Option& option, Error error) {
  // An error that already names a flag, or a place in a file, is clear without this one's name.
  if (!error.what.starts_with("--") && error.place.source.empty())
    error.what = fmt::format("{}: {}", shown_name(option), error.what);
  return error;
}

Error unknown_option(const std::string& argument, const std::vector<Option>& options) {
  const std::string name = argument.substr(0, argument.find('='));
  std::vector<std::string> names;
  for (const Option& option : options) {
    if (!option.hidden) names.push_back(option.long_name());
  }
  const auto meant = name.starts_with("--") ? nearest(name, names) : std::nullopt;
  return usage_error(fmt::format("unknown option '{}'", name),
                     meant ? fmt::format("did you mean {}?", *meant) : "");
}

// A word that is an operand or a value, whatever it looks like. CLI11 would take brackets for a list, an
// empty value for none, and `--` for the end of options.
constexpr char kWordMark = '\1';

std::string marked(std::string_view word) { return kWordMark + std::string(word); }

std::string unmarked(const std::string& word) {
  return !word.empty() && word.front() == kWordMark ? word.substr(1) : word;
}

Error needs_value(const Option& option) {
  return usage_error(fmt::format("{} needs a value", shown_name(option)));
}
Error takes_no_value(std::string_view name) { return usage_error(fmt::format("{} takes no value", name)); }

template <class Target>
Option number_option(std::string names, std::string meta, Target& target, std::int64_t least,
                     std::int64_t most, std::string help) {
  Option option;
  option.names = std::move(names);
  option.meta = std::move(meta);
  option.kind = ValueKind::number;
  option.help = std::move(help);
  option.apply = [&target, least, most](const std::string& value) -> Result<void> {
    auto number = parse_integer(value, least, most);
    if (!number) return std::move(number).error();
    target = *number;
    return {};
  };
  return option;
}

}  // namespace

std::string Option::short_name() const {
  return names.starts_with("--") ? std::string() : names.substr(0, names.find(','));
}
std::string Option::long_name() const {
  const std::size_t at = names.find("--");
  return at == std::string::npos ? std::string() : names.substr(at);
}

void Parser::add(Option option) {
  option.group = group_;
  options_.push_back(std::move(option));
}

void Parser::flag(std::string names, bool& target, std::string help) {
  add({.names = std::move(names),
       .meta = {},
       .kind = ValueKind::none,
       .help = std::move(help),
       .apply = [&target](const std::string&) -> Result<void> {
         target = true;
         return {};
       }});
}

void Parser::text(std::string names, std::string meta, std::optional<std::string>& target, std::string help) {
  add({.names = std::move(names),
       .meta = std::move(meta),
       .kind = ValueKind::text,
       .help = std::move(help),
       .apply = [&target](const std::string& value) -> Result<void> {
         target = value;
         return {};
       }});
}

void Parser::number(std::string names, std::string meta, std::optional<std::int64_t>& target,
                    std::int64_t least, std::int64_t most, std::string help) {
  add(number_option(std::move(names), std::move(meta), target, least, most, std::move(help)));
}

void Parser::number(std::string names, std::string meta, std::int64_t& target, std::int64_t least,
                    std::int64_t most, std::string help) {
  add(number_option(std::move(names), std::move(meta), target, least, most, std::move(help)));
}

void Parser::size(std::string names, std::uint64_t& target, std::string help) {
  add({.names = std::move(names),
       .meta = "SIZE",
       .kind = ValueKind::text,
       .help = std::move(help),
       .apply = [&target](const std::string& value) -> Result<void> {
         auto bytes = parse_size(value);
         if (!bytes) return std::move(bytes).error();
         target = *bytes;
         return {};
       }});
}

void Parser::duration(std::string names, std::int64_t& target_ns, std::string help) {
  add({.names = std::move(names),
       .meta = "TIME",
       .kind = ValueKind::text,
       .help = std::move(help),
       .apply = [&target_ns](const std::string& value) -> Result<void> {
         auto ns = parse_duration(value);
         if (!ns) return std::move(ns).error();
         target_ns = *ns;
         return {};
       }});
}

void Parser::choice(std::string names, std::string meta, std::vector<Choice> choices, Apply apply,
                    std::string help) {
  std::vector<std::string> known;
  for (const Choice& one : choices) known.push_back(one.name);
  add({.names = std::move(names),
       .meta = std::move(meta),
       .kind = ValueKind::choice,
       .help = std::move(help),
       .apply = [known, apply = std::move(apply)](const std::string& value) -> Result<void> {
         if (std::find(known.begin(), known.end(), value) != known.end()) return apply(value);
         return none_of(value, known);
       },
       .choices = std::move(choices)});
}

const Option* Parser::find(std::string_view name) const {
  const auto found = std::find_if(options_.begin(), options_.end(), [&](const Option& option) {
    return !name.empty() && (option.long_name() == name || option.short_name() == name);
  });
  return found == options_.end() ? nullptr : &*found;
}

// The words as CLI11 will take them for what they are: every value stands with its option, marked.
Result<std::vector<std::string>> Parser::guarded(const Words& piece) const {
  std::vector<std::string> out;
  const std::vector<std::string>& words = piece.words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") {
      out.push_back(word);
      for (++i; i < words.size(); ++i) out.push_back(marked(words[i]));
      break;
    }
    const bool is_number =
        word.size() > 1 && word[1] >= '0' && word[1] <= '9' && find(word.substr(0, 2)) == nullptr;
    if (!word.starts_with('-') || word == "-" || is_number) {
      out.push_back(marked(word));
      continue;
    }
    if (const Option* const option = find(word); option != nullptr) {
      const bool has_next = i + 1 < words.size();
      if (option->meta.empty() && piece.is_one_option && has_next) return takes_no_value(word);
      out.push_back(word);
      if (option->meta.empty()) continue;
      if (!has_next) return needs_value(*option);
      out.push_back(marked(words[++i]));
      continue;
    }
    if (const std::size_t equals = word.find('='); word.starts_with("--") && equals != std::string::npos) {
      const std::string name = word.substr(0, equals);
      const Option* const option = find(name);
      if (option != nullptr && option->meta.empty()) return takes_no_value(name);
      if (option == nullptr) return unknown_option(name, options_);
      out.push_back(name);
      out.push_back(marked(word.substr(equals + 1)));
      continue;
    }
    // Letters: flags, of which the last may be an option with its value.
    std::size_t letter = 1;
    const auto option_at = [&](std::size_t at) { return find(fmt::format("-{}", word[at])); };
    while (letter < word.size() && option_at(letter) != nullptr && option_at(letter)->meta.empty()) ++letter;
    const Option* const option =
        !word.starts_with("--") && letter < word.size() ? option_at(letter) : nullptr;
    if (option == nullptr) {
      if (letter < word.size()) return unknown_option(word, options_);
      if (piece.is_one_option && i + 1 < words.size()) return takes_no_value(word);
      out.push_back(word);
      continue;
    }
    const std::string value = word.substr(letter + 1);
    if (value.starts_with('=')) {
      return usage_error(fmt::format("'{}': a letter takes its value without '='", word),
                         fmt::format("write {} {}; if the value begins with '=': {}={}", option->short_name(),
                                     value.substr(1), option->long_name(), value));
    }
    if (letter > 1) out.push_back(word.substr(0, letter));
    out.push_back(option->short_name());
    if (!value.empty()) {
      out.push_back(marked(value));
    } else if (i + 1 < words.size()) {
      out.push_back(marked(words[++i]));
    } else {
      return needs_value(*option);
    }
  }
  return out;
}

Result<void> Parser::parse_pieces(const std::vector<Words>& pieces) const {
  std::size_t operand_count = 0;
  for (const Words& piece : pieces) {
    auto parsed = parse_piece(piece, operand_count);
    if (parsed) continue;
    if (parsed.error().place.source.empty()) parsed.error().place = piece.place;
    return parsed;
  }
  return {};
}

Result<void> Parser::parse_piece(const Words& piece, std::size_t& operand_count) const {
  auto words = guarded(piece);
  if (!words) return std::move(words).error();
  CLI::App app;
  app.set_help_flag();
  std::map<const CLI::Option*, const Option*> ours;
  std::map<const CLI::Option*, std::size_t> used;  // how many values of it have been applied
  std::vector<std::vector<std::string>> values(options_.size() + 1);
  for (std::size_t i = 0; i < options_.size(); ++i) {
    const Option& option = options_[i];
    CLI::Option* const declared =
        option.meta.empty() ? app.add_flag(option.names)
                            : app.add_option(option.names, values[i])->expected(1)->allow_extra_args(false);
    declared->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    ours[declared] = &option;
  }
  const CLI::Option* operands = nullptr;
  if (operand_) operands = app.add_option(operand_->name, values.back())->expected(0, kManyOperands);
  app.allow_extras();  // what is left over is told in our words

  try {
    std::reverse(words->begin(), words->end());
    app.parse(*words);
  } catch (const CLI::ParseError& error) {
    return usage_error(error.what());
  }
  for (const std::string& extra : app.remaining()) {
    if (extra != "--") return usage_error(fmt::format("'{}' is one operand too many", unmarked(extra)));
  }
  for (const CLI::Option* const parsed : app.parse_order()) {
    const std::string value = unmarked(parsed->results().at(used[parsed]++));
    if (parsed == operands) {
      if (++operand_count > operand_->at_most) {
        return usage_error(fmt::format("'{}' is one operand too many", value));
      }
      auto applied = operand_->apply(value);
      if (!applied) return applied;
      continue;
    }
    const Option& option = *ours.at(parsed);
    auto applied = option.apply(option.meta.empty() ? "" : value);
    if (!applied) return in_option(option, std::move(applied).error());
  }
  return {};
}

Error none_of(std::string_view value, const std::vector<std::string>& names) {
  const auto meant = nearest(value, names);
  return usage_error(fmt::format("'{}' is none of {}", value, fmt::join(names, ", ")),
                     meant ? fmt::format("did you mean {}?", *meant) : "");
}

std::vector<Choice> choices_of(std::initializer_list<std::string_view> names) {
  std::vector<Choice> choices;
  for (const std::string_view name : names) choices.push_back({std::string(name), {}});
  return choices;
}

}  // namespace lanewise::cli

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

Error in_option(const Option& option, Error error) {
  const std::string shown = option.long_name().empty() ? option.short_name() : option.long_name();
  // An error that already names a flag, or a place in a file, is clear without this one's name.
  if (!error.what.starts_with("--") && error.place.source.empty())
    error.what = fmt::format("{}: {}", shown, error.what);
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

// Two habits of CLI11 that would change what somebody typed are kept from it: it takes `--name=` for an
// option whose value is the next argument (it is one whose value is empty), and it takes an operand in
// brackets for a list.
constexpr char kBracketMark = '\1';

std::vector<std::string> guarded(const std::vector<std::string>& arguments) {
  std::vector<std::string> out;
  bool options_ended = false;
  for (const std::string& argument : arguments) {
    options_ended = options_ended || argument == "--";
    if (argument.starts_with('[') && argument.ends_with(']')) {
      out.push_back(kBracketMark + argument);
    } else if (!options_ended && argument.starts_with("--") && argument.find('=') + 1 == argument.size()) {
      out.push_back(argument.substr(0, argument.size() - 1));
      out.emplace_back();
    } else {
      out.push_back(argument);
    }
  }
  return out;
}

std::string unguarded(const std::string& value) {
  return !value.empty() && value.front() == kBracketMark ? value.substr(1) : value;
}

template <class Target>
Option number_option(std::string names, std::string meta, Target& target, std::int64_t least,
                     std::int64_t most, std::string help) {
  return {.names = std::move(names),
          .meta = std::move(meta),
          .kind = ValueKind::number,
          .help = std::move(help),
          .apply = [&target, least, most](const std::string& value) -> Result<void> {
            auto number = parse_integer(value, least, most);
            if (!number) return std::move(number).error();
            target = *number;
            return {};
          }};
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
         const auto meant = nearest(value, known);
         return usage_error(fmt::format("'{}' is none of {}", value, fmt::join(known, ", ")),
                            meant ? fmt::format("did you mean {}?", *meant) : "");
       },
       .choices = std::move(choices)});
}

Result<void> Parser::parse(const std::vector<std::string>& arguments) const {
  for (const std::string& argument : arguments) {
    if (argument == "--") break;
    const std::string name = argument.substr(0, argument.find('='));
    const bool is_flag =
        name.size() < argument.size() &&
        std::any_of(
            options_.begin(), options_.end(),
            [&](const Option& option) { return option.meta.empty() && option.long_name() == name; });
    if (is_flag) return usage_error(fmt::format("{} takes no value", name));
  }
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
    // Without allow_extra_args(false) a value in brackets would be taken apart as a list.
    declared->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    ours[declared] = &option;
  }
  const CLI::Option* operands = nullptr;
  if (operand_) operands = app.add_option(operand_->name, values.back())->expected(0, kManyOperands);
  app.allow_extras();  // what is left over is told in our words

  try {
    std::vector<std::string> reversed = guarded(arguments);
    std::reverse(reversed.begin(), reversed.end());
    app.parse(reversed);
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string what = error.what();  // "--partitions: 1 required …"
    return usage_error(fmt::format("{} needs a value", what.substr(0, what.find_first_of(": "))));
  } catch (const CLI::ParseError& error) {
    return usage_error(error.what());
  }
  for (const std::string& extra : app.remaining()) {
    if (extra.starts_with('-') && extra != "-" && extra != "--") return unknown_option(extra, options_);
    if (extra != "--") return usage_error(fmt::format("'{}' is one operand too many", extra));
  }
  std::size_t operand_count = 0;
  for (const CLI::Option* const parsed : app.parse_order()) {
    const std::string value = unguarded(parsed->results().at(used[parsed]++));
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

std::vector<Choice> choices_of(std::initializer_list<std::string_view> names) {
  std::vector<Choice> choices;
  for (const std::string_view name : names) choices.push_back({std::string(name), {}});
  return choices;
}

}  // namespace lanewise::cli

#include "libcore/cli/help.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "libcore/report/table.h"

namespace lanewise::cli {

namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kHelpColumn = 30;

// `text` wrapped to the right of a column.
std::string wrapped(std::string_view text, std::size_t column) {
  std::string out;
  std::size_t at = column;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (at != column && at + 1 + word.size() > kWidth) {
      out += '\n' + std::string(column, ' ');
      at = column;
    } else if (at != column) {
      out += ' ';
      ++at;
    }
    out += word;
    at += word.size();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string option_line(const Option& option) {
  std::string head = option.short_name().empty() ? "      " : fmt::format("  {}, ", option.short_name());
  head += option.long_name();
  if (!option.meta.empty()) head += ' ' + option.meta;
  const std::size_t width = report::display_width(head);
  head +=
      width + 2 > kHelpColumn ? '\n' + std::string(kHelpColumn, ' ') : std::string(kHelpColumn - width, ' ');
  return head + wrapped(option.help, kHelpColumn) + '\n';
}

std::string_view name_of(ValueKind kind) {
  switch (kind) {
    case ValueKind::none: return "none";
    case ValueKind::number: return "number";
    case ValueKind::text: return "text";
    case ValueKind::file: return "file";
    case ValueKind::directory: return "directory";
    case ValueKind::choice: return "choice";
    case ValueKind::profile: return "profile";
  }
  return "text";
}

nlohmann::ordered_json described_choices(const std::vector<Choice>& choices) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Choice& choice : choices) list.push_back({{"name", choice.name}, {"help", choice.help}});
  return list;
}

}  // namespace

std::string help_text(const Tool& tool, const Parser& parser, bool color) {
  std::string out =
      fmt::format("{}: {}\n\n", styled("lanewise " + tool.name, Style::bold, color), tool.summary);
  for (const std::string& usage : tool.usage) {
    out += fmt::format("{} lanewise {}\n", &usage == &tool.usage.front() ? "usage:" : "      ", usage);
  }
  std::string group;
  std::string named;
  for (const Option& option : parser.options()) {
    if (option.hidden) continue;
    if (option.rare || option.group == kGeneralGroup) {
      named += fmt::format("{}{}{}", named.empty() ? "" : ", ", option.names,
                           option.meta.empty() ? "" : ' ' + option.meta);
      continue;
    }
    if (option.group != group) {
      group = option.group;
      out += fmt::format("\n{}\n", styled(group, Style::bold, color));
    }
    out += option_line(option);
  }
  const std::string also = fmt::format("Also (lanewise help {})", tool.name);
  out += fmt::format("\n{}\n  {}\n", styled(also, Style::bold, color), wrapped(named, 2));
  out += fmt::format(
      "\nexit status: 0 fine, 1 judged and found wanting, 2 trouble.  More: lanewise help {}\nexamples:\n",
      tool.name);
  for (const Example& example : tool.examples) {
    out += fmt::format("  {}\n    $ {}\n", example.about, example.command);
  }
  return out;
}

std::string describe_options(const Tool& tool, const Parser& parser) {
  nlohmann::ordered_json document;
  document["tool"] = tool.name;
  document["summary"] = tool.summary;
  document["usage"] = tool.usage;
  document["operands"] = nlohmann::ordered_json::array();
  if (parser.operands()) {
    const Operand& operand = *parser.operands();
    nlohmann::ordered_json described = {{"name", operand.name}, {"value", name_of(operand.kind)}};
    if (!operand.words.empty())
      described["words"] = {{"after", operand.words_after}, {"choices", described_choices(operand.words)}};
    document["operands"].push_back(std::move(described));
  }
  document["options"] = nlohmann::ordered_json::array();
  for (const Option& option : parser.options()) {
    if (option.hidden) continue;
    document["options"].push_back({{"short", option.short_name()},
                                   {"long", option.long_name()},
                                   {"meta", option.meta},
                                   {"value", name_of(option.kind)},
                                   {"choices", described_choices(option.choices)},
                                   {"repeatable", option.repeatable},
                                   {"group", option.group},
                                   {"help", option.help}});
  }
  document["examples"] = nlohmann::ordered_json::array();
  for (const Example& example : tool.examples) {
    document["examples"].push_back({{"command", example.command}, {"about", example.about}});
  }
  return document.dump(1) + "\n";
}

}  // namespace lanewise::cli

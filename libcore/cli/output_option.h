// `-o FORMAT`, and `--json` for those who look for that: the same two options in every tool that prints a
// report.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "libcore/cli/parser.h"

namespace lanewise::cli {

template <class Format>
struct OutputChoice {
  std::string_view name;
  Format format;
  std::string_view help = {};
};

// Declares both. `target` keeps its value unless one is given. Requires: "jsonl" is among the choices.
template <class Format>
void declare_output(Parser& parser, Format& target, const std::vector<OutputChoice<Format>>& choices,
                    std::string help) {
  std::vector<Choice> named;
  named.reserve(choices.size());
  for (const auto& choice : choices) named.push_back({std::string(choice.name), std::string(choice.help)});
  const Apply apply = [&target, choices](const std::string& value) -> Result<void> {
    for (const auto& choice : choices) {
      if (choice.name == value) target = choice.format;
    }
    return {};
  };
  parser.choice("-o,--output", "FORMAT", std::move(named), apply, std::move(help));
  parser.add({.names = "--json",
              .meta = {},
              .kind = ValueKind::none,
              .help = "the same as -o jsonl",
              .apply = [apply](const std::string&) { return apply("jsonl"); },
              .rare = true});
}

}  // namespace lanewise::cli

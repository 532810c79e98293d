#include "libcore/cli/profile.h"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <string_view>

#include <fmt/format.h>

namespace lanewise::cli {

namespace {

constexpr std::string_view kFlag = "--profile";

std::string path_of(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  // NOLINTBEGIN(concurrency-mt-unsafe): read before threads start
  const char* const config = std::getenv("XDG_CONFIG_HOME");
  const char* const home = std::getenv("HOME");
  // NOLINTEND(concurrency-mt-unsafe)
  const std::string folder =
      config != nullptr && *config != '\0' ? config : fmt::format("{}/.config", home == nullptr ? "" : home);
  return fmt::format("{}/lanewise/{}.conf", folder, name);
}

Result<void> read_profile(const std::string& name, std::vector<std::string>& into) {
  const std::string path = path_of(name);
  std::ifstream file(path);
  if (!file) {
    Error error = system_error("cannot open the profile", errno, {path});
    error.hint = "a profile is a file with one option a line";
    return error;
  }
  std::string line;
  for (std::int64_t number = 1; std::getline(file, line); ++number) {
    if (line.ends_with('\r')) line.pop_back();
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos || line[begin] == '#') continue;
    const std::size_t end = line.find_first_of(" \t", begin);
    const std::string option = line.substr(begin, end - begin);
    if (!option.starts_with('-')) {
      return usage_error(fmt::format("{}:{}: '{}' is not an option", path, number, option),
                         "write one option a line");
    }
    if (option.substr(0, option.find('=')) == kFlag) {
      return usage_error(fmt::format("{}:{}: a profile cannot name another", path, number));
    }
    into.push_back(option);
    const std::size_t value = line.find_first_not_of(" \t", end);
    if (end != std::string::npos && value != std::string::npos) into.push_back(line.substr(value));
  }
  return {};
}

}  // namespace

Result<std::vector<std::string>> expand_profiles(const std::vector<std::string>& arguments) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--") {
      out.insert(out.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i), arguments.end());
      break;
    }
    const bool attached = argument.starts_with(kFlag) && argument.substr(kFlag.size()).starts_with('=');
    if (!attached && argument != kFlag) {
      out.push_back(argument);
      continue;
    }
    if (!attached && i + 1 == arguments.size()) return usage_error("--profile needs a value");
    auto read = read_profile(attached ? argument.substr(kFlag.size() + 1) : arguments[++i], out);
    if (!read) return std::move(read).error();
  }
  return out;
}

}  // namespace lanewise::cli

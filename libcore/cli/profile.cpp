#include "libcore/cli/profile.h"

#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "libcore/io/read_all.h"

namespace lanewise::cli {

namespace {

constexpr std::string_view kFlag = "--profile";
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::size_t kMostBytes = std::size_t{1} << 20;

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

// The option and its value of one line. A value is kept with its option, so that it can be nothing else.
Result<Words> read_line(std::string_view line, Place place) {
  const std::size_t end = std::min(line.find_first_of(" \t="), line.size());
  const std::string option(line.substr(0, end));
  if (!option.starts_with('-') || option == "-" || option == "--") {
    Error error = usage_error(fmt::format("'{}' is not an option", option), "write one option a line");
    error.place = std::move(place);
    return error;
  }
  if (option == kFlag) {
    Error error = usage_error("a profile cannot name another");
    error.place = std::move(place);
    return error;
  }
  Words words{.words = {option}, .place = std::move(place), .is_one_option = true};
  const std::size_t value =
      end < line.size() && line[end] == '=' ? end + 1 : line.find_first_not_of(" \t", end);
  if (value != std::string_view::npos) words.words.emplace_back(line.substr(value));
  return words;
}

Result<void> read_profile(const std::string& name, std::vector<Words>& into) {
  const std::string path = path_of(name);
  auto content = io::read_all(path, kMostBytes);
  if (!content) {
    Error error = std::move(content).error();
    error.hint = "a profile is a file with one option a line";
    return error;
  }
  std::string_view rest = *content;
  if (rest.starts_with(kByteOrderMark)) rest.remove_prefix(kByteOrderMark.size());
  for (std::int64_t number = 1; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.empty() || line.front() == '#') continue;
    auto words = read_line(line, {path, number});
    if (!words) return std::move(words).error();
    into.push_back(*std::move(words));
  }
  return {};
}

}  // namespace

Result<std::vector<Words>> expand_profiles(const std::vector<std::string>& arguments) {
  std::vector<Words> out(1);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--") {
      auto& last = out.back().words;
      last.insert(last.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i), arguments.end());
      break;
    }
    const bool attached = argument.starts_with(kFlag) && argument.substr(kFlag.size()).starts_with('=');
    if (!attached && argument != kFlag) {
      out.back().words.push_back(argument);
      continue;
    }
    if (!attached && i + 1 == arguments.size()) return usage_error("--profile needs a value");
    auto read = read_profile(attached ? argument.substr(kFlag.size() + 1) : arguments[++i], out);
    if (!read) return std::move(read).error();
    out.emplace_back();
  }
  return out;
}

}  // namespace lanewise::cli

#include "libcore/record/mapping.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lanewise::record {

namespace {

constexpr std::size_t kMaxSteps = 64;  // readers recurse along a path

std::string unescape_pointer_step(std::string_view step) {
  std::string out;
  for (std::size_t i = 0; i < step.size(); ++i) {
    const bool escape = step[i] == '~' && i + 1 < step.size() && (step[i + 1] == '0' || step[i + 1] == '1');
    out.push_back(!escape ? step[i] : (step[++i] == '0' ? '~' : '/'));
  }
  return out;
}

}  // namespace

Result<Path> parse_path(std::string_view text) {
  const bool pointer = text.starts_with('/');
  const char separator = pointer ? '/' : '.';
  std::string_view rest = pointer ? text.substr(1) : text;
  Path path;
  for (;;) {
    const std::size_t end = rest.find(separator);
    const std::string_view step = rest.substr(0, end);
    if (step.empty()) {
      return usage_error(fmt::format("'{}' is not a path: it has an empty step", text),
                         "write /order/id or order.id");
    }
    if (path.size() == kMaxSteps) {
      return usage_error(fmt::format("a path of more than {} steps", kMaxSteps),
                         "write /order/id or order.id");
    }
    path.push_back(pointer ? unescape_pointer_step(step) : std::string(step));
    if (end == std::string_view::npos) return path;
    rest.remove_prefix(end + 1);
  }
}

Result<Mapping> parse_mapping(std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  const auto field = find_field(name);
  if (!field || equals == std::string_view::npos) {
    std::vector<std::string_view> names;
    for (const FieldInfo& known : fields()) names.push_back(known.name);
    return usage_error(
        fmt::format("'{}' does not map a field", text),
        fmt::format("write FIELD=PATH, e.g. key=/order/id; fields are {}", fmt::join(names, " ")));
  }
  auto path = parse_path(text.substr(equals + 1));
  if (!path) return std::move(path).error();
  return Mapping{*field, *std::move(path)};
}

Result<std::vector<EventName>> parse_event_names(std::string_view text) {
  std::vector<EventName> names;
  for (;;) {
    const std::size_t comma = text.find(',');
    const std::string_view one = text.substr(0, comma);
    const std::size_t equals = one.find('=');
    if (equals == 0 || equals == std::string_view::npos) {
      return usage_error(fmt::format("'{}' does not name an event", one),
                         "write NAME=EVENT, e.g. end=done,begin=start");
    }
    const std::string_view meaning = one.substr(equals + 1);
    const EventKind event = find_event(meaning);
    if (event == EventKind::other) {
      return usage_error(fmt::format("'{}' is not an event", meaning),
                         fmt::format("events are {}", fmt::join(event_names(), " ")));
    }
    names.push_back({std::string(one.substr(0, equals)), event});
    if (comma == std::string_view::npos) return names;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace lanewise::record

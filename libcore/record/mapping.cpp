#include "libcore/record/mapping.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/base/suggest.h"

namespace lanewise::record {

namespace {

constexpr std::string_view kBase64Key = "key_b64";
constexpr std::size_t kMaxSteps = 64;  // readers recurse along a path

std::string unescape_pointer_step(std::string_view step) {
  std::string out;
  for (std::size_t i = 0; i < step.size(); ++i) {
    const bool escape = step[i] == '~' && i + 1 < step.size() && (step[i + 1] == '0' || step[i + 1] == '1');
    out.push_back(!escape ? step[i] : (step[++i] == '0' ? '~' : '/'));
  }
  return out;
}

bool has_bad_escape(std::string_view pointer) {
  for (std::size_t at = pointer.find('~'); at != std::string_view::npos; at = pointer.find('~', at + 1)) {
    if (at + 1 == pointer.size() || (pointer[at + 1] != '0' && pointer[at + 1] != '1')) return true;
  }
  return false;
}

// "$.a['b'][0].c" and "a[0].c" as a pointer: /a/b/0/c.
std::string as_pointer(std::string_view text) {
  if (text.starts_with('$')) text.remove_prefix(1);
  std::string out;
  if (!text.starts_with('.') && !text.starts_with('[')) out = "/";
  for (const char c : text) {
    if (c == '.' || c == '[') {
      out.push_back('/');
    } else if (c != ']' && c != '\'' && c != '"') {
      out.push_back(c);
    }
  }
  return out;
}

// Paths of other notations, which would silently be found nowhere; with what they would be here.
std::optional<Error> refuse_other_notation(std::string_view text) {
  if (text.starts_with("#/")) {
    return usage_error(fmt::format("'{}' is a pointer in a URI", text),
                       fmt::format("write {}", text.substr(1)));
  }
  if (text.starts_with('/')) {
    if (!has_bad_escape(text)) return std::nullopt;
    std::string corrected;
    for (const char c : text) corrected += c == '~' ? "~0" : std::string(1, c);
    return usage_error(fmt::format("'{}' is no JSON Pointer: behind ~ stands 0, for ~, or 1, for /", text),
                       fmt::format("for a name with a tilde write {}", corrected));
  }
  const bool is_json_path = text == "$" || text.starts_with("$.") || text.starts_with("$[");
  const std::size_t bracket = text.find('[');
  const bool has_index =
      bracket != std::string_view::npos && text.find(']', bracket) != std::string_view::npos;
  if (is_json_path && text.size() > 1) {
    return usage_error(fmt::format("'{}' is a JSONPath", text), fmt::format("write {}", as_pointer(text)));
  }
  if (has_index) {
    return usage_error(fmt::format("'{}' is not a path: an index is a step", text),
                       fmt::format("write {}; if the name has brackets, /{}", as_pointer(text), text));
  }
  return std::nullopt;
}

constexpr const char* kPathHint = "write /order/id or order.id; a name that holds a dot: /p.q";

}  // namespace

Result<Path> parse_path(std::string_view text) {
  if (auto refused = refuse_other_notation(text)) return *std::move(refused);
  const bool pointer = text.starts_with('/');
  const char separator = pointer ? '/' : '.';
  std::string_view rest = pointer ? text.substr(1) : text;
  Path path;
  for (;;) {
    const std::size_t end = rest.find(separator);
    const std::string_view step = rest.substr(0, end);
    if (step.empty()) {
      return usage_error(fmt::format("'{}' is not a path: it has an empty step", text), kPathHint);
    }
    if (path.size() == kMaxSteps) {
      return usage_error(fmt::format("a path of more than {} steps", kMaxSteps), kPathHint);
    }
    path.push_back(pointer ? unescape_pointer_step(step) : std::string(step));
    if (end == std::string_view::npos) return path;
    rest.remove_prefix(end + 1);
  }
}

Result<Mapping> parse_mapping(std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  const bool is_base64 = name == kBase64Key;
  const auto field = is_base64 ? Field::key : find_field(name);
  if (!field || equals == std::string_view::npos) {
    std::vector<std::string> names;
    for (const FieldInfo& known : fields()) names.emplace_back(known.name);
    names.emplace_back(kBase64Key);
    const auto meant = equals == std::string_view::npos || name.empty() ? std::nullopt : nearest(name, names);
    return usage_error(
        fmt::format("'{}' does not map a field", text),
        meant ? fmt::format("did you mean {}{}?", *meant, text.substr(equals))
              : fmt::format("write FIELD=PATH, e.g. key=/order/id; fields are {}", fmt::join(names, " ")));
  }
  auto path = parse_path(text.substr(equals + 1));
  if (!path) return std::move(path).error();
  return Mapping{*field, *std::move(path), is_base64};
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
      const std::vector<std::string> known(event_names().begin(), event_names().end());
      const auto meant = nearest(meaning, known);
      return usage_error(fmt::format("'{}' is not an event", meaning),
                         meant ? fmt::format("did you mean {}={}?", one.substr(0, equals), *meant)
                               : fmt::format("events are {}", fmt::join(known, " ")));
    }
    names.push_back({std::string(one.substr(0, equals)), event});
    if (comma == std::string_view::npos) return names;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace lanewise::record

#include "libcore/report/json_line.h"

#include <cmath>

#include <fmt/format.h>

#include "libcore/base/base64.h"
#include "libcore/base/text.h"

namespace lanewise::report {

JsonLine::JsonLine(std::string_view kind) {
  if (!kind.empty()) text("kind", kind);
}

void JsonLine::member(std::string_view name) {
  if (out_.size() > 1) out_.push_back(',');
  append_json_string(out_, name);
  out_.push_back(':');
}

JsonLine& JsonLine::text(std::string_view name, std::string_view value) {
  // File names and the like may hold any bytes; a report is JSON all the same.
  const std::string safe = is_utf8(value) ? std::string(value) : printable(value, value.size() * 4);
  member(name);
  append_json_string(out_, safe);
  return *this;
}
JsonLine& JsonLine::text_or_null(std::string_view name, std::optional<std::string_view> value) {
  return value ? text(name, *value) : null(name);
}
JsonLine& JsonLine::number(std::string_view name, std::int64_t value) {
  member(name);
  fmt::format_to(std::back_inserter(out_), "{}", value);
  return *this;
}
JsonLine& JsonLine::number_or_null(std::string_view name, std::optional<std::int64_t> value) {
  return value ? number(name, *value) : null(name);
}
JsonLine& JsonLine::real(std::string_view name, double value, int digits) {
  if (!std::isfinite(value)) return null(name);
  std::string text = fmt::format("{:.{}f}", value, digits);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
  }
  member(name);
  out_ += text == "-0" ? "0" : text;
  return *this;
}
JsonLine& JsonLine::boolean(std::string_view name, bool value) {
  member(name);
  out_ += value ? "true" : "false";
  return *this;
}
JsonLine& JsonLine::null(std::string_view name) {
  member(name);
  out_ += "null";
  return *this;
}
JsonLine& JsonLine::key(std::string_view name, KeyView value) {
  if (value.state != KeyState::present) return null(name);
  if (is_utf8(value.bytes)) return text(name, value.bytes);
  member(std::string(name) + "_b64");
  out_.push_back('"');
  append_base64(out_, value.bytes);
  out_.push_back('"');
  return *this;
}
JsonLine& JsonLine::raw(std::string_view name, std::string_view json) {
  member(name);
  out_ += json;
  return *this;
}

std::string JsonLine::line() {
  out_ += "}\n";
  return std::move(out_);
}

}  // namespace lanewise::report

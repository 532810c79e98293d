#include "libcore/report/json_line.h"

#include <cmath>
#include <iterator>

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

void JsonLine::append_text(std::string_view value) {
  // File names and the like may hold any bytes; a report is JSON all the same.
  if (is_utf8(value)) {
    append_json_string(out_, value);
  } else {
    append_json_string(out_, printable(value, value.size() * 4));
  }
}

template <class Values, class Append>
JsonLine& JsonLine::array(std::string_view name, const Values& values, Append append) {
  member(name);
  out_.push_back('[');
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out_.push_back(',');
    append(values[i]);
  }
  out_.push_back(']');
  return *this;
}

JsonLine& JsonLine::text(std::string_view name, std::string_view value) {
  member(name);
  append_text(value);
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
  if (value.state == KeyState::absent) return *this;
  if (value.state == KeyState::null) return null(name);
  if (is_utf8(value.bytes)) return text(name, value.bytes);
  member(std::string(name) + "_b64");
  out_.push_back('"');
  append_base64(out_, value.bytes);
  out_.push_back('"');
  return *this;
}
JsonLine& JsonLine::texts(std::string_view name, std::span<const std::string_view> values) {
  return array(name, values, [this](std::string_view value) { append_text(value); });
}
JsonLine& JsonLine::numbers(std::string_view name, std::span<const std::int64_t> values) {
  return array(name, values,
               [this](std::int64_t value) { fmt::format_to(std::back_inserter(out_), "{}", value); });
}
JsonLine& JsonLine::object(std::string_view name, const JsonLine& value) {
  return raw(name, value.out_ + '}');
}
JsonLine& JsonLine::objects(std::string_view name, std::span<const JsonLine> values) {
  return array(name, values, [this](const JsonLine& value) { out_.append(value.out_).push_back('}'); });
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

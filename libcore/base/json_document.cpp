#include "libcore/base/json_document.h"

#include <algorithm>
#include <charconv>
#include <unordered_set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "libcore/base/text.h"

namespace lanewise::json {

namespace {

constexpr std::size_t kMostNesting = 100;

// nlohmann: "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while ...".
std::string reason(std::string_view what) {
  const std::size_t column = what.find("column ");
  const std::size_t colon = what.find(": ", column == std::string_view::npos ? 0 : column);
  const std::size_t bracket = what.find("] ");
  if (colon != std::string_view::npos && column != std::string_view::npos)
    return std::string(what.substr(colon + 2));
  return std::string(bracket == std::string_view::npos ? what : what.substr(bracket + 2));
}

// What nlohmann's parser calls for each token; a call that returns false ends the parsing.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return put({}) != nullptr; }
  bool boolean(bool value) override { return put({.kind = Kind::boolean, .truth = value}) != nullptr; }
  bool number_integer(number_integer_t value) override { return number(fmt::format("{}", value)); }
  bool number_unsigned(number_unsigned_t value) override { return number(fmt::format("{}", value)); }
  bool number_float(number_float_t /*value*/, const string_t& text) override { return number(text); }
  bool string(string_t& value) override {
    return put({.kind = Kind::string, .text = std::move(value)}) != nullptr;
  }
  bool binary(binary_t& /*value*/) override { return false; }  // no token of JSON's
  bool start_object(std::size_t /*size*/) override { return open(Kind::object); }
  bool start_array(std::size_t /*size*/) override { return open(Kind::array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (!open_.back().names.insert(name).second) {
      twice_ = std::move(name);
      return false;
    }
    open_.back().value->members.emplace_back(std::move(name), Value());
    return true;
  }
  bool parse_error(std::size_t at, const std::string& /*token*/,
                   const nlohmann::json::exception& error) override {
    error_at_ = at;
    error_ = reason(error.what());
    return false;
  }

  Value document;
  [[nodiscard]] const std::string& twice() const { return twice_; }
  [[nodiscard]] bool is_too_deep() const { return is_too_deep_; }
  [[nodiscard]] const std::string& error() const { return error_; }
  [[nodiscard]] std::size_t error_at() const { return error_at_; }

 private:
  // A container whose end has not come. Its address holds: only the innermost one grows.
  struct Open {
    Value* value;
    std::unordered_set<std::string> names = {};
  };

  Value* put(Value value) {
    if (open_.empty()) return &(document = std::move(value));
    Value& inside = *open_.back().value;
    if (inside.is_object()) return &(inside.members.back().second = std::move(value));
    return &inside.elements.emplace_back(std::move(value));
  }
  bool number(std::string text) { return put({.kind = Kind::number, .text = std::move(text)}) != nullptr; }
  bool open(Kind kind) {
    if (open_.size() == kMostNesting) {
      is_too_deep_ = true;
      return false;
    }
    open_.push_back({put({.kind = kind})});
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  std::vector<Open> open_;
  std::string twice_;
  bool is_too_deep_ = false;
  std::string error_;
  std::size_t error_at_ = 0;
};

void append(std::string& out, const Value& value) {
  switch (value.kind) {
    case Kind::null: out += "null"; break;
    case Kind::boolean: out += value.truth ? "true" : "false"; break;
    case Kind::number: out += value.text; break;
    case Kind::string: append_json_string(out, value.text); break;
    case Kind::array:
      out += '[';
      for (const Value& element : value.elements) {
        if (&element != &value.elements.front()) out += ',';
        append(out, element);
      }
      out += ']';
      break;
    case Kind::object:
      out += '{';
      for (const auto& member : value.members) {
        if (&member != &value.members.front()) out += ',';
        append_json_string(out, member.first);
        out += ':';
        append(out, member.second);
      }
      out += '}';
      break;
  }
}

}  // namespace

const Value* Value::find(std::string_view name) const {
  const auto found =
      std::find_if(members.begin(), members.end(), [&](const auto& member) { return member.first == name; });
  return found == members.end() || found->second.is_null() ? nullptr : &found->second;
}

std::optional<std::int64_t> Value::integer() const {
  if (kind != Kind::number && kind != Kind::string) return std::nullopt;
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return number;
}

std::string Value::dump() const {
  std::string out;
  append(out, *this);
  return out;
}

std::string Value::shown() const {
  constexpr std::size_t kMost = 40;
  std::string out = dump();
  if (out.size() <= kMost) return out;
  std::size_t cut = kMost;
  while (cut > 0 && (static_cast<unsigned char>(out[cut]) & 0xc0) == 0x80) --cut;  // not within a character
  return out.substr(0, cut) + "...";
}

Result<Value> parse(std::string_view text, const std::string& source, std::string_view page) {
  Builder builder;
  if (nlohmann::json::sax_parse(text.begin(), text.end(), &builder)) return std::move(builder.document);
  if (builder.is_too_deep()) {
    return bad_input(fmt::format("nested more than {} levels deep", kMostNesting), {source, 0},
                     fmt::format("no such document needs that; see {}", page));
  }
  if (!builder.twice().empty() || builder.error().empty()) {
    return bad_input(fmt::format("'{}' stands twice in one object", builder.twice()), {source, 0},
                     "keep one of the two: readers disagree on which one counts");
  }
  const std::size_t at = std::min(builder.error_at(), text.size());
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  return bad_input(fmt::format("not JSON: {}", builder.error()), {source, line},
                   fmt::format("the document is JSON; see {}", page));
}

std::string member_path(std::string_view base, std::string_view name) {
  return base.empty() ? std::string(name) : fmt::format("{}.{}", base, name);
}
std::string element_path(std::string_view base, std::size_t index) {
  return fmt::format("{}[{}]", base, index);
}

}  // namespace lanewise::json

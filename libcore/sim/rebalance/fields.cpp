#include "libcore/sim/rebalance/fields.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/base/suggest.h"
#include "libcore/base/units.h"
#include "libcore/sim/rebalance/scenario.h"

namespace lanewise::sim::rebalance {

namespace {
constexpr std::int64_t kLongest = kSecond * 3600 * 24 * 365;
}

Fields::Fields(const json::Value& object, std::string path, std::string_view source)
    : object_(object), path_(std::move(path)), source_(source) {
  if (object.is_object()) return;
  trouble_ = bad_input(path_.empty() ? fmt::format("a scenario is a JSON object, not {}", object.shown())
                                     : fmt::format("{}: is an object, not {}", path_, object.shown()),
                       {source_, 0}, fmt::format("see {}", kScenarioPage));
}

void Fields::refuse(std::string_view name, std::string_view what, std::string hint) {
  if (!trouble_) trouble_ = bad_input(fmt::format("{}: {}", path(name), what), {source_, 0}, std::move(hint));
}

const json::Value* Fields::find(std::string_view name) {
  known_.emplace_back(name);
  return trouble_ ? nullptr : object_.find(name);
}

void Fields::time(std::string_view name, std::int64_t& target, std::int64_t least_us) {
  const json::Value* value = find(name);
  if (value == nullptr) return;
  if (!value->is_string()) {
    return refuse(
        name, fmt::format("is a time with a unit, not {}", value->shown()),
        value->is_number() ? fmt::format("did you mean \"{}ms\"?", value->shown()) : "as in \"10.5s\"");
  }
  auto ns = parse_duration(value->text);
  if (!ns) return refuse(name, ns.error().what, ns.error().hint);
  if (*ns % 1000 != 0) return refuse(name, "is finer than a microsecond", "times are whole microseconds");
  if (*ns / 1000 > kLongest) return refuse(name, "is longer than a year");
  if (*ns / 1000 < least_us) return refuse(name, fmt::format("is below {}us", least_us));
  target = *ns / 1000;
}

void Fields::time(std::string_view name, std::optional<std::int64_t>& target, std::int64_t least_us) {
  std::int64_t given = -1;
  time(name, given, least_us);
  if (given >= 0) target = given;
}

void Fields::count(std::string_view name, std::uint32_t& target, std::uint32_t most) {
  const json::Value* value = find(name);
  if (value == nullptr) return;
  const auto number = value->integer();
  if (!number || *number < 1 || *number > most) {
    return refuse(name, fmt::format("is a whole number from 1 to {}, not {}", most, value->shown()));
  }
  target = static_cast<std::uint32_t>(*number);
}

void Fields::real(std::string_view name, double& target, double most) {
  const json::Value* value = find(name);
  if (value == nullptr) return;
  double number = -1;
  const char* const end = value->text.data() + value->text.size();
  const auto [stopped, error] = std::from_chars(value->text.data(), end, number);
  if (!value->is_number() || error != std::errc{} || stopped != end || !(number >= 0 && number <= most)) {
    return refuse(name, fmt::format("is a number from 0 to {}, not {}", most, value->shown()));
  }
  target = number;
}

void Fields::rate(std::string_view name, double& target) {
  const json::Value* value = find(name);
  if (value == nullptr) return;
  if (!value->is_string()) {
    return refuse(
        name, fmt::format("is a rate with a unit, not {}", value->shown()),
        value->is_number() ? fmt::format("did you mean \"{}/s\"?", value->shown()) : "as in \"4000/s\"");
  }
  auto rate = parse_rate(value->text);
  if (!rate) return refuse(name, rate.error().what, rate.error().hint);
  if (*rate != 0 && (*rate < 1e-6 || *rate > 1e9)) {
    return refuse(name, "is not within one record in eleven days and 10^9 a second");
  }
  target = *rate;
}

std::size_t Fields::word(std::string_view name, std::initializer_list<std::string_view> words,
                         std::size_t otherwise) {
  const json::Value* value = find(name);
  if (value == nullptr) return otherwise;
  if (value->is_string()) {
    const auto* const found = std::find(words.begin(), words.end(), value->text);
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  }
  const std::vector<std::string> known(words.begin(), words.end());
  const auto near = value->is_string() ? nearest(value->text, known) : std::nullopt;
  refuse(name, fmt::format("is {}, not {}", fmt::join(words, " or "), value->shown()),
         near ? fmt::format("did you mean {}?", *near) : std::string());
  return otherwise;
}

Result<void> Fields::finish() const {
  if (trouble_) return *trouble_;
  for (const auto& [name, value] : object_.members) {
    if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
    const auto near = nearest(name, known_);
    return bad_input(fmt::format("{}: there is no such field", path(name)), {source_, 0},
                     near ? fmt::format("did you mean {}?", *near)
                          : fmt::format("fields are {}; see {}", fmt::join(known_, " "), kScenarioPage));
  }
  return {};
}

}  // namespace lanewise::sim::rebalance

#include "tools/verify-order/reading.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "libcore/base/suggest.h"
#include "libcore/base/text.h"

namespace lanewise::verify_order_tool {

namespace {

constexpr std::size_t kShownEvents = 3;
constexpr std::size_t kLongestShown = 40;

// "processed=done", with the vocabulary's nearest name or else its commonest. Requires: is_word(name).
std::string naming(const std::string& name) {
  const std::vector<std::string> known(record::event_names().begin(), record::event_names().end());
  std::string plain;
  for (const char c : name) plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return fmt::format("{}={}", name, nearest(plain, known).value_or("done"));
}

bool is_word(const std::string& name) {
  return name.size() <= kLongestShown && !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                  c == '-' || c == '.';
         });
}

std::string shown_path(const record::Path& path) {
  std::string text;
  for (const std::string& step : path) text += '/' + printable(step, kLongestShown);
  return text;
}

}  // namespace

std::string Strangers::about_events() const {
  return fmt::format("{} whose event is not known ({}): {}", counted(unknown_events, "record"), their_names,
                     remedy);
}

std::string Strangers::about_dates() const {
  return fmt::format("{} without a date, taken as unknown: --date YYYY-MM-DD says it",
                     counted(undated_times, "time"));
}

Strangers find_strangers(const std::vector<record::InputReport>& reports) {
  Strangers strangers;
  std::vector<record::UnknownEvent> events;
  for (const record::InputReport& report : reports) {
    strangers.undated_times += report.undated_times;
    strangers.unknown_events += report.more_unknown_events;
    for (const record::UnknownEvent& event : report.unknown_events) {
      strangers.unknown_events += event.count;
      const auto known =
          std::find_if(events.begin(), events.end(), [&](const auto& one) { return one.name == event.name; });
      if (known == events.end()) {
        events.push_back(event);
      } else {
        known->count += event.count;
      }
    }
  }
  std::stable_sort(events.begin(), events.end(),
                   [](const auto& a, const auto& b) { return a.count > b.count; });
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(kShownEvents, events.size()); ++i)
    names.push_back(fmt::format("'{}' {}", printable(events[i].name, kLongestShown), events[i].count));
  if (events.size() > kShownEvents) names.emplace_back("…");
  strangers.their_names = fmt::format("{}", fmt::join(names, ", "));
  const auto example =
      std::find_if(events.begin(), events.end(), [](const auto& event) { return is_word(event.name); });
  strangers.remedy = fmt::format("if they are the handling, --event-names {}",
                                 example == events.end() ? "NAME=EVENT" : naming(example->name));
  return strangers;
}

std::vector<Error> unmet_mappings(const std::vector<record::Input>& inputs,
                                  const std::vector<record::InputReport>& reports, std::string_view where) {
  std::vector<Error> errors;
  for (const record::FieldInfo& field : record::fields()) {
    std::vector<std::string> paths;
    bool has_records = false;
    bool is_met = false;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      for (const record::Mapping& mapping : inputs[i].options->mappings) {
        if (mapping.field != field.field) continue;
        const std::string path = shown_path(mapping.path);
        if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
        has_records = has_records || reports[i].counts.records > 0;
        const bool is_undated = field.kind == record::FieldKind::time && reports[i].undated_times > 0;
        is_met =
            is_met || is_undated || (reports[i].counts.records > 0 && !reports[i].unmet.has(field.field));
      }
    }
    if (paths.empty() || !has_records || is_met || field.kind == record::FieldKind::raw) continue;
    Error error =
        bad_input(fmt::format("no record in {} has {} at {}", where, field.name, fmt::join(paths, " or ")));
    error.hint =
        fmt::format("look at one of them: --map {}=PATH says where it lies, e.g. /order/id", field.name);
    errors.push_back(std::move(error));
  }
  return errors;
}

}  // namespace lanewise::verify_order_tool

#include "libcore/record/field.h"

#include <array>

namespace lanewise::record {

namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(EventKind::other) + 1> kEventNames{
    "",       "send",   "append", "fetch", "start", "done",  "fail",  "retry", "skip", "commit",
    "resume", "assign", "revoke", "lost",  "join",  "leave", "crash", "pause", "other"};

}  // namespace

std::span<const FieldInfo> fields() { return kFields; }

std::optional<Field> find_field(std::string_view name) {
  for (const FieldInfo& known : kFields) {
    if (known.name == name) return known.field;
  }
  return std::nullopt;
}

std::string_view name_of(EventKind event) { return kEventNames[static_cast<std::size_t>(event)]; }

EventKind find_event(std::string_view name) {
  for (std::size_t i = 1; i + 1 < kEventNames.size(); ++i) {
    if (kEventNames[i] == name) return static_cast<EventKind>(i);
  }
  return EventKind::other;
}

std::span<const std::string_view> event_names() {
  return std::span(kEventNames).subspan(1, kEventNames.size() - 2);
}

}  // namespace lanewise::record

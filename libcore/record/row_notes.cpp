// What a batch notes of its rows beside their fields: times that wait for their date, events that nobody
// knows, and whether a field stands in any row at all.
#include <algorithm>
#include <utility>

#include "libcore/record/batch_builder.h"

namespace lanewise::record {

bool Batch::knows(Field field) const {
  const auto any = [](const auto& column, auto&& is_there) {
    return std::any_of(column.begin(), column.end(), is_there);
  };
  switch (info(field).kind) {
    case FieldKind::key: return any(keys(), [](const KeyView& key) { return key.state != KeyState::absent; });
    case FieldKind::text:
    case FieldKind::place_text:
      return any(texts(field), [](std::string_view text) { return text.data() != nullptr; });
    case FieldKind::integer:
    case FieldKind::time:
      return any(integers(field).known, [](Known known) { return known != Known::absent; });
    case FieldKind::event: return any(events(), [](EventKind event) { return event != EventKind::none; });
    case FieldKind::integers: return any(positions(), [](const auto& list) { return !list.empty(); });
    case FieldKind::dependency:
      return any(dependencies(), [](const Dependency& on) { return on.known != Known::absent; });
    case FieldKind::raw: break;
  }
  return true;
}

// The current row was begun and given up.
void BatchBuilder::take_back_row() {
  clear_rows(row_, row_ + 1);
  auto& undated = batch_->undated_;
  while (!undated.empty() && undated.back().row == row_) undated.pop_back();
  if (noted_row_ != row_) return;
  batch_->undated_times_ -= std::exchange(undated_in_row_, 0);
  if (auto* const count = std::exchange(unknown_in_row_, nullptr)) --*count;
}

void BatchBuilder::note_row() {
  if (std::exchange(noted_row_, row_) == row_) return;
  undated_in_row_ = 0;
  unknown_in_row_ = nullptr;
}

bool BatchBuilder::put_time_of_day(Leaf leaf, std::int64_t ns) {
  if (!rules_->date) {
    note_row();
    ++undated_in_row_;
    ++batch_->undated_times_;
    return true;  // not known
  }
  // On which day it was is settled once the batch is in its place behind the others of its input.
  batch_->undated_.push_back({static_cast<std::uint32_t>(row_), leaf.field});
  return put_integer(leaf, ns);
}

void BatchBuilder::note_unknown_event(std::string_view name) {
  auto& names = batch_->unknown_events_;
  name = name.substr(0, kLongestUnknownEvent);
  const auto known =
      std::find_if(names.begin(), names.end(), [&](const UnknownEvent& event) { return event.name == name; });
  note_row();
  if (known != names.end()) {
    unknown_in_row_ = &known->count;
  } else if (names.size() < kMostUnknownEvents) {
    names.push_back({std::string(name), 0});  // moves none: there is room for all
    unknown_in_row_ = &names.back().count;
  } else {
    unknown_in_row_ = &batch_->more_unknown_events_;
  }
  ++*unknown_in_row_;
}

}  // namespace lanewise::record

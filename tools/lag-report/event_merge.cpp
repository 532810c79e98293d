#include "tools/lag-report/event_merge.h"

#include <algorithm>
#include <utility>

namespace lanewise::lag_tool {

namespace {

std::optional<std::int64_t> time_of(const lag::LogEvent& event) {
  return event.end_ns ? event.end_ns : event.ts_ns ? event.ts_ns : event.start_ns;
}

}  // namespace

std::string_view EventMerge::keep(std::string_view name) {
  return name.data() == nullptr ? name : std::string_view(*names_.emplace(name).first);
}

void EventMerge::add(const lag::LogEvent& event, std::string_view source) {
  std::int64_t& latest = latest_.try_emplace(std::string(source), kBeginning).first->second;
  if (const auto time = time_of(event)) latest = std::max(latest, *time);
  if (latest < given_until_ || latest == kBeginning) ++misplaced_;
  Waiting& waiting = waiting_.emplace_back(Waiting{latest, event, std::string(event.key.bytes)});
  for (auto* const name : {&waiting.event.group, &waiting.event.topic, &waiting.event.broker,
                           &waiting.event.thread, &waiting.event.member})
    *name = keep(*name);
  if (waiting_.size() >= most_) give_out(waiting_.size() / 2);
}

void EventMerge::give_out(std::size_t count) {
  std::stable_sort(waiting_.begin(), waiting_.end(),
                   [](const Waiting& a, const Waiting& b) { return a.time_ns < b.time_ns; });
  for (std::size_t i = 0; i < count; ++i) {
    Waiting& waiting = waiting_[i];
    waiting.event.key.bytes = waiting.key;  // short texts move with their owner
    give_(waiting.event);
    given_until_ = std::max(given_until_, waiting.time_ns);
  }
  waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(count));
}

}  // namespace lanewise::lag_tool

#include "libcore/lag/open_records.h"

#include <algorithm>
#include <cmath>

namespace lanewise::lag {

namespace {

using record::EventKind;

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kTimesUsual = 10;

StoredKey stored(KeyView key) { return {std::string(key.bytes), key.state}; }

}  // namespace

bool holds_up(std::int64_t age_ns, const std::optional<std::int64_t>& usual_ns) {
  if (!usual_ns) return age_ns >= kTimesUsual * kSecond;
  return age_ns >= kSecond && age_ns / kTimesUsual >= *usual_ns;
}

std::optional<std::int64_t> PartitionWindow::span() const {
  if (!committed || !next) return std::nullopt;
  return std::max<std::int64_t>(0, saturating_difference(*next, *committed));
}

std::optional<std::int64_t> PartitionWindow::not_seen() const {
  const auto all = span();
  if (!all) return std::nullopt;
  return std::max<std::int64_t>(0, *all - done.size() - static_cast<std::int64_t>(open.size()));
}

std::int64_t PartitionWindow::running() const {
  return std::count_if(open.begin(), open.end(), [](const auto& entry) { return entry.second.is_running; });
}

std::optional<std::int64_t> OpenRecords::usual_ns() const {
  if (timed_ == 0) return std::nullopt;
  return static_cast<std::int64_t>(std::llround(took_ns_ / static_cast<double>(timed_)));
}

void OpenRecords::see_time(const std::optional<std::int64_t>& ns) {
  if (!ns) return;
  ends_now_ = !now_ns_ || *ns >= *now_ns_;
  if (ends_now_) now_ns_ = ns;
  if (!begin_ns_ || *ns < *begin_ns_) begin_ns_ = ns;
}

PartitionWindow& OpenRecords::window_of(const LogEvent& event) {
  const Place place{event.group, event.topic, event.broker, *event.partition};
  if (last_ < windows_.size() && windows_[last_].place == place) return windows_[last_];
  const auto found = index_.find(place);
  if (found != index_.end()) return windows_[last_ = found->second];
  const auto kept = [&](std::string_view name) { return is_known(name) ? names_.intern(name) : name; };
  last_ = windows_.size();
  PartitionWindow& window = windows_.emplace_back();
  window.place = {kept(event.group), kept(event.topic), kept(event.broker), *event.partition};
  index_.emplace(window.place, last_);
  return window;
}

OpenRecord* OpenRecords::open(PartitionWindow& window, const LogEvent& event) {
  const std::int64_t offset = *event.offset;
  if (offset != INT64_MAX) window.next = std::max(window.next.value_or(0), offset + 1);
  if (window.committed && offset < *window.committed) return nullptr;  // settled: it is run over again
  const auto found = window.open.find(offset);
  if (found == window.open.end() && open_count_ == kMostOpen) {
    ++untracked_;
    return nullptr;
  }
  window.done.remove(offset);
  details_ -= window.details.erase(offset);
  OpenRecord& record = found != window.open.end() ? found->second : window.open[offset];
  if (found == window.open.end()) ++open_count_;
  if (event.key.state != KeyState::absent) record.key = stored(event.key);
  if (event.seq) record.seq = event.seq;
  if (is_known(event.member)) record.member = names_.intern(event.member);
  record.owner_is_gone = false;
  return &record;
}

void OpenRecords::finish(PartitionWindow& window, const LogEvent& event) {
  const std::int64_t offset = *event.offset;
  ++handled_;
  if (offset != INT64_MAX) window.next = std::max(window.next.value_or(0), offset + 1);
  DoneRecord done{stored(event.key), std::nullopt};
  std::optional<std::int64_t> started = event.start_ns;
  const auto found = window.open.find(offset);
  if (found != window.open.end()) {
    if (!started) started = found->second.started_ns;
    if (done.key.state == KeyState::absent) done.key = std::move(found->second.key);
    window.open.erase(found);
    --open_count_;
  }
  const auto ended = event.end_ns ? event.end_ns : event.ts_ns;
  if (started && ended && *ended >= *started) {
    done.took_ns = saturating_difference(*ended, *started);
    took_ns_ += static_cast<double>(*done.took_ns);
    ++timed_;
  }
  if (window.committed && offset < *window.committed) return;
  window.done.add(offset);
  if (details_ == kMostDetails) {
    has_all_details_ = false;
    return;
  }
  const auto [place, is_new] = window.details.insert_or_assign(offset, std::move(done));
  details_ += is_new ? 1 : 0;
}

void OpenRecords::commit(PartitionWindow& window, std::int64_t offset) {
  window.committed = offset;
  window.next = std::max(window.next.value_or(0), offset);
  window.done.remove_below(offset);
  const auto drop = [offset](auto& records, std::size_t& count) {
    const auto end = records.lower_bound(offset);
    count -= static_cast<std::size_t>(std::distance(records.begin(), end));
    records.erase(records.begin(), end);
  };
  drop(window.open, open_count_);
  drop(window.details, details_);
}

void OpenRecords::resume(PartitionWindow& window, std::int64_t offset) {
  open_count_ -= window.open.size();
  window.open.clear();
  commit(window, offset);
  window.next = std::max(offset, window.done.end().value_or(offset));
}

void OpenRecords::forget_member(std::string_view member) {
  for (PartitionWindow& window : windows_) {
    for (auto& [offset, record] : window.open)
      if (record.member == member) record.owner_is_gone = true;
  }
}

void OpenRecords::add(const LogEvent& event) {
  see_time(event.start_ns);
  see_time(event.ts_ns);
  see_time(event.end_ns);
  switch (event.kind) {
    case EventKind::leave:
    case EventKind::crash:
      if (is_known(event.member)) forget_member(event.member);
      return;
    case EventKind::revoke:
    case EventKind::lost:
      if (event.partition) {
        for (auto& [offset, record] : window_of(event).open) record.owner_is_gone = true;
      }
      return;
    case EventKind::send:
    case EventKind::append:
    case EventKind::assign:
    case EventKind::join:
    case EventKind::pause:
    case EventKind::other: return;
    default: break;
  }
  if (!event.partition || !event.offset) {
    ++unplaced_;
    return;
  }
  PartitionWindow& window = window_of(event);
  switch (event.kind) {
    case EventKind::fetch:
      if (OpenRecord* const record = open(window, event); record != nullptr && !record->fetched_ns)
        record->fetched_ns = event.ts_ns;
      break;
    case EventKind::start:
      if (OpenRecord* const record = open(window, event); record != nullptr) {
        record->is_running = true;
        record->started_ns = event.start_ns ? event.start_ns : event.ts_ns;
        if (is_known(event.thread)) record->thread = names_.intern(event.thread);
      }
      break;
    case EventKind::fail:
    case EventKind::retry:
      if (OpenRecord* const record = open(window, event); record != nullptr) record->has_failed = true;
      break;
    case EventKind::commit: commit(window, *event.offset); break;
    case EventKind::resume: resume(window, *event.offset); break;
    default: finish(window, event); break;
  }
}

}  // namespace lanewise::lag

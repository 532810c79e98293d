#include "libcore/sim/rebalance/ownership.h"

#include <algorithm>

namespace lanewise::sim::rebalance {

void Ownership::assigned(std::int32_t partition, std::int32_t member, std::int32_t pod, std::int64_t now_us) {
  Track& track = change(partition, now_us);
  if (owned_now_ == 0) count_stopped(now_us);
  if (track.owner < 0) {
    ++owned_now_;
    const std::int64_t from = std::max(track.unowned_from_us, since_us_);
    if (now_us > from) figures_.longest_unowned_us = std::max(figures_.longest_unowned_us, now_us - from);
  }
  if (track.last_pod >= 0 && track.last_pod != pod) {
    ++figures_.moves;
    if (track.moves++ == 0) ++figures_.moved_partitions;
  }
  track.owner = member;
  track.last_pod = pod;
  track.fetches = false;
  if (now_us >= since_us_ && now_us > 0) figures_.last_assigned_us = now_us;
}

void Ownership::given_up(std::int32_t partition, std::int64_t now_us) {
  Track& track = change(partition, now_us);
  if (track.owner < 0) return;
  track.owner = -1;
  track.fetches = false;
  track.unowned_from_us = now_us;
  if (--owned_now_ == 0) stopped_from_us_ = now_us;
}

void Ownership::lingers(std::int32_t partition, std::int32_t member, std::int64_t now_us) {
  change(partition, now_us).lingering.push_back(member);
}

void Ownership::lingers_no_more(std::int32_t partition, std::int32_t member, std::int64_t now_us) {
  std::vector<std::int32_t>& lingering = change(partition, now_us).lingering;
  const auto found = std::find(lingering.begin(), lingering.end(), member);
  if (found != lingering.end()) lingering.erase(found);
}

void Ownership::close(std::int64_t now_us) {
  for (std::size_t p = 0; p < tracks_.size(); ++p) {
    const Track& track = change(static_cast<std::int32_t>(p), now_us);
    if (track.owner >= 0) continue;
    ++figures_.unowned_at_end;
    const std::int64_t from = std::max(track.unowned_from_us, since_us_);
    figures_.longest_unowned_us = std::max(figures_.longest_unowned_us, now_us - from);
  }
  if (owned_now_ == 0) count_stopped(now_us);
}

Ownership::Track& Ownership::change(std::int32_t partition, std::int64_t now_us) {
  Track& track = tracks_[static_cast<std::size_t>(partition)];
  if (now_us == track.since_us) return track;
  Segment segment{.from_us = track.since_us, .to_us = now_us, .member = track.owner};
  const auto other = std::find_if(track.lingering.begin(), track.lingering.end(),
                                  [&](std::int32_t member) { return member != track.owner; });
  if (track.owner >= 0 && other != track.lingering.end()) {
    segment.state = Held::both;
    segment.other = *other;
  } else if (track.owner >= 0) {
    segment.state = track.fetches ? Held::owned : Held::paused;
  }
  const std::int64_t counted = now_us - std::max(track.since_us, since_us_);
  if (counted > 0) {
    if (segment.state == Held::unowned) {
      figures_.unowned_us += counted;
      if (!track.was_unowned) ++figures_.interrupted;
      track.was_unowned = true;
    }
    if (segment.state == Held::paused) figures_.paused_us += counted;
    if (segment.state == Held::both) figures_.double_us += counted;
  }
  track.since_us = now_us;
  if (!track.segments.empty()) {
    Segment& last = track.segments.back();
    if (last.state == segment.state && last.member == segment.member && last.other == segment.other) {
      last.to_us = now_us;
      return track;
    }
  }
  track.segments.push_back(segment);
  return track;
}

void Ownership::count_stopped(std::int64_t now_us) {
  const std::int64_t from = std::max(stopped_from_us_, since_us_);
  if (now_us > from) figures_.stopped_us += now_us - from;
}

}  // namespace lanewise::sim::rebalance

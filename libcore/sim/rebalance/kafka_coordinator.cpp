#include "libcore/sim/rebalance/kafka_coordinator.h"

#include <algorithm>

#include <fmt/format.h>

namespace lanewise::sim::rebalance {

namespace {

// Places of members in a list, by member.
std::int32_t place_in(const std::vector<std::int32_t>& places, std::int32_t member) {
  const auto at = static_cast<std::size_t>(member);
  return at < places.size() ? places[at] : -1;
}

void put(std::vector<std::int32_t>& places, std::int32_t member, std::int32_t place) {
  const auto at = static_cast<std::size_t>(member);
  if (at >= places.size()) places.resize(at + 1, -1);
  places[at] = place;
}

}  // namespace

KafkaCoordinator::KafkaCoordinator(Stage& stage, std::function<void(Post, std::int32_t, std::int32_t)> answer)
    : stage_(stage), answer_(std::move(answer)) {}

void KafkaCoordinator::begin(const std::vector<std::int32_t>& members,
                             std::vector<std::vector<std::int32_t>> shares) {
  if (members.empty()) return;
  for (const std::int32_t member : members) add(member);
  leader_ = members.front();
  generation_ = 1;
  set_roster(members);
  shares_ = std::move(shares);
  state_ = State::stable;
}

KafkaCoordinator::Entry* KafkaCoordinator::find(std::int32_t member) {
  const std::int32_t at = place_in(places_, member);
  return at < 0 ? nullptr : &entries_[static_cast<std::size_t>(at)];
}

void KafkaCoordinator::set_roster(std::vector<std::int32_t> members) {
  for (const std::int32_t member : roster_) put(roster_places_, member, -1);
  roster_ = std::move(members);
  for (std::size_t i = 0; i < roster_.size(); ++i)
    put(roster_places_, roster_[i], static_cast<std::int32_t>(i));
}

void KafkaCoordinator::set_joined(Entry& entry, bool joined) {
  if (entry.joined == joined) return;
  entry.joined = joined;
  joined_ = joined ? joined_ + 1 : joined_ - 1;
}

template <class Predicate>
void KafkaCoordinator::drop(Predicate&& is_out) {
  for (Entry& entry : entries_) {
    if (!is_out(entry)) continue;
    set_joined(entry, false);
    put(places_, entry.member, -1);
  }
  std::erase_if(entries_,
                [&](const Entry& entry) { return places_[static_cast<std::size_t>(entry.member)] < 0; });
  for (std::size_t i = 0; i < entries_.size(); ++i)
    put(places_, entries_[i].member, static_cast<std::int32_t>(i));
}

KafkaCoordinator::Entry& KafkaCoordinator::add(std::int32_t member) {
  deadline(Post::session_ends, stage_.now_us + stage_.scenario.session_us, member, 0);
  put(places_, member, static_cast<std::int32_t>(entries_.size()));
  return entries_.emplace_back(Entry{.member = member, .seen_us = stage_.now_us});
}

void KafkaCoordinator::deadline(Post post, std::int64_t at_us, std::int32_t subject, std::uint64_t token) {
  stage_.agenda.add(at_us, Class::deadline, static_cast<std::int32_t>(post), subject, token);
}

const std::vector<std::int32_t>& KafkaCoordinator::share_of(std::int32_t member) const {
  static const std::vector<std::int32_t> kNothing;
  const std::int32_t at = place_in(roster_places_, member);
  return at < 0 ? kNothing : shares_[static_cast<std::size_t>(at)];
}

// KIP-345: the same instance, started again. Its old id is worth nothing from now on.
bool KafkaCoordinator::take_over(std::int32_t member) {
  const Pod& pod = stage_.pod_of(member);
  if (!pod.instance) return false;
  const auto former = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return stage_.pod_of(entry.member).instance == pod.instance;
  });
  if (former == entries_.end()) return false;
  const std::int32_t in_roster = place_in(roster_places_, former->member);
  if (in_roster >= 0) {
    roster_[static_cast<std::size_t>(in_roster)] = member;
    put(roster_places_, former->member, -1);
    put(roster_places_, member, in_roster);
  }
  if (leader_ == former->member) leader_ = member;
  put(places_, former->member, -1);
  put(places_, member, static_cast<std::int32_t>(former - entries_.begin()));
  former->member = member;
  former->seen_us = stage_.now_us;
  former->syncing = false;
  deadline(Post::session_ends, stage_.now_us + stage_.scenario.session_us, member, 0);
  if (state_ == State::stable) {
    answer_(Post::joined, member, generation_);
    return true;
  }
  set_joined(*former, true);
  if (state_ == State::completing) prepare(fmt::format("{} is back", stage_.name_of(member)));
  try_complete();
  return true;
}

void KafkaCoordinator::join(std::int32_t member, bool knows_itself) {
  Entry* entry = find(member);
  if (entry == nullptr && knows_itself) return answer_(Post::unknown, member, generation_);
  if (entry == nullptr && take_over(member)) return;
  const bool is_new = entry == nullptr;
  if (is_new) entry = &add(member);
  set_joined(*entry, true);
  entry->syncing = false;
  entry->seen_us = stage_.now_us;
  if (is_new) came_in_window_ = true;
  if (state_ != State::preparing) {
    prepare(fmt::format("{} {}", stage_.name_of(member), is_new ? "joins" : "has revoked and rejoins"));
  } else if (!stage_.rebalances.empty()) {
    stage_.rebalances.back().last_one = stage_.name_of(member);
  }
  try_complete();
}

void KafkaCoordinator::prepare(std::string cause) {
  if (state_ == State::completing) {
    for (Entry& entry : entries_) {
      if (!entry.syncing) continue;
      entry.syncing = false;
      answer_(Post::rejoin, entry.member, generation_);
    }
  }
  stage_.rebalances.push_back({.from_us = stage_.now_us,
                               .to_us = -1,
                               .generation = generation_ + 1,
                               .members = 0,
                               .cause = std::move(cause),
                               .last_one = {}});
  const Scenario& scenario = stage_.scenario;
  ++barrier_;
  window_ = state_ == State::empty;
  state_ = State::preparing;
  if (window_) {
    const std::int64_t wait_us = std::min(scenario.initial_delay_us, scenario.rebalance_timeout_us);
    window_left_us_ = scenario.rebalance_timeout_us - wait_us;
    came_in_window_ = false;
    deadline(Post::window_ends, stage_.now_us + wait_us, 0, barrier_);
  } else {
    deadline(Post::barrier_times_out, stage_.now_us + scenario.rebalance_timeout_us, 0, barrier_);
  }
}

void KafkaCoordinator::try_complete() {
  if (state_ != State::preparing || window_) return;
  if (joined_ == entries_.size()) complete();
}

void KafkaCoordinator::complete() {
  drop([&](const Entry& entry) { return !entry.joined && !stage_.pod_of(entry.member).instance; });
  ++generation_;
  set_roster({});
  shares_.clear();
  window_ = false;
  if (entries_.empty()) {
    state_ = State::empty;
    leader_.reset();
    stage_.rebalances.back().to_us = stage_.now_us;
    return;
  }
  const Entry* leader = leader_ ? find(*leader_) : nullptr;
  if (leader == nullptr || !leader->joined) {
    const auto first =
        std::find_if(entries_.begin(), entries_.end(), [](const Entry& entry) { return entry.joined; });
    leader_ = first == entries_.end() ? std::nullopt : std::optional(first->member);
  }
  state_ = State::completing;
  stage_.rebalances.back().members = static_cast<std::int32_t>(entries_.size());
  std::vector<std::int32_t> everybody;
  for (const Entry& entry : entries_) everybody.push_back(entry.member);
  set_roster(std::move(everybody));
  shares_.assign(roster_.size(), {});
  for (Entry& entry : entries_) {
    entry.seen_us = stage_.now_us;
    if (entry.joined) answer_(Post::joined, entry.member, generation_);
    set_joined(entry, false);
  }
}

void KafkaCoordinator::sync(std::int32_t member, std::int32_t generation,
                            const std::vector<std::vector<std::int32_t>>& shares) {
  Entry* entry = find(member);
  if (entry == nullptr) return answer_(Post::unknown, member, generation_);
  if (generation != generation_ || state_ == State::preparing || state_ == State::empty) {
    return answer_(Post::rejoin, member, generation_);
  }
  entry->seen_us = stage_.now_us;
  if (state_ == State::stable) return answer_(Post::synced, member, generation_);
  entry->syncing = true;
  if (leader_ != member) return;
  shares_ = shares;
  state_ = State::stable;
  stage_.rebalances.back().to_us = stage_.now_us;
  for (Entry& each : entries_) {
    if (each.syncing) answer_(Post::synced, each.member, generation_);
    each.syncing = false;
  }
}

void KafkaCoordinator::heartbeat(std::int32_t member) {
  Entry* entry = find(member);
  if (entry == nullptr) return answer_(Post::unknown, member, generation_);
  entry->seen_us = stage_.now_us;
  if (state_ == State::preparing) answer_(Post::rebalancing, member, generation_);
}

void KafkaCoordinator::leave(std::int32_t member) {
  if (find(member) == nullptr) return;
  drop([&](const Entry& entry) { return entry.member == member; });
  if (state_ == State::stable || state_ == State::completing) {
    prepare(fmt::format("{} leaves", stage_.name_of(member)));
  }
  try_complete();
}

void KafkaCoordinator::happen(const Appointment& deadline) {
  switch (static_cast<Post>(deadline.kind)) {
    case Post::session_ends: {
      const Entry* entry = find(deadline.subject);
      if (entry == nullptr) return;
      // Who waits for an answer is not expected to send heartbeats.
      const std::int64_t from_us = entry->joined || entry->syncing ? stage_.now_us : entry->seen_us;
      const std::int64_t due_us = from_us + stage_.scenario.session_us;
      if (due_us > stage_.now_us) {
        return this->deadline(Post::session_ends, due_us, deadline.subject, 0);
      }
      drop([&](const Entry& other) { return other.member == deadline.subject; });
      if (state_ == State::stable || state_ == State::completing) {
        prepare(fmt::format("the session of {} expires", stage_.name_of(deadline.subject)));
      }
      try_complete();
      return;
    }
    case Post::barrier_times_out:
      if (state_ == State::preparing && deadline.token == barrier_) complete();
      return;
    case Post::window_ends: {
      if (state_ != State::preparing || deadline.token != barrier_) return;
      if (came_in_window_ && window_left_us_ > 0) {
        const std::int64_t wait_us = std::min(stage_.scenario.initial_delay_us, window_left_us_);
        window_left_us_ -= wait_us;
        came_in_window_ = false;
        return this->deadline(Post::window_ends, stage_.now_us + wait_us, 0, barrier_);
      }
      complete();
      return;
    }
    default: return;
  }
}

}  // namespace lanewise::sim::rebalance

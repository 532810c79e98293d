#include "libcore/sim/log_run.h"

#include <cassert>
#include <utility>

namespace lanewise::sim {

namespace {

// One seed, a sequence of its own for each purpose.
constexpr std::uint64_t kKeys = 1;
constexpr std::uint64_t kJitter = 2;
constexpr std::uint64_t kService = 3;
constexpr std::uint64_t kFaults = 4;
constexpr std::uint64_t kCommits = 5;

using record::EventKind;
using What = PendingQueue::What;

std::vector<ConsumerGroup> make_groups(const GeneratorConfig& config) {
  std::vector<ConsumerGroup> groups;
  if (config.handled == HandledAs::nothing) return groups;
  for (const std::string& name : config.groups) {
    groups.emplace_back(name, config.members, config.threads, config.partitions, config.start.count());
  }
  return groups;
}

}  // namespace

LogRun::LogRun(GeneratorConfig config, LogPlan plan, KeyTable keys)
    : config_(std::move(config)),
      plan_(std::move(plan)),
      keys_(std::move(keys)),
      groups_(make_groups(config_)),
      lines_(config_, keys_, groups_),
      jitter_random_(config_.seed, kJitter),
      service_random_(config_.seed, kService),
      fault_random_(config_.seed, kFaults),
      total_(config_.records),
      next_offset_(config_.partitions),
      grid_ns_(config_.start.count()),
      now_ns_(config_.start.count()) {
  const stats::Random key_random(config_.seed, kKeys);
  if (plan_.life == 0) {
    activity_.emplace(plan_.keys, plan_.ranks, plan_.zipf_milli, config_.active_for.count(),
                      config_.start.count(), key_random);
  } else {
    const std::int64_t hurry_ns = config_.steps.empty() ? kNever : config_.step_within.count() / 2;
    lives_.emplace(plan_.keys, plan_.ranks, plan_.zipf_milli, plan_.life, hurry_ns, key_random);
  }
  service_ns_ = choose_service();
  constexpr std::int64_t kLeastBeatNs = 5'000'000;
  beat_ns_ = std::max(static_cast<std::int64_t>(service_ns_), kLeastBeatNs);

  for (const SkewedClock& clock : plan_.clocks) lines_.skew(clock);
  for (const PlannedFault& fault : plan_.faults) reserved_ += fault.records;
  next_fault_at_ = plan_.faults.empty() ? total_ : plan_.faults.front().at;

  stats::Random commit_random(config_.seed, kCommits);
  for (std::size_t index = 0; index < groups_.size(); ++index) {
    for (std::uint32_t member = 0; member < config_.members; ++member) {
      queue_.push(now_ns_ + commit_random.between(1, config_.commit_every.count()), What::commit,
                  static_cast<std::uint32_t>(index * config_.members + member));
    }
  }
  step_clock();
}

// Half of what the busiest thread could bear. That thread has the most popular key and, with room for uneven
// hashing, twice its share of all the others.
std::uint64_t LogRun::choose_service() const {
  if (config_.service) return static_cast<std::uint64_t>(config_.service->count());
  constexpr std::uint64_t kMillion = 1'000'000;
  constexpr std::uint64_t kLongestNs = 20'000'000;
  const std::uint64_t threads =
      std::uint64_t{std::min(config_.members, config_.partitions)} * config_.threads;
  const std::uint64_t top = lives_ ? lives_->top_share_ppm() : activity_->top_share_ppm();
  const std::uint64_t share_ppm = std::min(top + 2 * kMillion / threads, kMillion);
  const std::uint64_t interval_ns = kMillion * kMillion / plan_.rate_milli;
  return std::clamp<std::uint64_t>(interval_ns * kMillion / (2 * share_ppm), 1, kLongestNs);
}

// The records' moments: one in each interval of 1/rate seconds, anywhere in it.
void LogRun::step_clock() {
  constexpr std::uint64_t kPartsPerRecord = 1'000'000'000'000;  // of 1/rate_milli ns
  const std::uint64_t length_ns = kPartsPerRecord / plan_.rate_milli;
  due_ns_ = grid_ns_ + static_cast<std::int64_t>(jitter_random_.below(length_ns));
  grid_ns_ += static_cast<std::int64_t>(length_ns);
  grid_part_ += kPartsPerRecord % plan_.rate_milli;
  if (grid_part_ >= plan_.rate_milli) {
    grid_part_ -= plan_.rate_milli;
    ++grid_ns_;
  }
}

bool LogRun::fill(std::string& out, std::size_t bytes) {
  if (finished_) return false;
  lines_.write_to(out);
  if (!begun_) {
    begun_ = true;
    const auto group_count = static_cast<std::uint16_t>(groups_.size());
    for (std::uint16_t index = 0; index < group_count; ++index) {
      for (std::int32_t partition = 0; partition < static_cast<std::int32_t>(config_.partitions);
           ++partition) {
        const std::uint16_t owner = groups_[index].owner[static_cast<std::size_t>(partition)];
        lines_.group_event(EventKind::assign, index, owner, now_ns_, partition, std::nullopt);
      }
    }
  }
  const std::size_t enough = out.size() + bytes;
  while (out.size() < enough) {
    if (!advance()) {
      finish();
      return false;
    }
  }
  return true;
}

bool LogRun::advance() {
  const bool writers_due = !all_written() && !waiting_;
  const std::int64_t arrival_ns = writers_due ? std::max(due_ns_, now_ns_) : kNever;
  if (!queue_.empty() && queue_.top().time_ns <= arrival_ns) {
    happen(queue_.pop());
    waiting_ = false;
    return true;
  }
  if (!writers_due) {
    assert(!waiting_ && !episode_ && outstanding_ == 0);
    return false;
  }
  now_ns_ = arrival_ns;
  write_next(arrival_ns);
  return true;
}

void LogRun::happen(const PendingQueue::Entry& entry) {
  now_ns_ = entry.time_ns;
  const std::uint32_t slot = entry.slot();
  switch (entry.what()) {
    case What::start: lines_.started(handlings_[slot]); break;
    case What::done: {
      const Handling handling = handlings_[slot];
      free_slots_.push_back(slot);
      --outstanding_;
      ConsumerGroup& group = groups_[handling.group];
      const auto partition = static_cast<std::size_t>(handling.record.partition);
      if (handling.owned) --group.in_flight[partition];
      if (handling.finishes) group.progress[partition].finish(handling.record.offset);
      const std::uint64_t line = lines_.ended(handling);
      ++summary_.handlings;
      if (episode_) episode_->ended(handling, line);
      break;
    }
    case What::commit: {
      commit_member(static_cast<std::uint16_t>(slot / config_.members),
                    static_cast<std::uint16_t>(slot % config_.members));
      const bool over = all_written() && outstanding_ == 0 && !episode_;
      if (!over) queue_.push(now_ns_ + config_.commit_every.count(), What::commit, slot);
      break;
    }
    case What::wake: break;
  }
  if (episode_) settle_episode();
}

void LogRun::commit_member(std::uint16_t group, std::uint16_t member) {
  for (const std::int32_t partition : groups_[group].owned[member]) {
    if (episode_ && episode_->bars_commit(group, partition)) continue;
    commit(group, member, partition);
  }
}

void LogRun::commit(std::uint16_t group, std::uint16_t member, std::int32_t partition) {
  OffsetProgress& progress = groups_[group].progress[static_cast<std::size_t>(partition)];
  if (progress.next() <= progress.committed()) return;
  progress.commit();
  lines_.group_event(EventKind::commit, group, member, now_ns_, partition, progress.committed());
}

void LogRun::write_next(std::int64_t arrival_ns) {
  if (written_ == next_fault_at_ && next_fault_ < plan_.faults.size()) {
    if (episode_) return wait();
    open_episode();
  }
  std::uint64_t needed = 0;
  std::size_t parked = 0;
  if (episode_) {
    settle_episode();
    if (episode_) {
      if (const auto wanted = episode_->wish()) {
        summary_.waited_ns += arrival_ns - due_ns_;
        grid_ns_ += arrival_ns - due_ns_;
        return write(*wanted, episode_->watch());
      }
      needed = episode_->still_needed();
      parked = episode_->parked();
      if (needed > 0 && next_fault_at_ - written_ <= needed) return wait();
    }
  }
  if (outstanding_ + parked >= config_.max_lag) return wait();

  const auto key = draw_key();
  if (!key) {
    // Only faults may still write: one that is open, then the next; or nobody.
    if (episode_) return wait();
    if (next_fault_ < plan_.faults.size()) {
      next_fault_at_ = written_;
    } else {
      total_ = written_;
    }
    return;
  }
  summary_.waited_ns += arrival_ns - due_ns_;
  grid_ns_ += arrival_ns - due_ns_;
  const std::uint32_t seq = keys_.written(*key) + 1;
  write({.key = *key,
         .seq = seq,
         .label = static_cast<std::int16_t>(plan_.life == 0 ? -1 : static_cast<int>(seq) - 1)},
        0);
}

std::optional<std::uint32_t> LogRun::draw_key() {
  if (activity_) return activity_->draw(now_ns_, barred_);
  const std::uint64_t promised = reserved_ + (episode_ ? episode_->still_needed() : 0);
  return lives_->draw(now_ns_, total_ - written_ - promised);
}

void LogRun::write(const Wanted& wanted, std::uint16_t watch) {
  Record record{.key = wanted.key,
                .partition = wanted.partition.value_or(keys_.partition(wanted.key)),
                .seq = wanted.seq,
                .written_ns = now_ns_,
                .created_ns = now_ns_ - wanted.created_before_ns,
                .label = wanted.label};
  record.offset = next_offset_[static_cast<std::size_t>(record.partition)]++;
  keys_.set_written(wanted.key, std::max(keys_.written(wanted.key), static_cast<std::uint32_t>(wanted.seq)));
  ++written_;
  const std::uint64_t line = lines_.stored(record);
  if (watch != 0) episode_->wrote(record, line);
  deliver(record, watch);
  step_clock();
}

void LogRun::deliver(const Record& record, std::uint16_t watch) {
  const auto group_count = static_cast<std::uint16_t>(groups_.size());
  for (std::uint16_t group = 0; group < group_count; ++group) {
    if (episode_ && episode_->takes(group, record, watch)) continue;
    schedule(group, record, record.written_ns + config_.fetch_delay.count(), watch);
  }
}

void LogRun::schedule(std::uint16_t group_index, const Record& record, std::int64_t arrival_ns,
                      std::uint16_t watch, std::uint8_t attempt, bool finishes) {
  ConsumerGroup& group = groups_[group_index];
  const std::uint16_t member = group.owner[static_cast<std::size_t>(record.partition)];
  const std::uint16_t thread = group.thread_of(record.key, member);
  std::int64_t& free_ns = group.thread_free(member, thread);
  const std::int64_t start_ns = std::max(arrival_ns, free_ns);
  const std::int64_t end_ns = start_ns + draw_service();
  free_ns = end_ns;
  add({.record = record,
       .start_ns = start_ns,
       .end_ns = end_ns,
       .group = group_index,
       .member = member,
       .thread = thread,
       .watch = watch,
       .attempt = attempt,
       .finishes = finishes});
}

void LogRun::add(const Handling& handling) {
  std::uint32_t slot = 0;
  if (free_slots_.empty()) {
    slot = static_cast<std::uint32_t>(handlings_.size());
    handlings_.push_back(handling);
  } else {
    slot = free_slots_.back();
    free_slots_.pop_back();
    handlings_[slot] = handling;
  }
  ++outstanding_;
  if (handling.owned)
    ++groups_[handling.group].in_flight[static_cast<std::size_t>(handling.record.partition)];
  if (config_.handled == HandledAs::start_and_done) queue_.push(handling.start_ns, What::start, slot);
  queue_.push(handling.end_ns, What::done, slot);
}

std::uint32_t LogRun::pick_key() {
  std::uint32_t key = 0;
  if (lives_) {
    key = lives_->take_fresh();
  } else {
    // One that is alive if it can be, for then it has a history before and after.
    constexpr int kTries = 32;
    key = activity_->any_alive();
    for (int i = 0; i < kTries && keys_.touched(key); ++i) key = activity_->any_alive();
    while (keys_.touched(key)) key = (key + 1) % keys_.size();
  }
  keys_.touch(key);
  return key;
}

void LogRun::open_episode() {
  const PlannedFault& fault = plan_.faults[next_fault_++];
  reserved_ -= fault.records;
  next_fault_at_ = next_fault_ < plan_.faults.size() ? plan_.faults[next_fault_].at : total_;
  episode_ = make_episode(*this, fault.kind);
  barred_ = episode_->key();
}

void LogRun::settle_episode() {
  episode_->poll();
  if (!episode_->closed()) return;
  planted_.push_back(episode_->truth());
  episode_.reset();
  barred_.reset();
}

void LogRun::finish() {
  finished_ = true;
  for (const SkewedClock& clock : lines_.skewed()) {
    if (clock.first_line == 0) continue;  // nothing was written by it
    Planted planted;
    planted.kind = FaultKind::clock_skew;
    planted.line = clock.first_line;
    planted.skew_ms = clock.skew_ns / 1'000'000;
    planted.first_ns = clock.first_ns;
    planted.last_ns = clock.last_ns;
    if (clock.group) {
      planted.group = groups_[*clock.group].name;
      planted.member = groups_[*clock.group].members[clock.who];
    } else {
      planted.producer = lines_.producer_name(clock.who);
    }
    planted_.push_back(std::move(planted));
  }
  summary_.lines = lines_.count();
  summary_.records = written_;
  for (std::uint32_t key = 0; key < keys_.with_added(); ++key)
    if (keys_.written(key) > 0) ++summary_.keys;
  summary_.first_ns = lines_.first_ns();
  summary_.last_ns = lines_.last_ns();
}

}  // namespace lanewise::sim

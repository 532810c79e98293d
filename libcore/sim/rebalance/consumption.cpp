#include "libcore/sim/rebalance/consumption.h"

#include <algorithm>
#include <limits>

#include "libcore/sim/rebalance/phases.h"

namespace lanewise::sim::rebalance {

namespace {
using record::EventKind;
}

Consumption::Consumption(Stage& stage, const route::Partitioner& partitioner,
                         std::function<void(std::int32_t)> released)
    : stage_(stage), released_(std::move(released)), logs_(stage.partitions.size()) {
  if (stage.scenario.has_load() && stage.partitions.size() > 0) {
    arrivals_.emplace(stage.scenario, stage.scenario.load, stage.partitions, partitioner);
  }
}

void Consumption::came(std::int32_t member) {
  Side& side = sides_.emplace_back();
  if (!stage_.scenario.has_load()) return;
  side.workers.resize(stage_.scenario.load.workers);
  // Its timer starts with it.
  const Member& start = stage_.members[static_cast<std::size_t>(member)];
  const bool at_rest = start.start == 1 && start.pod < stage_.scenario.pods_at_start;
  const std::int64_t due_us = at_rest ? first_commit_us(stage_.scenario, start.pod)
                                      : stage_.now_us + stage_.scenario.load.commit_every_us;
  stage_.agenda.add(due_us, Class::work, commit_is_due, member);
}

void Consumption::assign(std::int32_t member, std::span<const std::int32_t> partitions,
                         std::int32_t generation, bool at_rest) {
  const std::int32_t pod = stage_.members[static_cast<std::size_t>(member)].pod;
  for (const std::int32_t partition : partitions) {
    Log& log = this->log(partition);
    // Whom the coordinator has dropped may not know it yet, and holds on.
    if (log.tenure) {
      Tenure& old = tenure(*log.tenure);
      old.current = false;
      stage_.ownership.given_up(partition, stage_.now_us);
      stage_.ownership.lingers(partition, old.member, stage_.now_us);
    }
    // The member's own earlier hold: its fetcher is the same, and is set to the new place.
    for (const std::size_t index : side(member).tenures) {
      if (tenure(index).partition == partition) tenure(index).fetching = false;
    }
    const std::size_t index = tenures_.size();
    tenures_.push_back({.member = member, .partition = partition, .generation = generation, .progress = {}});
    log.tenure = index;
    side(member).tenures.push_back(index);
    stage_.ownership.assigned(partition, member, pod, stage_.now_us);
    stage_.history.partition(EventKind::assign, stage_.name_of(member), partition, generation, stage_.now_us);
    const std::int64_t wait_us = at_rest ? 0 : stage_.scenario.fetch_first_us;
    if (wait_us == 0) {
      begin(index);
    } else {
      stage_.agenda.add(stage_.now_us + wait_us, Class::work, fetch_is_due, member, index);
    }
  }
}

void Consumption::begin(std::size_t index) {
  Tenure& tenure = this->tenure(index);
  if (tenure.over || tenure.releasing || !tenure.current) return;
  const Log& log = this->log(tenure.partition);
  tenure.begun = true;
  tenure.fetching = true;
  tenure.base =
      stage_.scenario.protections.resume_at_commit ? log.committed : std::max(log.fetched, log.committed);
  tenure.position = tenure.base;
  tenure.committed = tenure.base;
  stage_.ownership.fetching(tenure.partition, stage_.now_us);
  stage_.history.offset(EventKind::resume, stage_.name_of(tenure.member), tenure.partition, tenure.generation,
                        tenure.base, stage_.now_us);
  fetch(index);
}

void Consumption::fetch(std::size_t index) {
  if (!stage_.scenario.has_load()) return;
  const Load& load = stage_.scenario.load;
  Tenure& tenure = this->tenure(index);
  Log& log = this->log(tenure.partition);
  while (tenure.fetching && tenure.position < static_cast<std::int64_t>(log.records.size()) &&
         tenure.running + tenure.waiting < load.prefetch) {
    const Work work{.tenure = index, .offset = tenure.position++};
    if (tenure.current) log.fetched = tenure.position;
    ++tenure.waiting;
    const Record& record = this->record(work);
    const auto worker =
        static_cast<std::size_t>(stats::multiply(stats::scatter(record.key), load.workers).high);
    stage_.history.handling(EventKind::fetch, stage_.name_of(tenure.member), tenure.partition,
                            tenure.generation, work.offset, record, -1, stage_.now_us);
    Worker& hand = side(tenure.member).workers[worker];
    hand.queue.push_back(work);
    if (!hand.running) start_next(tenure.member, worker);
  }
}

void Consumption::start_next(std::int32_t member, std::size_t worker) {
  Worker& hand = side(member).workers[worker];
  while (!hand.queue.empty()) {
    const Work work = hand.queue.front();
    hand.queue.pop_front();
    Tenure& tenure = this->tenure(work.tenure);
    if (work.offset >= tenure.keeps_below) continue;
    --tenure.waiting;
    tenure.started = std::max(tenure.started, work.offset);
    ++tenure.running;
    Record& record = this->record(work);
    hand.running = work;
    hand.begun = stage_.tally.started(record);
    stage_.history.handling(EventKind::start, stage_.name_of(member), tenure.partition, tenure.generation,
                            work.offset, record, static_cast<std::int32_t>(worker), stage_.now_us);
    stage_.agenda.add(stage_.now_us + record.service_us, Class::work, handling_ends, member,
                      hand.turn << 16U | worker);
    return;
  }
}

void Consumption::done(std::int32_t member, std::size_t worker) {
  Worker& hand = side(member).workers[worker];
  const Work work = *hand.running;
  Tenure& tenure = this->tenure(work.tenure);
  Record& record = this->record(work);
  hand.running.reset();
  ++hand.turn;
  --tenure.running;
  tenure.progress.finish(work.offset - tenure.base);
  stage_.tally.done(record, hand.begun, tenure.current, stage_.now_us);
  stage_.history.handling(EventKind::done, stage_.name_of(member), tenure.partition, tenure.generation,
                          work.offset, record, static_cast<std::int32_t>(worker), stage_.now_us);
  start_next(member, worker);
  if (tenure.releasing) {
    check_release(member);
  } else {
    fetch(work.tenure);
    end_if_idle(work.tenure);
  }
}

void Consumption::commit(Tenure& tenure) {
  if (!stage_.scenario.has_load() || !tenure.begun) return;
  const std::int64_t next = stage_.scenario.load.commit_on == CommitOn::start
                                ? tenure.position
                                : tenure.base + tenure.progress.next();
  if (next <= tenure.committed) return;
  tenure.committed = next;
  if (!tenure.current && stage_.scenario.protections.fencing) {
    ++stage_.tally.figures.commits_refused;
    return;
  }
  Log& log = this->log(tenure.partition);
  if (next < log.committed) ++stage_.tally.figures.commits_back;
  log.committed = next;
  stage_.history.offset(EventKind::commit, stage_.name_of(tenure.member), tenure.partition, tenure.generation,
                        next, stage_.now_us);
}

void Consumption::revoke(std::int32_t member, std::span<const std::int32_t> partitions) {
  Release& release = side(member).release;
  if (!release.active) release.earliest_us = stage_.now_us;
  release.active = true;
  for (const std::int32_t partition : partitions) {
    const std::optional<std::size_t> index = log(partition).tenure;
    if (!index || tenure(*index).member != member || tenure(*index).releasing) continue;
    Tenure& tenure = this->tenure(*index);
    tenure.releasing = true;
    release.tenures.push_back(*index);
    release.earliest_us = std::max(release.earliest_us, stage_.now_us + stage_.scenario.drain_us);
    if (!drains()) continue;
    tenure.fetching = false;
    stage_.ownership.draining(partition, stage_.now_us);
    // What is committed already cannot be given back.
    const bool can_give_back =
        !stage_.scenario.has_load() || stage_.scenario.load.commit_on == CommitOn::done;
    if (can_give_back) give_back(*index, tenure.started + 1);
  }
  stage_.agenda.add(release.earliest_us, Class::work, release_is_due, member, release.turn);
}

// What waits at this offset or behind is dropped when its turn comes.
void Consumption::give_back(std::size_t index, std::int64_t from) {
  Tenure& tenure = this->tenure(index);
  tenure.keeps_below = from;
  tenure.waiting = 0;
  for (const Worker& hand : side(tenure.member).workers) {
    for (const Work& work : hand.queue) {
      if (work.tenure == index && work.offset < from) ++tenure.waiting;
    }
  }
}

void Consumption::check_release(std::int32_t member) {
  Release& release = side(member).release;
  if (!release.active || stage_.now_us < release.earliest_us) return;
  if (drains()) {
    for (const std::size_t index : release.tenures) {
      if (tenure(index).running + tenure(index).waiting > 0) return;
    }
  }
  const std::vector<std::size_t> tenures = std::move(release.tenures);
  release = {.active = false, .earliest_us = 0, .tenures = {}, .turn = release.turn + 1};
  for (const std::size_t index : tenures) {
    commit(tenure(index));
    let_go(index, EventKind::revoke);
  }
  released_(member);
}

void Consumption::let_go(std::size_t index, EventKind kind) {
  Tenure& tenure = this->tenure(index);
  stage_.history.partition(kind, stage_.name_of(tenure.member), tenure.partition, tenure.generation,
                           stage_.now_us);
  tenure.releasing = false;
  if (tenure.current) {
    tenure.current = false;
    log(tenure.partition).tenure.reset();
    stage_.ownership.given_up(tenure.partition, stage_.now_us);
    stage_.ownership.lingers(tenure.partition, tenure.member, stage_.now_us);
  }
  if (tenure.fetching && !stage_.scenario.protections.stop_fetch && kind == EventKind::revoke) {
    log(tenure.partition).overstaying.push_back(index);
    stage_.agenda.add(stage_.now_us + stage_.scenario.overstay_us, Class::work, overstay_ends, tenure.member,
                      index);
  } else {
    tenure.fetching = false;
  }
  end_if_idle(index);
}

void Consumption::lose(std::int32_t member, std::span<const std::int32_t> partitions) {
  for (const std::int32_t partition : partitions) {
    for (const std::size_t index : std::vector<std::size_t>(side(member).tenures)) {
      Tenure& tenure = this->tenure(index);
      if (tenure.partition != partition || tenure.keeps_below == 0) continue;
      tenure.fetching = false;
      give_back(index, 0);
      let_go(index, EventKind::lost);
    }
  }
}

void Consumption::crash(std::int32_t member) {
  Side& side = this->side(member);
  side.alive = false;
  side.release = {.active = false, .earliest_us = 0, .tenures = {}, .turn = side.release.turn + 1};
  for (Worker& hand : side.workers) {
    if (hand.running) stage_.tally.cut_off(record(*hand.running));
    hand.running.reset();
    ++hand.turn;
    hand.queue.clear();
  }
  for (const std::size_t index : std::vector<std::size_t>(side.tenures)) {
    Tenure& tenure = this->tenure(index);
    if (tenure.current) {
      tenure.current = false;
      log(tenure.partition).tenure.reset();
      stage_.ownership.given_up(tenure.partition, stage_.now_us);
    } else {
      stage_.ownership.lingers_no_more(tenure.partition, member, stage_.now_us);
    }
    end(index);
  }
}

void Consumption::end_if_idle(std::size_t index) {
  Tenure& tenure = this->tenure(index);
  if (tenure.over || tenure.current || tenure.releasing || tenure.fetching || tenure.running > 0 ||
      tenure.waiting > 0) {
    return;
  }
  if (tenure.keeps_below > 0) commit(tenure);
  stage_.ownership.lingers_no_more(tenure.partition, tenure.member, stage_.now_us);
  end(index);
}

void Consumption::end(std::size_t index) {
  Tenure& tenure = this->tenure(index);
  tenure.over = true;
  tenure.fetching = false;
  std::erase(side(tenure.member).tenures, index);
}

std::int64_t Consumption::next_arrival_us() const {
  return arrivals_ ? arrivals_->next_us() : std::numeric_limits<std::int64_t>::max();
}

void Consumption::arrive() {
  const Arrivals::Arrival arrival = arrivals_->take();
  Log& log = this->log(arrival.partition);
  log.records.push_back(arrival.record);
  stage_.tally.written(stage_.now_us);
  if (log.tenure) fetch(*log.tenure);
  std::erase_if(log.overstaying, [&](std::size_t index) { return !tenure(index).fetching; });
  for (const std::size_t index : log.overstaying) fetch(index);
}

void Consumption::happen(const Appointment& appointment) {
  const std::int32_t member = appointment.subject;
  switch (appointment.kind) {
    case fetch_is_due: begin(appointment.token); break;
    case handling_ends: {
      const std::size_t worker = appointment.token & 0xffffU;
      const Worker& hand = side(member).workers[worker];
      if (hand.running && hand.turn == appointment.token >> 16U) done(member, worker);
      break;
    }
    case commit_is_due:
      if (!side(member).alive) break;
      for (const std::size_t index : side(member).tenures) commit(tenure(index));
      stage_.agenda.add(stage_.now_us + stage_.scenario.load.commit_every_us, Class::work, commit_is_due,
                        member);
      break;
    case release_is_due:
      if (side(member).release.turn == appointment.token) check_release(member);
      break;
    case overstay_ends:
      tenure(appointment.token).fetching = false;
      end_if_idle(appointment.token);
      break;
    default: break;
  }
}

void Consumption::close() {
  for (const Side& side : sides_) {
    for (const Worker& hand : side.workers) {
      for (const Work& work : hand.queue) {
        if (work.offset < tenure(work.tenure).keeps_below) record(work).waits = true;
      }
    }
  }
  for (const Log& log : logs_) {
    const auto end = std::min(log.committed, static_cast<std::int64_t>(log.records.size()));
    for (std::int64_t offset = 0; offset < end; ++offset) {
      const Record& record = log.records[static_cast<std::size_t>(offset)];
      if (!record.done && !record.waits && (!record.started || record.cut_off)) ++stage_.tally.figures.lost;
    }
  }
  stage_.tally.close();
}

}  // namespace lanewise::sim::rebalance

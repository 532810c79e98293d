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
    for (const TenureId earlier : tenures_of(member, partition)) tenure(earlier).fetching = false;
    const TenureId id =
        tenures_.add({.member = member, .partition = partition, .generation = generation, .progress = {}});
    log.tenure = id;
    side(member).tenures.emplace(std::pair(partition, tenure(id).serial), id);
    stage_.ownership.assigned(partition, member, pod, stage_.now_us);
    stage_.history.partition(EventKind::assign, stage_.name_of(member), partition, generation, stage_.now_us);
    const std::int64_t wait_us = at_rest ? 0 : stage_.scenario.fetch_first_us;
    if (wait_us == 0) {
      begin(id);
    } else {
      stage_.agenda.add(stage_.now_us + wait_us, Class::work, fetch_is_due, member, id.token());
    }
  }
}

std::vector<TenureId> Consumption::tenures_of(std::int32_t member, std::int32_t partition) {
  std::vector<TenureId> found;
  const auto& tenures = side(member).tenures;
  for (auto at = tenures.lower_bound({partition, 0}); at != tenures.end() && at->first.first == partition;
       ++at) {
    found.push_back(at->second);
  }
  return found;
}

void Consumption::begin(TenureId id) {
  Tenure& tenure = this->tenure(id);
  if (tenure.releasing || !tenure.current) return;
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
  fetch(id);
}

void Consumption::fetch(TenureId id) {
  if (!stage_.scenario.has_load()) return;
  const Load& load = stage_.scenario.load;
  Tenure& tenure = this->tenure(id);
  Log& log = this->log(tenure.partition);
  while (tenure.fetching && tenure.position < static_cast<std::int64_t>(log.records.size()) &&
         tenure.running + tenure.waiting < load.prefetch) {
    const Work work{.tenure = id, .offset = tenure.position++};
    if (tenure.current) log.fetched = tenure.position;
    ++tenure.waiting;
    const Record& record = this->record(tenure, work.offset);
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
    // What was given back is passed over.
    Tenure* const held = tenures_.find(work.tenure);
    if (held == nullptr || work.offset >= held->keeps_below) continue;
    Tenure& tenure = *held;
    --tenure.waiting;
    tenure.started = std::max(tenure.started, work.offset);
    ++tenure.running;
    const Record& record = this->record(tenure, work.offset);
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
  Record& record = this->record(tenure, work.offset);
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
  // What is committed already cannot be given back.
  const bool can_give_back = !stage_.scenario.has_load() || stage_.scenario.load.commit_on == CommitOn::done;
  std::vector<TenureId> recounted;
  for (const std::int32_t partition : partitions) {
    const std::optional<TenureId> id = log(partition).tenure;
    if (!id) continue;
    Tenure& tenure = this->tenure(*id);
    if (tenure.member != member || tenure.releasing) continue;
    tenure.releasing = true;
    release.tenures.push_back(*id);
    release.earliest_us = std::max(release.earliest_us, stage_.now_us + stage_.scenario.drain_us);
    if (!drains()) continue;
    tenure.fetching = false;
    stage_.ownership.draining(partition, stage_.now_us);
    if (!can_give_back || tenure.waiting == 0) continue;
    tenure.keeps_below = tenure.started + 1;
    recounted.push_back(*id);
  }
  count_waiting(member, recounted);
  stage_.agenda.add(release.earliest_us, Class::work, release_is_due, member, release.turn);
}

// What they still keep of what waits; the rest is dropped when its turn comes.
void Consumption::count_waiting(std::int32_t member, std::span<const TenureId> recounted) {
  if (recounted.empty()) return;
  for (const TenureId id : recounted) {
    tenure(id).waiting = 0;
    tenure(id).recounted = true;
  }
  for (const Worker& hand : side(member).workers) {
    for (const Work& work : hand.queue) {
      Tenure* const held = tenures_.find(work.tenure);
      if (held != nullptr && held->recounted && work.offset < held->keeps_below) ++held->waiting;
    }
  }
  for (const TenureId id : recounted) tenure(id).recounted = false;
}

void Consumption::check_release(std::int32_t member) {
  Release& release = side(member).release;
  if (!release.active || stage_.now_us < release.earliest_us) return;
  if (drains()) {
    // Who has nothing to do gets nothing any more: nobody is looked at twice.
    while (release.through < release.tenures.size()) {
      if (!tenure(release.tenures[release.through]).is_idle()) return;
      ++release.through;
    }
  }
  const std::vector<TenureId> tenures = std::move(release.tenures);
  release = {.active = false, .earliest_us = 0, .tenures = {}, .through = 0, .turn = release.turn + 1};
  for (const TenureId id : tenures) {
    commit(tenure(id));
    let_go(id, EventKind::revoke);
  }
  released_(member);
}

void Consumption::let_go(TenureId id, EventKind kind) {
  Tenure& tenure = this->tenure(id);
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
    log(tenure.partition).overstaying.push_back(id);
    stage_.agenda.add(stage_.now_us + stage_.scenario.overstay_us, Class::work, overstay_ends, tenure.member,
                      id.token());
  } else {
    tenure.fetching = false;
  }
  end_if_idle(id);
}

void Consumption::lose(std::int32_t member, std::span<const std::int32_t> partitions) {
  for (const std::int32_t partition : partitions) {
    for (const TenureId id : tenures_of(member, partition)) {
      Tenure& tenure = this->tenure(id);
      if (tenure.keeps_below == 0) continue;
      tenure.fetching = false;
      tenure.keeps_below = 0;
      tenure.waiting = 0;
      let_go(id, EventKind::lost);
    }
  }
}

void Consumption::crash(std::int32_t member) {
  Side& side = this->side(member);
  side.alive = false;
  side.release = {
      .active = false, .earliest_us = 0, .tenures = {}, .through = 0, .turn = side.release.turn + 1};
  for (Worker& hand : side.workers) {
    if (hand.running) stage_.tally.cut_off(record(tenure(hand.running->tenure), hand.running->offset));
    hand.running.reset();
    ++hand.turn;
    hand.queue.clear();
  }
  for (const auto& [name, id] : std::map(side.tenures)) {
    Tenure& tenure = this->tenure(id);
    if (tenure.current) {
      tenure.current = false;
      log(tenure.partition).tenure.reset();
      stage_.ownership.given_up(tenure.partition, stage_.now_us);
    } else {
      stage_.ownership.lingers_no_more(tenure.partition, member, stage_.now_us);
    }
    end(id);
  }
}

void Consumption::end_if_idle(TenureId id) {
  Tenure& tenure = this->tenure(id);
  if (tenure.current || tenure.releasing || tenure.fetching || !tenure.is_idle()) return;
  if (tenure.keeps_below > 0) commit(tenure);
  stage_.ownership.lingers_no_more(tenure.partition, tenure.member, stage_.now_us);
  end(id);
}

void Consumption::end(TenureId id) {
  const Tenure& tenure = this->tenure(id);
  side(tenure.member).tenures.erase({tenure.partition, tenure.serial});
  tenures_.end(id);
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
  std::erase_if(log.overstaying, [&](TenureId id) {
    const Tenure* const tenure = tenures_.find(id);
    return tenure == nullptr || !tenure->fetching;
  });
  for (const TenureId id : log.overstaying) fetch(id);
}

void Consumption::happen(const Appointment& appointment) {
  const std::int32_t member = appointment.subject;
  const auto held = TenureId::of(appointment.token);
  switch (appointment.kind) {
    case fetch_is_due:
      if (tenures_.find(held) != nullptr) begin(held);
      break;
    case handling_ends: {
      const std::size_t worker = appointment.token & 0xffffU;
      const Worker& hand = side(member).workers[worker];
      if (hand.running && hand.turn == appointment.token >> 16U) done(member, worker);
      break;
    }
    case commit_is_due:
      if (!side(member).alive) break;
      for (const auto& [name, id] : side(member).tenures) commit(tenure(id));
      stage_.agenda.add(stage_.now_us + stage_.scenario.load.commit_every_us, Class::work, commit_is_due,
                        member);
      break;
    case release_is_due:
      if (side(member).release.turn == appointment.token) check_release(member);
      break;
    case overstay_ends:
      if (tenures_.find(held) == nullptr) break;
      tenure(held).fetching = false;
      end_if_idle(held);
      break;
    default: break;
  }
}

void Consumption::close() {
  const auto under_way = [&](const Work& work) {
    const Tenure* const held = tenures_.find(work.tenure);
    if (held != nullptr && work.offset < held->keeps_below) record(*held, work.offset).under_way = true;
  };
  for (const Side& side : sides_) {
    for (const Worker& hand : side.workers) {
      if (hand.running) record(tenure(hand.running->tenure), hand.running->offset).under_way = true;
      for (const Work& work : hand.queue) under_way(work);
    }
  }
  for (const Log& log : logs_) {
    for (std::size_t offset = 0; offset < log.records.size(); ++offset) {
      stage_.tally.left(log.records[offset], static_cast<std::int64_t>(offset) < log.committed,
                        stage_.now_us);
    }
  }
  stage_.tally.close();
}

}  // namespace lanewise::sim::rebalance

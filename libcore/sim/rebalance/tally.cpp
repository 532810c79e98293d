#include "libcore/sim/rebalance/tally.h"

#include <algorithm>

namespace lanewise::sim::rebalance {

void Tally::written(std::int64_t now_us) {
  ++figures.records;
  ++backlog_;
  if (now_us < first_event_us_) figures.backlog_normal = std::max(figures.backlog_normal, backlog_);
  if (backlog_ > figures.backlog_peak) {
    figures.backlog_peak = backlog_;
    figures.backlog_peak_us = now_us;
    figures.normal_again_us = -1;
  }
}

Tally::Begun Tally::started(Record& record) {
  Key& key = keys_[record.key];
  ++figures.handlings;
  const bool first = !record.started;
  record.started = true;
  record.cut_off = false;
  if (!first) {
    ++figures.duplicates;
  } else if (record.seq < key.first_started) {
    record.reordered = true;
  } else {
    key.first_started = record.seq;
  }
  return {.first = first, .ends = key.ends};
}

void Tally::done(Record& record, Begun begun, bool by_owner, std::int64_t now_us) {
  Key& key = keys_[record.key];
  // A member handles a key with one worker: what has ended meanwhile was another's.
  if (key.ends > begun.ends) {
    ++figures.overlaps;
    if (!by_owner) ++figures.zombies;
  }
  ++key.ends;
  if (record.seq < key.done) ++figures.stale;
  key.done = std::max(key.done, record.seq);
  if (begun.first) {
    if (record.seq < key.first_done || record.reordered) ++figures.reorders;
    key.first_done = std::max(key.first_done, record.seq);
  }
  if (record.done) return;
  record.done = true;
  ++figures.handled;
  latencies_us.push_back(now_us - record.written_us);
  if (--backlog_ <= figures.backlog_normal && figures.normal_again_us < 0) figures.normal_again_us = now_us;
}

}  // namespace lanewise::sim::rebalance

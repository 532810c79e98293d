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

Tally::Begun Tally::started(const Record& record) {
  ++figures.handlings;
  return keys_[record.key].ends;
}

void Tally::done(Record& record, Begun begun, bool by_owner, std::int64_t now_us) {
  Key& key = keys_[record.key];
  // A member handles a key with one worker: what has ended meanwhile was another's.
  if (key.ends > begun) {
    ++figures.overlaps;
    if (!by_owner) ++figures.zombies;
  }
  ++key.ends;
  if (record.done || record.cut_off) ++figures.duplicates;
  const bool is_behind = record.seq < key.done;
  if (is_behind) ++figures.stale;
  if (is_behind && !record.done) ++figures.reorders;
  key.done = std::max(key.done, record.seq);
  if (record.done) return;
  record.done = true;
  ++figures.handled;
  latencies_us.push_back(now_us - record.written_us);
  if (--backlog_ <= figures.backlog_normal && figures.normal_again_us < 0) figures.normal_again_us = now_us;
}

void Tally::left(const Record& record, bool is_committed, std::int64_t now_us) {
  if (record.done) return;
  if (is_committed) {
    ++figures.lost;
    if (record.under_way) ++figures.lost_under_way;
  }
  const std::int64_t age_us = now_us - record.written_us;
  ages_us_.push_back(age_us);
  figures.oldest_left_us = std::max(figures.oldest_left_us, age_us);
}

void Tally::close() {
  figures.backlog_end = backlog_;
  if (figures.is_behind()) latencies_us.insert(latencies_us.end(), ages_us_.begin(), ages_us_.end());
}

}  // namespace lanewise::sim::rebalance

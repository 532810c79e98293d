#include "libcore/sim/rebalance/history.h"

#include <fmt/format.h>

namespace lanewise::sim::rebalance {

namespace {
constexpr std::size_t kChunkBytes = std::size_t{256} << 10U;
}

void name_key(std::uint32_t key, std::string& out) {
  out.clear();
  fmt::format_to(std::back_inserter(out), "key-{}", key + 1);
}

void History::member(record::EventKind kind, std::string_view id, std::int64_t now_us) {
  if (take_) write(begin(kind, id, now_us));
}

void History::partition(record::EventKind kind, std::string_view id, std::int32_t partition,
                        std::int32_t generation, std::int64_t now_us) {
  if (!take_) return;
  record::Event event = begin(kind, id, now_us);
  place(event, partition, generation);
  write(event);
}

void History::offset(record::EventKind kind, std::string_view id, std::int32_t partition,
                     std::int32_t generation, std::int64_t next, std::int64_t now_us) {
  if (!take_) return;
  record::Event event = begin(kind, id, now_us);
  place(event, partition, generation);
  event.offset = Offset(next);
  write(event);
}

void History::handling(record::EventKind kind, std::string_view id, std::int32_t partition,
                       std::int32_t generation, std::int64_t offset, const Record& record,
                       std::int32_t worker, std::int64_t now_us) {
  if (!take_) return;
  record::Event event = begin(kind, id, now_us);
  place(event, partition, generation);
  event.offset = Offset(offset);
  name_key(record.key, key_);
  event.key = KeyView::of(key_);
  event.seq = Seq(record.seq);
  if (worker >= 0) {
    thread_.clear();
    fmt::format_to(std::back_inserter(thread_), "w{}", worker + 1);
    event.thread = thread_;
  }
  write(event);
}

void History::close() {
  if (take_ && !lines_.empty()) take_(lines_);
  lines_.clear();
}

record::Event History::begin(record::EventKind kind, std::string_view id, std::int64_t now_us) const {
  record::Event event;
  event.event = kind;
  event.ts_ns = (kStartSeconds * 1'000'000 + now_us) * 1000;
  event.group = kGroupName;
  event.member = id;
  return event;
}

void History::place(record::Event& event, std::int32_t partition, std::int32_t generation) const {
  const allocate::TopicPartition at = partitions_.at(static_cast<std::size_t>(partition));
  event.topic = topics_[static_cast<std::size_t>(at.topic.value)].name;
  event.partition = at.partition;
  event.generation = Generation(generation);
}

void History::write(const record::Event& event) {
  writer_.append(event, lines_);
  if (lines_.size() < kChunkBytes) return;
  take_(lines_);
  lines_.clear();
}

}  // namespace lanewise::sim::rebalance

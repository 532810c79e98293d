#include "libcore/order/rows.h"

#include <algorithm>
#include <limits>

#include "libcore/hash/fast.h"
#include "libcore/order/seen_offsets.h"

namespace lanewise::order {

using record::Field;

record::FieldSet wanted_fields() {
  record::FieldSet fields{Field::topic, Field::partition, Field::offset, Field::broker,     Field::key,
                          Field::seq,   Field::ts,        Field::event,  Field::start_ts,   Field::end_ts,
                          Field::group, Field::member,    Field::thread, Field::generation, Field::attempt};
  fields.key_hash = true;
  return fields;
}

void LocalNames::clear() {
  texts_.resize(1);
  std::fill(slots_.begin(), slots_.end(), 0U);
  last_ = 0;
  recent_.fill(0);
}

std::uint32_t LocalNames::find_or_add(std::string_view text) {
  if (2 * texts_.size() > slots_.size()) grow();
  std::size_t at = static_cast<std::size_t>(hash::fast_hash(text, seed_)) & (slots_.size() - 1);
  while (slots_[at] != 0) {
    if (is_same(texts_[slots_[at]], text)) return slots_[at];
    at = (at + 1) & (slots_.size() - 1);
  }
  texts_.push_back(text);
  return slots_[at] = static_cast<std::uint32_t>(texts_.size() - 1);
}

void LocalNames::grow() {
  slots_.assign(slots_.size() * 2, 0);
  for (std::uint32_t number = 1; number < texts_.size(); ++number) {
    std::size_t at = static_cast<std::size_t>(hash::fast_hash(texts_[number], seed_)) & (slots_.size() - 1);
    while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = number;
  }
}

std::uint32_t Rows::place_of(const LocalPlace& place) {
  const auto slot_of = [&](const LocalPlace& p) {
    const std::uint64_t names = std::uint64_t{p.topic} << 32 | p.broker;
    return static_cast<std::size_t>(
               hash::fast_hash(names, static_cast<std::uint64_t>(p.partition.value_or(-1)))) &
           (place_slots_.size() - 1);
  };
  if (2 * places.size() > place_slots_.size()) {
    place_slots_.assign(place_slots_.size() * 2, 0);
    for (std::uint32_t number = 1; number < places.size(); ++number) {
      std::size_t at = slot_of(places[number]);
      while (place_slots_[at] != 0) at = (at + 1) & (place_slots_.size() - 1);
      place_slots_[at] = number;
    }
  }
  std::size_t at = slot_of(place);
  while (place_slots_[at] != 0) {
    if (places[place_slots_[at]] == place) return place_slots_[at];
    at = (at + 1) & (place_slots_.size() - 1);
  }
  places.push_back(place);
  return place_slots_[at] = static_cast<std::uint32_t>(places.size() - 1);
}

void Rows::fill(const record::Batch& batch) {
  const std::size_t rows = batch.size();
  entries.resize(rows);
  for (LocalNames* names : {&topics, &brokers, &groups, &members, &threads}) names->clear();
  places.assign(1, {});
  std::fill(place_slots_.begin(), place_slots_.end(), 0U);

  const auto keys = batch.keys();
  const auto hashes = batch.key_hashes();
  const auto events = batch.events();
  const auto topic_column = batch.texts(Field::topic);
  const auto broker_column = batch.texts(Field::broker);
  const auto group_column = batch.texts(Field::group);
  const auto member_column = batch.texts(Field::member);
  const auto thread_column = batch.texts(Field::thread);
  const auto partitions = batch.integers(Field::partition);
  const auto generations = batch.integers(Field::generation);
  const auto attempts = batch.integers(Field::attempt);
  struct Times {
    record::IntegerColumn column;
    Entry::Known bit;
    std::int64_t Entry::* member;
  };
  const Times numbers[] = {{batch.integers(Field::seq), Entry::kSeq, &Entry::seq},
                           {batch.integers(Field::offset), Entry::kOffset, &Entry::offset},
                           {batch.integers(Field::ts), Entry::kTs, &Entry::ts},
                           {batch.integers(Field::start_ts), Entry::kStart, &Entry::start},
                           {batch.integers(Field::end_ts), Entry::kEnd, &Entry::end}};
  for (std::size_t i = 0; i < rows; ++i) {
    Entry& entry = entries[i];
    entry.fingerprint = hashes[i];
    entry.key = keys[i];
    entry.event = events[i];
    entry.known = 0;
    for (const Times& number : numbers) {
      if (number.column.known[i] != record::Known::value) continue;
      entry.known |= number.bit;
      entry.*number.member = number.column.values[i];
    }
    if (entry.seq < -kMostSeq || entry.seq > kMostSeq)
      entry.known &= static_cast<std::uint16_t>(~Entry::kSeq);
    if (entry.offset < 0 || entry.offset > SeenOffsets::kMostOffset)
      entry.known &= static_cast<std::uint16_t>(~Entry::kOffset);
    if (generations.known[i] == record::Known::value) {
      entry.known |= Entry::kGeneration;
      entry.generation = static_cast<std::int32_t>(
          std::clamp<std::int64_t>(generations.values[i], std::numeric_limits<std::int32_t>::min(),
                                   std::numeric_limits<std::int32_t>::max()));
    }
    if (attempts.known[i] == record::Known::value) {
      entry.known |= Entry::kAttempt;
      entry.attempt = static_cast<std::uint16_t>(std::clamp<std::int64_t>(attempts.values[i], 0, 0xffff));
    }
    // Kafka's -1 stands for a partition that is not known.
    const auto partition = partitions[i];
    const LocalPlace place{.topic = topics.add(topic_column[i]),
                           .broker = brokers.add(broker_column[i]),
                           .partition = partition && *partition >= 0 ? partition : std::nullopt};
    entry.place = place == LocalPlace{}                            ? 0
                  : i > 0 && places[entries[i - 1].place] == place ? entries[i - 1].place
                                                                   : place_of(place);
    entry.group = groups.add(group_column[i]);
    entry.member = members.add(member_column[i]);
    entry.thread = threads.add(thread_column[i]);
  }
}

}  // namespace lanewise::order

#include "libcore/order/history.h"

#include <algorithm>

namespace lanewise::order {

using record::EventKind;

namespace {

constexpr std::size_t kSlotAhead = 16;  // rows between a look-up and its announcement
constexpr std::size_t kStateAhead = 8;

void number_all(const LocalNames& local, Names& names, std::vector<std::uint32_t>& numbers) {
  numbers.assign(local.texts().size(), 0);
  for (std::size_t i = 1; i < numbers.size(); ++i) numbers[i] = names.add(local.texts()[i]);
}

}  // namespace

History::History(const HistoryOptions& options, Judge& judge, Vocabulary& vocabulary, Watch watch)
    : options_(options),
      judge_(judge),
      names_(vocabulary),
      watch_(std::move(watch)),
      merge_(options.most_waiting, [this](const Entry& entry) { give(entry); }) {}

void History::complete(Entry& entry, record::Meaning meaning) const {
  if (entry.event == EventKind::none && meaning != record::Meaning::handled) {
    entry.event = meaning == record::Meaning::stored ? EventKind::append : EventKind::send;
  }
  const bool is_of_log = entry.event == EventKind::append || entry.event == EventKind::send;
  entry.group = is_of_log ? Vocabulary::kLog : Vocabulary::scope_of(groups_[entry.group]);
  entry.place = places_[entry.place];
  entry.member = members_[entry.member];
  entry.thread = threads_[entry.thread];
  entry.fingerprint =
      KeyTable::fingerprint(entry.fingerprint, entry.group, names_.places.topic_of(entry.place));
}

void History::give(const Entry& entry) {
  if (watch_) watch_(entry);
  judge_.take(entry);
}

void History::number_texts(const Rows& rows) {
  number_all(rows.groups, names_.groups, groups_);
  number_all(rows.members, names_.members, members_);
  number_all(rows.threads, names_.threads, threads_);
  places_.assign(rows.places.size(), 0);
  for (std::size_t i = 1; i < places_.size(); ++i) {
    const LocalPlace& place = rows.places[i];
    places_[i] = names_.places.add(rows.topics.texts()[place.topic], rows.brokers.texts()[place.broker],
                                   place.partition);
  }
}

void History::add(Rows& rows, const record::Batch& batch, std::size_t usable) {
  const bool by_source = batch.names_sources();
  if (by_source || batch.settles_dates()) rows.fill(batch);  // what was settled since the worker's turn
  number_texts(rows);
  const bool merges = options_.merge_inputs || by_source;
  // One input after the other, whether its own lines are merged or not.
  if (!options_.merge_inputs && last_input_ != batch.input()) merge_.finish();
  last_input_ = batch.input();
  if (merges && !merged_) judge_.note_merge();
  merged_ = merged_ || merges;
  auto& entries = rows.entries;
  for (std::size_t i = 0; i < usable + kSlotAhead; ++i) {
    if (i < usable) {
      complete(entries[i], batch.meaning());
      judge_.announce(entries[i]);
    }
    if (i >= kSlotAhead - kStateAhead && i - (kSlotAhead - kStateAhead) < usable) {
      judge_.announce_again(entries[i - (kSlotAhead - kStateAhead)]);
    }
    if (i < kSlotAhead) continue;
    Entry& entry = entries[i - kSlotAhead];
    entry.line = LineRef::of(batch.input(), batch.line_number(i - kSlotAhead));
    entry.number = judge_.number_of(entry);
    entry.key.bytes = {};
    if (merges) {
      merge_.add(entry, std::uint64_t{batch.input()} << 32 | (by_source ? entry.member : 0));
    } else {
      give(entry);
    }
  }
}

void History::finish() { merge_.finish(); }

}  // namespace lanewise::order

#include "libcore/record/batch_builder.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include <fmt/format.h>

#include "libcore/base/base64.h"
#include "libcore/base/text.h"

namespace lanewise::record {

namespace {

constexpr std::size_t kChunkBytes = std::size_t{256} << 10;
constexpr std::size_t kFirstRows = 4096;

constexpr std::size_t kShownBytes = 60;  // of a value, in a message

std::string_view name_of(Leaf leaf) { return leaf.use == Use::base64 ? "key_b64" : info(leaf.field).name; }

std::string quoted(std::string_view text) { return fmt::format("'{}'", printable(text, kShownBytes)); }

}  // namespace

std::optional<std::int64_t> parse_integer(std::string_view text) {
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stopped != end) return std::nullopt;
  return value;
}

char* Arena::take_from_next_chunk(std::size_t bytes) {
  const std::size_t next = chunks_.empty() ? 0 : current_ + 1;
  // Chunks too small for this request stay in line behind the one made for it.
  const auto fitting =
      std::find_if(chunks_.begin() + static_cast<std::ptrdiff_t>(std::min(next, chunks_.size())),
                   chunks_.end(), [&](const Chunk& chunk) { return chunk.size >= bytes; });
  if (fitting == chunks_.end()) {
    const std::size_t size = std::max(bytes, kChunkBytes);
    chunks_.push_back({std::make_unique_for_overwrite<char[]>(size + io::Buffer::kSlack), size});
    std::iter_swap(chunks_.begin() + static_cast<std::ptrdiff_t>(next), chunks_.end() - 1);
  } else {
    std::iter_swap(chunks_.begin() + static_cast<std::ptrdiff_t>(next), fitting);
  }
  current_ = next;
  used_ = bytes;
  return chunks_[current_].memory.get();
}

void Arena::reset() {
  // A chunk made for one huge key is not kept for the rest of the run.
  std::erase_if(chunks_, [](const Chunk& chunk) { return chunk.size > kChunkBytes; });
  current_ = 0;
  used_ = 0;
}

std::int64_t* Arena::take_integers(std::size_t count) {
  const std::size_t misaligned = used_ % alignof(std::int64_t);
  if (misaligned != 0)
    (void)take(std::min(alignof(std::int64_t) - misaligned, chunks_[current_].size - used_));
  char* const start = take(count * sizeof(std::int64_t));
  return reinterpret_cast<std::int64_t*>(start);  // NOLINT(*-reinterpret-cast): aligned above
}

void BatchBuilder::start(Batch& batch, const Projection& projection, const ValueRules& rules,
                         bool names_sources) {
  batch_ = &batch;
  wanted_ = projection.wanted();
  rules_ = &rules;
  arena_.reset();
  row_ = 0;
  defaults_ = {};
  has_defaults_ = false;
  given_up_streams_ = 0;

  std::uint8_t integers = 0;
  std::uint8_t texts = 0;
  complete_ = 0;
  for (const FieldInfo& field : fields()) {
    if (!wanted_.has(field.field) || field.kind == FieldKind::raw) continue;
    complete_ |= bit({field.field, Use::value});
    std::uint8_t& slot = batch.slots_[static_cast<std::size_t>(field.field)];
    if (field.kind == FieldKind::integer || field.kind == FieldKind::time) slot = integers++;
    if (field.kind == FieldKind::text || field.kind == FieldKind::place_text) slot = texts++;
  }
  if (batch.integers_.size() != integers || batch.texts_.size() != texts ||
      batch.wanted_.bits() != wanted_.bits() || batch.wanted_.key_hash != wanted_.key_hash ||
      batch.names_sources_ != names_sources) {
    batch.wanted_ = wanted_;
    batch.names_sources_ = names_sources;
    batch.integers_.resize(integers);
    batch.texts_.resize(texts);
    // Columns grow from nothing: what another set of fields has left in them is gone.
    for (auto& column : batch.integers_) column.known.clear();
    for (auto& column : batch.texts_) column.clear();
    batch.keys_.clear();
    batch.events_.clear();
    batch.positions_.clear();
    batch.dependencies_.clear();
    capacity_ = 0;
    rows_to_clear_ = 0;
  }
  forgiven_with_key_ = wanted_.has(Field::key) ? wanted_.forgiven() & complete_ : 0;
  find_columns();
  clear_rows(0, rows_to_clear_);
  rows_to_clear_ = 0;
  is_row_touched_ = false;
  batch.rows_ = 0;
  batch.problems_.clear();
  batch.counts_ = {};
  batch.carriage_returns_ = 0;
  batch.bodies_ = 0;
  batch.undated_times_ = 0;
  batch.undated_.clear();
  batch.unknown_events_.clear();
  batch.unknown_events_.reserve(kMostUnknownEvents);
  noted_row_ = std::numeric_limits<std::size_t>::max();
  batch.more_unknown_events_ = 0;
}

void BatchBuilder::find_columns() {
  for (const FieldInfo& info : fields()) {
    if (!wanted_.has(info.field)) continue;
    const auto field = static_cast<std::size_t>(info.field);
    const std::uint8_t slot = batch_->slots_[field];
    if (info.kind == FieldKind::integer || info.kind == FieldKind::time) {
      values_[field] = batch_->integers_[slot].values.data();
      known_[field] = batch_->integers_[slot].known.data();
    }
    if (info.kind == FieldKind::text || info.kind == FieldKind::place_text)
      texts_[field] = batch_->texts_[slot].data();
  }
}

void BatchBuilder::clear_rows(std::size_t from, std::size_t to) {
  const auto clear = [&](auto& column) {
    std::fill(column.begin() + static_cast<std::ptrdiff_t>(from),
              column.begin() + static_cast<std::ptrdiff_t>(to), std::decay_t<decltype(column[0])>{});
  };
  for (auto& column : batch_->integers_) clear(column.known);
  for (auto& column : batch_->texts_) clear(column);
  if (wanted_.has(Field::key)) clear(batch_->keys_);
  if (wanted_.has(Field::event)) clear(batch_->events_);
  if (wanted_.has(Field::position)) clear(batch_->positions_);
  if (wanted_.has(Field::depends_on)) clear(batch_->dependencies_);
}

void BatchBuilder::grow() {
  capacity_ = std::max(kFirstRows, 2 * capacity_);
  for (auto& column : batch_->integers_) {
    column.values.resize(capacity_);
    column.known.resize(capacity_);
  }
  for (auto& column : batch_->texts_) column.resize(capacity_);
  if (wanted_.has(Field::key)) batch_->keys_.resize(capacity_);
  if (wanted_.key_hash) batch_->key_hashes_.resize(capacity_);
  if (wanted_.has(Field::event)) batch_->events_.resize(capacity_);
  if (wanted_.has(Field::position)) batch_->positions_.resize(capacity_);
  if (wanted_.has(Field::depends_on)) batch_->dependencies_.resize(capacity_);
  find_columns();
  batch_->lines_.resize(capacity_);
  if (batch_->names_sources_) batch_->sources_.resize(capacity_);
  batch_->line_in_block_.resize(capacity_);
}

void BatchBuilder::give_defaults() {
  const auto give = [this](Field field, std::string_view text) {
    if (wanted_.has(field)) texts_[static_cast<std::size_t>(field)][row_] = text;
  };
  give(Field::topic, defaults_.topic);
  give(Field::member, defaults_.member);
  give(Field::thread, defaults_.thread);
  if (defaults_.ts_ns && wanted_.has(Field::ts)) {
    (void)put_integer({Field::ts, Use::value}, *defaults_.ts_ns);
  }
  if (batch_->names_sources_) batch_->sources_[row_] = defaults_.source;
}

void BatchBuilder::finish() {
  batch_->rows_ = row_;
  batch_->counts_.records = static_cast<std::int64_t>(row_);
  batch_->counts_.unreadable = static_cast<std::int64_t>(batch_->problems_.size());
  rows_to_clear_ = std::min(row_ + 1, capacity_);
}

void BatchBuilder::add_problem(ProblemKind kind, std::uint32_t line_in_block, std::string_view text,
                               std::string_view what) {
  const bool is_described = batch_->problems_.size() < kDescribedProblems;
  batch_->problems_.push_back(
      {kind, row_, line_in_block, text, is_described ? std::string(what) : std::string()});
}

void BatchBuilder::forget_ts() { known_[static_cast<std::size_t>(Field::ts)][row_] = Known::absent; }

bool BatchBuilder::refuse(Leaf leaf, std::string_view expected, std::string_view got) {
  if (wanted_.forgives(leaf.field)) return true;
  what_ = fmt::format("{} is not {}: {}", name_of(leaf), expected, got);
  return false;
}

void BatchBuilder::set_null(Leaf leaf) {
  // A null key_b64 only says that the key, if there is one, stands elsewhere.
  if (has_seen(leaf) || leaf.use != Use::value) return;
  seen_ |= bit(leaf);
  switch (info(leaf.field).kind) {
    case FieldKind::key: batch_->keys_[row_] = KeyView::null(); break;
    case FieldKind::integer:
    case FieldKind::time: {
      Known& known = known_[static_cast<std::size_t>(leaf.field)][row_];
      if (known == Known::absent) known = Known::null;  // a default stands: null says nothing against it
      break;
    }
    default: break;
  }
}

bool BatchBuilder::set_base64_key(Leaf leaf, std::string_view text) {
  char* const out = arena_.take(base64_decoded_bound(text.size()));
  const auto size = base64_decode(text, out);
  if (!size) return refuse(leaf, "base64", quoted(text));
  batch_->keys_[row_] = KeyView::of({out, *size});
  return true;
}

bool BatchBuilder::set_parsed_text(Leaf leaf, std::string_view text) {
  switch (info(leaf.field).kind) {
    case FieldKind::integer: {
      const auto value = parse_integer(text);
      return value ? put_integer(leaf, *value) : refuse(leaf, "an integer", quoted(text));
    }
    case FieldKind::time: {
      const bool is_negative = text.starts_with('-');  // as in set_integer: no time before 1970 is meant
      if (is_negative && parse_integer(text)) return true;
      const auto ns = parse_time(text, rules_->zone);
      if (is_negative && ns) return true;
      if (!ns) {
        if (const auto of_day = parse_time_of_day(text)) return put_time_of_day(leaf, *of_day);
      }
      return ns ? put_time(leaf, *ns) : refuse(leaf, "a time", quoted(text));
    }
    case FieldKind::event: {
      EventKind event = find_event(text);
      for (const auto& [name, meaning] : rules_->event_names) {
        if (name == text) event = meaning;
      }
      if (event == EventKind::other) note_unknown_event(text);
      batch_->events_[row_] = event;
      return true;
    }
    case FieldKind::dependency: {
      const auto value = parse_integer(text);
      if (!value) return refuse_kind(leaf, quoted(text));
      batch_->dependencies_[row_] = {{}, *value, Known::value};
      return true;
    }
    default: return refuse_kind(leaf, quoted(text));
  }
}

bool BatchBuilder::refuse_width(Leaf leaf, std::int64_t value) {
  return refuse(leaf, "within 32 bits", std::to_string(value));
}

// Of a field that is no integer, or a time that is none.
bool BatchBuilder::set_other_integer(Leaf leaf, std::int64_t value) {
  switch (info(leaf.field).kind) {
    case FieldKind::integer: break;
    case FieldKind::key:
    case FieldKind::text: {
      std::array<char, 20> digits;  // NOLINT(*-member-init): written below
      const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
      const std::string_view text(digits.data(), static_cast<std::size_t>(end - digits.data()));
      if (leaf.use == Use::base64) return refuse(leaf, "base64", text);
      return leaf.field == Field::key ? put_key(text, Lifetime::brief)
                                      : put_text(leaf, text, Lifetime::brief);
    }
    case FieldKind::time: return refuse(leaf, "a time between 1677 and 2262", std::to_string(value));
    case FieldKind::dependency: batch_->dependencies_[row_] = {{}, value, Known::value}; return true;
    case FieldKind::event:
    case FieldKind::integers: return refuse_kind(leaf, std::to_string(value));
    case FieldKind::place_text:
    case FieldKind::raw: break;
  }
  return true;
}

bool BatchBuilder::set_number(Leaf leaf, std::string_view digits, Lifetime lifetime) {
  if (has_seen(leaf) || leaf.use == Use::time_type) return true;
  seen_ |= bit(leaf);
  const bool is_integer = digits.find_first_of(".eE") == std::string_view::npos;
  const std::string shown = printable(digits, kShownBytes);
  switch (info(leaf.field).kind) {
    case FieldKind::key:
      if (leaf.use == Use::base64) return refuse(leaf, "base64", shown);
      return is_integer ? put_key(digits, lifetime) : refuse(leaf, "a string or an integer", shown);
    case FieldKind::text:
      return is_integer ? put_text(leaf, digits, lifetime) : refuse(leaf, "a string", shown);
    case FieldKind::integer: return refuse(leaf, is_integer ? "within 64 bits" : "an integer", shown);
    case FieldKind::time: return set_parsed_text(leaf, digits);  // seconds with a fraction
    case FieldKind::place_text:
    case FieldKind::raw: return true;
    case FieldKind::event:
    case FieldKind::integers:
    case FieldKind::dependency: break;
  }
  return refuse_kind(leaf, shown);
}

bool BatchBuilder::set_other(Leaf leaf, std::string_view kind) {
  if (has_seen(leaf) || leaf.use == Use::time_type) return true;
  seen_ |= bit(leaf);
  return info(leaf.field).kind == FieldKind::place_text || refuse_kind(leaf, kind);
}

bool BatchBuilder::set_broken_text(Leaf leaf) {
  if (has_seen(leaf) || leaf.use == Use::time_type) return true;
  seen_ |= bit(leaf);
  if (wanted_.forgives(leaf.field) || info(leaf.field).kind == FieldKind::place_text) return true;
  what_ = fmt::format("{} holds half of a surrogate pair, which is no character", name_of(leaf));
  return false;
}

bool BatchBuilder::refuse_kind(Leaf leaf, std::string_view got) {
  switch (info(leaf.field).kind) {
    case FieldKind::key:
      return refuse(leaf, leaf.use == Use::base64 ? "base64" : "a string or an integer", got);
    case FieldKind::place_text:
    case FieldKind::raw:
    case FieldKind::text: return refuse(leaf, "a string", got);
    case FieldKind::time: return refuse(leaf, "a time", got);
    case FieldKind::event: return refuse(leaf, "the name of an event", got);
    case FieldKind::integers: return refuse(leaf, "an array of integers", got);
    case FieldKind::dependency: return refuse(leaf, "a seq or an object with key and seq", got);
    case FieldKind::integer: break;
  }
  return refuse(leaf, "an integer", got);
}

bool BatchBuilder::set_position(Leaf leaf, std::span<const std::int64_t> values) {
  if (has_seen(leaf)) return true;
  seen_ |= bit(leaf);
  std::int64_t* const copy = arena_.take_integers(values.size());
  std::copy(values.begin(), values.end(), copy);
  batch_->positions_[row_] = {copy, values.size()};
  return true;
}

bool BatchBuilder::set_dependency(Leaf leaf, KeyView key, std::int64_t seq) {
  if (has_seen(leaf)) return true;
  seen_ |= bit(leaf);
  if (key.state == KeyState::present) key.bytes = arena_.copy(key.bytes);
  batch_->dependencies_[row_] = {key, seq, Known::value};
  return true;
}

}  // namespace lanewise::record

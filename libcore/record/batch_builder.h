// Fills a batch row by row. Only the readers of this room use it.
//
// A row is begun, its fields are set in the order they stand in the record (of a repeated one the first
// counts), and then it is committed or given up. A setter that returns false has met a value that the field
// cannot hold; what() says it as a sentence. Only the leaves of the projection that start() was given may be
// set: other fields have no column.
//
// Strings that must outlive the parser's own memory are copied into an arena that lives as long as the batch.
// It grows by chunks and is reused from batch to batch: in the steady state a row allocates nothing.
#pragma once

#include <array>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "libcore/hash/fast.h"
#include "libcore/hash/process_seed.h"
#include "libcore/record/batch.h"
#include "libcore/record/mapping.h"
#include "libcore/record/timestamp.h"

namespace lanewise::record {

// Whether a view's bytes live as long as the batch (they lie in its block) or must be copied.
enum class Lifetime : std::uint8_t { batch, brief };

// Where an empty text lies whose view came without a place: readable as far as every key is (see
// Batch::keys).
inline constexpr std::array<char, io::Buffer::kSlack> kNoBytes{};

class Arena {
 public:
  void reset();
  char* take(std::size_t bytes) {
    if (current_ < chunks_.size() && chunks_[current_].size - used_ >= bytes) {
      char* const start = chunks_[current_].memory.get() + used_;
      used_ += bytes;
      return start;
    }
    return take_from_next_chunk(bytes);
  }
  std::string_view copy(std::string_view bytes) {
    char* const start = take(bytes.size());
    std::memcpy(start, bytes.data(), bytes.size());
    return {start, bytes.size()};
  }
  std::int64_t* take_integers(std::size_t count);

 private:
  struct Chunk {
    std::unique_ptr<char[]> memory;
    std::size_t size;
  };
  char* take_from_next_chunk(std::size_t bytes);

  std::vector<Chunk> chunks_;
  std::size_t current_ = 0;
  std::size_t used_ = 0;
};

// "A string of digits within int64, exact": no blank, no plus, no fraction.
std::optional<std::int64_t> parse_integer(std::string_view text);

// How values of text and event fields are read.
struct ValueRules {
  TimeZone zone;
  std::vector<EventName> event_names;  // they win over the vocabulary's
  std::optional<std::int64_t>
      date;  // of times without one, as days since 1970-01-01; else they are not known
};

// What a row holds where its record does not say: from a wrapper, a layout or an option. data() == nullptr
// and nullopt: nothing. The bytes live as long as the batch.
struct RowDefaults {
  std::string_view topic;
  std::string_view member;
  std::string_view thread;
  std::string_view source;
  std::optional<std::int64_t> ts_ns;
};

class BatchBuilder {
 public:
  // Empties the batch and gives it the projection's columns. Both must outlive the filling.
  void start(Batch& batch, const Projection& projection, const ValueRules& rules, bool names_sources = false);
  // Streams of a wrapper (bits) whose line began before the block and is not to be read any more.
  void give_up_streams(std::uint8_t streams) { given_up_streams_ = streams; }
  [[nodiscard]] std::uint8_t given_up_streams() const { return given_up_streams_; }
  // A copy that lives as long as the batch, with io::Buffer::kSlack readable bytes behind it.
  std::string_view keep_for_batch(std::string_view text) { return arena_.copy(text); }
  // Holds for the rows begun from now on, until the next start().
  RowDefaults& defaults() {
    has_defaults_ = true;
    return defaults_;
  }
  [[nodiscard]] bool has_member() const { return defaults_.member.data() != nullptr; }
  [[nodiscard]] const FieldSet& wanted() const { return wanted_; }
  void note_body(Body body) { batch_->bodies_ |= static_cast<std::uint8_t>(body); }
  // Call once all rows are in.
  void finish();
  // Gives back memory that one huge value has taken. The batch is empty then.
  void release_large() { arena_.reset(); }

  void begin_row() {
    if (row_ == capacity_) grow();
    seen_ = 0;
    ts_unknown_ = false;
    ts_is_zero_ = false;
    // Rows are cleared in bulk when a batch starts, which is faster than one by one.
    if (std::exchange(is_row_touched_, true)) take_back_row();
    if (has_defaults_) give_defaults();
  }
  void commit_row(std::string_view line, std::uint32_t line_in_block) {
    if (ts_unknown_ && ts_is_zero_) forget_ts();
    if (wanted_.key_hash)
      batch_->key_hashes_[row_] = hash::fast_hash(batch_->keys_[row_].bytes, key_hash_seed_);
    batch_->lines_[row_] = line;
    batch_->line_in_block_[row_] = line_in_block;
    ++row_;
    is_row_touched_ = false;
  }
  // A row that is a key and nothing else: the short way for inputs of bare keys. Requires: only the key is
  // wanted.
  void add_key_row(KeyView key, std::string_view line, std::uint32_t line_in_block) {
    if (row_ == capacity_) grow();
    batch_->keys_[row_] = key;
    if (wanted_.key_hash) batch_->key_hashes_[row_] = hash::fast_hash(key.bytes, key_hash_seed_);
    batch_->lines_[row_] = line;
    batch_->line_in_block_[row_] = line_in_block;
    ++row_;
  }
  // `what` is kept for the first problems of a batch.
  void add_problem(ProblemKind kind, std::uint32_t line_in_block, std::string_view text,
                   std::string_view what);
  // A line that was never meant to be a record.
  void add_other(std::string_view line) {
    ++batch_->counts_.other;
    if (line.find_first_not_of(" \t\r\n") == std::string_view::npos) ++batch_->counts_.blank;
  }
  LineCounts& counts() { return batch_->counts_; }
  void count_carriage_return() { ++batch_->carriage_returns_; }
  // A CR stood before the end of that line: if it became a problem, the problem tells.
  void mark_carriage_return(std::uint32_t line_in_block) {
    if (batch_->problems_.empty()) return;
    Problem& last = batch_->problems_.back();
    last.had_carriage_return = last.had_carriage_return || last.line == line_in_block;
  }

  // Every wanted field has been seen: nothing that follows in the record can change the row. A ts of 0 waits
  // for a "tstype" that may say that it is none.
  // Once the row has a key, fields that are wanted forgivingly are not searched for to the record's end.
  [[nodiscard]] bool is_row_complete() const {
    if (seen_ == complete_) return !ts_is_zero_;
    return (seen_ | forgiven_with_key_) == complete_ && batch_->keys_[row_].state == KeyState::present &&
           !ts_is_zero_;
  }
  [[nodiscard]] bool is_row_empty() const { return (seen_ & ~wanted_.forgiven()) == 0; }

  bool set_text(Leaf leaf, std::string_view text, Lifetime lifetime);
  bool set_integer(Leaf leaf, std::int64_t value);
  void set_null(Leaf leaf);
  // A JSON number that is no int64, as it stands: "1.5", "1e3", or 30 digits.
  bool set_number(Leaf leaf, std::string_view digits, Lifetime lifetime);
  // true, false, an object or an array: `kind` says which, for the message.
  bool set_other(Leaf leaf, std::string_view kind);
  // A string whose escapes are no text: half of a surrogate pair.
  bool set_broken_text(Leaf leaf);
  // What a pattern says of its lines.
  void set_event(EventKind event) {
    if (wanted_.has(Field::event)) batch_->events_[row_] = event;
  }
  bool set_position(Leaf leaf, std::span<const std::int64_t> values);
  bool set_dependency(Leaf leaf, KeyView key, std::int64_t seq);
  [[nodiscard]] bool has_seen(Leaf leaf) const {
    return leaf.use != Use::time_type && (seen_ & bit(leaf)) != 0;
  }

  // The last refusal. Valid after a setter returned false.
  [[nodiscard]] const std::string& what() const { return what_; }

 private:
  static constexpr std::size_t kDescribedProblems = 16;

  static std::uint64_t bit(Leaf leaf) { return std::uint64_t{1} << static_cast<unsigned>(leaf.field); }
  void grow();
  void find_columns();
  void clear_rows(std::size_t from, std::size_t to);
  void take_back_row();
  void give_defaults();
  void forget_ts();
  bool refuse(Leaf leaf, std::string_view expected, std::string_view got);
  bool refuse_kind(Leaf leaf, std::string_view got);  // `expected` is what fields of its kind take
  // Out of the way of set_integer, so that it can be inlined.
  bool refuse_width(Leaf leaf, std::int64_t value);
  bool set_other_integer(Leaf leaf, std::int64_t value);
  bool put_integer(Leaf leaf, std::int64_t value) {
    // What ids.h keeps in 32 bits must never wrap round.
    if ((leaf.field == Field::partition || leaf.field == Field::generation) &&
        value != static_cast<std::int32_t>(value))
      return refuse_width(leaf, value);
    const auto field = static_cast<std::size_t>(leaf.field);
    values_[field][row_] = value;
    known_[field][row_] = Known::value;
    return true;
  }
  bool put_time_of_day(Leaf leaf, std::int64_t ns);
  void note_unknown_event(std::string_view name);
  void note_row();
  bool put_time(Leaf leaf, std::int64_t ns) {
    ts_is_zero_ = ts_is_zero_ || (leaf.field == Field::ts && ns == 0);
    return put_integer(leaf, ns);
  }
  bool put_text(Leaf leaf, std::string_view text, Lifetime lifetime) {
    texts_[static_cast<std::size_t>(leaf.field)][row_] = keep(text, lifetime);
    return true;
  }
  bool put_key(std::string_view bytes, Lifetime lifetime) {
    batch_->keys_[row_] = KeyView::of(keep(bytes, lifetime));
    return true;
  }
  std::string_view keep(std::string_view text, Lifetime lifetime) {
    if (lifetime == Lifetime::brief) return arena_.copy(text);
    return text.data() == nullptr ? std::string_view(kNoBytes.data(), 0)
                                  : text;  // a null data() would say unknown
  }
  bool set_base64_key(Leaf leaf, std::string_view text);
  bool set_parsed_text(Leaf leaf, std::string_view text);

  Batch* batch_ = nullptr;
  std::uint64_t key_hash_seed_ = hash::process_seed();
  FieldSet wanted_;
  const ValueRules* rules_ = nullptr;
  Arena arena_;
  // The columns of integer, time and text fields, by field.
  std::array<std::int64_t*, kFieldCount> values_{};
  std::array<Known*, kFieldCount> known_{};
  std::array<std::string_view*, kFieldCount> texts_{};
  std::size_t row_ = 0;
  std::size_t capacity_ = 0;
  std::size_t rows_to_clear_ = 0;  // what rows of the batch before have left
  bool is_row_touched_ = false;    // the current row was begun and given up
  std::uint64_t complete_ = 0;     // the bits of the fields that have columns
  std::uint64_t seen_ = 0;
  std::uint64_t forgiven_with_key_ = 0;  // that need not be seen in a row with a key; 0 where none is wanted
  RowDefaults defaults_;
  bool has_defaults_ = false;
  bool ts_unknown_ = false;
  bool ts_is_zero_ = false;
  std::uint8_t given_up_streams_ = 0;
  // What the current row has noted of itself, to be taken back with it.
  std::int64_t undated_in_row_ = 0;
  std::int64_t* unknown_in_row_ = nullptr;  // the count that its event raised
  std::size_t noted_row_ = 0;
  std::string what_;
};

// The two that every record of every log passes through.
inline bool BatchBuilder::set_integer(Leaf leaf, std::int64_t value) {
  if ((seen_ & bit(leaf)) != 0 || leaf.use == Use::time_type) return true;
  seen_ |= bit(leaf);
  switch (info(leaf.field).kind) {
    case FieldKind::integer: return put_integer(leaf, value);
    case FieldKind::time:
      if (value < 0) return true;  // not known: Kafka's NO_TIMESTAMP is -1
      if (const auto ns = time_from_integer(value)) return put_time(leaf, *ns);
      break;
    default: break;
  }
  return set_other_integer(leaf, value);
}

inline bool BatchBuilder::set_text(Leaf leaf, std::string_view text, Lifetime lifetime) {
  if (leaf.use == Use::time_type) {
    ts_unknown_ = ts_unknown_ || text == "unknown";
    return true;
  }
  if ((seen_ & bit(leaf)) != 0) return true;
  seen_ |= bit(leaf);
  switch (info(leaf.field).kind) {
    case FieldKind::key:
      return leaf.use == Use::base64 ? set_base64_key(leaf, text) : put_key(text, lifetime);
    case FieldKind::text:
    case FieldKind::place_text: return put_text(leaf, text, lifetime);
    default: return set_parsed_text(leaf, text);
  }
}

}  // namespace lanewise::record

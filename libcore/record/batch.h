// A batch: the records of one block of one input, as columns.
//
// A reader fills only the columns that the tool asked for (FieldSet); a column is an array with one entry a
// record, so that a consumer runs over keys and offsets without a call, a branch on a type, or an allocation
// per record.
//
//     for (std::size_t i = 0; i < batch.size(); ++i) use(batch.keys()[i], offsets[i]);
//
// Lines that are no record are not in the columns. They are counted, and those that should have been records
// are `problems`, each with the row it stands before, so that a filter can stop exactly there.
//
// All views (keys, texts, lines) live as long as the batch: until the reader is asked for the next one.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "libcore/base/key.h"
#include "libcore/base/result.h"
#include "libcore/io/block_reader.h"
#include "libcore/record/field.h"
#include "libcore/record/projection.h"

namespace lanewise::record {

// Unknown is neither null nor 0: a member that is not there, one that is null, one that has a value.
enum class Known : std::uint8_t { absent, null, value };

// One integer or time column. operator[] is the careful way; `values` and `known` are there for tight loops.
struct IntegerColumn {
  std::span<const std::int64_t> values;  // meaningless where known[i] != Known::value
  std::span<const Known> known;

  [[nodiscard]] std::optional<std::int64_t> operator[](std::size_t row) const {
    return known[row] == Known::value ? std::optional(values[row]) : std::nullopt;
  }
};

// `depends_on`: an absent key means the record's own.
struct Dependency {
  KeyView key;
  std::int64_t seq = 0;
  Known known = Known::absent;
};

enum class ProblemKind : std::uint8_t {
  unreadable,  // not JSON, or a line that holds the pattern's longest literal and does not match
  bad_field,   // readable, but a field that was asked for holds what it cannot hold
  too_long,    // longer than --max-line; its bytes are gone
};

struct Problem {
  ProblemKind kind = ProblemKind::unreadable;
  std::size_t before_row = 0;  // records [0, before_row) of the batch precede it
  std::uint32_t line = 0;      // within the block, from 0
  std::string_view text;       // the line without its end, empty if too long
  std::string what;            // "seq is not an integer: '12a'"; only the first problems of a batch carry it
  bool had_carriage_return = false;  // the line ended in CR LF
};

struct LineCounts {
  std::int64_t lines = 0;
  std::int64_t records = 0;
  std::int64_t other = 0;       // not meant to be a record: blank, or text that no pattern matches
  std::int64_t blank = 0;       // of these the blank ones
  std::int64_t unreadable = 0;  // every Problem

  // Lines that gave records, which a line may give several of.
  [[nodiscard]] std::int64_t matched() const { return lines - other - unreadable; }

  LineCounts& operator+=(const LineCounts& more) {
    lines += more.lines;
    records += more.records;
    other += more.other;
    blank += more.blank;
    unreadable += more.unreadable;
    return *this;
  }
};

// What a record of an input tells: that something was written, that it lies in the log, or that it was
// handled.
enum class Meaning : std::uint8_t { written, stored, handled };

// What the lines of a layout held.
enum class Body : std::uint8_t { logfmt = 1, json = 2 };

// A name that stands as an event and is none of the vocabulary, and in how many records.
struct UnknownEvent {
  std::string name;  // the first kLongestUnknownEvent bytes
  std::int64_t count = 0;
};
inline constexpr std::size_t kMostUnknownEvents = 16;  // distinct ones that are told apart
inline constexpr std::size_t kLongestUnknownEvent = 100;

class BatchBuilder;

class Batch {
 public:
  Batch() = default;
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  [[nodiscard]] std::size_t size() const { return rows_; }
  // Whether the field was asked for.
  [[nodiscard]] bool has(Field field) const { return wanted_.has(field); }

  // Columns. Requires: the field was asked for, and is of the column's kind.
  // The bytes of a present key are followed by io::Buffer::kSlack readable ones, so that a short key can be
  // copied as one vector.
  [[nodiscard]] std::span<const KeyView> keys() const {
    assert(wanted_.has(Field::key));
    return {keys_.data(), rows_};
  }
  // Of the bytes alone: an empty key, a null one and an absent one hash alike.
  [[nodiscard]] std::span<const std::uint64_t> key_hashes() const {
    assert(wanted_.key_hash);
    return {key_hashes_.data(), rows_};
  }
  // Integer and time fields.
  [[nodiscard]] IntegerColumn integers(Field field) const {
    assert(info(field).kind == FieldKind::integer || info(field).kind == FieldKind::time);
    const Integers& column = integers_[slot(field)];
    return {{column.values.data(), rows_}, {column.known.data(), rows_}};
  }
  // Text fields; data() == nullptr where unknown.
  [[nodiscard]] std::span<const std::string_view> texts(Field field) const {
    assert(info(field).kind == FieldKind::text || info(field).kind == FieldKind::place_text);
    return {texts_[slot(field)].data(), rows_};
  }
  [[nodiscard]] std::span<const EventKind> events() const {
    assert(wanted_.has(Field::event));
    return {events_.data(), rows_};
  }
  // Empty where unknown.
  [[nodiscard]] std::span<const std::span<const std::int64_t>> positions() const {
    assert(wanted_.has(Field::position));
    return {positions_.data(), rows_};
  }
  [[nodiscard]] std::span<const Dependency> dependencies() const {
    assert(wanted_.has(Field::depends_on));
    return {dependencies_.data(), rows_};
  }

  // Whether a record has it (null is something, too). Requires: the field was asked for.
  [[nodiscard]] bool knows(Field field) const;

  // What a record without `event` tells, by --as or else by its format.
  [[nodiscard]] Meaning meaning() const { return meaning_; }
  // The lines come from several sources (kubectl logs --prefix), one after another or interleaved: their
  // order is that of handling within a source only, and across sources their times decide.
  [[nodiscard]] bool names_sources() const { return names_sources_; }
  // The source of each record ("pod/container"), data() == nullptr where its line named none.
  // Where the record has no `member` of its own, the source's short name is its `member` (the pod's; in full,
  // once another container of a pod has given records too). That is decided when the batch reaches the
  // consumer; a worker's stage sees the short name. Requires: names_sources().
  [[nodiscard]] std::span<const std::string_view> sources() const {
    assert(names_sources_);
    return {sources_.data(), rows_};
  }

  // The record's line as it stands in the input, without its line end. Several records may be of one line.
  [[nodiscard]] std::string_view line(std::size_t row) const { return lines_[row]; }
  // Its number in its input, from 1. Known once the batch has reached the consumer, not yet to a worker's
  // stage.
  [[nodiscard]] std::int64_t line_number(std::size_t row) const { return first_line_ + line_in_block_[row]; }
  [[nodiscard]] std::int64_t line_number(const Problem& problem) const { return first_line_ + problem.line; }

  // Some times came without a date (--date), and on which days they were is decided when the batch reaches
  // the consumer: what a worker's stage has made of times does not hold.
  [[nodiscard]] bool settles_dates() const { return !undated_.empty(); }

  [[nodiscard]] std::span<const Problem> problems() const { return problems_; }
  [[nodiscard]] const LineCounts& counts() const { return counts_; }
  // How many lines ended in CR LF; the CR is no part of the line (nor of a key).
  [[nodiscard]] std::int64_t carriage_returns() const { return carriage_returns_; }

  // Which input it is of: index into the list the reader was given.
  [[nodiscard]] std::size_t input() const { return input_; }
  // The input ended here, with this error, after the records above.
  [[nodiscard]] const std::optional<Error>& input_error() const { return input_error_; }
  [[nodiscard]] bool is_first_of_input() const { return first_of_input_; }
  void number_lines_from(std::int64_t first) { first_line_ = first; }
  // Its lines are JSON objects, as given or as `auto` decided, with nothing around them.
  [[nodiscard]] bool is_json() const { return is_json_; }
  // Bytes of the block, with line ends.
  [[nodiscard]] std::size_t bytes() const { return block_.data.size(); }

 private:
  friend class BatchBuilder;
  friend class InputSequence;

  struct Integers {
    std::vector<std::int64_t> values;
    std::vector<Known> known;
  };

  [[nodiscard]] std::size_t slot(Field field) const {
    assert(wanted_.has(field));
    return slots_[static_cast<std::size_t>(field)];
  }

  io::Block block_;
  std::size_t input_ = 0;
  bool first_of_input_ = false;
  bool is_json_ = false;
  bool names_sources_ = false;
  Meaning meaning_ = Meaning::handled;
  std::uint8_t bodies_ = 0;  // bits of Body
  std::optional<Error> input_error_;
  std::int64_t first_line_ = 1;

  FieldSet wanted_;
  std::array<std::uint8_t, kFieldCount> slots_{};  // of each wanted field, in integers_ or texts_
  std::size_t rows_ = 0;
  std::vector<KeyView> keys_;
  std::vector<std::uint64_t> key_hashes_;
  std::vector<Integers> integers_;
  std::vector<std::vector<std::string_view>> texts_;
  std::vector<EventKind> events_;
  std::vector<std::span<const std::int64_t>> positions_;
  std::vector<Dependency> dependencies_;
  std::vector<std::string_view> lines_;
  std::vector<std::string_view> sources_;
  std::vector<std::uint32_t> line_in_block_;
  std::vector<Problem> problems_;
  LineCounts counts_;
  std::int64_t carriage_returns_ = 0;
  struct Undated {
    std::uint32_t row;
    Field field;
  };
  std::vector<Undated> undated_;    // times since midnight
  std::int64_t undated_times_ = 0;  // that are not known for want of a date
  std::vector<UnknownEvent> unknown_events_;
  std::int64_t more_unknown_events_ = 0;  // records with other names
};

}  // namespace lanewise::record

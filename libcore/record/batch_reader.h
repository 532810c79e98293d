// The batch reader: what every tool reads its records with.
//
//     record::BatchReader<> reader(inputs, {Field::key, Field::seq}, {.threads = 2});
//     while (auto* step = reader.next()) for (std::size_t i = 0; i < step->batch.size(); ++i) …
//
// One life of a block: it is read and cut at line ends by a worker, decoded into columns by whoever has a
// moment, workers and consumer in parallel, passed through the tool's stage there (route computes partitions
// and prints them into `extra`, so that the consumer only writes), and handed out in the order of the input.
// Everything the consumer sees is the same for any number of threads.
//
// An input that cannot be opened or read to its end yields a batch with input_error(), and the next input
// follows.
//
// Memory: (threads + 4) blocks of about 256 KiB and their columns, whatever the size of the inputs. A column
// takes 8 to 24 bytes a record, so blocks of very short lines weigh most: 25 MB each for empty keys, 2 MB
// for keys of ten bytes. A line longer than a few blocks makes its block as long as it is, up to max_line,
// with as much again for each string with escapes on the way to a wanted field, and what the stage makes of
// it; there is one such block at a time, and none of that is kept once it has been consumed.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "libcore/base/ordered_pipeline.h"
#include "libcore/io/byte_source.h"
#include "libcore/record/batch.h"
#include "libcore/record/format.h"
#include "libcore/record/recogniser.h"

namespace lanewise::record {

struct Input {
  std::string path;  // "-": standard input
  std::shared_ptr<const ReadingOptions> options;
};

struct ReaderOptions {
  unsigned threads = 1;
  std::size_t max_line = std::size_t{256} << 20;
  // A block and its columns should fit a core's second-level cache: with 1 MiB, keys cost a fifth more.
  std::size_t block_bytes = std::size_t{256} << 10;
  // How a path becomes bytes; tests put their own here.
  std::function<Result<std::unique_ptr<io::ByteSource>>(const std::string&, io::Interrupt*)> open =
      io::open_source;
};

// What was read of one input, complete once the reader is at its end.
struct InputReport {
  std::string path;
  Format format = Format::automatic;  // as decided; `automatic` still where the input had no byte
  Wrapper wrapper = Wrapper::none;
  std::uint8_t bodies = 0;  // bits of Body: what the lines of a layout held
  LineCounts counts;
  std::int64_t carriage_returns = 0;
  std::int64_t undated_times = 0;            // not known, for want of a date (--date)
  std::vector<UnknownEvent> unknown_events;  // at most kMostUnknownEvents, the first to come
  std::int64_t more_unknown_events = 0;      // records with other names
  FieldSet unmet;                            // fields that were mapped, and that no record has
  std::optional<Error> error;
};

// What an input was read as, from the outside in: "kubectl prefix", "spring-boot", "logfmt".
std::vector<std::string_view> shape_names(const InputReport& report);

// One place in the ring: a batch, and what it is decoded with.
class BatchSlot {
 public:
  Batch batch;

 private:
  friend class InputSequence;
  BatchBuilder builder_;
  std::unique_ptr<Decoder> decoder_;
  const Projection* decoder_projection_ = nullptr;  // what it was made for
  Shape decoder_shape_;
  bool is_large_ = false;  // its block holds a line longer than blocks are
  std::uint8_t given_up_streams_ = 0;
};

// The inputs as one sequence of blocks. The three steps of a block's life, for BatchReader.
class InputSequence {
 public:
  InputSequence(std::vector<Input> inputs, const FieldSet& wanted, ReaderOptions options);

  bool fill(BatchSlot& slot);    // serial: reads the next block; false at the end of the last input
  void decode(BatchSlot& slot);  // parallel
  void account(Batch& batch);    // serial, in order: names members, counts lines and reports
  // Gives back the memory that a long line has taken; the batch is empty then. Requires: is_large(slot).
  static void release_large(BatchSlot& slot);
  static bool is_large(const BatchSlot& slot) { return slot.is_large_; }
  [[nodiscard]] std::int64_t lines_before(const Batch& batch) const {
    return reports_[batch.input()].counts.lines;
  }

  [[nodiscard]] const std::vector<InputReport>& reports() const { return reports_; }
  // For progress: bytes taken from the inputs as they lie on disk. Safe from the consumer's thread.
  [[nodiscard]] std::uint64_t bytes_consumed() const { return consumed_.load(std::memory_order_relaxed); }
  void interrupt() { interrupt_.signal(); }

 private:
  bool open_next(BatchSlot& slot);
  bool cut_parts(BatchSlot& slot);
  void deliver_held(BatchSlot& slot, std::size_t bytes);
  Result<Shape> decide_shape(const ReadingOptions& options);
  void name_members(Batch& batch);
  void settle_dates(Batch& batch);
  void look_for_mapped(const Batch& batch, InputReport& report) const;
  void end_input();

  std::vector<Input> inputs_;
  ReaderOptions options_;
  std::vector<std::shared_ptr<const Projection>> projections_;  // of each input; the same options share one
  std::vector<std::atomic<Shape>> shapes_;                      // decided when the input is opened
  std::vector<InputReport> reports_;
  io::Interrupt interrupt_;

  // Touched only by the consumer: the container that each pod of one input has given records from.
  std::unordered_map<std::string, std::string> containers_;
  std::size_t containers_input_ = 0;
  // The same for times of day: where the last one of each source lies.
  std::unordered_map<std::string, std::int64_t> days_;
  std::size_t days_input_ = 0;

  // Touched only by whoever has the turn.
  std::unique_ptr<io::BlockReader> reader_;
  std::size_t current_ = 0;
  bool is_first_block_ = false;
  std::uint64_t consumed_before_ = 0;
  std::optional<PartsScan> parts_;  // where lines come in parts
  std::string held_;                // read, of a line whose last part is not there yet
  std::atomic<std::uint64_t> consumed_ = 0;
};

struct Nothing {};

template <class Extra = Nothing>
class BatchReader {
 public:
  struct Step : BatchSlot {
    Extra extra;
  };
  using Stage = std::function<void(const Batch&, Extra&)>;

  // `stage` runs where the batch was decoded, on each batch once; `extra` still holds what an earlier batch
  // left there, or is a new one where that batch held a long line.
  BatchReader(std::vector<Input> inputs, const FieldSet& wanted, const ReaderOptions& options,
              const Stage& stage = {})
      : inputs_(std::move(inputs), wanted, options),
        pipeline_(
            options.threads, [this](Step& step) { return inputs_.fill(step); },
            [this, stage](Step& step) {
              inputs_.decode(step);
              if (stage) stage(step.batch, step.extra);
            },
            InputSequence::is_large) {}
  BatchReader(const BatchReader&) = delete;
  BatchReader& operator=(const BatchReader&) = delete;
  ~BatchReader() { inputs_.interrupt(); }

  // The next batch in order, or null at the end. The one before is taken back: its views are gone.
  Step* next() {
    if (step_ != nullptr && InputSequence::is_large(*step_)) {
      InputSequence::release_large(*step_);
      [[maybe_unused]] const Extra dropped =
          std::exchange(step_->extra, Extra());  // assigned to, a string keeps its memory
    }
    step_ = pipeline_.next();
    if (step_ != nullptr) {
      step_->batch.number_lines_from(inputs_.lines_before(step_->batch) + 1);
      inputs_.account(step_->batch);
    }
    return step_;
  }
  // Whether next() would return without waiting; if not, now is the time to flush what was written.
  [[nodiscard]] bool ready() { return pipeline_.ready(); }

  [[nodiscard]] const std::vector<InputReport>& reports() const { return inputs_.reports(); }
  [[nodiscard]] std::uint64_t bytes_consumed() const { return inputs_.bytes_consumed(); }

 private:
  InputSequence inputs_;
  Step* step_ = nullptr;            // with the consumer
  OrderedPipeline<Step> pipeline_;  // last: its threads use inputs_
};

}  // namespace lanewise::record

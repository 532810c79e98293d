#include "libcore/record/batch_reader.h"

#include <algorithm>
#include <utility>

#include "libcore/record/lines.h"

namespace lanewise::record {

InputSequence::InputSequence(std::vector<Input> inputs, const FieldSet& wanted, ReaderOptions options)
    : inputs_(std::move(inputs)),
      options_(std::move(options)),
      formats_(inputs_.size()),
      reports_(inputs_.size()) {
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const auto same = std::find_if(inputs_.begin(), inputs_.begin() + static_cast<std::ptrdiff_t>(i),
                                   [&](const Input& other) { return other.options == inputs_[i].options; });
    const auto first = static_cast<std::size_t>(same - inputs_.begin());
    projections_.push_back(first < i ? projections_[first]
                                     : std::make_shared<Projection>(wanted, inputs_[i].options->mappings));
    reports_[i].path = inputs_[i].path;
    reports_[i].format = inputs_[i].options->format;
    formats_[i].store(inputs_[i].options->format, std::memory_order_relaxed);
  }
}

// Opens inputs_[current_]; false if the slot now carries the reason why not.
bool InputSequence::open_next(BatchSlot& slot) {
  const Input& input = inputs_[current_];
  const auto fail = [&](Error error) {
    if (error.place.source.empty()) error.place.source = input.path;
    slot.batch.input_error_ = std::move(error);
    return false;
  };
  auto source = options_.open(input.path, &interrupt_);
  if (!source) return fail(std::move(source).error());
  reader_ = std::make_unique<io::BlockReader>(*std::move(source),
                                              io::BlockOptions{.block_bytes = options_.block_bytes,
                                                               .max_line = options_.max_line,
                                                               .delimiter = input.options->delimiter});
  const auto format = decide_format(*input.options);
  if (!format) return fail(format.error());
  formats_[current_].store(*format, std::memory_order_relaxed);  // published by the pipeline's mutex
  is_first_block_ = true;
  return true;
}

// From the first lines of reader_; from as many as the reader looks ahead, where the first do not tell.
Result<Format> InputSequence::decide_format(const ReadingOptions& options) {
  if (options.format != Format::automatic) return options.format;
  Recogniser recogniser(options);
  std::size_t seen = 0;
  for (;;) {
    std::string_view text = reader_->peek(seen);
    if (text.size() == seen) return recogniser.conclude();
    text.remove_prefix(std::exchange(seen, text.size()));
    if (const auto format = recogniser.add(text)) return *format;
  }
}

void InputSequence::end_input() {
  if (reader_) consumed_before_ += reader_->source().consumed();
  reader_.reset();
  ++current_;
}

bool InputSequence::fill(BatchSlot& slot) {
  Batch& batch = slot.batch;
  while (current_ < inputs_.size()) {
    batch.input_ = current_;
    batch.input_error_.reset();
    batch.block_.data = {};
    batch.block_.dropped_bytes = 0;
    batch.first_of_input_ = false;
    slot.is_large_ = false;
    if (!reader_ && !open_next(slot)) {
      end_input();
      return true;
    }
    auto more = reader_->next(batch.block_);
    consumed_.store(consumed_before_ + reader_->source().consumed(), std::memory_order_relaxed);
    if (!more) {
      batch.input_error_ = std::move(more).error();
      if (batch.input_error_->place.source.empty()) batch.input_error_->place.source = inputs_[current_].path;
      end_input();
      return true;
    }
    if (*more) {
      batch.first_of_input_ = is_first_block_;
      is_first_block_ = false;
      slot.is_large_ = reader_->is_large(batch.block_);
      return true;
    }
    end_input();
  }
  return false;
}

void InputSequence::decode(BatchSlot& slot) {
  Batch& batch = slot.batch;
  const Input& input = inputs_[batch.input_];
  const Projection& projection = *projections_[batch.input_];
  batch.is_json_ = info(formats_[batch.input_].load(std::memory_order_relaxed)).is_json;
  slot.builder_.start(batch, projection, input.options->rules);
  std::string_view data = batch.block_.data;
  if (batch.first_of_input_ && input.options->delimiter == '\n' && data.starts_with(kByteOrderMark)) {
    data.remove_prefix(kByteOrderMark.size());
  }
  if (!data.empty()) {
    const Format format = formats_[batch.input_].load(std::memory_order_relaxed);
    if (slot.decoder_projection_ != &projection || slot.decoder_format_ != format) {
      slot.decoder_ = make_decoder(format, *input.options, projection, options_.max_line);
      slot.decoder_projection_ = &projection;
      slot.decoder_format_ = format;
    }
    slot.decoder_->decode(data, slot.builder_);
  }
  if (batch.block_.dropped_bytes > 0) {
    auto& lines = slot.builder_.counts().lines;
    slot.builder_.add_problem(ProblemKind::too_long, static_cast<std::uint32_t>(lines), {},
                              too_long_message(batch.block_.dropped_bytes, options_.max_line));
    ++lines;
  }
  slot.builder_.finish();
}

void InputSequence::release_large(BatchSlot& slot) {
  slot.builder_.release_large();
  slot.decoder_.reset();  // it may keep a value that it has unescaped
  slot.decoder_projection_ = nullptr;
  slot.batch.rows_ = 0;
  slot.batch.problems_.clear();
  slot.batch.block_.data = {};
  slot.batch.block_.buffer.release();
}

void InputSequence::account(const Batch& batch) {
  InputReport& report = reports_[batch.input()];
  report.format = formats_[batch.input()].load(std::memory_order_relaxed);
  report.counts += batch.counts();
  report.carriage_returns += batch.carriage_returns();
  if (batch.input_error()) report.error = batch.input_error();
}

}  // namespace lanewise::record

#include "libcore/record/batch_reader.h"

#include "libcore/record/lines.h"

namespace lanewise::record {

namespace {
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
}

InputSequence::InputSequence(std::vector<Input> inputs, const FieldSet& wanted, ReaderOptions options)
    : inputs_(std::move(inputs)),
      options_(std::move(options)),
      formats_(inputs_.size()),
      reports_(inputs_.size()) {
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    projections_.push_back(std::make_unique<Projection>(wanted, inputs_[i].options->mappings));
    reports_[i].path = inputs_[i].path;
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
  Format format = input.options->format;
  if (format == Format::automatic) {
    auto first_lines = reader_->peek();
    if (!first_lines) return fail(std::move(first_lines).error());
    std::string_view text = *first_lines;
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    auto recognised = recognise(text, *input.options);
    if (!recognised) return fail(std::move(recognised).error());
    format = *recognised;
  }
  formats_[current_].store(format, std::memory_order_relaxed);  // published by the pipeline's mutex
  is_first_block_ = true;
  return true;
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
  slot.builder_.start(batch, projection, input.options->rules);
  std::string_view data = batch.block_.data;
  const bool verbatim = input.options->delimiter == '\0';
  if (batch.first_of_input_ && !verbatim && data.starts_with(kByteOrderMark)) {
    data.remove_prefix(kByteOrderMark.size());
  }
  if (!data.empty()) {
    if (slot.decoder_input_ != batch.input_) {
      const Format format = formats_[batch.input_].load(std::memory_order_relaxed);
      slot.decoder_ = make_decoder(format, *input.options, projection, options_.max_line);
      slot.decoder_input_ = batch.input_;
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

void InputSequence::account(const Batch& batch) {
  InputReport& report = reports_[batch.input()];
  report.format = formats_[batch.input()].load(std::memory_order_relaxed);
  report.counts += batch.counts();
  report.carriage_returns += batch.carriage_returns();
  if (batch.input_error()) report.error = batch.input_error();
}

}  // namespace lanewise::record

#include "libcore/record/batch_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "libcore/record/lines.h"

namespace lanewise::record {

namespace {

constexpr std::size_t kMaxPods = 65536;  // of one input, whose containers, or days, are remembered
constexpr std::size_t kMostPerByte =
    4;  // bytes held, of parts with their heads and all between, a byte of --max-line
constexpr std::int64_t kSecondNs = 1'000'000'000;
constexpr std::int64_t kDayNs = 86'400 * kSecondNs;
constexpr std::int64_t kMostBack = 7200 * kSecondNs;

}  // namespace

InputSequence::InputSequence(std::vector<Input> inputs, const FieldSet& wanted, ReaderOptions options)
    : inputs_(std::move(inputs)),
      options_(std::move(options)),
      shapes_(inputs_.size()),
      reports_(inputs_.size()) {
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const auto same = std::find_if(inputs_.begin(), inputs_.begin() + static_cast<std::ptrdiff_t>(i),
                                   [&](const Input& other) { return other.options == inputs_[i].options; });
    const auto first = static_cast<std::size_t>(same - inputs_.begin());
    projections_.push_back(first < i ? projections_[first]
                                     : std::make_shared<Projection>(wanted, inputs_[i].options->mappings));
    reports_[i].path = inputs_[i].path;
    reports_[i].format = inputs_[i].options->format;
    for (const Mapping& mapping : inputs_[i].options->mappings) {
      if (wanted.has(mapping.field) && info(mapping.field).kind != FieldKind::raw)
        reports_[i].unmet.add(mapping.field);
    }
    shapes_[i].store({inputs_[i].options->format, Wrapper::none}, std::memory_order_relaxed);
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
  const auto shape = decide_shape(*input.options);
  if (!shape) return fail(shape.error());
  shapes_[current_].store(*shape, std::memory_order_relaxed);  // published by the pipeline's mutex
  parts_.reset();
  if (info(shape->wrapper).has_parts) parts_.emplace(shape->wrapper, input.options->delimiter);
  is_first_block_ = true;
  return true;
}

// From the first lines of reader_; from as many as the reader looks ahead, where the first do not tell.
Result<Shape> InputSequence::decide_shape(const ReadingOptions& options) {
  if (options.format == Format::keys) return Shape{Format::keys, Wrapper::none};
  Recogniser recogniser(options);
  std::size_t seen = 0;
  for (;;) {
    std::string_view text = reader_->peek(seen);
    if (text.size() == seen) {
      auto shape = recogniser.conclude();
      // That so little could be read is why its lines do not tell.
      return !shape && reader_->pending_error() ? *reader_->pending_error() : shape;
    }
    text.remove_prefix(std::exchange(seen, text.size()));
    if (const auto shape = recogniser.add(text)) return *shape;
  }
}

void InputSequence::end_input() {
  if (reader_) consumed_before_ += reader_->source().consumed();
  reader_.reset();
  ++current_;
}

// Gives the first `bytes` of what is held to the slot.
void InputSequence::deliver_held(BatchSlot& slot, std::size_t bytes) {
  io::Block& block = slot.batch.block_;
  block.buffer.grow(bytes, 0);
  std::memcpy(block.buffer.data(), held_.data(), bytes);
  block.data = {block.buffer.data(), bytes};
  held_.erase(0, bytes);
  slot.given_up_streams_ = parts_->take(bytes);
}

// Ends the block where no line waits for its next part, and holds the rest back for the next one. False if
// nothing is left of it. A line of more than --max-line is given up, and one whose parts lie too far apart.
bool InputSequence::cut_parts(BatchSlot& slot) {
  const io::Block& block = slot.batch.block_;
  parts_->add(block.data);
  if (held_.empty() && parts_->whole() == block.data.size() && block.dropped_bytes == 0) {
    slot.given_up_streams_ = parts_->take(block.data.size());
    return true;
  }
  held_ += block.data;
  const bool gives_up = block.dropped_bytes > 0 || parts_->longest() > options_.max_line ||
                        held_.size() / kMostPerByte > options_.max_line;
  const std::size_t bytes = gives_up ? held_.size() : parts_->whole();
  deliver_held(slot, bytes);
  return bytes > 0 || block.dropped_bytes > 0;
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
    slot.given_up_streams_ = 0;
    if (!reader_ && !open_next(slot)) {
      end_input();
      return true;
    }
    auto more = reader_->next(batch.block_);
    consumed_.store(consumed_before_ + reader_->source().consumed(), std::memory_order_relaxed);
    if (!more) {
      batch.input_error_ = std::move(more).error();
      if (batch.input_error_->place.source.empty()) batch.input_error_->place.source = inputs_[current_].path;
      if (!held_.empty()) deliver_held(slot, held_.size());
      batch.first_of_input_ = is_first_block_;
      end_input();
      return true;
    }
    const bool has_rest = !*more && !held_.empty();
    if (has_rest) deliver_held(slot, held_.size());
    if (*more && parts_ && !cut_parts(slot)) continue;
    if (*more || has_rest) {
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
  const Shape shape = shapes_[batch.input_].load(std::memory_order_relaxed);
  batch.is_json_ = info(shape.format).is_json && shape.wrapper == Wrapper::none;
  batch.meaning_ = input.options->as.value_or(info(shape.format).meaning);
  slot.builder_.start(batch, projection, input.options->rules, info(shape.wrapper).names_sources);
  slot.builder_.give_up_streams(slot.given_up_streams_);
  if (!input.options->topic.empty()) slot.builder_.defaults().topic = input.options->topic;
  std::string_view data = batch.block_.data;
  if (batch.first_of_input_ && input.options->delimiter == '\n' && data.starts_with(kByteOrderMark)) {
    data.remove_prefix(kByteOrderMark.size());
  }
  if (!data.empty()) {
    if (slot.decoder_projection_ != &projection || slot.decoder_shape_ != shape) {
      slot.decoder_ =
          make_decoder(shape.format, shape.wrapper, *input.options, projection, options_.max_line);
      slot.decoder_projection_ = &projection;
      slot.decoder_shape_ = shape;
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

// A pod's name is enough for a member, until records of another container of it come; from then on that one
// is named in full, so that two are never taken for one.
void InputSequence::name_members(Batch& batch) {
  if (!batch.names_sources_ || !batch.wanted_.has(Field::member)) return;
  if (std::exchange(containers_input_, batch.input_) != batch.input_) containers_.clear();
  auto& members = batch.texts_[batch.slot(Field::member)];
  std::string_view last_source;
  bool is_in_full = false;
  for (std::size_t row = 0; row < batch.rows_; ++row) {
    const std::string_view source = batch.sources_[row];
    const std::string_view member = members[row];
    if (source.data() == nullptr || member.data() != source.data()) continue;  // it has a name of its own
    if (source != last_source) {
      last_source = source;
      const std::string pod(member);
      auto known = containers_.find(pod);
      if (known == containers_.end() && containers_.size() < kMaxPods)
        known = containers_.emplace(pod, source).first;
      is_in_full = known == containers_.end() || known->second != source;
    }
    if (is_in_full) members[row] = source;
  }
}

// Times of day get their date: that of the day on which they come behind the one before them of their source.
// A step back of less than kMostBack is none into the next day: lines come a little late, and clocks change.
void InputSequence::settle_dates(Batch& batch) {
  if (batch.undated_.empty()) return;
  if (std::exchange(days_input_, batch.input_) != batch.input_) days_.clear();
  const ValueRules& rules = inputs_[batch.input_].options->rules;
  for (const Batch::Undated& undated : batch.undated_) {
    if (undated.row >= batch.rows_) continue;
    const std::string_view source = batch.names_sources_ ? batch.sources_[undated.row] : std::string_view();
    auto last = days_.find(std::string(source));
    std::int64_t& value = batch.integers_[batch.slot(undated.field)].values[undated.row];
    std::int64_t wall = *rules.date * kDayNs + value;
    if (last != days_.end()) {
      const std::int64_t earliest = last->second - kMostBack;
      wall = earliest + ((wall - earliest) % kDayNs + kDayNs) % kDayNs;
      last->second = std::max(last->second, wall);
    } else if (days_.size() < kMaxPods) {
      days_.emplace(source, wall);
    }
    value = wall - rules.zone.offset_at(wall / kSecondNs) * kSecondNs;
  }
}

void InputSequence::look_for_mapped(const Batch& batch, InputReport& report) const {
  if (report.unmet.bits() == 0) return;
  FieldSet left;
  for (const FieldInfo& field : fields()) {
    if (report.unmet.has(field.field) && !batch.knows(field.field)) left.add(field.field);
  }
  report.unmet = left;
}

void InputSequence::account(Batch& batch) {
  name_members(batch);
  settle_dates(batch);
  InputReport& report = reports_[batch.input()];
  look_for_mapped(batch, report);
  report.undated_times += batch.undated_times_;
  report.more_unknown_events += batch.more_unknown_events_;
  for (const UnknownEvent& event : batch.unknown_events_) {
    if (event.count == 0) continue;  // it was of a row that was taken back
    const auto known = std::find_if(report.unknown_events.begin(), report.unknown_events.end(),
                                    [&](const UnknownEvent& told) { return told.name == event.name; });
    if (known != report.unknown_events.end()) {
      known->count += event.count;
    } else if (report.unknown_events.size() < kMostUnknownEvents) {
      report.unknown_events.push_back(event);
    } else {
      report.more_unknown_events += event.count;
    }
  }
  const Shape shape = shapes_[batch.input()].load(std::memory_order_relaxed);
  report.format = shape.format;
  report.wrapper = shape.wrapper;
  report.bodies |= batch.bodies_;
  report.counts += batch.counts();
  report.carriage_returns += batch.carriage_returns();
  if (batch.input_error()) report.error = batch.input_error();
}

std::vector<std::string_view> shape_names(const InputReport& report) {
  std::vector<std::string_view> names;
  if (report.wrapper != Wrapper::none) names.push_back(info(report.wrapper).title);
  names.push_back(info(report.format).name);
  const auto has = [&](Body body) { return (report.bodies & static_cast<std::uint8_t>(body)) != 0; };
  if (has(Body::logfmt) && report.format != Format::logfmt) names.push_back(info(Format::logfmt).name);
  if (has(Body::json)) names.emplace_back("json");
  return names;
}

}  // namespace lanewise::record

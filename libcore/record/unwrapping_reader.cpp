// Lines in a wrapper: it is peeled off, its source and time are what a row has where its body does not say,
// and the reader of the format sees what is left.
//
// A line that comes in parts is put together in the batch's memory and has the number of its first part;
// lines of another stream may stand between. Every block ends where no line waits for its next part, but for
// the last one of an input (batch_reader.cpp).
#include <algorithm>
#include <string>
#include <vector>

#include "libcore/record/lines.h"
#include "libcore/record/text_reader.h"

namespace lanewise::record {

namespace {

// A line of a stream of which parts have come.
struct OpenLine {
  std::uint8_t stream = 0;
  std::string whole;      // head of the first part, and the text so far
  std::size_t head = 0;   // bytes of it
  std::size_t bytes = 0;  // of the text, also where it is too long to be kept
  std::int64_t parts = 0;
  std::optional<std::int64_t> ts_ns;
  std::uint32_t number = 0;
};

class UnwrappingReader final : public Decoder {
 public:
  UnwrappingReader(Wrapper wrapper, std::unique_ptr<Decoder> inner, const ReadingOptions& options,
                   std::size_t max_line)
      : peel_(info(wrapper).peel), inner_(std::move(inner)), options_(options), max_line_(max_line) {}

  void decode(std::string_view block, BatchBuilder& rows) override {
    open_.clear();
    given_up_ = rows.given_up_streams();
    for_each_line(
        block, options_.delimiter, max_line_, rows,
        [&](std::string_view line, std::uint32_t number) { read_line({line, line, number}, rows); });
    for (const OpenLine& line : open_) {
      rows.counts().other += line.parts - 1;  // one bad line is one, in however many parts
      if (line.bytes > max_line_) {
        rows.add_problem(ProblemKind::too_long, line.number, {}, too_long_message(line.bytes, max_line_));
      } else {
        rows.add_problem(ProblemKind::unreadable, line.number, {},
                         "the line is cut off: its last part is not there");
      }
    }
  }

  void read_line(const Line& line, BatchBuilder& rows) override {
    Unwrapped unwrapped;
    if (!peel_(line.text, unwrapped)) {
      unwrapped = {};
      unwrapped.text = line.text;
    }
    if (unwrapped.stream != 0 && take_part(unwrapped, line, rows)) return;
    RowDefaults& defaults = rows.defaults();
    defaults.source = unwrapped.source;
    defaults.member = unwrapped.member;
    defaults.ts_ns = unwrapped.ts_ns;
    inner_->read_line({unwrapped.text, line.whole, line.number}, rows);
  }

 private:
  // Whether the line was one of several parts; it is read with the last of them.
  bool take_part(const Unwrapped& part, const Line& line, BatchBuilder& rows) {
    if ((given_up_ & part.stream) != 0) {  // told in an earlier block
      if (!part.goes_on) given_up_ = static_cast<std::uint8_t>(given_up_ & ~part.stream);
      ++rows.counts().other;
      return true;
    }
    auto open = std::find_if(open_.begin(), open_.end(),
                             [&](const OpenLine& other) { return other.stream == part.stream; });
    if (open == open_.end()) {
      if (!part.goes_on) return false;
      const std::size_t head = line.whole.size() - part.text.size();
      open_.push_back(
          {part.stream, std::string(line.whole.substr(0, head)), head, 0, 0, part.ts_ns, line.number});
      open = open_.end() - 1;
    }
    ++open->parts;
    open->bytes += part.text.size();
    if (open->bytes <= max_line_) open->whole += part.text;
    if (part.goes_on) return true;
    if (open->bytes > max_line_) {
      rows.counts().other += open->parts - 1;
      rows.add_problem(ProblemKind::too_long, open->number, {}, too_long_message(open->bytes, max_line_));
    } else {
      const std::string_view whole = rows.keep_for_batch(open->whole);
      RowDefaults& defaults = rows.defaults();
      defaults.source = part.source;
      defaults.member = part.member;
      defaults.ts_ns = open->ts_ns;
      const std::int64_t others = rows.counts().other;
      inner_->read_line({whole.substr(open->head), whole, open->number}, rows);
      if (rows.counts().other != others) rows.counts().other += open->parts - 1;
    }
    open_.erase(open);
    return true;
  }

  bool (*peel_)(std::string_view line, Unwrapped& out);
  std::unique_ptr<Decoder> inner_;
  const ReadingOptions& options_;
  std::size_t max_line_;
  std::vector<OpenLine> open_;
  std::uint8_t given_up_ = 0;  // streams whose line was given up before it ended
};

}  // namespace

std::unique_ptr<Decoder> make_unwrapping_reader(Wrapper wrapper, std::unique_ptr<Decoder> inner,
                                                const ReadingOptions& options, std::size_t max_line) {
  return std::make_unique<UnwrappingReader>(wrapper, std::move(inner), options, max_line);
}

}  // namespace lanewise::record

// Lines in a wrapper: it is peeled off, its source and time are what a row has where its body does not say,
// and the reader of the format sees what is left.
#include "libcore/record/lines.h"
#include "libcore/record/text_reader.h"

namespace lanewise::record {

namespace {

class UnwrappingReader final : public Decoder {
 public:
  UnwrappingReader(Wrapper wrapper, std::unique_ptr<Decoder> inner, const ReadingOptions& options,
                   std::size_t max_line)
      : peel_(info(wrapper).peel), inner_(std::move(inner)), options_(options), max_line_(max_line) {}

  void decode(std::string_view block, BatchBuilder& rows) override {
    for_each_line(
        block, options_.delimiter, max_line_, rows,
        [&](std::string_view line, std::uint32_t number) { read_line({line, line, number}, rows); });
  }

  void read_line(const Line& line, BatchBuilder& rows) override {
    Unwrapped unwrapped;
    if (!peel_(line.text, unwrapped)) unwrapped.text = line.text;
    RowDefaults& defaults = rows.defaults();
    defaults.source = unwrapped.source;
    defaults.member = unwrapped.member;
    defaults.ts_ns = unwrapped.ts_ns;
    inner_->read_line({unwrapped.text, line.whole, line.number}, rows);
  }

 private:
  bool (*peel_)(std::string_view line, Unwrapped& out);
  std::unique_ptr<Decoder> inner_;
  const ReadingOptions& options_;
  std::size_t max_line_;
};

}  // namespace

std::unique_ptr<Decoder> make_unwrapping_reader(Wrapper wrapper, std::unique_ptr<Decoder> inner,
                                                const ReadingOptions& options, std::size_t max_line) {
  return std::make_unique<UnwrappingReader>(wrapper, std::move(inner), options, max_line);
}

}  // namespace lanewise::record

#include "libcore/record/lines.h"
#include "libcore/record/text_reader.h"

namespace lanewise::record {

namespace {

constexpr Leaf kKeyLeaf{Field::key, Use::value};

class KeysReader final : public Decoder {
 public:
  KeysReader(const ReadingOptions& options, std::size_t max_line)
      : options_(options), max_line_(max_line), drops_cr_(options.delimiter == '\n') {}

  void decode(std::string_view block, BatchBuilder& rows) override {
    for_each_line(block, options_.delimiter, max_line_, rows,
                  [&](std::string_view line, std::uint32_t number) {
                    if (drops_cr_ && line.ends_with('\r')) {
                      line.remove_suffix(1);
                      rows.count_carriage_return();
                    }
                    rows.begin_row();
                    if (options_.null_key && line == *options_.null_key) {
                      rows.set_null(kKeyLeaf);
                    } else {
                      (void)rows.set_text(kKeyLeaf, line, Lifetime::batch);  // any bytes are a key
                    }
                    rows.commit_row(line, number);
                  });
  }

 private:
  const ReadingOptions& options_;
  std::size_t max_line_;
  bool drops_cr_;
};

}  // namespace

std::unique_ptr<Decoder> make_keys_reader(const ReadingOptions& options, std::size_t max_line) {
  return std::make_unique<KeysReader>(options, max_line);
}

}  // namespace lanewise::record

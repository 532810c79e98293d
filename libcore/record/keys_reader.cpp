#include "libcore/record/lines.h"
#include "libcore/record/text_reader.h"

namespace lanewise::record {

namespace {

constexpr Leaf kKeyLeaf{Field::key, Use::value};

class KeysReader final : public Decoder {
 public:
  KeysReader(const ReadingOptions& options, const Projection& projection, std::size_t max_line)
      : options_(options), max_line_(max_line), is_wanted_(projection.wanted().has(Field::key)) {}

  void decode(std::string_view block, BatchBuilder& rows) override {
    for_each_line(block, options_.delimiter, max_line_, rows,
                  [&](std::string_view line, std::uint32_t number) {
                    rows.begin_row();
                    if (is_wanted_) set_key(line, rows);
                    rows.commit_row(line, number);
                  });
  }

 private:
  void set_key(std::string_view line, BatchBuilder& rows) {
    if (options_.null_key && line == *options_.null_key) {
      rows.set_null(kKeyLeaf);
    } else {
      (void)rows.set_text(kKeyLeaf, line, Lifetime::batch);  // any bytes are a key
    }
  }

  const ReadingOptions& options_;
  std::size_t max_line_;
  bool is_wanted_;
};

}  // namespace

std::unique_ptr<Decoder> make_keys_reader(const ReadingOptions& options, const Projection& projection,
                                          std::size_t max_line) {
  return std::make_unique<KeysReader>(options, projection, max_line);
}

}  // namespace lanewise::record

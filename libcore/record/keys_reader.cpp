#include "libcore/record/lines.h"
#include "libcore/record/text_reader.h"

namespace lanewise::record {

namespace {

constexpr Leaf kKeyLeaf{Field::key, Use::value};

class KeysReader final : public Decoder {
 public:
  KeysReader(const ReadingOptions& options, const Projection& projection, std::size_t max_line)
      : options_(options),
        max_line_(max_line),
        only_key_(projection.wanted().bits() == FieldSet{Field::key}.bits()),
        is_wanted_(projection.wanted().has(Field::key)) {}

  void decode(std::string_view block, BatchBuilder& rows) override {
    for_each_line(block, options_.delimiter, max_line_, rows,
                  [&](std::string_view line, std::uint32_t number) {
                    if (only_key_) {
                      rows.add_key_row(key_of(line), line, number);
                      return;
                    }
                    read_line({line, line, number}, rows);
                  });
  }

  void read_line(const Line& line, BatchBuilder& rows) override {
    rows.begin_row();
    if (is_wanted_) set_key(key_of(line.text), rows);
    rows.commit_row(line.whole, line.number);
  }

 private:
  [[nodiscard]] KeyView key_of(std::string_view line) const {
    return options_.null_key && line == *options_.null_key ? KeyView::null() : KeyView::of(line);
  }
  static void set_key(KeyView key, BatchBuilder& rows) {
    if (key.state == KeyState::null) {
      rows.set_null(kKeyLeaf);
    } else {
      (void)rows.set_text(kKeyLeaf, key.bytes, Lifetime::batch);  // any bytes are a key
    }
  }

  const ReadingOptions& options_;
  std::size_t max_line_;
  bool only_key_;
  bool is_wanted_;
};

}  // namespace

std::unique_ptr<Decoder> make_keys_reader(const ReadingOptions& options, const Projection& projection,
                                          std::size_t max_line) {
  return std::make_unique<KeysReader>(options, projection, max_line);
}

}  // namespace lanewise::record

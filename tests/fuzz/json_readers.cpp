// simdjson's way and the reference scanner read the same from any block of lines. The first byte chooses the
// mappings and the fields asked for.
#include "tests/fuzz/entry.h"
#include "tests/support/json_engines.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanewise;
  if (size == 0) return 0;
  const auto& kinds = test::kinds_of_options();
  const record::ReadingOptions& options = kinds[data[0] % kinds.size()];
  static const record::FieldSet kAll = test::all_fields();
  static const record::FieldSet kFew{record::Field::key, record::Field::seq, record::Field::ts};
  const record::FieldSet& wanted = data[0] / kinds.size() % 2 == 0 ? kAll : kFew;
  const std::string_view block = fuzz::as_text(data + 1, size - 1);
  const std::string fast = test::render_decoded(block, wanted, options, record::JsonEngine::fast);
  const std::string reference = test::render_decoded(block, wanted, options, record::JsonEngine::reference);
  fuzz::require(fast == reference, "the two engines differ", fast, reference);
  return 0;
}

// Any bytes as a file: however they arrive and however they are asked for, the same comes out of them, with
// the same error.
#include <memory>

#include "libcore/io/byte_source.h"
#include "tests/fuzz/entry.h"
#include "tests/support/fake_source.h"

namespace {

// A few bytes may stand for gigabytes: no more of them is looked at.
constexpr std::size_t kEnough = std::size_t{1} << 17;

std::string read(std::string_view bytes, std::size_t piece, std::size_t at_once) {
  using namespace lanewise;
  auto source = io::decompressed(std::make_unique<test::FakeSource>(test::in_pieces(bytes, piece)));
  if (!source) return "cannot open";
  std::string all;
  std::string buffer(at_once, '\0');
  while (all.size() < kEnough) {
    const auto got = (*source)->read(buffer);
    if (!got) return all + "\n" + got.error().what;
    if (*got == 0) return all;
    all.append(buffer, 0, *got);
  }
  all.resize(kEnough);
  return all;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanewise;
  const std::string_view bytes = fuzz::as_text(data, size);
  const std::string at_once = read(bytes, size + 1, kEnough);
  for (const std::size_t piece : {1U, 7U}) {
    for (const std::size_t memory : {100U, 65536U}) {
      const std::string other = read(bytes, piece, memory);
      fuzz::require(at_once == other, "the same bytes give different text");
    }
  }
  return 0;
}

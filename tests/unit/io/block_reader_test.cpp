#include "libcore/io/block_reader.h"

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/fake_source.h"

namespace lanewise::io {
namespace {

using test::FakeSource;
using test::in_pieces;
using namespace std::string_literals;

struct Blocks {
  std::vector<std::string> data;
  std::vector<std::uint64_t> dropped;  // of each
  std::optional<Error> error;

  [[nodiscard]] std::string text() const {
    std::string all;
    for (const std::string& block : data) all += block;
    return all;
  }
};

Blocks read_blocks(BlockReader& reader) {
  Blocks blocks;
  Block block;
  for (;;) {
    auto more = reader.next(block);
    if (!more) {
      blocks.error = more.error();
      CHECK_FALSE(*reader.next(block));  // told once
      return blocks;
    }
    if (!*more) return blocks;
    // Slack: a parser may read a little past the data.
    CHECK(block.buffer.data() + block.buffer.capacity() >= block.data.data() + block.data.size());
    blocks.data.emplace_back(block.data);
    blocks.dropped.push_back(block.dropped_bytes);
  }
}

Blocks cut(std::vector<std::string> pieces, BlockOptions options = {}, std::optional<Error> error = {}) {
  BlockReader reader(std::make_unique<FakeSource>(std::move(pieces), std::move(error)), options);
  return read_blocks(reader);
}

TEST_CASE("blocks: whole lines only, whatever the sizes of blocks, lines and reads") {
  std::string text;
  for (std::size_t i = 0; i < 60; ++i) text += std::string(i * 7 % 23, 'a') + '\n';
  for (const std::string& tail : {""s, "no final newline"s}) {
    for (const std::size_t block : {1U, 5U, 64U, 10'000U}) {
      for (const std::size_t piece : {1U, 3U, 64U, 10'000U}) {
        const Blocks blocks = cut(in_pieces(text + tail, piece), {.block_bytes = block});
        CHECK(blocks.text() == text + tail);
        CHECK_FALSE(blocks.error);
        for (std::size_t i = 0; i + 1 < blocks.data.size(); ++i) CHECK(blocks.data[i].back() == '\n');
        for (const std::uint64_t dropped : blocks.dropped) CHECK(dropped == 0);
      }
    }
  }
}

TEST_CASE("blocks: nothing, one byte, only delimiters") {
  CHECK(cut({}).data.empty());
  CHECK(cut({"x"}).data == std::vector{"x"s});
  CHECK(cut({"\n"}).data == std::vector{"\n"s});
  CHECK(cut({"\n\n\n"}, {.block_bytes = 2}).text() == "\n\n\n");
  CHECK(cut({"a\r\nb\r\n"}, {.block_bytes = 4}).data == std::vector{"a\r\n"s, "b\r\n"s});
}

TEST_CASE("blocks: NUL as delimiter leaves newlines alone") {
  const std::string text = "a\nb\0\n\0c"s;
  const Blocks blocks = cut({text}, {.block_bytes = 4, .delimiter = '\0'});
  CHECK(blocks.data == std::vector{"a\nb\0"s, "\n\0"s, "c"s});
}

TEST_CASE("blocks: a line longer than a block makes its block as long") {
  const std::string text = "a\n" + std::string(1000, 'x') + "\nb\n";
  const Blocks blocks = cut({text}, {.block_bytes = 64});
  CHECK(blocks.text() == text);
  CHECK(blocks.data[0] == "a\n");
  CHECK(blocks.data[1].starts_with(std::string(1000, 'x') + "\n"));
}

TEST_CASE("blocks: memory that a long line took is not kept") {
  BlockReader reader(
      std::make_unique<FakeSource>(in_pieces(std::string(100'000, 'x') + "\n" + std::string(64, '\n'), 64)),
      {.block_bytes = 64});
  Block block;
  REQUIRE(*reader.next(block));
  CHECK(reader.is_large(block));
  REQUIRE(*reader.next(block));
  CHECK_FALSE(reader.is_large(block));
  CHECK(block.buffer.capacity() <= 256);
}

TEST_CASE("blocks: a line over max_line is dropped and counted, its neighbours stay") {
  for (const std::size_t piece : {1U, 10U, 64U, 100'000U}) {
    for (const std::size_t length : {300U, 5000U}) {
      const std::string before = "before 1\nbefore 2\n";
      const std::string after = "after 1\nafter 2";
      const std::string text = before + std::string(length, 'x') + "\n" + after;
      const Blocks blocks = cut(in_pieces(text, piece), {.block_bytes = 64, .max_line = 200});
      std::uint64_t dropped = 0;
      std::string at_drop;
      std::string seen;
      for (std::size_t i = 0; i < blocks.data.size(); ++i) {
        seen += blocks.data[i];
        dropped += blocks.dropped[i];
        if (blocks.dropped[i] > 0) at_drop = seen;
      }
      CHECK(seen == before + after);
      CHECK(at_drop == before);  // told where it stood
      CHECK(dropped == length);
    }
  }
}

TEST_CASE("blocks: the last line may be too long, with a delimiter and without") {
  for (const std::string& end : {""s, "\n"s}) {
    const Blocks blocks = cut({"a\n" + std::string(5000, 'x') + end}, {.block_bytes = 64, .max_line = 200});
    CHECK(blocks.text() == "a\n");
    CHECK(blocks.dropped.back() == 5000);
  }
  const Blocks two = cut({std::string(5000, 'x') + '\n' + std::string(6000, 'y') + "\nz\n"},
                         {.block_bytes = 64, .max_line = 200});
  CHECK(two.text() == "z\n");
  CHECK(two.dropped == std::vector<std::uint64_t>{5000, 6000, 0});
}

TEST_CASE("blocks: what was read before an error is delivered, but no half line") {
  const Error broken{.code = ErrorCode::io, .what = "broken"};
  for (const std::size_t block : {4U, 1000U}) {
    for (const std::size_t piece : {1U, 5U, 1000U}) {
      const Blocks blocks = cut(in_pieces("one\ntwo\n{\"half\":", piece), {.block_bytes = block}, broken);
      CHECK(blocks.text() == "one\ntwo\n");
      REQUIRE(blocks.error);
      CHECK(blocks.error->what == "broken");
    }
  }
  CHECK(cut({}, {}, broken).error);
  CHECK(cut({"half"}, {}, broken).data.empty());
  const Blocks while_dropping = cut({std::string(5000, 'x')}, {.block_bytes = 64, .max_line = 200}, broken);
  CHECK(while_dropping.dropped == std::vector<std::uint64_t>{5000});
  CHECK(while_dropping.error);
}

TEST_CASE("blocks: a live pipe's line is delivered before the next is written") {
  // The fake has nothing ready behind a piece: who waited for more would be given it in the same block.
  const Blocks blocks = cut({"one\n", "two\nthr", "ee\n", "four"});
  CHECK(blocks.data == std::vector{"one\n"s, "two\n"s, "three\n"s, "four"s});
}

TEST_CASE("blocks: peek takes nothing, and sees one whole line more each time") {
  BlockReader reader(std::make_unique<FakeSource>(std::vector{"on"s, "e\ntw"s, "o\n"s, "three"s}), {});
  CHECK(reader.peek() == "one\n");
  CHECK(reader.peek() == "one\n");
  CHECK(reader.peek(4) == "one\ntwo\n");
  CHECK(reader.peek(8) == "one\ntwo\nthree");
  CHECK(reader.peek(13) == "one\ntwo\nthree");
  CHECK(read_blocks(reader).text() == "one\ntwo\nthree");
}

TEST_CASE("blocks: peek ends after a MiB, whatever the size of blocks") {
  const std::string line = std::string(99, 'x') + '\n';
  std::string text;
  while (text.size() < 2 << 20) text += line;
  for (const std::size_t block : {10U, 1U << 20}) {
    BlockReader reader(std::make_unique<FakeSource>(in_pieces(text, 10'000)), {.block_bytes = block});
    std::size_t seen = 0;
    for (std::size_t last = 1; last != seen;) seen = reader.peek(last = seen).size();
    CHECK(seen == (1 << 20) / 100 * 100);
    CHECK(read_blocks(reader).text() == text);
  }
  BlockReader longer(std::make_unique<FakeSource>(std::vector{std::string(2 << 20, 'x')}), {});
  CHECK(longer.peek().size() == 1 << 20);
  CHECK(longer.peek(1 << 20).size() == 1 << 20);
  CHECK(read_blocks(longer).text().size() == 2 << 20);
}

TEST_CASE("blocks: the time for a long line grows with its length, not with its square") {
  // 64 MiB in blocks of 4 KiB: looked at from the front again for each block it would be 512 GiB.
  const std::string text = std::string(std::size_t{64} << 20, 'x') + "\n";
  CHECK(cut({text}, {.block_bytes = 4096}).text().size() == text.size());
}

}  // namespace
}  // namespace lanewise::io

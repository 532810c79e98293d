#include "libcore/io/byte_source.h"

#include <array>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include "tests/support/catch.h"
#include "tests/support/compress.h"
#include "tests/support/fake_source.h"

namespace lanewise::io {
namespace {

using test::FakeSource;
using test::in_pieces;

class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / "lanewise-io-XXXXXX") {
    std::string text = path_.string();
    path_ = ::mkdtemp(text.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file(const std::string& name, std::string_view bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return (path_ / name).string();
  }
  std::string path(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

struct Read {
  std::string bytes;
  std::optional<Error> error;
};

// All of a source, in reads of `size`.
Read read_all(ByteSource& source, std::size_t size) {
  Read all;
  std::string buffer(size, '\0');
  for (;;) {
    auto got = source.read(buffer);
    if (!got) {
      all.error = got.error();
      return all;
    }
    if (*got == 0) return all;
    all.bytes.append(buffer, 0, *got);
  }
}

Read read_file(const std::string& path, std::size_t size = 4096) {
  auto source = open_source(path);
  if (!source) return {{}, source.error()};
  return read_all(**source, size);
}

Read decompress(std::string_view bytes, std::size_t piece = 1 << 20, std::size_t size = 4096) {
  auto source = decompressed(std::make_unique<FakeSource>(in_pieces(bytes, piece)));
  if (!source) return {{}, source.error()};
  return read_all(**source, size);
}

// Text that compresses, but not to nothing.
std::string some_text(std::size_t bytes) {
  std::string text;
  std::uint32_t state = 1;
  while (text.size() < bytes) {
    state = state * 1664525 + 1013904223;
    text += "line " + std::to_string(state >> 12) + '\n';
  }
  text.resize(bytes);
  return text;
}

TEST_CASE("source: a file, whatever size it is read in") {
  const Folder folder;
  const std::string text = some_text(10'000);
  const std::string path = folder.file("plain", text);
  for (const std::size_t size : {1U, 7U, 4096U, 100'000U}) CHECK(read_file(path, size).bytes == text);
  CHECK(read_file(folder.file("empty", "")).bytes.empty());
  CHECK_FALSE(read_file(folder.file("empty", "")).error);
  for (const std::string_view tiny : {"x", "\x1f", "\x28", "\x28\xb5", "\x28\xb5\x2f", "P", "P*M", "(a)\n"}) {
    CHECK(read_file(folder.file("tiny", tiny)).bytes == tiny);
  }
}

TEST_CASE("source: what cannot be read says what, where and why") {
  const Folder folder;
  const auto missing = open_source(folder.path("none"));
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ErrorCode::not_found);
  CHECK(describe(missing.error()) == folder.path("none") + ": cannot open: No such file or directory");
  const auto directory = open_source(folder.path(""));
  REQUIRE_FALSE(directory);
  CHECK(directory.error().code == ErrorCode::io);
  CHECK(describe(directory.error()) == folder.path("") + ": cannot read: Is a directory");
}

TEST_CASE("source: progress counts the bytes on disk") {
  const Folder folder;
  const std::string packed = test::gzip(some_text(100'000));
  auto source = open_source(folder.file("a.log", packed));
  REQUIRE(source);
  CHECK((*source)->size() == packed.size());
  (void)read_all(**source, 4096);
  CHECK((*source)->consumed() == packed.size());
}

TEST_CASE("source: gzip and zstd are recognised by content, concatenated or not") {
  const Folder folder;
  const std::string a = some_text(300'000);
  const std::string b = "the second member\n";
  for (const auto pack : {test::gzip, test::zstd}) {
    CHECK(read_file(folder.file("no-suffix", pack(a))).bytes == a);
    CHECK(read_file(folder.file("two", pack(a) + pack(b) + pack("") + pack(a))).bytes == a + b + a);
    CHECK(read_file(folder.file("nothing", pack(""))).bytes.empty());
    for (const std::size_t piece : {1U, 2U, 3U, 5U, 1000U}) {
      for (const std::size_t size : {1U, 64U, 100'000U}) {
        const std::string small = a.substr(0, 5000);
        const Read read = decompress(pack(small) + pack(b), piece, size);
        CHECK(read.bytes == small + b);
        CHECK_FALSE(read.error);
      }
    }
  }
}

TEST_CASE("source: gzip padded with zeros, as block devices leave it") {
  const std::string zeros(1000, '\0');
  const Read read = decompress(test::gzip("a\n") + zeros + test::gzip("b\n") + zeros, 7);
  CHECK(read.bytes == "a\nb\n");
  CHECK_FALSE(read.error);
}

TEST_CASE("source: pzstd's leading frame to skip") {
  using namespace std::string_literals;
  const Read read = decompress("\x50\x2a\x4d\x18\x04\x00\x00\x00size"s + test::zstd("a\n"));
  CHECK(read.bytes == "a\n");
  CHECK_FALSE(read.error);
}

TEST_CASE("source: other packings are named, with the program that unpacks them") {
  const auto refused = [](std::string_view bytes, std::size_t piece) {
    auto source = decompressed(std::make_unique<FakeSource>(in_pieces(bytes, piece)));
    return source ? std::string() : source.error().what + "; " + source.error().hint;
  };
  using namespace std::string_view_literals;
  for (const std::size_t piece : {1U, 3U, 100U}) {
    CHECK(refused("\xfd"
                  "7zXZ\0\0\4"sv,
                  piece) == "xz is not read; unpack it first: xz -dc FILE | lanewise …");
    CHECK(refused("BZh91AY&SY...", piece).starts_with("bzip2 is not read; unpack it first: bzip2 -dc"));
    CHECK(refused("\x04\x22\x4d\x18..", piece).starts_with("lz4 is not read"));
    CHECK(refused("PK\x03\x04..", piece).starts_with("zip is not read"));
    CHECK(refused("\xff\x06\0\0sNaPpY."sv, piece).starts_with("snappy is not read"));
  }
  for (const std::string text : {"BZh", "BZh9 is a key", "PK", "PKW", "7zXZ", "P", ""}) {
    auto source = decompressed(std::make_unique<FakeSource>(in_pieces(text, 1)));
    REQUIRE(source);
    CHECK(read_all(**source, 100).bytes == text);
  }
}

TEST_CASE("source: cut off at every byte, an archive gives a beginning of its text and then an error") {
  const std::string text = some_text(3000);
  for (const auto pack : {test::gzip, test::zstd}) {
    const std::string packed = pack(text);
    std::size_t most = 0;
    for (std::size_t kept = 4; kept < packed.size(); ++kept) {
      const Read read = decompress(packed.substr(0, kept), 1 << 20, 100);
      INFO(kept << " of " << packed.size());
      REQUIRE(read.error);
      CHECK(read.error->code == ErrorCode::io);
      CHECK(read.error->what.find("is cut off") != std::string::npos);
      CHECK(text.starts_with(read.bytes));
      CHECK(read.bytes.size() >= most);
      most = read.bytes.size();
    }
    if (pack == test::gzip) CHECK(most == text.size());  // only the checksum was missing at last
  }
}

TEST_CASE("source: what precedes the damage is read first") {
  const std::string text = some_text(2'000'000);
  for (const auto pack : {test::gzip, test::zstd}) {
    const std::string packed = pack(text);
    for (const double part : {0.3, 0.6, 0.99}) {
      std::string damaged = packed;
      const auto at = static_cast<std::size_t>(part * static_cast<double>(packed.size()));
      for (std::size_t i = 0; i < 32; ++i) damaged[at + i] = static_cast<char>(0xff - i);
      for (const std::size_t size : {1000U, 4'000'000U}) {
        const Read read = decompress(damaged, 1 << 20, size);
        REQUIRE(read.error);
        CHECK(read.error->code == ErrorCode::io);
        CHECK(read.error->what.find("is damaged") != std::string::npos);
        // What lies whole blocks (128 KiB in zstd) before the damage is there and right.
        const auto sure = static_cast<std::size_t>(part * static_cast<double>(text.size())) - 300'000;
        REQUIRE(read.bytes.size() >= sure);
        CHECK(read.bytes.substr(0, sure) == text.substr(0, sure));
      }
    }
  }
}

TEST_CASE("source: garbage behind a stream is an error once the stream has been read") {
  for (const auto pack : {test::gzip, test::zstd}) {
    const Read read = decompress(pack("a\nb\n") + "garbage");
    CHECK(read.bytes == "a\nb\n");
    REQUIRE(read.error);
    CHECK(read.error->what.find("is damaged") != std::string::npos);
  }
}

TEST_CASE("source: a wrong checksum is an error, after the text") {
  std::string packed = test::gzip("a\nb\n");
  packed[packed.size() - 8] = static_cast<char>(packed[packed.size() - 8] ^ 1);
  const Read read = decompress(packed);
  CHECK(read.bytes == "a\nb\n");
  REQUIRE(read.error);
  CHECK(read.error->what == "the gzip stream is damaged");
}

TEST_CASE("source: an error of the file beneath an archive is told as it is") {
  const std::string packed = test::gzip(some_text(100'000));
  auto source = decompressed(
      std::make_unique<FakeSource>(std::vector{packed.substr(0, 10'000)}, system_error("cannot read", EIO)));
  REQUIRE(source);
  const Read read = read_all(**source, 4096);
  CHECK(read.bytes.size() > 1000);
  REQUIRE(read.error);
  CHECK(read.error->what == "cannot read: Input/output error");
}

// A pipe with both ends in our hands.
struct Pipe {
  Pipe() { REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0); }
  ~Pipe() {
    ::close(ends[0]);
    if (ends[1] >= 0) ::close(ends[1]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void write(std::string_view bytes) const {
    REQUIRE(::write(ends[1], bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  }
  void close_writer() { ::close(std::exchange(ends[1], -1)); }
  [[nodiscard]] std::string path() const { return "/dev/fd/" + std::to_string(ends[0]); }
  std::array<int, 2> ends{};
};

TEST_CASE("source: a pipe gives what is there, and says when it has nothing") {
  Pipe pipe;
  pipe.write("one\n");
  auto source = open_source(pipe.path());
  REQUIRE(source);
  std::string buffer(1 << 20, '\0');
  CHECK((*source)->ready());
  CHECK(*(*source)->read(buffer) == 4);
  CHECK_FALSE((*source)->ready());
  pipe.write("two");
  CHECK((*source)->ready());
  CHECK(*(*source)->read(buffer) == 3);
  pipe.close_writer();
  CHECK((*source)->ready());
  CHECK(*(*source)->read(buffer) == 0);
}

TEST_CASE("source: a compressed pipe gives all that it holds before it waits") {
  const std::string text = some_text(1'000'000);
  for (const auto pack : {test::gzip_as, test::zstd_as}) {
    for (const std::size_t size : {10U, 1000U, 99'999U, 2'000'000U}) {
      auto source =
          decompressed(std::make_unique<FakeSource>(std::vector{pack(text, test::Ending::flushed)},
                                                    Error{.code = ErrorCode::internal, .what = "waited"}));
      REQUIRE(source);
      const Read read = read_all(**source, size);
      REQUIRE(read.error);
      CHECK(read.error->what == "waited");
      CHECK(read.bytes.size() == text.size());
      CHECK(text.starts_with(read.bytes));
    }
  }
}

TEST_CASE("source: an interrupt ends what waits, and what has not begun to wait") {
  for (const bool before : {true, false}) {
    const Pipe pipe;
    Interrupt interrupt;
    pipe.write("x\n");  // so that opening need not wait
    auto source = open_source(pipe.path(), &interrupt);
    REQUIRE(source);
    std::string buffer(100, '\0');
    REQUIRE(*(*source)->read(buffer) == 2);
    if (before) interrupt.signal();
    std::thread later([&] {
      if (!before) interrupt.signal();
    });
    CHECK(*(*source)->read(buffer) == 0);
    later.join();
  }
}

TEST_CASE("source: a named pipe that nobody writes to can be interrupted, and waits for its writer") {
  const Folder folder;
  const std::string path = folder.path("fifo");
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  {
    Interrupt interrupt;
    std::thread later([&] { interrupt.signal(); });
    auto source = open_source(path, &interrupt);
    REQUIRE(source);
    std::string buffer(100, '\0');
    CHECK(*(*source)->read(buffer) == 0);
    later.join();
  }
  std::thread writer([&] { std::ofstream(path) << "late\n"; });
  CHECK(read_file(path).bytes == "late\n");
  writer.join();
}

}  // namespace
}  // namespace lanewise::io

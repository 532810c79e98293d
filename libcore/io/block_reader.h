// Cuts a byte stream into blocks of whole lines.
//
// A block holds about 1 MiB (more only if one line is longer), ends at a delimiter or at the end of the
// stream, and has slack behind it, so that a parser may read a little past its data. The unfinished line at a
// block's end is carried to the next. A stream that has nothing ready ends a block early: who reads `tail -f`
// through a pipe gets a line when it comes, not when a megabyte is full.
//
// A line longer than `max_line` is dropped, never half of it handed on: the block ends before it and says so.
// So is the unfinished line at which a read error or a damaged archive ends the stream.
//
// Thread safety: one thread at a time. Cost: one copy of each block's tail, one memrchr from its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "libcore/base/result.h"
#include "libcore/io/byte_source.h"

namespace lanewise::io {

// Memory that grows without being zeroed, with kSlack readable bytes behind its capacity.
class Buffer {
 public:
  static constexpr std::size_t kSlack = 64;  // simdjson wants 32; vector loads of our own up to 64

  Buffer() = default;
  Buffer(Buffer&&) = default;
  Buffer& operator=(Buffer&&) = default;

  // Keeps the first `keep` bytes. Throws bad_alloc.
  void grow(std::size_t capacity, std::size_t keep);
  void release() {
    memory_.reset();
    capacity_ = 0;
  }

  [[nodiscard]] char* data() { return memory_.get(); }
  [[nodiscard]] const char* data() const { return memory_.get(); }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }

 private:
  struct Free {
    void operator()(char* p) const { std::free(p); }  // NOLINT(*-no-malloc): realloc is the point
  };
  std::unique_ptr<char, Free> memory_;
  std::size_t capacity_ = 0;
};

struct Block {
  Buffer buffer;
  std::string_view data;            // whole lines; the very last one of a stream may lack its delimiter
  std::uint64_t dropped_bytes = 0;  // > 0: behind `data` stood one line over max_line, of this many bytes
};

struct BlockOptions {
  std::size_t block_bytes = std::size_t{1} << 20;
  std::size_t max_line = std::size_t{256} << 20;
  char delimiter = '\n';
};

class BlockReader {
 public:
  BlockReader(std::unique_ptr<ByteSource> source, BlockOptions options);

  // Fills `block`, reusing its memory; false at the end. After an error the reader is at its end, and the
  // whole lines that could be read before the error have been delivered by earlier calls.
  Result<bool> next(Block& block);

  // Looks at the beginning of the stream without taking it: whole lines, at least one more than the first
  // `beyond` bytes hold; no more where the stream or its first MiB ends. (Of a first line longer than that,
  // what there is of it.) Call before next().
  std::string_view peek(std::size_t beyond = 0);

  // Whether a long line has made the block several times as large as blocks are. Its memory is not kept for
  // the rest of the run, and who has several blocks at a time had better not have several of these.
  [[nodiscard]] bool is_large(const Block& block) const {
    return block.buffer.capacity() > kLargeFactor * options_.block_bytes;
  }

  // The error at which the stream ends, while next() has not told it yet: what peek() shows is not all there
  // was.
  [[nodiscard]] const std::optional<Error>& pending_error() const { return pending_error_; }

  [[nodiscard]] const ByteSource& source() const { return *source_; }

 private:
  static constexpr std::size_t kLargeFactor = 4;

  // Reads up to `limit` bytes in all behind the `have` that lie there, of which the first `searched` are
  // known to end no line; stops early at the end, at an error (kept for later), and when a line's end is
  // there and nothing more is ready.
  std::size_t fill(char* data, std::size_t searched, std::size_t have, std::size_t limit);
  // Gives up the line at the front of `buffer`: reads to its delimiter, keeps what follows for the next
  // block.
  std::uint64_t drop_line(Buffer& buffer, std::size_t have);

  std::unique_ptr<ByteSource> source_;
  BlockOptions options_;
  std::string
      carry_;  // read, not yet delivered: the unfinished line at the last block's end, or what peek() saw
  std::optional<Error> pending_error_;
  bool at_end_ = false;
};

}  // namespace lanewise::io

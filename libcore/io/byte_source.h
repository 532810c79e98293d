// A stream of bytes to read: a file, standard input, or what a test makes up. Gzip and zstd are recognised by
// their first bytes, whatever the file's name says.
//
// Files are read with read(2) into the caller's memory and never mapped: mapping was no faster, held the
// whole file resident, and a file that shrinks under us would be a SIGBUS instead of an error.
//
// Thread safety: one thread at a time, except for Interrupt.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "libcore/base/result.h"

namespace lanewise::io {

// Wakes a thread that waits for input which may never come (a pipe, a terminal), so that a tool that has
// decided to stop can join its workers. Signalled once, for good. Safe from any thread.
class Interrupt {
 public:
  Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt();

  void signal();
  [[nodiscard]] int fd() const { return fd_; }

 private:
  int fd_ = -1;
};

class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  // Fills the front of `into` and returns how much; 0 only at the end (or after an interrupt). May return
  // less than asked for, as a pipe does.
  virtual Result<std::size_t> read(std::span<char> into) = 0;

  // Whether a read would return without waiting for a writer. True where it cannot be told.
  [[nodiscard]] virtual bool ready() { return true; }

  // For progress: bytes taken from the file as it lies on disk, and its size where it has one.
  [[nodiscard]] virtual std::uint64_t consumed() const = 0;
  [[nodiscard]] virtual std::optional<std::uint64_t> size() const { return std::nullopt; }
};

// Opens a file, or standard input for "-", with decompression where the content asks for it. `interrupt` may
// be null; it must outlive the source. Errors: not_found, io (a directory, no permission).
Result<std::unique_ptr<ByteSource>> open_source(const std::string& path, Interrupt* interrupt = nullptr);

// The same over any source: what `raw` holds is decompressed if it starts as gzip or zstd, and passed on
// otherwise; what starts as xz, bzip2, lz4, zip or snappy is refused (unsupported), with the program that
// unpacks it. A truncated or damaged stream is an io error once all that precedes the damage has been read;
// so is anything but zeros behind a gzip stream.
Result<std::unique_ptr<ByteSource>> decompressed(std::unique_ptr<ByteSource> raw);

}  // namespace lanewise::io

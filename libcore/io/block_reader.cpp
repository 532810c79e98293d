#include "libcore/io/block_reader.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <span>
#include <utility>

namespace lanewise::io {

namespace {

constexpr std::size_t kMaxPeek = std::size_t{1} << 20;
constexpr std::size_t kPeekStep = std::size_t{64} << 10;

bool holds(const char* data, std::size_t size, char byte) { return std::memchr(data, byte, size) != nullptr; }

std::size_t end_of_last_line(const char* data, std::size_t size, char delimiter) {
  const void* last = ::memrchr(data, delimiter, size);
  return last == nullptr ? 0 : static_cast<std::size_t>(static_cast<const char*>(last) - data) + 1;
}

}  // namespace

void Buffer::grow(std::size_t capacity, std::size_t keep) {
  if (capacity <= capacity_) return;
  if (keep == 0) release();
  // realloc moves pages instead of bytes once a block is large.
  void* grown = std::realloc(memory_.get(), capacity + kSlack);  // NOLINT(*-no-malloc)
  if (grown == nullptr) throw std::bad_alloc();
  (void)memory_.release();
  memory_.reset(static_cast<char*>(grown));
  capacity_ = capacity;
  std::memset(memory_.get() + capacity, 0, kSlack);
}

BlockReader::BlockReader(std::unique_ptr<ByteSource> source, BlockOptions options)
    : source_(std::move(source)), options_(options) {}

std::size_t BlockReader::fill(char* data, std::size_t searched, std::size_t have, std::size_t limit) {
  bool has_line = holds(data + searched, have - searched, options_.delimiter);
  while (have < limit && !at_end_) {
    if (has_line && !source_->ready()) break;
    auto got = source_->read(std::span(data + have, limit - have));
    if (!got) {
      pending_error_ = std::move(got).error();
      at_end_ = true;
    } else if (*got == 0) {
      at_end_ = true;
    } else {
      has_line = has_line || holds(data + have, *got, options_.delimiter);
      have += *got;
    }
  }
  return have;
}

std::string_view BlockReader::peek(std::size_t beyond) {
  std::size_t have = carry_.size();
  std::size_t whole = 0;
  for (std::size_t limit = 0; whole == 0 && !at_end_ && limit < kMaxPeek;) {
    limit = std::min(kMaxPeek, have + kPeekStep);
    carry_.resize(limit);
    have = fill(carry_.data(), beyond, have, limit);
    whole = end_of_last_line(carry_.data() + beyond, have - beyond, options_.delimiter);
  }
  carry_.resize(have);
  const bool takes_all = (at_end_ && !pending_error_) || beyond + whole == 0;
  return std::string_view(carry_).substr(0, takes_all ? have : beyond + whole);
}

std::uint64_t BlockReader::drop_line(Buffer& buffer, std::size_t have) {
  std::uint64_t dropped = have;
  carry_.clear();
  while (!at_end_) {
    const std::size_t got = fill(buffer.data(), 0, 0, options_.block_bytes);
    const void* found = std::memchr(buffer.data(), options_.delimiter, got);
    if (found == nullptr) {
      dropped += got;
      continue;
    }
    const auto line_end = static_cast<std::size_t>(static_cast<const char*>(found) - buffer.data());
    carry_.assign(buffer.data() + line_end + 1, got - line_end - 1);
    return dropped + line_end;
  }
  return dropped;
}

Result<bool> BlockReader::next(Block& block) {
  if (is_large(block)) block.buffer.release();
  block.buffer.grow(std::max(options_.block_bytes, carry_.size()), 0);
  block.data = {};
  block.dropped_bytes = 0;

  std::size_t have = carry_.size();
  std::memcpy(block.buffer.data(), carry_.data(), have);
  carry_.clear();
  std::size_t searched = 0;
  std::size_t limit = options_.block_bytes;
  for (;;) {
    have = fill(block.buffer.data(), searched, have, limit);
    if (at_end_) {
      // Where an error cuts the stream, the unfinished line is not known to be a line.
      if (pending_error_) have = end_of_last_line(block.buffer.data(), have, options_.delimiter);
      if (have == 0) {
        if (pending_error_) return *std::exchange(pending_error_, std::nullopt);
        return false;
      }
      block.data = {block.buffer.data(), have};
      return true;
    }
    const std::size_t whole =
        end_of_last_line(block.buffer.data() + searched, have - searched, options_.delimiter);
    if (whole > 0) {
      block.data = {block.buffer.data(), searched + whole};
      carry_.assign(block.buffer.data() + searched + whole, have - searched - whole);
      return true;
    }
    if (have > options_.max_line) {
      block.dropped_bytes = drop_line(block.buffer, have);
      return true;
    }
    searched = have;
    limit = have + options_.block_bytes;
    if (limit > block.buffer.capacity()) block.buffer.grow(2 * limit, have);
  }
}

}  // namespace lanewise::io

// A byte source from memory that reads as a pipe, a slow writer or a failing disk does: piece by piece, with
// an error where it is told to have one.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "libcore/io/byte_source.h"

namespace lanewise::test {

class FakeSource final : public io::ByteSource {
 public:
  // A read returns at most the rest of one piece. After the last piece comes `error`, or the end.
  explicit FakeSource(std::vector<std::string> pieces, std::optional<Error> error = {})
      : pieces_(std::move(pieces)), error_(std::move(error)) {}

  Result<std::size_t> read(std::span<char> into) override {
    while (piece_ < pieces_.size() && at_ == pieces_[piece_].size()) {
      ++piece_;
      at_ = 0;
    }
    if (piece_ == pieces_.size()) {
      if (error_) return *error_;
      return std::size_t{0};
    }
    const std::size_t n = std::min(into.size(), pieces_[piece_].size() - at_);
    std::memcpy(into.data(), pieces_[piece_].data() + at_, n);
    at_ += n;
    consumed_ += n;
    return n;
  }
  // As a pipe: ready while a piece is begun.
  bool ready() override { return piece_ < pieces_.size() && at_ > 0 && at_ < pieces_[piece_].size(); }
  [[nodiscard]] std::uint64_t consumed() const override { return consumed_; }

 private:
  std::vector<std::string> pieces_;
  std::optional<Error> error_;
  std::size_t piece_ = 0;
  std::size_t at_ = 0;
  std::uint64_t consumed_ = 0;
};

// `bytes` in pieces of `size`.
inline std::vector<std::string> in_pieces(std::string_view bytes, std::size_t size) {
  std::vector<std::string> pieces;
  for (std::size_t at = 0; at < bytes.size(); at += size) pieces.emplace_back(bytes.substr(at, size));
  return pieces;
}

}  // namespace lanewise::test

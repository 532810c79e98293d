// A source whose beginning can be looked at before it is read: to tell what an input is and then read it
// once, which is all that a pipe allows.
//
// Thread safety: as ByteSource. Memory: what was looked at, until it has been read.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "libcore/io/byte_source.h"

namespace lanewise::io {

class PeekedSource : public ByteSource {
 public:
  explicit PeekedSource(std::unique_ptr<ByteSource> rest) : rest_(std::move(rest)) {}

  // What has been looked at so far, and not been read.
  [[nodiscard]] std::string_view seen() const { return std::string_view(seen_).substr(taken_); }
  // Looks at what the next read of up to `bytes` gives, and adds it to seen(). False at the end.
  Result<bool> look_further(std::size_t bytes);

  Result<std::size_t> read(std::span<char> into) override;
  [[nodiscard]] bool ready() override { return !seen().empty() || rest_->ready(); }
  [[nodiscard]] std::uint64_t consumed() const override { return rest_->consumed(); }
  [[nodiscard]] std::optional<std::uint64_t> size() const override { return rest_->size(); }

 private:
  std::unique_ptr<ByteSource> rest_;
  std::string seen_;
  std::size_t taken_ = 0;
};

}  // namespace lanewise::io

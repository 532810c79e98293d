// Gzip (zlib) and zstd streams as byte sources. Both formats may be concatenations (`cat a.gz b.gz`), as log
// rotation makes them; both are read to the last member.
#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <vector>

#include <zlib.h>
#include <zstd.h>

#include "libcore/io/byte_source.h"

namespace lanewise::io {

namespace {

constexpr std::size_t kInputBytes = std::size_t{256} << 10;
constexpr std::string_view kGzipMagic = "\x1f\x8b";
constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";

Error stream_error(const char* what, const char* hint) {
  return {.code = ErrorCode::io, .what = what, .place = {}, .hint = hint};
}

// A source with the first bytes, already read to look at, put back in front of it.
class Peeked final : public ByteSource {
 public:
  Peeked(std::unique_ptr<ByteSource> raw, std::string_view head) : raw_(std::move(raw)), head_(head) {}

  Result<std::size_t> read(std::span<char> into) override {
    if (given_ == head_.size()) return raw_->read(into);
    const std::size_t n = std::min(into.size(), head_.size() - given_);
    std::memcpy(into.data(), head_.data() + given_, n);
    given_ += n;
    return n;
  }
  bool ready() override { return given_ < head_.size() || raw_->ready(); }
  [[nodiscard]] std::uint64_t consumed() const override { return raw_->consumed(); }
  [[nodiscard]] std::optional<std::uint64_t> size() const override { return raw_->size(); }

 private:
  std::unique_ptr<ByteSource> raw_;
  std::string head_;
  std::size_t given_ = 0;
};

// What both formats share: a buffer of compressed input that is refilled when it runs out.
class Decompressor : public ByteSource {
 public:
  explicit Decompressor(std::unique_ptr<ByteSource> raw) : raw_(std::move(raw)), input_(kInputBytes) {}

  bool ready() override { return begin_ < end_ || raw_->ready(); }
  [[nodiscard]] std::uint64_t consumed() const override { return raw_->consumed(); }
  [[nodiscard]] std::optional<std::uint64_t> size() const override { return raw_->size(); }

 protected:
  // True while there is input; reads more if the buffer is empty.
  Result<bool> refill() {
    if (begin_ < end_) return true;
    auto got = raw_->read(input_);
    if (!got) return std::move(got).error();
    begin_ = 0;
    end_ = *got;
    return end_ > 0;
  }
  [[nodiscard]] char* input() { return input_.data() + begin_; }
  [[nodiscard]] std::size_t available() const { return end_ - begin_; }
  void advance(std::size_t n) { begin_ += n; }

 private:
  std::unique_ptr<ByteSource> raw_;
  std::vector<char> input_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

class GzipSource final : public Decompressor {
 public:
  explicit GzipSource(std::unique_ptr<ByteSource> raw) : Decompressor(std::move(raw)) {
    constexpr int kGzipOnly = 16 + MAX_WBITS;
    if (::inflateInit2(&stream_, kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~GzipSource() override { ::inflateEnd(&stream_); }

  Result<std::size_t> read(std::span<char> into) override {
    const auto wanted = static_cast<uInt>(std::min(into.size(), std::size_t{1} << 30));
    stream_.next_out = reinterpret_cast<Bytef*>(into.data());  // NOLINT(*-reinterpret-cast): zlib's byte type
    stream_.avail_out = wanted;
    while (stream_.avail_out == wanted) {
      auto more = refill();
      if (!more) return std::move(more).error();
      if (!*more) {
        if (in_member_)
          return stream_error("the gzip stream is cut off", "the file is incomplete: copy it again");
        return std::size_t{0};
      }
      if (!in_member_ && !start_member()) continue;
      stream_.next_in = reinterpret_cast<Bytef*>(input());  // NOLINT(*-reinterpret-cast): zlib's byte type
      stream_.avail_in = static_cast<uInt>(available());
      const int status = ::inflate(&stream_, Z_NO_FLUSH);
      advance(available() - stream_.avail_in);
      if (status == Z_STREAM_END) {
        in_member_ = false;
        ::inflateReset(&stream_);
      } else if (status == Z_MEM_ERROR) {
        throw std::bad_alloc();
      } else if (status != Z_OK && status != Z_BUF_ERROR) {
        return stream_error("the gzip stream is damaged", "test it with: gzip -t FILE");
      }
    }
    return static_cast<std::size_t>(wanted - stream_.avail_out);
  }

 private:
  // Between members lies the next member or padding of zero bytes (tapes, block devices). True at a member.
  bool start_member() {
    std::size_t zeros = 0;
    while (zeros < available() && input()[zeros] == '\0') ++zeros;
    advance(zeros);
    in_member_ = available() > 0;
    return in_member_;
  }

  z_stream stream_{};
  bool in_member_ = true;
};

class ZstdSource final : public Decompressor {
 public:
  explicit ZstdSource(std::unique_ptr<ByteSource> raw)
      : Decompressor(std::move(raw)), stream_(::ZSTD_createDStream()) {
    if (stream_ == nullptr) throw std::bad_alloc();
  }
  ~ZstdSource() override { ::ZSTD_freeDStream(stream_); }

  Result<std::size_t> read(std::span<char> into) override {
    ZSTD_outBuffer out{.dst = into.data(), .size = into.size(), .pos = 0};
    while (out.pos == 0) {
      auto more = refill();
      if (!more) return std::move(more).error();
      if (!*more && !in_frame_) return std::size_t{0};
      ZSTD_inBuffer in{.src = input(), .size = available(), .pos = 0};
      const std::size_t status = ::ZSTD_decompressStream(stream_, &out, &in);
      if (::ZSTD_isError(status) != 0) {
        return stream_error("the zstd stream is damaged", "test it with: zstd -t FILE");
      }
      if (!*more && out.pos == 0) {
        return stream_error("the zstd stream is cut off", "the file is incomplete: copy it again");
      }
      advance(in.pos);
      in_frame_ = status != 0;
    }
    return out.pos;
  }

 private:
  ZSTD_DStream* stream_;
  bool in_frame_ = false;
};

}  // namespace

Result<std::unique_ptr<ByteSource>> decompressed(std::unique_ptr<ByteSource> raw) {
  std::array<char, 4> head{};
  std::size_t have = 0;
  while (have < head.size()) {
    // Waiting for four bytes would withhold a first short line of a live pipe: two settle it unless they
    // match.
    if (have > 0 && head[0] != kGzipMagic[0] && head[0] != kZstdMagic[0]) break;
    auto got = raw->read(std::span(head).subspan(have));
    if (!got) return std::move(got).error();
    if (*got == 0) break;
    have += *got;
  }
  const std::string_view start(head.data(), have);
  auto peeked = std::make_unique<Peeked>(std::move(raw), start);
  if (start.starts_with(kGzipMagic))
    return std::unique_ptr<ByteSource>(std::make_unique<GzipSource>(std::move(peeked)));
  if (start == kZstdMagic)
    return std::unique_ptr<ByteSource>(std::make_unique<ZstdSource>(std::move(peeked)));
  return std::unique_ptr<ByteSource>(std::move(peeked));
}

}  // namespace lanewise::io

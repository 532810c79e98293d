// Gzip (zlib) and zstd streams as byte sources. Both formats may be concatenations (`cat a.gz b.gz`), as log
// rotation makes them; both are read to the last member.
#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include "libcore/io/byte_source.h"

namespace lanewise::io {

namespace {

constexpr std::size_t kInputBytes = std::size_t{256} << 10;

enum class Packing : std::uint8_t { gzip, zstd, other };

// How a file begins. In `bytes` a '?' is any digit, and a '#' any byte from 0x50 to 0x5f.
struct Magic {
  std::string_view bytes;
  Packing packing;
  const char* name;      // of what is not read here
  const char* unpacker;  // and the program that does
};
constexpr std::array<Magic, 8> kMagics{{
    {"\x1f\x8b", Packing::gzip, "", ""},
    {"\x28\xb5\x2f\xfd", Packing::zstd, "", ""},
    {"#\x2a\x4d\x18", Packing::zstd, "", ""},  // a frame to skip, with which pzstd begins its files
    {{"\xfd"
      "7zXZ\0",
      6},
     Packing::other,
     "xz",
     "xz -dc"},
    {"BZh?\x31\x41\x59\x26\x53\x59", Packing::other, "bzip2", "bzip2 -dc"},
    {"\x04\x22\x4d\x18", Packing::other, "lz4", "lz4 -dc"},
    {"PK\x03\x04", Packing::other, "zip", "unzip -p"},
    {{"\xff\x06\0\0sNaPpY", 10}, Packing::other, "snappy", "snzip -dc"},
}};
constexpr std::size_t kLongestMagic = 10;

bool matches(char wanted, char got) {
  if (wanted == '?') return got >= '0' && got <= '9';
  if (wanted == '#') return (static_cast<unsigned char>(got) & 0xf0) == 0x50;
  return wanted == got;
}
// Whether `start` begins so, as far as it goes.
bool may_begin(std::string_view start, const Magic& magic) {
  for (std::size_t i = 0; i < std::min(start.size(), magic.bytes.size()); ++i) {
    if (!matches(magic.bytes[i], start[i])) return false;
  }
  return true;
}
bool begins(std::string_view start, const Magic& magic) {
  return start.size() >= magic.bytes.size() && may_begin(start, magic);
}

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
    while (stream_.avail_out == wanted && !is_damaged_) {
      if (!may_hold_output_) {
        auto more = refill();
        if (!more) return std::move(more).error();
        if (!*more) {
          if (!in_member_) return std::size_t{0};
          return stream_error("the gzip stream is cut off", "the file is incomplete: copy it again");
        }
        if (!in_member_ && !start_member()) continue;
      }
      stream_.next_in = reinterpret_cast<Bytef*>(input());  // NOLINT(*-reinterpret-cast): zlib's byte type
      stream_.avail_in = static_cast<uInt>(available());
      const int status = ::inflate(&stream_, Z_NO_FLUSH);
      advance(available() - stream_.avail_in);
      may_hold_output_ = status == Z_OK && stream_.avail_out == 0;
      if (status == Z_STREAM_END) {
        in_member_ = false;
        ::inflateReset(&stream_);
      } else if (status == Z_MEM_ERROR) {
        throw std::bad_alloc();
      } else if (status != Z_OK && status != Z_BUF_ERROR) {
        is_damaged_ = true;  // told once what precedes the damage has been given
      }
    }
    if (stream_.avail_out == wanted)
      return stream_error("the gzip stream is damaged", "test it with: gzip -t FILE");
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
  bool may_hold_output_ = false;  // the caller's memory was full: ask zlib before waiting for more input
  bool is_damaged_ = false;
};

class ZstdSource final : public Decompressor {
 public:
  explicit ZstdSource(std::unique_ptr<ByteSource> raw)
      : Decompressor(std::move(raw)), stream_(::ZSTD_createDStream()) {
    if (stream_ == nullptr) throw std::bad_alloc();
    frame_start_ = ::ZSTD_initDStream(stream_);
    input_wanted_ = frame_start_;
  }
  ~ZstdSource() override { ::ZSTD_freeDStream(stream_); }

  Result<std::size_t> read(std::span<char> into) override {
    ZSTD_outBuffer out{.dst = into.data(), .size = into.size(), .pos = 0};
    while (out.pos == 0) {
      bool at_end = false;
      if (!may_hold_output_) {
        auto more = refill();
        if (!more) return std::move(more).error();
        at_end = !*more;
        if (at_end && !in_frame_) return std::size_t{0};
      }
      // One block at most, without the next one's header, and nothing while it holds output: an error then
      // takes no earlier output with it.
      const std::size_t block =
          input_wanted_ > kBlockHeaderBytes ? input_wanted_ - kBlockHeaderBytes : input_wanted_;
      const std::size_t given = may_hold_output_ ? 0 : std::min(available(), block);
      ZSTD_inBuffer in{.src = input(), .size = given, .pos = 0};
      const std::size_t status = ::ZSTD_decompressStream(stream_, &out, &in);
      if (::ZSTD_isError(status) != 0) {
        return stream_error("the zstd stream is damaged", "test it with: zstd -t FILE");
      }
      if (at_end && out.pos == 0) {
        return stream_error("the zstd stream is cut off", "the file is incomplete: copy it again");
      }
      advance(in.pos);
      in_frame_ = status != 0;
      input_wanted_ = in_frame_ ? status : frame_start_;
      may_hold_output_ = in_frame_ && out.pos == out.size;
    }
    return out.pos;
  }

 private:
  // What zstd adds to a block's size when it asks for one.
  static constexpr std::size_t kBlockHeaderBytes = 3;

  ZSTD_DStream* stream_;
  std::size_t frame_start_ = 0;   // input to begin a frame with
  std::size_t input_wanted_ = 0;  // what zstd asks for next
  bool in_frame_ = false;
  bool may_hold_output_ = false;  // the caller's memory was full: ask zstd before waiting for more input
};

}  // namespace

Result<std::unique_ptr<ByteSource>> decompressed(std::unique_ptr<ByteSource> raw) {
  std::array<char, kLongestMagic> head{};
  std::size_t have = 0;
  const Magic* found = nullptr;
  // Only while they may still be a magic number: a live pipe's first short line is not withheld.
  for (bool may_be_one = true; found == nullptr && may_be_one && have < head.size();) {
    auto got = raw->read(std::span(head).subspan(have));
    if (!got) return std::move(got).error();
    if (*got == 0) break;
    have += *got;
    const std::string_view start(head.data(), have);
    may_be_one = false;
    for (const Magic& magic : kMagics) {
      if (begins(start, magic)) found = &magic;
      may_be_one = may_be_one || may_begin(start, magic);
    }
  }
  if (found != nullptr && found->packing == Packing::other) {
    return Error{.code = ErrorCode::unsupported,
                 .what = fmt::format("{} is not read", found->name),
                 .place = {},
                 .hint = fmt::format("unpack it first: {} FILE | lanewise …", found->unpacker)};
  }
  std::unique_ptr<ByteSource> peeked =
      std::make_unique<Peeked>(std::move(raw), std::string_view(head.data(), have));
  if (found == nullptr) return peeked;
  if (found->packing == Packing::gzip)
    return std::unique_ptr<ByteSource>(std::make_unique<GzipSource>(std::move(peeked)));
  return std::unique_ptr<ByteSource>(std::make_unique<ZstdSource>(std::move(peeked)));
}

}  // namespace lanewise::io

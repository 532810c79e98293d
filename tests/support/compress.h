// Compressed bytes to read back: gzip by zlib, zstd by libzstd, as the tools of those names write them.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include <zlib.h>
#include <zstd.h>

namespace lanewise::test {

// How a writer leaves its stream: ended, or open with all that was written given out, as into a live pipe.
enum class Ending { ended, flushed };

inline std::string gzip_as(std::string_view bytes, Ending ending) {
  z_stream stream{};
  constexpr int kGzip = 16 + MAX_WBITS;
  if (::deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("deflateInit2");
  std::string out(::deflateBound(&stream, bytes.size()) + 64, '\0');
  std::string in(bytes);
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int status = ::deflate(&stream, ending == Ending::ended ? Z_FINISH : Z_SYNC_FLUSH);
  if (status != (ending == Ending::ended ? Z_STREAM_END : Z_OK)) throw std::runtime_error("deflate");
  out.resize(stream.total_out);
  ::deflateEnd(&stream);
  return out;
}

inline std::string zstd_as(std::string_view bytes, Ending ending) {
  ZSTD_CCtx* const context = ::ZSTD_createCCtx();
  std::string out(::ZSTD_compressBound(bytes.size()) + 64, '\0');
  ZSTD_inBuffer from{bytes.data(), bytes.size(), 0};
  ZSTD_outBuffer into{out.data(), out.size(), 0};
  const std::size_t left =
      ::ZSTD_compressStream2(context, &into, &from, ending == Ending::ended ? ZSTD_e_end : ZSTD_e_flush);
  ::ZSTD_freeCCtx(context);
  if (left != 0) throw std::runtime_error("ZSTD_compressStream2");
  out.resize(into.pos);
  return out;
}

inline std::string gzip(std::string_view bytes) { return gzip_as(bytes, Ending::ended); }
inline std::string zstd(std::string_view bytes) { return zstd_as(bytes, Ending::ended); }

}  // namespace lanewise::test

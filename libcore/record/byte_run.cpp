#include "libcore/record/byte_run.h"

#include <bit>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace lanewise::record {

ByteRun::ByteRun(const std::array<bool, 256>& bytes) : bytes_(bytes) {
  for (std::size_t byte = 0; byte < bytes.size(); ++byte) {
    if (bytes[byte]) continue;
    if (byte > 0 && !bytes[byte - 1]) {
      ++stops_[ranges_ - 1].width;
    } else if (ranges_ == kMostRanges) {
      ranges_ = 0;
      return;
    } else {
      stops_[ranges_++] = {.first = static_cast<std::uint8_t>(byte), .width = 0};
    }
  }
}

const char* ByteRun::end_of(const char* at, const char* end) const {
#if defined(__SSE2__)
  constexpr std::ptrdiff_t kWidth = 16;
  for (; ranges_ > 0 && end - at >= kWidth; at += kWidth) {
    const __m128i bytes =
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));  // NOLINT(*-reinterpret-cast)
    __m128i stops = _mm_setzero_si128();
    for (std::size_t i = 0; i < ranges_; ++i) {
      const __m128i above = _mm_sub_epi8(bytes, _mm_set1_epi8(static_cast<char>(stops_[i].first)));
      const __m128i within = _mm_min_epu8(above, _mm_set1_epi8(static_cast<char>(stops_[i].width)));
      stops = _mm_or_si128(stops, _mm_cmpeq_epi8(within, above));
    }
    const auto found = static_cast<unsigned>(_mm_movemask_epi8(stops));
    if (found != 0) return at + std::countr_zero(found);
  }
#endif
  while (at != end && bytes_[static_cast<unsigned char>(*at)]) ++at;
  return at;
}

}  // namespace lanewise::record

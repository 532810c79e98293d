// A HashMap's iterator walks the buckets in ascending order and each bucket in the order of insertion. A
// table that doubles splits every bucket in two and keeps the relative order in both. So the final order is
// by bucket in the final table, then by insertion; the table's size follows from the number of keys alone:
// 16, doubled while more than three quarters full.
#include "libcore/allocate/java_hash_map.h"

namespace lanewise::allocate {
namespace {

// Delivers the UTF-16 code units of UTF-8 text. Bytes that are not UTF-8 are delivered as they are.
class Utf16Units {
 public:
  explicit Utf16Units(std::string_view text) : text_(text) {}

  [[nodiscard]] bool done() const { return low_surrogate_ == 0 && at_ >= text_.size(); }

  std::uint32_t next() {
    if (low_surrogate_ != 0) return std::exchange(low_surrogate_, 0);
    const std::uint32_t lead = byte(0);
    const std::size_t length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF8 ? 4 : 1;
    if (length == 1 || at_ + length > text_.size()) {
      ++at_;
      return lead;
    }
    std::uint32_t code_point = lead & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) code_point = (code_point << 6U) | (byte(i) & 0x3FU);
    at_ += length;
    if (code_point < 0x10000) return code_point;
    low_surrogate_ = 0xDC00 + ((code_point - 0x10000) & 0x3FFU);
    return 0xD800 + ((code_point - 0x10000) >> 10U);
  }

 private:
  [[nodiscard]] std::uint32_t byte(std::size_t i) const { return static_cast<unsigned char>(text_[at_ + i]); }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t low_surrogate_ = 0;
};

}  // namespace

std::int32_t java_string_hash(std::string_view utf8) {
  std::uint32_t hash = 0;
  for (Utf16Units units(utf8); !units.done();) hash = 31 * hash + units.next();
  return static_cast<std::int32_t>(hash);
}

std::int32_t java_topic_partition_hash(std::int32_t topic_name_hash, std::int32_t partition) {
  const std::uint32_t hash = 31 * (31 + static_cast<std::uint32_t>(partition));
  return static_cast<std::int32_t>(hash + static_cast<std::uint32_t>(topic_name_hash));
}

int java_compare(std::string_view a, std::string_view b) {
  Utf16Units left(a);
  Utf16Units right(b);
  while (!left.done() && !right.done()) {
    const std::uint32_t l = left.next();
    const std::uint32_t r = right.next();
    if (l != r) return l < r ? -1 : 1;
  }
  return left.done() ? (right.done() ? 0 : -1) : 1;
}

std::vector<std::size_t> java_hash_map_order(std::span<const std::int32_t> key_hashes) {
  std::size_t capacity = 16;
  while (key_hashes.size() * 4 > capacity * 3) capacity *= 2;
  std::vector<std::pair<std::size_t, std::size_t>> by_bucket(key_hashes.size());
  for (std::size_t i = 0; i < by_bucket.size(); ++i)
    by_bucket[i] = {java_spread(key_hashes[i]) & (capacity - 1), i};
  std::sort(by_bucket.begin(), by_bucket.end());
  std::vector<std::size_t> order(by_bucket.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = by_bucket[i].second;
  return order;
}

}  // namespace lanewise::allocate

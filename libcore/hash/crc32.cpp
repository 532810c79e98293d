#include "libcore/hash/crc32.h"

namespace lanewise::hash {

namespace {

constexpr Crc32Tables make_tables() {
  Crc32Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320U : 0U);
    tables[0][byte] = crc;
  }
  for (std::size_t zeros = 1; zeros < tables.size(); ++zeros) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = tables[zeros - 1][byte];
      tables[zeros][byte] = tables[0][before & 0xff] ^ (before >> 8);
    }
  }
  return tables;
}

}  // namespace

constinit const Crc32Tables kCrc32Tables = make_tables();

}  // namespace lanewise::hash

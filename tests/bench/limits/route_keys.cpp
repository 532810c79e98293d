// The limit that `route` over plain keys is measured against: reads 1 MiB blocks, finds line ends, hashes
// each line as Kafka's Java client does, takes the remainder and sums it up. Nothing is printed per key.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <string_view>
#include <unistd.h>

#include "libcore/hash/murmur2.h"

namespace {
constexpr std::size_t kBlock = std::size_t{1} << 20;
}

int main(int argc, char** argv) {
  const int fd = argc > 1 ? ::open(argv[1], O_RDONLY) : STDIN_FILENO;
  const auto partitions = static_cast<std::uint32_t>(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 64);
  if (fd < 0) return 2;
  const auto buffer = std::make_unique<char[]>(2 * kBlock);
  std::size_t have = 0;
  std::uint64_t keys = 0;
  std::uint64_t sum = 0;
  for (;;) {
    const ssize_t got = ::read(fd, buffer.get() + have, kBlock);
    if (got <= 0) break;
    have += static_cast<std::size_t>(got);
    const char* at = buffer.get();
    const char* const end = buffer.get() + have;
    while (const void* found = std::memchr(at, '\n', static_cast<std::size_t>(end - at))) {
      const char* const line_end = static_cast<const char*>(found);
      const std::uint32_t hash = lanewise::hash::murmur2({at, static_cast<std::size_t>(line_end - at)});
      sum += (hash & 0x7fffffffU) % partitions;
      ++keys;
      at = line_end + 1;
    }
    have = static_cast<std::size_t>(end - at);
    std::memmove(buffer.get(), at, have);
  }
  std::printf("%llu keys, sum %llu\n", static_cast<unsigned long long>(keys),
              static_cast<unsigned long long>(sum));
  return 0;
}

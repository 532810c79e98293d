// The limit that reading text by --pattern is measured against: a bare RE2 pass over a file. 1 MiB blocks,
// each line matched in Latin-1, two groups captured and summed up. Usage: re2_pass FILE PATTERN (groups 1 and
// 2: key, seq)
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <unistd.h>

#include <re2/re2.h>

namespace {
constexpr std::size_t kBlock = std::size_t{1} << 20;
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const int fd = ::open(argv[1], O_RDONLY);
  const RE2 pattern(argv[2], RE2::Latin1);
  if (fd < 0 || !pattern.ok()) return 2;
  const auto buffer = std::make_unique<char[]>(2 * kBlock);
  std::array<re2::StringPiece, 3> groups;
  std::size_t have = 0;
  std::uint64_t records = 0;
  std::uint64_t sum = 0;
  for (;;) {
    const ssize_t got = ::read(fd, buffer.get() + have, kBlock);
    if (got <= 0) break;
    have += static_cast<std::size_t>(got);
    const char* at = buffer.get();
    const char* const end = buffer.get() + have;
    while (const void* found = std::memchr(at, '\n', static_cast<std::size_t>(end - at))) {
      const char* const line_end = static_cast<const char*>(found);
      const re2::StringPiece line(at, static_cast<std::size_t>(line_end - at));
      if (pattern.Match(line, 0, line.size(), RE2::UNANCHORED, groups.data(), 3)) {
        std::int64_t number = 0;
        std::from_chars(groups[2].data(), groups[2].data() + groups[2].size(), number);
        sum += groups[1].size() + static_cast<std::uint64_t>(number);
        ++records;
      }
      at = line_end + 1;
    }
    have = static_cast<std::size_t>(end - at);
    std::memmove(buffer.get(), at, have);
  }
  std::printf("%llu records, sum %llu\n", static_cast<unsigned long long>(records),
              static_cast<unsigned long long>(sum));
  return 0;
}

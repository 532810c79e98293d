// The limit that the batch reader is measured against: a bare simdjson DOM pass over a file. 1 MiB blocks by
// read(2), cut at line ends; each line parsed in place; one walk over its members; four fields taken and
// summed up. No columns, no second thread, no error handling beyond stopping.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <string_view>
#include <unistd.h>

#include <simdjson.h>

namespace {
constexpr std::size_t kBlock = std::size_t{1} << 20;
}

int main(int argc, char** argv) {
  const int fd = argc > 1 ? ::open(argv[1], O_RDONLY) : STDIN_FILENO;
  if (fd < 0) return 2;
  const auto buffer = std::make_unique<char[]>(2 * kBlock + simdjson::SIMDJSON_PADDING);
  simdjson::dom::parser parser;
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
      simdjson::dom::object object;
      if (parser.parse(at, static_cast<std::size_t>(line_end - at), false).get(object) != simdjson::SUCCESS)
        return 1;
      for (const simdjson::dom::key_value_pair member : object) {
        std::int64_t number = 0;
        std::string_view text;
        if (member.key == "key") {
          if (member.value.get(text) == simdjson::SUCCESS) sum += text.size();
        } else if (member.key == "seq" || member.key == "partition" || member.key == "offset") {
          if (member.value.get(number) == simdjson::SUCCESS) sum += static_cast<std::uint64_t>(number);
        }
      }
      ++records;
      at = line_end + 1;
    }
    have = static_cast<std::size_t>(end - at);
    std::memmove(buffer.get(), at, have);
  }
  std::printf("%llu records, sum %llu\n", static_cast<unsigned long long>(records),
              static_cast<unsigned long long>(sum));
  return 0;
}

#include "libcore/io/output.h"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <string>
#include <thread>
#include <unistd.h>

#include "tests/support/catch.h"

namespace lanewise::io {
namespace {

std::array<int, 2> make_pipe(int flags = 0) {
  std::array<int, 2> ends{};
  REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
  REQUIRE(::fcntl(ends[1], F_SETFL, flags) == 0);
  return ends;
}

std::string read_to_end(int fd, std::size_t at_once) {
  std::string all;
  std::string buffer(at_once, '\0');
  for (ssize_t got = 0; (got = ::read(fd, buffer.data(), buffer.size())) > 0;) {
    all.append(buffer, 0, static_cast<std::size_t>(got));
  }
  return all;
}

TEST_CASE("output: nothing is lost, whatever the sizes of writes, and however little the reader takes") {
  for (const int flags : {0, O_NONBLOCK}) {
    const auto ends = make_pipe(flags);
    std::string got;
    std::thread reader([&] { got = read_to_end(ends[0], 1000); });
    std::string expected;
    Output output(ends[1], "pipe");
    for (std::size_t size = 1; size < 2'000'000; size = size * 7 + 1) {
      const std::string bytes(size, static_cast<char>('a' + size % 26));
      output.write(bytes);
      expected += bytes;
    }
    CHECK(output.finish());
    ::close(ends[1]);
    reader.join();
    CHECK(got == expected);
    ::close(ends[0]);
  }
}

TEST_CASE("output: kept in memory until flushed") {
  const auto ends = make_pipe();
  Output output(ends[1], "pipe");
  output.write("line\n");
  REQUIRE(::fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0);
  char byte = 0;
  CHECK(::read(ends[0], &byte, 1) == -1);
  output.flush();
  CHECK(::read(ends[0], &byte, 1) == 1);
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_CASE("output: a full disk is found, said by name, and kept") {
  const int fd = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  REQUIRE(fd >= 0);
  Output output(fd, "report.txt");
  output.write("little");
  CHECK_FALSE(output.failed());  // still in memory
  const auto finished = output.finish();
  REQUIRE_FALSE(finished);
  CHECK(describe(finished.error()) == "report.txt: cannot write: No space left on device");
  CHECK(output.failed());
  CHECK_FALSE(output.is_closed());
  output.write(std::string(1'000'000, 'x'));
  CHECK_FALSE(output.finish());
  ::close(fd);
}

TEST_CASE("output: a large write finds the full disk at once") {
  const int fd = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  Output output(fd, "out");
  output.write(std::string(1'000'000, 'x'));
  CHECK(output.failed());
  ::close(fd);
}

TEST_CASE("output: a reader that has gone is told apart") {
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  const auto ends = make_pipe();
  ::close(ends[0]);
  Output output(ends[1], "pipe");
  output.write("x");
  CHECK_FALSE(output.finish());
  CHECK(output.is_closed());
  ::close(ends[1]);
  (void)std::signal(SIGPIPE, before);
}

TEST_CASE("output: a descriptor that was never open") {
  Output output(-1, "standard output");
  output.write("x");
  const auto finished = output.finish();
  REQUIRE_FALSE(finished);
  CHECK(describe(finished.error()) == "standard output: cannot write: Bad file descriptor");
}

}  // namespace
}  // namespace lanewise::io

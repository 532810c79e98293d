#include "libcore/io/output.h"

#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace lanewise::io {

namespace {
constexpr std::size_t kBufferBytes = std::size_t{128} << 10;
}

Output::Output(int fd, std::string name) : fd_(fd), name_(std::move(name)), by_line_(::isatty(fd) == 1) {}

void Output::write(std::string_view bytes) {
  if (buffer_.size() + bytes.size() <= kBufferBytes) {
    buffer_.append(bytes);
  } else {
    flush();
    if (bytes.size() >= kBufferBytes) {
      write_through(bytes);
    } else {
      buffer_.assign(bytes);
    }
  }
  if (by_line_ && !buffer_.empty() && buffer_.back() == '\n') flush();
}

void Output::flush() {
  write_through(buffer_);
  buffer_.clear();
}

void Output::write_through(std::string_view bytes) {
  while (!bytes.empty() && error_number_ == 0) {
    const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      // Somebody made the descriptor non-blocking: wait instead of asking again and again.
      pollfd descriptor{.fd = fd_, .events = POLLOUT, .revents = 0};
      (void)::poll(&descriptor, 1, -1);
    } else if (errno != EINTR) {
      error_number_ = errno;
    }
  }
}

bool Output::is_closed() const { return error_number_ == EPIPE; }

Result<void> Output::finish() {
  flush();
  if (error_number_ != 0) return system_error("cannot write", error_number_, {name_});
  return {};
}

}  // namespace lanewise::io

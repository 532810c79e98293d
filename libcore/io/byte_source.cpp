#include "libcore/io/byte_source.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <new>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

namespace lanewise::io {

namespace {

// A pipe holds 64 KiB unless asked for more; with 1 MiB a writer and we switch sixteen times less often.
constexpr int kPipeBytes = 1 << 20;
constexpr std::size_t kMaxRead = std::size_t{1} << 30;  // read(2) takes no more than 2^31 - 4096 at once

class FdSource final : public ByteSource {
 public:
  FdSource(int fd, bool owned, const struct stat& status, Interrupt* interrupt)
      : fd_(fd), owned_(owned), interrupt_(interrupt) {
    if (S_ISREG(status.st_mode)) {
      size_ = static_cast<std::uint64_t>(status.st_size);
    } else {
      may_block_ = true;
      if (S_ISFIFO(status.st_mode)) (void)::fcntl(fd_, F_SETPIPE_SZ, kPipeBytes);
    }
  }
  ~FdSource() override {
    if (owned_) ::close(fd_);
  }

  Result<std::size_t> read(std::span<char> into) override {
    const std::size_t wanted = std::min(into.size(), kMaxRead);
    for (;;) {
      if (!wait_for_input()) return std::size_t{0};
      const ssize_t got = ::read(fd_, into.data(), wanted);
      if (got >= 0) {
        consumed_ += static_cast<std::uint64_t>(got);
        return static_cast<std::size_t>(got);
      }
      if (errno == EINTR || errno == EAGAIN) continue;
      return system_error("cannot read", errno);
    }
  }

  bool ready() override {
    if (!may_block_) return true;
    pollfd descriptor{.fd = fd_, .events = POLLIN, .revents = 0};
    int count = 0;
    do count = ::poll(&descriptor, 1, 0);
    while (count < 0 && errno == EINTR);
    return count != 0;
  }

  [[nodiscard]] std::uint64_t consumed() const override { return consumed_; }
  [[nodiscard]] std::optional<std::uint64_t> size() const override { return size_; }

 private:
  // False when interrupted. Files are asked too (they are ready at once), so that a long one ends as soon as
  // a pipe does.
  [[nodiscard]] bool wait_for_input() const {
    if (!may_block_ && interrupt_ == nullptr) return true;
    const int interrupt_fd = interrupt_ == nullptr ? -1 : interrupt_->fd();  // poll passes over -1
    std::array<pollfd, 2> descriptors{
        {{.fd = fd_, .events = POLLIN, .revents = 0}, {.fd = interrupt_fd, .events = POLLIN, .revents = 0}}};
    while (::poll(descriptors.data(), descriptors.size(), -1) < 0 && errno == EINTR) {
    }
    return descriptors[1].revents == 0;
  }

  int fd_;
  bool owned_;
  bool may_block_ = false;
  Interrupt* interrupt_;
  std::uint64_t consumed_ = 0;
  std::optional<std::uint64_t> size_;
};

}  // namespace

Interrupt::Interrupt() : fd_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (fd_ < 0) throw std::bad_alloc();  // no descriptor left: exhausted like memory, and as rare
}
Interrupt::~Interrupt() { ::close(fd_); }
void Interrupt::signal() {
  const std::uint64_t one = 1;
  (void)!::write(fd_, &one, sizeof one);
}

Result<std::unique_ptr<ByteSource>> open_source(const std::string& path, Interrupt* interrupt) {
  const bool is_standard_input = path == "-";
  // Without O_NONBLOCK, opening a named pipe waits for its writer where no interrupt reaches us.
  const int fd = is_standard_input ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return system_error("cannot open", errno, {path});

  struct stat status{};
  const bool failed = ::fstat(fd, &status) != 0;
  if (failed || S_ISDIR(status.st_mode)) {
    const int why = failed ? errno : EISDIR;
    if (!is_standard_input) ::close(fd);
    Error error = system_error("cannot read", why, {path});
    if (why == EISDIR)
      error.hint = is_standard_input ? "name a file"
                                     : fmt::format("name the files in it: {}/*",
                                                   path.substr(0, path.find_last_not_of('/') + 1));
    return error;
  }
  auto opened = decompressed(std::make_unique<FdSource>(fd, !is_standard_input, status, interrupt));
  if (!opened) opened.error().place.source = path;
  return opened;
}

}  // namespace lanewise::io

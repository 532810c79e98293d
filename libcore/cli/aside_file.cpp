#include "libcore/cli/aside_file.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

namespace lanewise::cli {

namespace {

constexpr const char* kDoing = "cannot write bad lines aside";

// The file itself, not its name. Devices are passed over: two writers of /dev/null do no harm.
bool is_same(const struct stat& a, const struct stat& b) {
  return !S_ISCHR(a.st_mode) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool is_same(const struct stat& a, const std::string& path) {
  struct stat b{};
  const bool found = path == "-" ? ::fstat(STDIN_FILENO, &b) == 0 : ::stat(path.c_str(), &b) == 0;
  return found && is_same(a, b);
}

bool is_same(const struct stat& a, int fd) {
  struct stat b{};
  return ::fstat(fd, &b) == 0 && is_same(a, b);
}

Result<void> refuse_if_in_use(const struct stat& status, const std::string& path,
                              const std::vector<std::string>& others) {
  const auto refuse = [&](std::string_view what) {
    return usage_error(fmt::format("bad lines cannot go to {}: it is {}", path, what),
                       "name another file in side:FILE");
  };
  for (const std::string& other : others) {
    if (is_same(status, other))
      return refuse(other == "-"    ? "standard input"
                    : other == path ? "an input"
                                    : fmt::format("the input {}", other));
  }
  if (is_same(status, STDOUT_FILENO)) return refuse("standard output");
  if (is_same(status, STDERR_FILENO)) return refuse("standard error");
  return {};
}

}  // namespace

AsideFile::~AsideFile() {
  if (fd_ >= 0) ::close(fd_);
}

Result<void> AsideFile::check() const {
  struct stat status{};
  if (::stat(path_.c_str(), &status) == 0) {
    auto free = refuse_if_in_use(status, path_, others_);
    if (!free) return free;
    if (S_ISDIR(status.st_mode)) return system_error(kDoing, EISDIR, {path_});
    return ::access(path_.c_str(), W_OK) == 0 ? Result<void>() : system_error(kDoing, errno, {path_});
  }
  if (errno != ENOENT) return system_error(kDoing, errno, {path_});
  const std::string folder = std::filesystem::path(path_).parent_path().string();
  if (::access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) != 0)
    return system_error(kDoing, errno, {path_});
  return {};
}

Result<void> AsideFile::write(std::string_view bytes) {
  if (!out_) {
    // Emptied only once it is known to be nobody else's: it may have come into being since check().
    fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    struct stat status{};
    if (fd_ < 0 || ::fstat(fd_, &status) != 0) return system_error(kDoing, errno, {path_});
    auto free = refuse_if_in_use(status, path_, others_);
    if (!free) return free;
    if (S_ISREG(status.st_mode) && ::ftruncate(fd_, 0) != 0) return system_error(kDoing, errno, {path_});
    out_ = std::make_unique<io::Output>(fd_, path_);
  }
  out_->write(bytes);
  return {};
}

Result<void> AsideFile::close() {
  if (!out_) return {};
  auto written = out_->finish();
  out_.reset();
  if (::close(std::exchange(fd_, -1)) != 0 && written) return system_error("cannot write", errno, {path_});
  return written;
}

}  // namespace lanewise::cli

#include "tools/generate-events/truth_file.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "libcore/io/output.h"

namespace lanewise::generate_tool {

namespace {

Error told(Error error) {
  error.hint = "--truth names a file that can be written";
  return error;
}

// A terminal and /dev/null take both; in a file or a pipe one would run into the other.
bool is_standard_output(const struct stat& file) {
  struct stat out{};
  return ::fstat(STDOUT_FILENO, &out) == 0 && out.st_dev == file.st_dev && out.st_ino == file.st_ino &&
         !S_ISCHR(file.st_mode);
}

}  // namespace

TruthFile::TruthFile(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}
TruthFile::TruthFile(TruthFile&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), path_(std::move(other.path_)) {}
TruthFile::~TruthFile() {
  if (fd_ >= 0) ::close(fd_);
}

Result<TruthFile> TruthFile::open(const std::string& path) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) return told(system_error("cannot open the truth", errno, {path}));
  TruthFile file(fd, path);
  struct stat status{};
  if (::fstat(fd, &status) != 0) return told(system_error("cannot open the truth", errno, {path}));
  if (is_standard_output(status)) {
    return usage_error("--truth and standard output are the same file", "--truth needs a file of its own");
  }
  if (S_ISREG(status.st_mode) && ::ftruncate(fd, 0) != 0)
    return told(system_error("cannot empty the truth", errno, {path}));
  return file;
}

Result<void> TruthFile::write(std::string_view truth) {
  io::Output out(fd_, path_);
  out.write(truth);
  auto written = out.finish();
  if (!written) return told(std::move(written).error());
  return {};
}

}  // namespace lanewise::generate_tool

// The file of `--on-bad-input side:FILE`: lines that should have been records and are none, as they stand.
//
// It is made, or emptied, when the first such line comes and not before. A FILE that is also read from or
// written to is refused: opening it would destroy what is in it.
//
// Thread safety: one thread at a time.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "libcore/base/result.h"
#include "libcore/io/output.h"

namespace lanewise::cli {

class AsideFile {
 public:
  // `others` are the paths of the inputs, "-" among them. Touches nothing.
  AsideFile(std::string path, std::vector<std::string> others)
      : path_(std::move(path)), others_(std::move(others)) {}
  AsideFile(const AsideFile&) = delete;
  AsideFile& operator=(const AsideFile&) = delete;
  ~AsideFile();

  // Whether it could be written as far as that can be told without making it. Errors: usage, where it is one
  // of the others or a standard stream, whatever it is called; not_found, io.
  [[nodiscard]] Result<void> check() const;
  // Appends bytes; opens the file if they are the first. Errors: as check(). What cannot be written is told
  // by close().
  Result<void> write(std::string_view bytes);
  // All is with the operating system, or the first error. Without a write before there is nothing to close.
  Result<void> close();
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::vector<std::string> others_;
  int fd_ = -1;
  std::unique_ptr<io::Output> out_;
};

}  // namespace lanewise::cli

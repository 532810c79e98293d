// The file that says where the faults lie. It is opened before the log is begun and written when the log is
// complete, so it is never that of another run: what is refused or breaks off leaves it empty.
#pragma once

#include <string>
#include <string_view>

#include "libcore/base/result.h"

namespace lanewise::generate_tool {

class TruthFile {
 public:
  // Empties the file, or creates it. An error, and nothing changed, if it is what standard output goes to.
  static Result<TruthFile> open(const std::string& path);

  TruthFile(TruthFile&& other) noexcept;
  TruthFile(const TruthFile&) = delete;
  TruthFile& operator=(const TruthFile&) = delete;
  TruthFile& operator=(TruthFile&&) = delete;
  ~TruthFile();

  Result<void> write(std::string_view truth);

 private:
  TruthFile(int fd, std::string path);

  int fd_;
  std::string path_;
};

}  // namespace lanewise::generate_tool

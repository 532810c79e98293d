// Buffered output to a descriptor, checked: a full disk is an error that is found, at the latest by finish(),
// and kept; writes after an error are dropped. Line by line on a terminal, by the block elsewhere.
//
// Thread safety: one thread at a time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "libcore/base/result.h"

namespace lanewise::io {

class Output {
 public:
  explicit Output(int fd, std::string name);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output() = default;  // does not write: call finish()

  void write(std::string_view bytes);
  void flush();

  // Everything is with the operating system, or the first error that kept it from getting there.
  [[nodiscard]] Result<void> finish();
  [[nodiscard]] bool failed() const { return error_number_ != 0; }
  // The failure is that nobody reads any more, which ends a tool quietly.
  [[nodiscard]] bool is_closed() const;

 private:
  void write_through(std::string_view bytes);

  int fd_;
  std::string name_;
  std::string buffer_;
  bool by_line_;
  int error_number_ = 0;
};

}  // namespace lanewise::io

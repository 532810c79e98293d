// A line on standard error that tells how far a long run is: bytes, rate, time left. Only on a terminal,
// unless asked for; at most ten times a second; wiped before anything else is written there.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "libcore/cli/terminal.h"

namespace lanewise::cli {

class Progress {
 public:
  Progress(When when, bool quiet);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { clear(); }

  // The size of all inputs, where every one has a size.
  void expect(std::optional<std::uint64_t> total_bytes) { total_ = total_bytes; }
  void update(std::uint64_t bytes);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  bool enabled_;
  std::optional<std::uint64_t> total_;
  Clock::time_point started_ = Clock::now();
  Clock::time_point shown_ = started_;
  bool visible_ = false;
};

}  // namespace lanewise::cli

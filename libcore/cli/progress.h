// A line on standard error that tells how far a long run is: bytes or other things done, rate, time left.
// Only on a terminal, unless asked for; at most ten times a second; wiped before anything else is written
// there.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "libcore/cli/terminal.h"

namespace lanewise::cli {

// "12 MB  3 MB/s  40 %  6 s left", or with a name of things "1.2M of 20.0M events  410k/s  6 %  46 s left".
// What is not known, or past its total, is left out.
std::string progress_text(std::uint64_t done, std::optional<std::uint64_t> total, double seconds,
                          std::string_view things = {});

class Progress {
 public:
  Progress(When when, bool quiet);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { clear(); }

  // The size of all inputs, where every one has a size.
  void expect(std::optional<std::uint64_t> total_bytes) { total_ = total_bytes; }
  // It is not bytes that are counted, but so many of these: "events".
  void expect(std::string_view things, std::uint64_t total) {
    things_ = things;
    total_ = total;
  }
  void update(std::uint64_t done);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  bool enabled_;
  std::string_view things_;  // empty: bytes
  std::optional<std::uint64_t> total_;
  Clock::time_point started_ = Clock::now();
  Clock::time_point shown_ = started_;
  bool visible_ = false;
};

}  // namespace lanewise::cli

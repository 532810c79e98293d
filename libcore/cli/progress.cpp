#include "libcore/cli/progress.h"

#include <unistd.h>

#include <fmt/format.h>

namespace lanewise::cli {

namespace {

constexpr auto kInterval = std::chrono::milliseconds(100);
constexpr auto kGrace = std::chrono::milliseconds(500);  // a run this short needs no progress
constexpr std::string_view kWipe = "\r\x1b[K";

void put(std::string_view text) { (void)!::write(STDERR_FILENO, text.data(), text.size()); }

std::string human_bytes(double bytes) {
  if (bytes < 1e6) return fmt::format("{:.0f} kB", bytes / 1e3);
  if (bytes < 1e9) return fmt::format("{:.0f} MB", bytes / 1e6);
  return fmt::format("{:.1f} GB", bytes / 1e9);
}

}  // namespace

Progress::Progress(When when, bool quiet)
    : enabled_(when == When::always || (when == When::automatic && !quiet && is_terminal(STDERR_FILENO))) {}

void Progress::update(std::uint64_t bytes) {
  if (!enabled_) return;
  const auto now = Clock::now();
  if (now - started_ < kGrace || now - shown_ < kInterval) return;
  shown_ = now;
  visible_ = true;
  const double seconds = std::chrono::duration<double>(now - started_).count();
  const auto done = static_cast<double>(bytes);
  const double rate = done / seconds;
  std::string line = fmt::format("{}{}  {}/s", kWipe, human_bytes(done), human_bytes(rate));
  if (total_ && *total_ >= bytes && rate > 0) {
    const auto total = static_cast<double>(*total_);
    line +=
        fmt::format("  {:.0f} %  {:.0f} s left", total > 0 ? 100 * done / total : 100, (total - done) / rate);
  }
  put(line);
}

void Progress::clear() {
  if (visible_) put(kWipe);
  visible_ = false;
}

}  // namespace lanewise::cli

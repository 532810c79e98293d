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

std::string human_count(double count) {
  if (count < 1e4) return fmt::format("{:.0f}", count);
  if (count < 1e6) return fmt::format("{:.0f}k", count / 1e3);
  if (count < 1e9) return fmt::format("{:.1f}M", count / 1e6);
  return fmt::format("{:.1f}G", count / 1e9);
}

}  // namespace

std::string progress_text(std::uint64_t done, std::optional<std::uint64_t> total, double seconds,
                          std::string_view things) {
  const auto human = [&](double number) {
    return things.empty() ? human_bytes(number) : human_count(number);
  };
  const auto part = static_cast<double>(done);
  const double rate = seconds > 0 ? part / seconds : 0;
  const bool within = total && *total >= done;
  std::string line = human(part);
  if (!things.empty()) {
    if (within) line += fmt::format(" of {}", human(static_cast<double>(*total)));
    line += fmt::format(" {}", things);
  }
  line += fmt::format("  {}/s", human(rate));
  if (within && rate > 0) {
    const auto whole = static_cast<double>(*total);
    line +=
        fmt::format("  {:.0f} %  {:.0f} s left", whole > 0 ? 100 * part / whole : 100, (whole - part) / rate);
  }
  return line;
}

Progress::Progress(When when, bool quiet)
    : enabled_(when == When::always || (when == When::automatic && !quiet && is_terminal(STDERR_FILENO))) {}

void Progress::update(std::uint64_t done) {
  if (!enabled_) return;
  const auto now = Clock::now();
  if (now - started_ < kGrace || now - shown_ < kInterval) return;
  shown_ = now;
  visible_ = true;
  const double seconds = std::chrono::duration<double>(now - started_).count();
  put(fmt::format("{}{}", kWipe, progress_text(done, total_, seconds, things_)));
}

void Progress::clear() {
  if (visible_) put(kWipe);
  visible_ = false;
}

}  // namespace lanewise::cli

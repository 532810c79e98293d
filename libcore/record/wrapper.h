// Wrappers: what a program that collects logs puts in front of each line of another. They are peeled off
// before the line is read in its own format, so that one reader of a format serves them all.
//
// One row of the table and one file a wrapper. Pure functions, O(wrapper's length) a line.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace lanewise::record {

enum class Wrapper : std::uint8_t { none, kubectl, cri };

// A line without its wrapper. The views lie in the line.
struct Unwrapped {
  std::string_view text;
  std::string_view
      source;  // who wrote the line, in full ("pod/container"); data() == nullptr where not named
  std::string_view member;            // the same, as short as people call it: a front part of `source`
  std::optional<std::int64_t> ts_ns;  // when the line was collected
  std::uint8_t stream = 0;            // 1 or 2, where a wrapper's lines come from two; 0 where it tells none
  bool goes_on = false;               // the stream's next line continues this one
};

struct WrapperInfo {
  Wrapper wrapper;
  std::string_view name;   // as --wrapper takes it
  std::string_view title;  // as a report's `read` line says it
  std::string_view summary;
  // Lines of several sources may stand in one input, one after another or interleaved: the order of lines is
  // that of handling within a source only.
  bool names_sources;
  // False, and `out` untouched, for a line that has no such wrapper.
  bool (*peel)(std::string_view line, Unwrapped& out);
  // A long line comes in parts (Unwrapped::goes_on).
  bool has_parts;
};

// `none` first.
std::span<const WrapperInfo> wrappers();
const WrapperInfo& info(Wrapper wrapper);
std::optional<Wrapper> find_wrapper_named(std::string_view name);
// The wrapper of a line, `none` if it has none that we know.
Wrapper find_wrapper(std::string_view line);

// "[pod/NAME/CONTAINER] line": kubectl logs --prefix, with --timestamps too.
bool peel_kubectl_prefix(std::string_view line, Unwrapped& out);
// "TIME stdout F line": the log files of Kubernetes' container runtimes.
bool peel_cri(std::string_view line, Unwrapped& out);

// Where input may be cut whose lines come in parts: behind a line after which no stream's line goes on.
class PartsScan {
 public:
  PartsScan(Wrapper wrapper, char delimiter) : peel_(info(wrapper).peel), delimiter_(delimiter) {}

  // Some whole lines more. O(their bytes).
  void add(std::string_view lines);
  // Bytes of all that was added and not taken, up to the last place where it may be cut.
  [[nodiscard]] std::size_t whole() const { return whole_; }
  // The bytes, so far, of the longest line that goes on.
  [[nodiscard]] std::size_t longest() const { return std::max(bytes_[0], bytes_[1]); }
  // These bytes are taken away, with all that goes on at their end. Returns the streams (bits) whose line
  // began before them and was given up. Requires: bytes is whole(), or everything.
  std::uint8_t take(std::size_t bytes);

 private:
  bool (*peel_)(std::string_view line, Unwrapped& out);
  char delimiter_;
  std::size_t added_ = 0;
  std::size_t whole_ = 0;
  std::uint8_t open_ = 0;               // streams whose line goes on
  std::array<std::size_t, 2> bytes_{};  // of the lines of the streams 1 and 2
  std::uint8_t given_up_ = 0;           // whose line goes on and is not wanted any more
  std::uint8_t given_up_whole_ = 0;     // the same at whole_
  std::uint8_t given_up_first_ = 0;     // the same where what was added begins
};

}  // namespace lanewise::record

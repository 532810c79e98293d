// Wrappers: what a program that collects logs puts in front of each line of another. They are peeled off
// before the line is read in its own format, so that one reader of a format serves them all.
//
// One row of the table and one file a wrapper. Pure functions, O(wrapper's length) a line.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanewise::record {

enum class Wrapper : std::uint8_t { none, kubectl };

// A line without its wrapper. The views lie in the line.
struct Unwrapped {
  std::string_view text;
  std::string_view
      source;  // who wrote the line, in full ("pod/container"); data() == nullptr where not named
  std::string_view member;            // the same, as short as people call it: a front part of `source`
  std::optional<std::int64_t> ts_ns;  // when the line was collected
};

struct WrapperInfo {
  Wrapper wrapper;
  std::string_view name;  // as a report's `read` line says it
  // Lines of several sources may stand in one input, one after another or interleaved: the order of lines is
  // that of handling within a source only.
  bool names_sources;
  // False, and `out` untouched, for a line that has no such wrapper.
  bool (*peel)(std::string_view line, Unwrapped& out);
};

const WrapperInfo& info(Wrapper wrapper);
// The wrapper of a line, `none` if it has none that we know.
Wrapper find_wrapper(std::string_view line);

// "[pod/NAME/CONTAINER] line": kubectl logs --prefix, with --timestamps too.
bool peel_kubectl_prefix(std::string_view line, Unwrapped& out);

}  // namespace lanewise::record

// kubectl logs --prefix writes "[pod/NAME/CONTAINER] " before each line (kubectl's logs.go,
// addPrefixIfNeeded). Without -f it prints pod after pod in an order of its own; with -f the pods' lines are
// interleaved.
//
// --timestamps adds the container runtime's time behind it, always of nine digits of fraction
// (RFC3339NanoFixed), which tells it from a time that the application wrote.
#include "libcore/record/timestamp.h"
#include "libcore/record/wrapper.h"

namespace lanewise::record {

namespace {

constexpr std::string_view kOpening = "[pod/";
constexpr std::size_t kFractionEnd = 29;  // of "2026-11-27T02:41:03.900000000"

void take_runtime_time(Unwrapped& line) {
  const std::string_view text = line.text;
  if (text.size() <= kFractionEnd || text[10] != 'T' || text[19] != '.') return;
  if (text.substr(20, 9).find_first_not_of("0123456789") != std::string_view::npos) return;
  const std::size_t end = text.find(' ');
  if (end == std::string_view::npos) return;
  const std::string_view zone = text.substr(kFractionEnd, end - kFractionEnd);
  if (zone != "Z" && zone.size() != 6) return;
  const auto ns = parse_time(text.substr(0, end), {});
  if (!ns) return;
  line.ts_ns = ns;
  line.text.remove_prefix(end + 1);
}

}  // namespace

bool peel_kubectl_prefix(std::string_view line, Unwrapped& out) {
  if (!line.starts_with(kOpening)) return false;
  const std::size_t end = line.find(']');
  if (end == std::string_view::npos || end + 1 >= line.size() || line[end + 1] != ' ') return false;
  const std::string_view source = line.substr(kOpening.size(), end - kOpening.size());
  const std::size_t slash = source.find('/');
  if (slash == std::string_view::npos || slash == 0 || slash + 1 == source.size()) return false;
  out = {};
  out.text = line.substr(end + 2);
  out.source = source;
  out.member = source.substr(0, slash);
  take_runtime_time(out);
  return true;
}

}  // namespace lanewise::record

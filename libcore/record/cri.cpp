// Container runtimes write a line of a container's output as "TIME STREAM TAGS LINE", the CRI log format of
// Kubernetes (kubelet's pkg/kubelet/kuberuntime/logs): TIME is RFC 3339 with a fraction, STREAM stdout or
// stderr. The first of the TAGS, which colons part, is F for a whole line or the last part of one, P for a
// part that the next line of the same stream continues: runtimes cut at 16 KiB. The two streams are
// interleaved.
#include <algorithm>

#include "libcore/record/timestamp.h"
#include "libcore/record/wrapper.h"

namespace lanewise::record {

bool peel_cri(std::string_view line, Unwrapped& out) {
  constexpr std::size_t kShortest = sizeof "2026-11-27T02:41:03Z stdout F" - 1;
  // Most lines that are none are told by a byte or two: a log's first lines are all asked.
  if (line.size() < kShortest || line[4] != '-' || line[10] != 'T') return false;
  const std::size_t time_end = line.find(' ');
  if (time_end > 40) return false;
  std::string_view rest = line.substr(time_end + 1);
  if (!rest.starts_with("stdout ") && !rest.starts_with("stderr ")) return false;
  const std::uint8_t stream = rest[3] == 'o' ? 1 : 2;
  rest.remove_prefix(7);
  if (!rest.starts_with('F') && !rest.starts_with('P')) return false;
  const bool goes_on = rest.front() == 'P';
  rest.remove_prefix(1);
  if (rest.starts_with(':')) rest.remove_prefix(std::min(rest.find(' '), rest.size()));
  if (!rest.empty() && rest.front() != ' ') return false;
  const auto ns = parse_time(line.substr(0, time_end), {});
  if (!ns) return false;
  if (!rest.empty()) rest.remove_prefix(1);
  out = {};
  out.text = rest;
  out.ts_ns = ns;
  out.stream = stream;
  out.goes_on = goes_on;
  return true;
}

}  // namespace lanewise::record

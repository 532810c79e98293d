#include "libcore/sim/log_parts.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

namespace lanewise::sim {

ConsumerGroup::ConsumerGroup(std::string group_name, std::uint32_t member_count, std::uint32_t thread_count,
                             std::uint32_t partitions, std::int64_t start_ns)
    : name(std::move(group_name)),
      owner(partitions),
      owned(member_count),
      turn(member_count),
      free_ns(std::size_t{member_count} * thread_count, start_ns),
      progress(partitions),
      in_flight(partitions),
      generations{{start_ns, 1}},
      threads(thread_count) {
  for (std::uint32_t member = 0; member < member_count; ++member) {
    members.push_back(fmt::format("{}-{}", name, member + 1));
  }
  assert(member_count > 0);
  // Contiguous ranges, the remainder to the first members.
  const std::uint32_t share = partitions / member_count;
  const std::uint32_t remainder = partitions % member_count;
  std::uint32_t partition = 0;
  for (std::uint32_t member = 0; member < member_count; ++member) {
    for (std::uint32_t i = 0; i < share + (member < remainder ? 1 : 0); ++i, ++partition) {
      owner[partition] = static_cast<std::uint16_t>(member);
      owned[member].push_back(static_cast<std::int32_t>(partition));
    }
  }
}

std::uint16_t ConsumerGroup::other_thread(std::uint16_t member, std::uint16_t thread) const {
  assert(threads >= 2);
  std::uint32_t best = thread == 0 ? 1 : 0;
  const std::size_t base = std::size_t{member} * threads;
  for (std::uint32_t other = 0; other < threads; ++other) {
    if (other != thread && free_ns[base + other] < free_ns[base + best]) best = other;
  }
  return static_cast<std::uint16_t>(best);
}

bool ConsumerGroup::drained(std::uint16_t member) const {
  return std::all_of(owned[member].begin(), owned[member].end(), [&](std::int32_t partition) {
    return in_flight[static_cast<std::size_t>(partition)] == 0;
  });
}

void ConsumerGroup::move(std::int32_t partition, std::uint16_t to) {
  auto& from = owned[owner[static_cast<std::size_t>(partition)]];
  from.erase(std::find(from.begin(), from.end(), partition));
  auto& into = owned[to];
  into.insert(std::upper_bound(into.begin(), into.end(), partition), partition);
  owner[static_cast<std::size_t>(partition)] = to;
}

}  // namespace lanewise::sim

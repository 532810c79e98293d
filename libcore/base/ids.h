// The numbers that must not be mixed up, as types of their own: a partition is not an offset. No arithmetic
// is defined but the difference and the step that the domain has; `value` is there for all else.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

#include <fmt/format.h>

namespace lanewise {

template <class Tag, class Rep>
struct Strong {
  using rep = Rep;
  Rep value{};

  constexpr Strong() = default;
  constexpr explicit Strong(Rep v) : value(v) {}
  friend constexpr auto operator<=>(Strong, Strong) = default;
};

using Partition = Strong<struct PartitionTag, std::int32_t>;    // 0 .. count-1 within a topic (and broker)
using Offset = Strong<struct OffsetTag, std::int64_t>;          // place in a partition's log
using Seq = Strong<struct SeqTag, std::int64_t>;                // sequence within a key, given by the writer
using Generation = Strong<struct GenerationTag, std::int32_t>;  // of a consumer group's assignment

}  // namespace lanewise

template <class Tag, class Rep>
struct std::hash<lanewise::Strong<Tag, Rep>> {
  std::size_t operator()(lanewise::Strong<Tag, Rep> id) const noexcept { return std::hash<Rep>{}(id.value); }
};

template <class Tag, class Rep>
struct fmt::formatter<lanewise::Strong<Tag, Rep>> : fmt::formatter<Rep> {
  template <class Context>
  auto format(lanewise::Strong<Tag, Rep> id, Context& context) const {
    return fmt::formatter<Rep>::format(id.value, context);
  }
};

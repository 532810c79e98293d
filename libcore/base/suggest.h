// "Did you mean …?" for names that somebody mistyped.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise {

// The candidates near enough to `wanted` to have been meant, nearest first, equally near ones in the order
// given, at most `most`. Near is a Damerau-Levenshtein distance (a transposition counts once) of one, or a
// third of the length; what continues `wanted`, or is continued by it, counts as one step. O(candidates *
// length^2).
std::vector<std::string> near_names(std::string_view wanted, std::span<const std::string> candidates,
                                    std::size_t most);

// The nearest of them.
std::optional<std::string> nearest(std::string_view wanted, std::span<const std::string> candidates);

}  // namespace lanewise

// "Did you mean …?" for names that somebody mistyped.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lanewise {

// The candidate nearest to `wanted` by Damerau-Levenshtein distance (a transposition counts once), if it is
// near enough to have been meant: within two steps or a third of the length; a beginning of three letters
// counts as near. O(candidates * length^2).
std::optional<std::string> nearest(std::string_view wanted, std::span<const std::string> candidates);

}  // namespace lanewise

#include "libcore/route/composed.h"

#include <algorithm>

namespace lanewise::route {

void KeyBlind::assign(std::span<const KeyView> keys, std::uint32_t /*partition_count*/,
                      std::span<Choice> out) const {
  std::fill_n(out.begin(), keys.size(), Choice());
}

Explanation KeyBlind::explain(KeyView key, std::uint32_t /*partition_count*/) const {
  Explanation result;
  result.method = "random, whatever the key";
  result.steps.push_back(bytes_step(key));
  result.steps.push_back(
      {.name = "partition", .value = "-", .note = "keys are ignored: no order within a key"});
  return result;
}

}  // namespace lanewise::route

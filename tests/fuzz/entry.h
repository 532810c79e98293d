// What the fuzzers share: the entry point's shape, and a check that stays in release builds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace lanewise::fuzz {

inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

inline void require(bool holds, std::string_view what, const std::string& left = {},
                    const std::string& right = {}) {
  if (holds) return;
  (void)std::fprintf(stderr, "%.*s\n--- one\n%s\n--- other\n%s\n", static_cast<int>(what.size()), what.data(),
                     left.c_str(), right.c_str());
  std::abort();
}

}  // namespace lanewise::fuzz

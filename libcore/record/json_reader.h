// The decoder of JSON Lines.
#pragma once

#include <cstddef>
#include <memory>

#include "libcore/record/format.h"

namespace lanewise::record {

// `reference` leaves simdjson out: for the tests that hold the two to each other.
enum class JsonEngine : std::uint8_t { fast, reference };

std::unique_ptr<Decoder> make_json_reader(const ReadingOptions& options, const Projection& projection,
                                          std::size_t max_line, JsonEngine engine = JsonEngine::fast);

}  // namespace lanewise::record

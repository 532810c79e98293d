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
// The same with the engine that is used, in the shape of the other makers.
std::unique_ptr<Decoder> make_jsonl_reader(const ReadingOptions& options, const Projection& projection,
                                           std::size_t max_line);
// Of objects that are the messages of a log: one with no field that was asked for is no record.
std::unique_ptr<Decoder> make_json_body_reader(const ReadingOptions& options, const Projection& projection,
                                               std::size_t max_line);

}  // namespace lanewise::record

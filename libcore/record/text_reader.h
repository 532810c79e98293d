// The decoders of text: by pattern, by name=value pairs, by layout, and lines that are bare keys.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "libcore/record/format.h"

namespace lanewise::record {

std::unique_ptr<Decoder> make_text_reader(const ReadingOptions& options, const Projection& projection,
                                          std::size_t max_line);

std::unique_ptr<Decoder> make_logfmt_reader(const ReadingOptions& options, const Projection& projection,
                                            std::size_t max_line);
// How many pairs of a line have the name of a field or of a mapping's path.
std::size_t count_known_pairs(std::string_view line, const Projection& everything);

// Spring Boot's log lines: time, thread and message, the message being logfmt, JSON or a line of Kafka's
// client.
std::unique_ptr<Decoder> make_spring_boot_reader(const ReadingOptions& options, const Projection& projection,
                                                 std::size_t max_line);
bool is_spring_boot_line(std::string_view line);

// What kafka-console-consumer prints with its print.* properties.
std::unique_ptr<Decoder> make_console_consumer_reader(const ReadingOptions& options,
                                                      const Projection& projection, std::size_t max_line);
bool is_console_consumer_line(std::string_view line);

// Peels the wrapper off each line and leaves the rest to `inner`; lines without it are read as they stand.
std::unique_ptr<Decoder> make_unwrapping_reader(Wrapper wrapper, std::unique_ptr<Decoder> inner,
                                                const ReadingOptions& options, std::size_t max_line);

// A line is a key, whatever it looks like: one final CR is dropped and counted (not with NUL as delimiter),
// an empty line is the empty key.
std::unique_ptr<Decoder> make_keys_reader(const ReadingOptions& options, const Projection& projection,
                                          std::size_t max_line);

}  // namespace lanewise::record

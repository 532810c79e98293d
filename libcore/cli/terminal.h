// What a stream is connected to, and what may be written there: colour, progress, and how wide.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lanewise::cli {

enum class When : std::uint8_t { automatic, always, never };

// Colour on `fd`: `always` and `never` decide; else a terminal, NO_COLOR unset or empty, TERM not "dumb".
bool use_color(When when, int fd);
bool is_terminal(int fd);
// Columns of the terminal behind `fd`, else 100.
std::size_t width_of(int fd);

enum class Style : std::uint8_t { plain, bold, dim, red, green, yellow };

// `text` between the escapes of a style, or bare.
std::string styled(std::string_view text, Style style, bool color);

}  // namespace lanewise::cli

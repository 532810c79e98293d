// What an input is, told from its first lines: the wrapper around them and, where `auto` is asked for, the
// format.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "libcore/record/format.h"

namespace lanewise::record {

struct Shape {
  Format format = Format::automatic;
  Wrapper wrapper = Wrapper::none;

  friend bool operator==(const Shape&, const Shape&) = default;
};

// Unless the options say them, the wrapper is that of the first line that is not blank, and the format:
// patterns decide for `text`; a line that is an object for JSON, kcat's if it carries what `kcat -J` prints
// and no `event`; a line that can only be of one layout for that one; `name=value` pairs of our vocabulary
// for logfmt. The lines may come bit by bit, as a pipe gives them: what is certain stays so whatever follows.
class Recogniser {
 public:
  // `options` must outlive it.
  explicit Recogniser(const ReadingOptions& options);
  // Takes some whole lines more (the very last may lack its end). The shape, once it is certain.
  std::optional<Shape> add(std::string_view lines);
  // There are no more lines. Error: bad_input, when nothing is recognised, with what to say instead.
  [[nodiscard]] Result<Shape> conclude() const;

 private:
  std::optional<Format> look_at(std::string_view line);

  const ReadingOptions& options_;
  Projection vocabulary_;
  std::optional<Format> format_;
  Wrapper wrapper_ = Wrapper::none;
  std::size_t lines_ = 0;             // that are not blank
  std::size_t lines_with_pairs_ = 0;  // among them
  bool is_utf16_ = false;
};

// The same over all there is.
Result<Shape> recognise(std::string_view first_lines, const ReadingOptions& options);

}  // namespace lanewise::record
